"""The histogram of the row scores."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QWidget

from inspector.core.evaluation.summary import Bars
from inspector.core.round_numbers import round_step
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.plots.numbers.number_axis import open_ticks
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import GAP, Theme

_TINY = 1e-3
_MOST_STEPS, _BIT = 5, 1e-9


class ScoreHistogram(Histogram):
    """Rows by score, from 0, or the lowest one below it, to the best possible row score."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "scoreHistogram", "score", "score", parent)
        self.setAccessibleName("Score distribution")

    def count(self) -> Bars:
        return self._inspection.evaluation.histograms.scores()

    def ticks(self, bars: Bars) -> Ticks:
        """Return about five ticks at round scores, fewer where they would touch; tiny scores have fewer digits."""
        if bars.is_open:
            return open_ticks(bars, self.fontMetrics(), self.room)
        low, top = float(bars.edges[0]), float(bars.edges[-1])
        widest = self.fontMetrics().horizontalAdvance("0.0002") + GAP
        step = round_step((top - low) / min(_MOST_STEPS, max(1.0, self.room / widest)))
        first, last = math.ceil(low / step * (1 + _BIT)), int(top / step * (1 + _BIT))
        return [(step * i, _short(step * i)) for i in range(first, last + 1)]


def _short(score: float) -> str:
    return f"{score:.3g}" if abs(score) >= _TINY or not score else f"{score:.2g}".replace("e-0", "e-")
