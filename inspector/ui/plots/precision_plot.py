"""The precision along the confidence order of GAP, with the ranks of the current row."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.precision_curve import PrecisionCurve, precision_curve, ranks_of_rows
from inspector.core.arrays.types import Ints
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.ui.plots.axes import CountAxis, ShareAxis
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.export import rows_csv
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

_ONLY_GAP = "Only GAP orders predictions by confidence"
_TOP, _TICK = 1.02, 0.05


class PrecisionPlot(BrushCanvas):
    """Shows a message unless the metric is GAP. A range of ranks shows the rows whose first prediction is in it."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "precisionPlot", "rank", (ShareAxis("left"), CountAxis("bottom")), parent)
        self.setAccessibleName("Precision along the confidence order")
        self._all, self._curve = self.plot([], []), self.plot([], [])
        self._here, self._ticks = self.plot([], [], connect="pairs"), self.plot([], [], connect="pairs")
        self._here.setZValue(-1)
        self._mark = pg.InfiniteLine()
        self.addItem(self._mark)
        self.colour()

    def draw(self) -> None:
        """Draw the curve of all rows, in front that of the rows shown, and where the current row is."""
        scores = self._inspection.evaluation.scores
        self._mark.hide()
        if isinstance(scores, GapScores) and len(scores.ranked):
            self.show_message("")
            self._draw_curve(scores)
        else:
            for line in (self._all, self._curve, self._here, self._ticks):
                line.setData([], [])
            self.show_message(_ONLY_GAP)

    def colour(self) -> None:
        super().colour()
        self._reserve(self.fontMetrics().horizontalAdvance("0.8"))
        colours = self._theme.colours
        self._all.setPen(self.thick_pen(colours.line))
        self._curve.setPen(self.thick_pen(colours.bar))
        self._ticks.setPen(pg.mkPen(colours.text, width=1))
        for mark in (self._here, self._mark):
            mark.setPen(self.thick_pen(colours.now))
        self.refresh()

    def brush(self, low: float, high: float, add: bool) -> None:
        """Show the rows whose first prediction is in a range of ranks."""
        scores = self._inspection.evaluation.scores
        if isinstance(scores, GapScores) and len(scores.ranked):
            first, last = max(1, round(low)), min(len(scores.ranked), round(high))
            before = f"{self.clause} | " if add and self.clause else ""
            self.narrow(f"{before}place>={first} & place<={last}")

    def click(self, x: float, y: float, add: bool) -> None:
        """Remove the plot's clause: a click does not select ranks."""
        self.narrow("")

    def figures(self) -> bytes:
        ranks, precision = self._curve.getData()
        rows: Iterable[tuple[int, float]] = ()
        if ranks is not None and precision is not None:
            rows = zip(map(int, ranks.tolist()), precision.tolist(), strict=True)
        return rows_csv(("rank", "precision"), rows)

    def _draw_curve(self, scores: GapScores) -> None:
        state, n = self._inspection.state, len(scores.row)
        curve = precision_curve(scores, self._inspection.current)
        shown = curve if state.filter is None else precision_curve(scores, None, state.filter.mask)
        self._all.setData(curve.rank, curve.precision)
        self._curve.setData(shown.rank, shown.precision)
        places = ranks_of_rows(scores.ranked, self.selected, n) if len(self.selected) else self.selected
        _draw_ticks(self._ticks, places)
        self.setRange(xRange=(1, max(2, len(scores.ranked))), yRange=(0, _TOP), padding=0)
        self._mark_current(curve)
        words = ", ".join(f"{rank:,}" for rank in curve.current.tolist()) or "none"
        self.setAccessibleDescription(f"{len(scores.ranked):,} predictions; the current row's ranks: {words}")

    def _mark_current(self, curve: PrecisionCurve) -> None:
        """A line at the best rank of the current row, ticks at all: hundreds of lines would hide the curve."""
        _draw_ticks(self._here, curve.current)
        self._mark.setVisible(len(curve.current) > 0)
        if len(curve.current):
            self._mark.setValue(int(curve.current[0]))


def _draw_ticks(line: pg.PlotDataItem, ranks: Ints) -> None:
    """A short stroke from the bottom at each rank, int64 (r,)."""
    line.setData(np.repeat(ranks, 2), np.tile([0.0, _TICK], len(ranks)), connect="pairs")
