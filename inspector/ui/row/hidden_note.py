"""Note in the row panel that the filter hides the current row, with a link to the first row shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import set_text_style

_TEXT = "filtered out"


class HiddenNote(QToolButton):
    """Visible while the filter hides the current row; a click goes to the first row shown.

    The current row does not change with the filter, so that typing a filter does not lose it.
    """

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hiddenNote")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._inspection = signals.inspection
        self.setAutoRaise(True)
        set_text_style(self, "small")
        # No higher than its line, so that nothing below moves when the note appears.
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.setText(f"{_TEXT} · first visible row ▸")
        for signal in (signals.loaded, signals.ordered, signals.metric_changed, signals.current_changed):
            signal.connect(self.refresh)
        self.clicked.connect(self._go_to_first)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show or hide the note."""
        self.setVisible(self._is_hidden)
        if not self.isHidden():
            count = len(self._inspection.state.order)
            hint = f"Click to go to the first of the {count:,} rows shown" if count else "No row is shown"
            self.setEnabled(count > 0)
            self.setToolTip(tip(f"The filter hides this row. {hint}"))
            self.setAccessibleName(f"This row is {_TEXT}")
            self.setAccessibleDescription(hint)

    @property
    def _is_hidden(self) -> bool:
        if not self._inspection.is_open or self._inspection.current is None:
            return False
        row_filter = self._inspection.state.filter
        return row_filter is not None and not row_filter.mask[self._inspection.current]

    def _go_to_first(self) -> None:
        order = self._inspection.state.order
        if len(order):
            self._inspection.go_to(order.row(0))
