"""Which rows are shown, when not all are: what was asked, how many there are, what they lose, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from inspector.core.inspection import Inspection
from inspector.ui.bridge import Bridge
from inspector.ui.text import fixed_decimals
from inspector.ui.theme import GAP, GRID


class FilterBar(QFrame):
    """Hidden while every row is shown."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filterBar")
        self._inspection: Inspection = bridge.inspection
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        clear = QPushButton("Show all rows", self)
        clear.clicked.connect(lambda: self._inspection.filter_by((), origin=self))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP, GRID, GAP, GRID)
        layout.addWidget(self._words, 1)
        layout.addWidget(clear)
        for signal in (bridge.ordered, bridge.scored):
            signal.connect(self.refresh)
        self.hide()

    def refresh(self) -> None:
        """Say what is shown."""
        state = self._inspection.state
        self.setVisible(state.filter is not None)
        if state.filter is not None:
            rows, losses = state.order.rows, state.total_losses(state.order.rows)
            self._words.setText(
                f"{state.filter.name}: {len(rows):,} of {len(state.table):,} rows, mean "
                f"{fixed_decimals(state.scores.mean(rows), 6)}; they lose {fixed_decimals(losses.ordering, 6)} "
                f"by their order and {fixed_decimals(losses.candidates, 6)} by their labels"
            )
