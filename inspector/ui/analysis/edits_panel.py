"""The edits panel: every edited row with what its edit does, and buttons to reset them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.query import Clause
from inspector.ui.analysis.edits_table import EditsTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.theme import GAP, GRID, Theme


class EditsPanel(QWidget):
    """reset_asked: int64 rows to put back to what the file says, as one step; None for all."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    reset_asked = Signal(object)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("editsPanel")
        self._inspection = signals.inspection
        self._table = EditsTable(signals, theme, self)
        hint = "Put the selected rows back to what the file says (Delete)"
        self._reset = push_button(self, "&Reset", "resetEdits", hint, self._table.reset_selected.trigger)
        hint = "Put every row back to what the file says"
        self._reset_all = push_button(self, "Reset &all", "resetAllEdits", hint, lambda: self.reset_asked.emit(None))
        self._only = QCheckBox("&Only edited rows", self)
        named(self._only, "onlyEdited", hint="Filter the table by the edited rows")
        self._build()
        for name in ("failed", "filter_asked", "reset_asked"):
            getattr(self._table, name).connect(getattr(self, name))
        self._only.clicked.connect(self._table.show_only_edited)
        self._table.reset_selected.enabledChanged.connect(self._reset.setEnabled)
        for signal in (signals.loaded, signals.ordered, signals.edited, signals.answered):
            signal.connect(self._show_state)
        self._show_state()

    def _build(self) -> None:
        tools = QWidget(self)
        line = FlowLayout(tools)
        for part in (self._reset, self._reset_all, self._only):
            part.setMinimumHeight(self._reset.sizeHint().height())  # one line of text on one height
            line.addWidget(part)
        above = arrange(QHBoxLayout(), tools, margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self), above, (self._table, 1), margins=(0, GRID, 0, 0), spacing=GRID)

    def _show_state(self, *_: object) -> None:
        is_open = self._inspection.is_open
        has_edits = is_open and len(self._inspection.evaluation.overlay) > 0
        self._reset.setEnabled(self._table.reset_selected.isEnabled())
        self._reset_all.setEnabled(has_edits)
        self._only.setChecked(is_open and self._table.is_in_force)
        self._only.setEnabled(has_edits or self._only.isChecked())
