"""Line edit for labels with completion from the vocabulary, and the delegate that opens it in table cells."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QTimer, Signal
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.core.document.inspection import Inspection
from inspector.ui.widgets.formatting import MOST_SHOWN
from inspector.ui.widgets.input.completing_edit import CompletingEdit, Suggestions
from inspector.ui.widgets.theme import set_text_style

_MAX_SUGGESTIONS = 12


class LabelEdit(CompletingEdit):
    """Labels separated as in the file, with completion of the label at the cursor. one: a single label."""

    def __init__(self, inspection: Inspection, parent: QWidget | None = None, *, one: bool = False) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._one = one
        set_text_style(self, "typed")

    def suggestions(self) -> Suggestions:
        """The labels that fit; the best one is taken unless the label is complete, which enters the line."""
        start, end = self._span()
        typed = self.text()[start : self.cursorPosition()].strip()
        found = self._inspection.evaluation.table.vocab.suggest(typed, _MAX_SUGGESTIONS) if typed else []
        texts = [label for label in found if len(label) <= MOST_SHOWN]
        return Suggestions(texts, start, end, self.text()[start:end].strip() not in texts)

    def _span(self) -> tuple[int, int]:
        """Start and end of the label at the cursor."""
        if self._one:
            return 0, len(self.text())
        cursor, separator = self.cursorPosition(), self._inspection.evaluation.pair.submission.grammar.separator
        start = self.text().rfind(separator, 0, cursor) + 1
        end = self.text().find(separator, cursor)
        return start, len(self.text()) if end < 0 else end


class LabelDelegate(QStyledItemDelegate):
    """Opens a LabelEdit in a cell. title: its name for screen readers; typed: the text after each key."""

    typed = Signal(str)

    def __init__(self, inspection: Inspection, title: str, parent: QWidget, *, one: bool = False) -> None:
        super().__init__(parent)
        self._inspection, self._title, self._one = inspection, title, one

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        editor = LabelEdit(self._inspection, parent, one=self._one)
        editor.setAccessibleName(self._title)
        editor.textEdited.connect(self.typed)
        # The view selects the text with the cursor at the end; select backwards to show the first labels.
        QTimer.singleShot(0, editor, lambda: editor.setSelection(len(editor.text()), -len(editor.text())))
        return editor
