"""At which rank the first correct label stands."""

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
        """Every rank while there are few, else some; what lies behind them and `none` always."""
        k = len(bars.counts) - 2
        named = [(float(rank), str(rank)) for rank in range(1, k + 1, -(-k // _MOST_NAMES))]
        # Beside `none`, which is as long, the number goes where bars are narrow; the tooltip has it.
        behind, wide = f">{k}", self.fontMetrics().horizontalAdvance
        fits = wide(behind) + wide("none") + GRID <= 2 * self.width() / (k + 3)
        return [*named, (k + 1.0, behind if fits else ">"), (k + 2.0, "none")]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Only how the last but one is named depends on the room.
        if hasattr(self, "_frame") and self._bars is not None and self.ticks(self._bars) != self._ticks:
            self.refresh()
