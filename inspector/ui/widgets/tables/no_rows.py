"""What the table shows in place of its rows when the filter lets none through."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QVBoxLayout, QWidget

from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP

_CENTRE = Qt.AlignmentFlag.AlignHCenter


class NoRows(QWidget):
    """Covers the viewport of a view while its model has no rows. clear_asked: all rows are to be shown again.

    hint: what else may be meant by the filter, as a remark; empty for nothing.
    """

    clear_asked = Signal()

    def __init__(self, view: QAbstractItemView, model: QAbstractItemModel, hint: Callable[[], str]) -> None:
        super().__init__(view.viewport())
        self.setObjectName("noRows")
        self._view, self._model, self._hint = view, model, hint
        button = named(QPushButton("Clear filters", self), "clearFilters", hint="Show every row again")
        button.clicked.connect(self._clear)
        layout = QVBoxLayout(self)
        layout.setSpacing(GAP)
        layout.addStretch(1)
        self._near = PlainLabel(self, name="noRowsHint", wraps=True)
        self._near.setAlignment(_CENTRE)
        layout.addWidget(PlainLabel(self, "No rows match.", name="noRowsText", quiet=True), 0, _CENTRE)
        layout.addWidget(self._near)
        layout.addWidget(button, 0, _CENTRE)
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
        is_empty = not self._model.rowCount()
        hint = self._hint() if is_empty else ""
        self._near.setText(hint[:1].upper() + hint[1:])
        self._near.setVisible(bool(hint))
        self.setVisible(is_empty)

    def _clear(self) -> None:
        self._view.setFocus()
        self.clear_asked.emit()
