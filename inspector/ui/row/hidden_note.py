"""What becomes of the current row when the filter hides it: the first row shown, or a note while a draft is typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from inspector.core.errors import shorten
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import set_text_style

_TEXT = "filtered out"


class HiddenNote(QToolButton):
    """Makes the first row shown the current one when the filter hides the current row.

    Once the filter shows the row again, it is the current one again, unless the user went elsewhere meanwhile, or
    clicked, edited or noted the one shown instead. A row with a draft stays, with this note beside it; a click on the
    note goes to the first row shown.
    """

    def __init__(self, signals: DocumentSignals, has_draft: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        named(self, "hiddenNote", "This row is filtered out")
        self._inspection, self.has_draft = signals.inspection, has_draft
        # The row that the filter hid, and the row that is the current one instead.
        self._hidden_row: int | None = None
        self._stand_in: int | None = None
        set_text_style(self, "small")
        # No higher than its line, so that nothing below moves when the note appears.
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        for signal in (signals.ordered, signals.metric_changed):
            signal.connect(self._follow_filter)
        for signal in (signals.loaded, signals.ordered, signals.metric_changed, signals.current_changed):
            signal.connect(self.refresh)
        for signal in (signals.loaded, signals.edited, signals.noted):
            signal.connect(self.stay)
        # It is off while no row is shown.
        self.clicked.connect(lambda: self._inspection.go_to(self._inspection.state.order.row(0)))
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show or hide the note."""
        self.setVisible(self._is_hidden)
        if not self.isHidden():
            count = len(self._inspection.state.order)
            hint = f"Click to go to the first of the {count:,} rows shown" if count else "No row is shown"
            self.setEnabled(count > 0)
            self.setText(f"{_TEXT} ▸" if count else _TEXT)  # short: the id beside it says which row is meant
            self.setToolTip(tip(f"The filter hides this row. {hint}"))
            self.setAccessibleDescription(hint)

    @property
    def refusal(self) -> str:
        """Why commands leave the current row alone, whose change nobody would see; empty where it is shown."""
        if not self._is_hidden:
            return ""
        id_ = self._inspection.evaluation.table.id(self._inspection.current or 0)
        return f"The filter hides row {shorten(id_)}, which stays as it is; show it first (Ctrl+Shift+A: every row)"

    def stay(self) -> None:
        """The current row is the user's choice: it stays the current one when the filter shows others again."""
        self._hidden_row = self._stand_in = None

    def _follow_filter(self) -> None:
        """Go from a hidden row to the first one shown, and back once the filter shows the row again."""
        current, first = self._inspection.current, self._inspection.state.first_row
        before = self._hidden_row if current == self._stand_in else None
        if self.has_draft():
            return
        if before is not None and not self._hides(before):
            self.stay()
            self._inspection.go_to(before)
        elif first is not None and self._is_hidden:
            self._hidden_row, self._stand_in = current if before is None else before, first
            self._inspection.go_to(first)

    @property
    def _is_hidden(self) -> bool:
        current = self._inspection.current if self._inspection.is_open else None
        return current is not None and self._hides(current)

    def _hides(self, row: int) -> bool:
        row_filter = self._inspection.state.filter
        return row_filter is not None and not row_filter.mask[row]
