"""The ROC curve of predictions of yes or no, with the current row on it."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.numbers.outcomes import has_outcomes, is_outcome
from inspector.core.analysis.numbers.roc import Roc, roc
from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import of_number
from inspector.core.task import Progress, Task
from inspector.ui.plots.axes import ShareAxis
from inspector.ui.plots.export import rows_csv
from inspector.ui.plots.numbers.number_axis import NumberAxis
from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.plots.numbers.number_plot import NumberPlot
from inspector.ui.plots.numbers.ranges import Range
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

_NONE = "Only where the truth is 0 or 1, and some rows shown are of each"
# Points of the curve, more than a plot has pixels.
_MOST, _MARK = 2_000, 11
# Free space around it, for marks at its ends.
_EDGE = 0.02
_MOST_SELECTED = 500


class RocPlot(NumberPlot):
    """The curve of the rows that the other parts of the filter show, the highest prediction first.

    A drag shows the rows that are found in a range of the bottom axis, a click shows all again.
    """

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._found: Roc | None = None
        # The range that was asked for, with its clause.
        self._asked: tuple[str, float, float] | None = None
        super().__init__(signals, theme, "rocPlot", "false", (ShareAxis("left"), NumberAxis("bottom")), parent)
        self.setAccessibleName("ROC: share of true rows found over the share of false ones")
        self._diagonal, self._curve = self.plot([0, 1], [0, 1]), self.plot([], [])
        self._ticks = pg.ScatterPlotItem(size=_MARK // 2, pxMode=True)
        self._mark = pg.ScatterPlotItem(size=_MARK, pxMode=True)
        self._chosen = pg.LinearRegionItem(movable=False, pen=pg.mkPen(None))
        self._chosen.setZValue(-10)
        for item in (self._ticks, self._mark, self._chosen):
            self.addItem(item, ignoreBounds=True)
        self.recount = Recount(self, signals, self._count_task, lambda *found: self._fill(found[-1]))
        self.recount.failed.connect(self.failed)
        signals.loaded.connect(self._forget_curve)
        self.colour()

    def count_again(self) -> None:
        self.recount.refresh()

    def draw(self) -> None:
        """Draw the curve, its area as the title, and where the current and the selected rows are on it."""
        found = self._found
        has_any = found is not None and len(found) > 0
        for item in (self._diagonal, self._curve, self._ticks, self._mark, self._chosen):
            item.setVisible(has_any)
        if found is None or not has_any:
            self.show_message(_NONE if self.recount.is_fresh else "")
            return
        self.hide_message()
        self.setRange(xRange=(-_EDGE, 1 + _EDGE), yRange=(-2 * _EDGE, 1 + 2 * _EDGE), padding=0)
        self._draw_marks(found)
        words, place = f"AUC {found.area:.4f}", self._place(found)
        self.show_title(f"{words} · row: {place}" if place else words)
        said = f"the current row is found with {place} rows" if place else "the current row is not on the curve"
        self.setAccessibleDescription(f"{words}, {said}")

    def colour(self) -> None:
        super().colour()
        self._reserve(self.fontMetrics().horizontalAdvance("0.8"))
        colours = self._theme.colours
        self._diagonal.setPen(pg.mkPen(colours.outline, style=Qt.PenStyle.DashLine))
        self._curve.setPen(self.thick_pen(colours.bar))
        for points, fill in ((self._ticks, colours.text), (self._mark, colours.now)):
            points.setBrush(fill)
            points.setPen(pg.mkPen(colours.base))
        self._chosen.setBrush(QColor(colours.now_soft))
        self.refresh()

    def brush(self, low: float, high: float, add: bool) -> None:
        """Show the rows that are found within a range of the share of false ones."""
        found = self._found
        if found is None or not len(found) or (part := found.between(low, high)) is None:
            return
        ranges = [Range("predicted", *part, is_closed=True)]
        self._asked = self.asked(ranges, add), low, high
        self.ask(ranges, add)

    def click(self, x: float, y: float, add: bool) -> None:
        """Show all rows again: a click does not select any."""
        self.narrow("")

    def figures(self) -> bytes:
        self.recount.count_now()
        found, head = self._found, ("false", "true", "threshold")
        if found is None or not len(found):
            return rows_csv(head, ())
        at = found.sampled(_MOST)
        columns = (found.false[at], found.true[at], found.threshold[at])
        return rows_csv(head, zip(*(column.tolist() for column in columns), strict=True))

    def _count_task(self, evaluation: Evaluation, among: Bools | None) -> Task[Roc | None]:
        yield Progress(0.0, "Sorting predictions")
        if not has_outcomes(evaluation):
            return None
        truth, predicted = of_number(evaluation, self.chosen_number.at)
        if not is_outcome(truth):
            return None
        return roc(truth, predicted) if among is None else roc(truth[among], predicted[among])

    def _fill(self, found: Roc | None) -> None:
        self._found = found
        if found is not None and len(found):
            at = found.sampled(_MOST)
            self._curve.setData(found.false[at], found.true[at])
        self.refresh()

    def _forget_curve(self) -> None:
        self._found = None

    def _draw_marks(self, found: Roc) -> None:
        row = self._inspection.current
        current = np.array([] if row is None else [row], np.int64)
        selected = self.selected if len(self.selected) <= _MOST_SELECTED else self.selected[:0]
        for points, rows in ((self._mark, current), (self._ticks, selected)):
            at = self._points(found, rows)
            points.setData(found.false[at], found.true[at])
        asked = self._asked if self._asked and self._asked[0] == self.clause != "" else None
        self._chosen.setVisible(asked is not None)
        if asked is not None:
            self._chosen.setRegion(asked[1:])

    def _points(self, found: Roc, rows: Ints) -> Ints:
        """The points at which some rows are found."""
        predicted = self.both(rows)[1]
        return found.at(predicted[~np.isnan(predicted)])

    def _place(self, found: Roc) -> str:
        """Where the current row is; empty for nowhere."""
        row = self._inspection.current
        at = self._points(found, np.array([] if row is None else [row], np.int64))
        if not len(at):
            return ""
        false, true = float(found.false[at[0]]), float(found.true[at[0]])
        return f"{true:.1%} of the true rows found, and {false:.1%} of the false"


class RocPanel(NumberPanel):
    """The ROC curve of one number."""

    make = RocPlot
