"""What the wrong predictions cost, along the list of all predictions by confidence."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.types import Floats, Ints
from inspector.core.ladder.stairs import Stairs, stairs_task
from inspector.ui.plots.axes import CountAxis, DifferenceAxis, height
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.export import rows_csv
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

# Steps of the curve, more than a plot has pixels.
_MOST = 2_000
_ROOM, _TICK = 1.05, 0.06


class LadderPlot(BrushCanvas):
    """The costliest wrong prediction of each row that the other parts of the filter show: its cost over its rank.

    A drag shows the rows of a part of the stairs, a click those of one step.
    """

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._found: Stairs | None = None
        ranks = CountAxis("bottom")
        ranks.log = True  # costs fall about as fast as the rank multiplies
        super().__init__(signals, theme, "ladderPlot", "rank", (DifferenceAxis("left"), ranks), parent)
        self.setAccessibleName("What wrong predictions cost, by rank")
        self.setAccessibleDescription("Nothing is counted yet")
        self._stairs = self.plot([], [], fillLevel=0.0)
        self._ticks = self.plot([], [], connect="pairs")
        self._mark = pg.InfiniteLine(0.0)
        self._chosen = pg.LinearRegionItem(movable=False, pen=pg.mkPen(None))
        for item in (self._mark, self._chosen):
            self.addItem(item, ignoreBounds=True)
        self._chosen.setZValue(-10)
        # The part that was asked for, as ranks, with its clause.
        self._asked: tuple[str, int, int] | None = None
        self.recount = Recount(self, signals, stairs_task, lambda *found: self._fill(found[-1]))
        self.recount.failed.connect(self.failed)
        signals.loaded.connect(self._forget_stairs)
        self.colour()

    def draw(self) -> None:
        """Draw the stairs, the part that the filter shows, and where the current and selected rows stand."""
        found = self._found
        if found is None or not len(found):
            for line in (self._stairs, self._ticks):
                line.setData([], [])
            for item in (self._mark, self._chosen):
                item.hide()
            self.show_message("No wrong prediction" if found is not None else "")
            return
        self.show_message("")
        self._draw_stairs(found)
        self._draw_marks(found)
        self.setAccessibleDescription(
            f"{len(found):,} rows with a wrong prediction, which costs {found.cost[0]:g} at most"
        )

    def colour(self) -> None:
        super().colour()
        self._reserve(self.fontMetrics().horizontalAdvance("0.00005"))
        colours = self._theme.colours
        fill = QColor(colours.bar)
        fill.setAlpha(60)
        self._stairs.setPen(self.thick_pen(colours.bar))
        self._stairs.setFillBrush(fill)
        self._mark.setPen(self.thick_pen(colours.now))
        self._ticks.setPen(pg.mkPen(colours.text))
        self._chosen.setBrush(QColor(colours.now_soft))
        self.refresh()

    def brush(self, low: float, high: float, add: bool) -> None:
        """Show the rows of a part of the stairs, with all that cost as much as its ends."""
        if self._found is not None:
            self._ask(self._found, self._found.between(_rank(low), _rank(high)), add)

    def click(self, x: float, y: float, add: bool) -> None:
        """Show the rows of the step at a place, or all again."""
        found = self._found
        if found is None or not len(found):
            return
        place = int(found.place[found.nearest(_rank(x))])
        part = found.between(place, place)
        if part is not None and found.clause(*part) == self.clause:
            self.narrow("")
        else:
            self._ask(found, part, add)

    def figures(self) -> bytes:
        self.recount.count_now()
        found, rows = self._found, list[tuple[object, ...]]()
        if found is not None:
            ids = self._inspection.evaluation.table.ids.take(found.row).to_pylist()
            rows = [*zip(ids, found.place.tolist(), found.cost.tolist(), strict=True)]
        return rows_csv(("id", "rank", "cost"), rows)

    def _ask(self, found: Stairs, part: tuple[int, int] | None, add: bool) -> None:
        if part is not None:
            text = f"{self.clause} | " if add and self.clause else ""
            text += found.clause(*part)
            self._asked = text, int(found.place[part[0]]), int(found.place[part[1]])
            self.narrow(text)

    def _draw_stairs(self, found: Stairs) -> None:
        at = found.sampled(_MOST)
        # Each one costs as much up to the next; the last one to the end of its place.
        edges = _along(np.append(found.place[at], found.place[-1] + 1))
        self._stairs.setData(np.repeat(edges, 2)[1:-1], np.repeat(found.cost[at], 2))
        self.setRange(
            xRange=(float(_along(1)), float(edges[-1])), yRange=(0, float(found.cost[0]) * _ROOM or 1.0), padding=0
        )

    def _draw_marks(self, found: Stairs) -> None:
        selected = _along(_places(found, self.selected))
        top = self.plotItem.getViewBox().viewRange()[1][1]
        self._ticks.setData(np.repeat(selected, 2), np.tile([0.0, _TICK * top], len(selected)))
        row = self._inspection.current
        current = _along(_places(found, np.array([] if row is None else [row], np.int64)))
        self._mark.setVisible(len(current) > 0)
        self._mark.setValue(float(current[0]) if len(current) else 0.0)
        asked = self._asked if self._asked is not None and self._asked[0] == self.clause else None
        self._chosen.setVisible(asked is not None)
        if asked is not None:
            self._chosen.setRegion((float(_along(asked[1])), float(_along(asked[2] + 1))))

    def _fill(self, found: Stairs | None) -> None:
        self._found = found
        self.refresh()

    def _forget_stairs(self) -> None:
        self._found = None


def _along(places: Ints | int) -> Floats:
    """Where places, from 1, are on the axis."""
    return np.log10(places) + height(1, log=True)


def _rank(x: float) -> float:
    """The place at a point of the axis."""
    return float(10 ** (x - height(1, log=True)))


def _places(found: Stairs, rows: Ints) -> Ints:
    """The places of some rows on the stairs."""
    return found.place[np.isin(found.row, rows)]
