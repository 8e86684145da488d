"""The reliability diagram: how often what is predicted with some probability comes true."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.analysis.numbers.calibration import (
    Calibration,
    calibration,
    equal_counts,
    equal_widths,
    in_words,
)
from inspector.core.analysis.numbers.outcomes import (
    are_probabilities,
    has_probabilities,
    is_of_best,
    is_outcome,
    outcomes,
)
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.numbers import FROM_0_TO_1
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.plural import count_of
from inspector.core.task import Progress, Task
from inspector.ui.plots.axes import ShareAxis
from inspector.ui.plots.export import rows_csv
from inspector.ui.plots.numbers.number_axis import NumberAxis
from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.plots.numbers.number_plot import NumberPlot
from inspector.ui.plots.numbers.ranges import Range
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import add_tick
from inspector.ui.widgets.theme import Theme

_EMPTY = "The filter shows no row with a truth and a probability"
_NONE = "Only for predicted probabilities of what is true or not"
# The bars of the numbers of rows reach up to this share of the plot.
_BARS, _TOP, _EDGE = 0.25, 1.06, 0.01
_POINT = 8
# The lower and the upper edge.
Bin = tuple[float, float]


class CalibrationPlot(NumberPlot):
    """Points of the rows that the other parts of the filter show: on the diagonal they come true as often as predicted.

    A line through a point is its 95 % interval, the bars below are the numbers of rows. A click shows the rows of a
    bin, a drag those of several. has_equal_counts: whether bins are of as many rows each, or equally wide.
    """

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._found: Calibration | None = None
        self.has_equal_counts = False
        self._key = 0
        # The lower and upper edges of the bins that were asked for, with their clause.
        self._asked: tuple[str, set[Bin]] = "", set()
        axes = ShareAxis("left"), NumberAxis("bottom")
        super().__init__(signals, theme, "calibrationPlot", "predicted", axes, parent)
        self.setAccessibleName("Reliability: predicted probabilities and how often they come true")
        self._chosen, self._rows, self._cursor = (pg.BarGraphItem(x=[0], height=[0], width=1) for _ in range(3))
        self._diagonal, self._curve = self.plot([0, 1], [0, 1]), self.plot([], [])
        self._margins = self.plot([], [], connect="pairs")
        self._points = pg.ScatterPlotItem(size=_POINT, pxMode=True)
        self._mark = pg.InfiniteLine(0.0)
        bars = (self._chosen, -9), (self._rows, -8), (self._cursor, 5)
        for item, depth in (*bars, (self._mark, -7), (self._points, 6)):
            item.setZValue(depth)
            self.addItem(item, ignoreBounds=True)
        self.recount = Recount(self, signals, self._count_task, lambda *found: self._fill(found[-1]))
        self.recount.failed.connect(self.failed)
        signals.loaded.connect(self._forget_bins)
        self.colour()

    def both(self, rows: Ints | None = None) -> tuple[Floats, Floats]:
        return outcomes(self._inspection.evaluation, self.chosen_number.at, rows)

    def count_again(self) -> None:
        self.recount.refresh()

    def draw(self) -> None:
        """Draw the bins, the diagonal, the bins chosen, and where the current row is."""
        found = self._found
        has_any = found is not None and bool(found.rows.any())
        bars, lines = (self._chosen, self._rows, self._cursor), (self._diagonal, self._curve, self._margins)
        for item in (*bars, *lines, self._points, self._mark):
            item.setVisible(has_any)
        if found is None or not has_any:
            why = self._why_none() if found is None else _EMPTY
            self.show_message(why if self.recount.is_fresh else "")
            return
        self.hide_message()
        self.setRange(xRange=(-_EDGE, 1 + _EDGE), yRange=(0, _TOP), padding=0)
        known = np.flatnonzero(found.rows)
        for item in (self._curve, self._points):
            item.setData(found.predicted[known], found.observed[known])
        ends = np.column_stack(found.margins)[known].ravel()
        self._margins.setData(np.repeat(found.predicted[known], 2), ends, connect="pairs")
        heights = found.rows / found.rows.max() * _BARS
        middle = (found.edges[:-1] + found.edges[1:]) / 2
        self._rows.setOpts(x=middle, width=0.9 * np.diff(found.edges), height=heights)
        self._draw_marks(found)
        averages = in_words(found, is_of_best=is_of_best(self._inspection.evaluation))
        distance = f"{found.gap:.4f} from the diagonal on average"
        words = f"{averages} · {distance} · {int(found.rows.sum()):,} rows"
        self.show_title(words)
        self.setAccessibleDescription(f"{words}; " + "; ".join(self._words(found, at) for at in known.tolist()))

    def _why_none(self) -> str:
        """Why there are no points: a few numbers may be off, or the pair is of something else."""
        if not self._inspection.is_open or not has_probabilities(self._inspection.evaluation):
            return _NONE
        odd = int(FROM_0_TO_1.are_beyond(self.both()[1]).sum())
        return f"{count_of(odd, 'prediction')} {'is' if odd == 1 else 'are'} not from 0 to 1" if odd else _NONE

    def colour(self) -> None:
        super().colour()
        self._reserve(self.fontMetrics().horizontalAdvance("0.8"))
        colours, none = self._theme.colours, pg.mkPen(None)
        self._chosen.setOpts(brush=colours.now_soft, pen=none)
        self._rows.setOpts(brush=colours.line, pen=pg.mkPen(colours.outline))
        self._cursor.setOpts(brush=None, pen=pg.mkPen(colours.text, style=Qt.PenStyle.DotLine))
        self._diagonal.setPen(pg.mkPen(colours.outline, style=Qt.PenStyle.DashLine))
        self._curve.setPen(self.thick_pen(colours.bar))
        self._margins.setPen(self.thick_pen(colours.outline))
        self._points.setBrush(colours.bar)
        self._points.setPen(pg.mkPen(colours.base))
        self._mark.setPen(self.thick_pen(colours.now))
        self.refresh()

    def set_equal_counts(self, equal: bool) -> None:
        """Count in bins of as many rows each, or of equal widths."""
        self.has_equal_counts, self._key = equal, 0
        self.count_again()

    def fill_menu(self, menu: QMenu) -> None:
        add_tick(menu, "Bins of as many rows each", self.has_equal_counts, self.set_equal_counts)
        super().fill_menu(menu)

    def brush(self, low: float, high: float, add: bool) -> None:
        """Show the rows of the bins that a range overlaps."""
        self._ask_bins(self._bin(low), self._bin(high), add)

    def click(self, x: float, y: float, add: bool) -> None:
        """Show the rows of a bin, or all again."""
        self._key = self._bin(x)
        self._ask_bins(self._key, self._key, add)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between bins with Left and Right; Space or Enter acts as a click."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            last = len(self._found.rows) - 1 if self._found is not None else 0
            self._key, self.shows_cursor = min(max(self._key + step, 0), last), True
            self.refresh()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            add = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._ask_bins(self._key, self._key, add)
        else:
            super().keyPressEvent(event)

    def figures(self) -> bytes:
        self.recount.count_now()
        found, head = self._found, ("from", "to", "rows", "true", "predicted", "observed")
        if found is None:
            return rows_csv(head, ())
        columns = (found.edges[:-1], found.edges[1:], found.rows, found.true, found.predicted, found.observed)
        return rows_csv(head, zip(*(column.tolist() for column in columns), strict=True))

    def _count_task(self, evaluation: Evaluation, among: Bools | None) -> Task[Calibration | None]:
        yield Progress(0.0, "Counting probabilities")
        truth, predicted = outcomes(evaluation, self.chosen_number.at)
        if not (has_probabilities(evaluation) and is_outcome(truth) and are_probabilities(predicted)):
            return None
        if among is not None:
            truth, predicted = truth[among], predicted[among]
        edges = equal_counts(predicted[~np.isnan(truth)]) if self.has_equal_counts else equal_widths()
        return calibration(truth, predicted, edges)

    @property
    def chosen(self) -> list[Bin]:
        """The edges of the bins that the filter shows; none if another part of the window changed the clause."""
        return sorted(self._asked[1]) if self._asked[0] == self.clause != "" else []

    def _fill(self, found: Calibration | None) -> None:
        self._found = found
        self.refresh()

    def _forget_bins(self) -> None:
        self._found = None

    def _bin(self, x: float) -> int:
        """The bin at a probability."""
        edges = equal_widths() if self._found is None else self._found.edges
        return int(np.searchsorted(edges[1:-1], x, side="right"))

    def _ask_bins(self, first: int, last: int, add: bool) -> None:
        if self._found is not None:
            edges = self._found.edges.tolist()
            bins = {*zip(edges[first : last + 1], edges[first + 1 : last + 2], strict=True)}
            low, high = edges[first] if first else -np.inf, edges[last + 1] if last + 2 < len(edges) else np.inf
            ranges = [Range("predicted", low, high)]
            self._asked = self.asked(ranges, add), bins | {*(self.chosen if add else ())}
            self.ask(ranges, add)

    def _draw_marks(self, found: Calibration) -> None:
        row = self._inspection.current
        predicted = np.nan if row is None else float(self.both(np.array([row]))[1][0])
        self._mark.setVisible(not np.isnan(predicted))
        self._mark.setValue(0.0 if np.isnan(predicted) else predicted)
        chosen = np.array(self.chosen).reshape(-1, 2)
        _mark_bins(self._chosen, chosen[:, 0], chosen[:, 1])
        keyed = [min(self._key, len(found.rows) - 1)] if self.shows_cursor else []
        _mark_bins(self._cursor, found.edges[:-1][keyed], found.edges[1:][keyed])

    def _words(self, found: Calibration, at: int) -> str:
        low, high = found.edges[at : at + 2].tolist()
        rows, true = int(found.rows[at]), int(found.true[at])
        least, most = (float(ends[at]) for ends in found.margins)
        share = f"{true / max(1, rows):.1%} (95 % interval {least:.1%} to {most:.1%})"
        return f"predicted {low:g} to {high:g}: {true:,} of {rows:,} came true, {share}"

    def words_at(self, at: QPointF) -> str:
        place = self._bin(at.x())
        return self._words(self._found, place) if self._found is not None and self._found.rows[place] else ""


def _mark_bins(bars: pg.BarGraphItem, low: Floats, high: Floats) -> None:
    """Let bars cover the plot between the edges of bins."""
    bars.setOpts(x0=low, width=high - low, height=np.full(len(low), _TOP))


class CalibrationPanel(NumberPanel):
    """The reliability of probabilities of one number."""

    make = CalibrationPlot
