"""What a double click on the predicted labels opens."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.core.inspection import Inspection
from inspector.ui.label_edit import LabelEdit


class LabelsDelegate(QStyledItemDelegate):
    """Edits the labels of a row in a line that completes them from the vocabulary."""

    def __init__(self, inspection: Inspection, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection = inspection

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        editor = LabelEdit(self._inspection, parent)
        editor.setAccessibleName("Prediction of this row")
        return editor
