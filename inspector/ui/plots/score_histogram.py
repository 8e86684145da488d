"""How the row scores are spread."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from inspector.core.summary import Bars
from inspector.ui.bridge import Bridge
from inspector.ui.plots.histogram import Histogram
from inspector.ui.theme import Theme


class ScoreHistogram(Histogram):
    """Rows by score, from 0 to the best score any row could have."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, "scoreHistogram", "score", parent)
        self.setAccessibleName("Score distribution")

    def draw(self) -> None:
        """Count again."""
        bars = self._inspection.state.distribution.scores()
        ticks = [(edge, f"{edge:.3g}") for edge in bars.edges[::4].tolist()]
        self.show_bars(bars, self._bar_of_current(bars), ticks)

    def _bar_of_current(self, bars: Bars) -> int | None:
        row = self._inspection.current
        score = self._inspection.state.scores.row[row] if row is not None else np.nan
        if np.isnan(score):
            return None
        return min(int(np.searchsorted(bars.edges, score, side="right")) - 1, len(bars.counts) - 1)
