"""Precision along the confidence order of a GAP, with the current row's place."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.precision_curve import precision_curve
from inspector.core.metrics.gap_scores import GapScores
from inspector.ui.bridge import Bridge
from inspector.ui.plots.canvas import Canvas
from inspector.ui.theme import Theme

_ONLY_GAP = "only GAP orders predictions by confidence"


class PrecisionPlot(Canvas):
    """Empty, and says so, while the metric is not GAP."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, "precisionPlot", "rank among all predictions", None, parent)
        self.setAccessibleName("Precision along the confidence order")
        self._curve = self.plot([], [])
        self._marks: list[pg.InfiniteLine] = []
        self.colour()

    def draw(self) -> None:
        """Draw the curve again, and a line at each rank of the current row."""
        scores = self._inspection.state.scores
        for mark in self._marks:
            self.removeItem(mark)
        self._marks.clear()
        if isinstance(scores, GapScores) and len(scores.ranked):
            self.setTitle(None)
            self._draw_curve(scores)
        else:
            self._curve.setData([], [])
            self.setTitle(_ONLY_GAP, color=self._theme.colours.muted)
            self.setAccessibleDescription(_ONLY_GAP)

    def colour(self) -> None:
        super().colour()
        self._curve.setPen(pg.mkPen(self._theme.colours.bar, width=2))
        self.refresh()

    def _draw_curve(self, scores: GapScores) -> None:
        curve = precision_curve(scores, self._inspection.current)
        self._curve.setData(curve.rank, curve.precision)
        self.setRange(xRange=(1, max(2, int(curve.rank[-1]))), yRange=(0, 1.02), padding=0)
        for rank in curve.current.tolist():
            mark = pg.InfiniteLine(rank, pen=pg.mkPen(self._theme.colours.now, width=2))
            self._marks.append(mark)
            self.addItem(mark)
        places = ", ".join(f"{rank:,}" for rank in curve.current.tolist()) or "none"
        self.setAccessibleDescription(f"{len(scores.ranked):,} predictions; the current row's ranks: {places}")
