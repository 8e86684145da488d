"""How the row scores are spread."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.core.summary import Bars, score_distribution
from inspector.ui.bridge import Bridge
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.theme import Theme


class ScoreHistogram(Histogram):
    """Rows by score, from 0 to the best score any row could have."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, "scoreHistogram", "score", parent)
        self.setAccessibleName("Score distribution")

    def count(self) -> Bars:
        scores = self._inspection.state.scores
        return score_distribution(scores.row, scores.top)

    def ticks(self, bars: Bars) -> Ticks:
        """Every fourth edge."""
        return [(edge, f"{edge:.3g}") for edge in bars.edges[::4].tolist()]
