"""What the table shows in place of its rows when the filter lets none through."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QVBoxLayout, QWidget

from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP


class NoRows(QWidget):
    """Covers the viewport of a view while its model has no rows. clear_asked: all rows are to be shown again."""

    clear_asked = Signal()

    def __init__(self, view: QAbstractItemView, model: QAbstractItemModel) -> None:
        super().__init__(view.viewport())
        self.setObjectName("noRows")
        self._view, self._model = view, model
        button = named(QPushButton("Clear filters", self), "clearFilters", hint="Show every row again")
        button.clicked.connect(self._clear)
        layout = QVBoxLayout(self)
        layout.setSpacing(GAP)
        layout.addStretch(1)
        for part in (PlainLabel(self, "No rows match.", name="noRowsText", quiet=True), button):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        for signal in (model.layoutChanged, model.modelReset):
            signal.connect(self._follow)
        view.viewport().installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.viewport().rect())
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        self.setGeometry(self._view.viewport().rect())
        self.setVisible(not self._model.rowCount())

    def _clear(self) -> None:
        self._view.setFocus()
        self.clear_asked.emit()
