"""The layers of a histogram: bars in front of bars, each redrawn only when it changes, and none too small to see."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from inspector.core.arrays.types import Floats
from inspector.ui.widgets.theme import Colours

# From back to front.
LAYERS = ("chosen", "all", "shown", "current", "selected", "cursor")
# No bar with rows is thinner or lower than so many pixels; a little more, because halves of pixels are not painted.
_LEAST_PIXELS = 2.05
# Bars are drawn again if they move or grow by a part of a pixel, of which one has so many.
_PARTS = 50.0
_WIDTHS = {"chosen": 1.0, "all": 0.9, "shown": 0.9, "current": 0.9, "selected": 0.16, "cursor": 1.0}


class BarLayers:
    """One item a layer. edges: of the bars, float64 (b + 1,), set by `fit`."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._view = plot.plotItem.getViewBox()
        self._items = {name: self._add(plot, name) for name in LAYERS}
        self._drawn: dict[str, tuple[float, float, bytes]] = {}
        self._edges: Floats = np.zeros(1)
        self._thinnest = self._lowest = 0.0
        # Parts of a pixel in a unit of each axis.
        self._across = self._up = 1.0

    def colour(self, colours: Colours) -> None:
        """Use the colours of a theme."""
        none, dotted = pg.mkPen(None), pg.mkPen(colours.text, style=Qt.PenStyle.DotLine)
        brushes = (colours.now_soft, colours.line, colours.bar, colours.now, colours.text, None)
        # The outline tells the grey bars from the background, and they stay behind the others.
        pens = (none, pg.mkPen(colours.outline), none, none, none, dotted)
        for item, brush, pen in zip(self._items.values(), brushes, pens, strict=True):
            item.setOpts(brush=brush, pen=pen)

    def fit(self, edges: Floats, top: float) -> None:
        """Draw bars between these edges from now on, on a plot whose upper end is `top`."""
        wide, tall = float(self._view.width()), float(self._view.height())
        has_size = min(wide, tall) > _LEAST_PIXELS
        self._edges = edges
        self._thinnest = _LEAST_PIXELS * float(edges[-1] - edges[0]) / wide if has_size else 0.0
        self._lowest = _LEAST_PIXELS * top / tall if has_size else 0.0
        self._across = _PARTS * wide / float(edges[-1] - edges[0]) if has_size else 1.0
        self._up = _PARTS * tall / top if has_size else 1.0

    def put(self, name: str, which: Iterable[int], heights: list[float]) -> None:
        """Draw the bars `which` of a layer; heights: of all bars, in axis units, 0 for a bar without rows."""
        edges, at = self._edges, np.array(sorted(which), np.int64)
        widths = np.maximum(np.diff(edges) * _WIDTHS[name], self._thinnest)[at]
        middle, tops = ((edges[:-1] + edges[1:]) / 2)[at], np.array(heights, np.float64)[at]
        tops = np.where(tops > 0, np.maximum(tops, self._lowest), 0.0)
        parts = np.concatenate([middle * self._across, tops * self._up, widths * self._across]).round()
        drawn = self._across, self._up, parts.tobytes()
        if self._drawn.get(name) != drawn:
            self._drawn[name] = drawn
            self._items[name].setOpts(x=middle, height=tops, width=widths)

    def _add(self, plot: pg.PlotWidget, name: str) -> pg.BarGraphItem:
        """Add a bar item in front of the earlier layers."""
        item = pg.BarGraphItem(x=[], height=[], width=1)  # one bar of height 0 would be a line
        item.setObjectName(name)
        plot.addItem(item)
        return item
