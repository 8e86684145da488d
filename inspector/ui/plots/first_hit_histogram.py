"""The histogram of the ranks of the first hits."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from inspector.core.evaluation.summary import Bars
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import GRID, Theme

_MOST_NAMES = 12


class FirstHitHistogram(Histogram):
    """Rows by the rank of their first hit: 1..K, after K, none."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "firstHitHistogram", "rank of the first hit", parent)
        self.setAccessibleName("First-hit ranks")

    def count(self) -> Bars:
        evaluation = self._inspection.evaluation
        return evaluation.histograms.first_hits(evaluation.metric.k)

    def ticks(self, bars: Bars) -> Ticks:
        """Return ticks at every rank, or at some if there are many, and at `>K` and `none`."""
        k = len(bars.counts) - 2
        named = [(float(rank), str(rank)) for rank in range(1, k + 1, -(-k // _MOST_NAMES))]
        # Drop K where `>K` and `none` would overlap; the tooltip has it.
        after, wide = f">{k}", self.fontMetrics().horizontalAdvance
        fits = wide(after) + wide("none") + GRID <= 2 * self.width() / (k + 3)
        return [*named, (k + 1.0, after if fits else ">"), (k + 2.0, "none")]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The width only affects the tick of `>K`.
        if hasattr(self, "_frame") and self._bars is not None and self.ticks(self._bars) != self._ticks:
            self.refresh()
