"""The histogram of private - public over splits."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.core.arrays.types import Floats
from inspector.core.luck.luck import Luck, gap_bars
from inspector.ui.plots.axes import DifferenceAxis
from inspector.ui.plots.canvas import Canvas
from inspector.ui.plots.export import rows_csv
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import Theme

_SAME, _NONE = "Every split gives the same", "No split has a score in both parts"
_ROOM, _LINES = 1.08, 8


class GapHistogram(Canvas):
    """95 of 100 splits are shaded; a line marks a typed score, or the real split."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget) -> None:
        self._luck: Luck | None = None
        self._edges: Floats = np.empty(0)
        self._shares: Floats = np.empty(0)
        super().__init__(signals, theme, "gapHistogram", "", (DifferenceAxis("bottom"),), parent)
        self.setAccessibleName("Private minus public over splits")
        self._within = pg.LinearRegionItem(movable=False, pen=pg.mkPen(None))
        self._within.setZValue(-10)
        self._bars = pg.BarGraphItem(x=[0], height=[0], width=1)
        self._zero, self._mark = pg.InfiniteLine(0.0), pg.InfiniteLine(0.0)
        for item in (self._within, self._bars, self._zero, self._mark):
            self.addItem(item, ignoreBounds=True)
        self.scene().sigMouseMoved.connect(self._show_tooltip)
        self.colour()

    @property
    def caption(self) -> str:
        """What the plot shows, in words below it."""
        luck = self._luck
        if luck is None or luck.placed is None:
            return "Private − public; 95 of 100 splits are shaded."
        whose = "this split" if luck.is_real and luck.question.public is None else "your score"
        return f"Private − public; 95 of 100 splits are shaded, the line is {whose}."

    def show_luck(self, luck: Luck) -> None:
        """Show other splits."""
        self._luck = luck
        self._edges, self._shares = gap_bars(luck)
        self.refresh()

    def draw(self) -> None:
        """Draw the bars, the shade and the mark."""
        luck, edges = self._luck, self._edges
        is_empty = luck is None or not len(self._shares)
        for item in (self._within, self._bars, self._zero, self._mark):
            item.setVisible(not is_empty)
        self.show_message("" if luck is None or not is_empty else _NONE if math.isnan(luck.opened.margin) else _SAME)
        self.showAxis("left", False)
        if luck is None or is_empty:
            return
        placed, end = luck.placed, float(edges[-1])
        self._bars.setOpts(x=(edges[:-1] + edges[1:]) / 2, height=self._shares, width=0.9 * (edges[1] - edges[0]))
        self._within.setRegion((-luck.opened.margin, luck.opened.margin))
        gap = np.nan if placed is None else placed.private - placed.public
        self._mark.setVisible(bool(abs(gap) <= end))
        self._mark.setValue(gap if abs(gap) <= end else 0.0)
        self.setRange(xRange=(-end, end), yRange=(0, _ROOM * float(self._shares.max())), padding=0)
        self.setAccessibleDescription(self.caption)

    def colour(self) -> None:
        super().colour()
        colours = self._theme.colours
        self._bars.setOpts(brush=colours.bar, pen=pg.mkPen(None))
        self._within.setBrush(QColor(colours.now_soft))
        self._zero.setPen(pg.mkPen(colours.outline))
        self._mark.setPen(self.thick_pen(colours.text))
        self.setFixedHeight(_LINES * self.fontMetrics().height())
        self.refresh()

    def figures(self) -> bytes:
        rows = zip(self._edges[:-1].tolist(), self._edges[1:].tolist(), self._shares.tolist(), strict=False)
        return rows_csv(("from", "to", "share"), rows)

    def _show_tooltip(self, position: QPointF) -> None:
        """Say what the bar under the mouse stands for."""
        at = self.plotItem.getViewBox().mapSceneToView(position).x()
        bar = int(np.searchsorted(self._edges, at, side="right")) - 1
        if not 0 <= bar < len(self._shares):
            return
        low, high = (f"{edge:+.2g}".replace("-", "−") for edge in self._edges[bar : bar + 2].tolist())
        text = f"private − public from {low} to {high}: {100 * self._shares[bar]:.1f} of 100 splits"
        QToolTip.showText(self.mapToGlobal(self.mapFromScene(position)), tip(text), self)
