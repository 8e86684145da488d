"""The differences of all rows to the baseline as a curve: better ones left, worse ones right."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.types import Floats, Ints
from inspector.core.comparison.differences import Differences, differences
from inspector.core.document.change import Change
from inspector.ui.plots.axes import CountAxis, DifferenceAxis
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.differences.compared import NOTHING, is_compared, said
from inspector.ui.plots.export import rows_csv
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

# Points of the curve for each pixel of its width, and at least.
_DENSE, _LEAST = 2, 200
_ROOM, _TICK = 1.05, 0.06


class DifferencesPlot(BrushCanvas):
    """The rows that differ, among those that the other parts of the filter show; the same ones are only counted.

    A drag shows the rows of a part of the curve, a click all rows that differ as much.
    """

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._found: Differences | None = None
        axes = DifferenceAxis("left"), CountAxis("bottom")
        super().__init__(signals, theme, "differencesPlot", "rows", axes, parent)
        self.setAccessibleName("Rows by their difference to the baseline")
        self._better, self._worse = (self.plot([], [], fillLevel=0.0) for _ in range(2))
        self._ticks = self.plot([], [], connect="pairs")
        self._zero, self._mark = pg.InfiniteLine(0.0, angle=0), pg.InfiniteLine(0.0)
        self._chosen = pg.LinearRegionItem(movable=False, pen=pg.mkPen(None))
        for item in (self._zero, self._mark, self._chosen):
            self.addItem(item, ignoreBounds=True)
        self._chosen.setZValue(-10)
        # The part that was asked for, as places, with its clause.
        self._asked: tuple[str, int, int] | None = None
        # The points of the curve, which as a rule stay where they are when one of many rows is edited.
        self._drawn: tuple[int, int, bytes, bytes] | None = None
        self.recount = Recount(self, signals, differences, lambda *found: self._fill(found[-1]))
        self.recount.failed.connect(self.failed)
        self.recount.follow_edits(self._move)
        for signal in (signals.loaded, signals.baseline_changed):
            signal.connect(self._count_again)
        signals.submissions_changed.connect(self.draw)  # the baseline may have another name
        self.plotItem.getViewBox().sigResized.connect(self.refresh_later)
        self.colour()

    def draw(self) -> None:
        """Draw both sides of the curve, the part that the filter shows, and where current and selected rows stand."""
        found, evaluation = self._found, self._inspection.evaluation
        if found is None:
            return
        if not is_compared(evaluation) or not len(found.rows):
            self._clear()
            none = f"No row shown differs from {said(evaluation)}"
            self.show_message(none if is_compared(evaluation) else NOTHING)
            return
        self.hide_message()
        self._zero.show()
        self._draw_curve(found)
        self._draw_marks(found)
        up, down = "▼▲" if evaluation.metric.lower_is_better else "▲▼"
        counts = f"{up} {found.better:,} better · {down} {len(found.rows) - found.better:,} worse"
        words = f"{counts} · = {found.same:,} the same"
        self.show_title(words)
        self.setAccessibleDescription(f"Compared with {said(evaluation)}: {words}")

    def colour(self) -> None:
        super().colour()
        self._reserve(self.fontMetrics().horizontalAdvance("−0.5"))
        colours = self._theme.colours
        for side, shade in ((self._better, colours.better), (self._worse, colours.worse)):
            fill = QColor(shade)
            fill.setAlpha(90)
            side.setPen(self.thick_pen(shade))
            side.setFillBrush(fill)
        self._zero.setPen(pg.mkPen(colours.line))
        self._mark.setPen(self.thick_pen(colours.now))
        self._ticks.setPen(pg.mkPen(colours.text))
        self._chosen.setBrush(QColor(colours.now_soft))
        self.refresh()

    def brush(self, low: float, high: float, add: bool) -> None:
        """Show the rows of a part of the curve, with all that differ as much as its ends."""
        if self._found is not None and len(self._found.rows):
            last = len(self._found.rows) - 1
            first, end = (min(max(0, int(at)), last) for at in (low, high))
            text = self._found.clause(first, end)
            before = f"{self.clause} | " if add and self.clause else ""
            self._asked = f"{before}{text}", first, end
            self.narrow(f"{before}{text}")

    def click(self, x: float, y: float, add: bool) -> None:
        """Show the rows that differ as much as the one at a place, or all again."""
        found = self._found
        if found is not None and 0 <= x < len(found.rows) and found.clause(int(x), int(x)) != self.clause:
            self.brush(x, x, add)
        else:
            self.narrow("")

    def figures(self) -> bytes:
        self.recount.count_now()
        found = self._found
        if found is None:
            return rows_csv(("id", "delta"), ())
        ids = self._inspection.evaluation.table.ids
        return rows_csv(("id", "delta"), zip(ids.take(found.rows).to_pylist(), found.values.tolist(), strict=True))

    def _draw_curve(self, found: Differences) -> None:
        width = round(self.plotItem.getViewBox().width())
        places, values = found.curve(max(_LEAST, _DENSE * width))
        drawn = len(found.rows), found.better, places.tobytes(), values.tobytes()
        if drawn == self._drawn:
            return
        self._drawn = drawn
        split = int(np.searchsorted(places, found.better))
        for side, part in ((self._better, slice(None, split)), (self._worse, slice(split, None))):
            side.setData(*_stepped(places[part], values[part]))
        top = float(np.abs(values).max()) * _ROOM
        low, high = -top if (values < 0).any() else 0.0, top if (values > 0).any() else 0.0
        self.setRange(xRange=(0, len(found.rows)), yRange=(low, high), padding=0)

    def _draw_marks(self, found: Differences) -> None:
        selected = found.places(self.selected) + 0.5
        low, high = self.plotItem.getViewBox().viewRange()[1]
        self._ticks.setVisible(len(selected) > 0)
        if len(selected):
            self._ticks.setData(np.repeat(selected, 2), np.tile([low, low + _TICK * (high - low)], len(selected)))
        current = found.places(np.array([-1 if self._inspection.current is None else self._inspection.current]))
        self._mark.setVisible(len(current) > 0)
        self._mark.setValue(float(current[0]) + 0.5 if len(current) else 0.0)
        asked = self._asked if self._asked is not None and self._asked[0] == self.clause else None
        self._chosen.setVisible(asked is not None)
        if asked is not None:
            self._chosen.setRegion((asked[1], asked[2] + 1))

    def _clear(self) -> None:
        self._drawn = None
        for line in (self._better, self._worse, self._ticks):
            line.setData([], [])
        for item in (self._zero, self._mark, self._chosen):
            item.hide()

    def _fill(self, found: Differences) -> None:
        self._found = found
        self.refresh()

    def _move(self, change: Change) -> bool:
        """Place only the edited rows again where no others got other scores."""
        evaluation = self._inspection.evaluation
        if self._found is None or change.rows is None or not evaluation.scores.separable:
            return False
        self._found.move(evaluation, change.rows)
        return True  # drawn once, with the scores

    def _count_again(self) -> None:
        self._found = None
        self.recount.refresh()


def _stepped(places: Ints, values: Floats) -> tuple[Floats, Floats]:
    """Each row as a step from its place to the next."""
    ends = np.append(places[1:], places[-1:] + 1)
    return np.column_stack([places, ends]).ravel().astype(np.float64), np.repeat(values, 2)
