"""What the row panel says of a row that the filter hides, and the way to one that is shown. Knows no row's content."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import set_text_style

_SAYS = "hidden by the filter"


class HiddenNote(QToolButton):
    """There while the current row is not among those shown; a click goes to the first that is.

    The row itself stays: while a filter is typed no row jumps, and with the filter taken away it is where one was.
    """

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hiddenNote")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._inspection = signals.inspection
        self.setAutoRaise(True)
        set_text_style(self, "small")
        # No higher than the line it stands in, so that nothing below moves when it comes and goes.
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.setText(f"{_SAYS} · go to first ▸")
        for signal in (signals.loaded, signals.ordered, signals.metric_changed, signals.current_changed):
            signal.connect(self.refresh)
        self.clicked.connect(self._go)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Come or go."""
        self.setVisible(self._is_hidden)
        if not self.isHidden():
            count = len(self._inspection.state.order)
            way = f"Click to go to the first of the {count:,} rows shown" if count else "No row is shown"
            self.setEnabled(count > 0)
            self.setToolTip(tip(f"The filter hides this row. {way}"))
            self.setAccessibleName(f"This row is {_SAYS}")
            self.setAccessibleDescription(way)

    @property
    def _is_hidden(self) -> bool:
        if not self._inspection.is_open or self._inspection.current is None:
            return False
        shown = self._inspection.state.filter
        return shown is not None and not shown.mask[self._inspection.current]

    def _go(self) -> None:
        order = self._inspection.state.order
        if len(order):
            self._inspection.go_to(order.row(0))
