"""The histogram of the row scores."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.core.evaluation.summary import Bars
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

_TINY = 1e-3


class ScoreHistogram(Histogram):
    """Rows by score, from 0 to the best possible row score."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "scoreHistogram", "score", parent)
        self.setAccessibleName("Score distribution")

    def count(self) -> Bars:
        return self._inspection.evaluation.histograms.scores()

    def ticks(self, bars: Bars) -> Ticks:
        """Return ticks at every fourth edge; tiny ones, as under GAP, with fewer digits."""
        edges = bars.edges[::4].tolist()
        return [
            (edge, f"{edge:.3g}" if edge >= _TINY or not edge else f"{edge:.2g}".replace("e-0", "e-")) for edge in edges
        ]
