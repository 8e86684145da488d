"""Truth against prediction of all rows: points where there are few, shades of their number where there are many."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.numbers.cloud import Square, counted, grid
from inspector.core.analysis.numbers.outcomes import has_numbers
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.table import Table
from inspector.core.document.change import Change
from inspector.core.evaluation.histogram import MovingBars, is_moved_far
from inspector.core.figures import figure
from inspector.core.plural import count_of
from inspector.ui.plots.export import rows_csv
from inspector.ui.plots.numbers.box_plot import BoxPlot
from inspector.ui.plots.numbers.cloud_shades import shades
from inspector.ui.plots.numbers.number_axis import number_text
from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.plots.numbers.ranges import Range
from inspector.ui.plots.numbers.scale import LINEAR, LOGS, Scale, ScaledAxis
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import start
from inspector.ui.widgets.theme import Theme

# From so many rows on, points would hide each other.
_MANY = 3_000
# Selected rows are marked up to so many; more of them hide everything.
_MOST_SELECTED = 500
_POINT, _MARK = 5, 11
# So many pixels from a point, it is told which it is.
_NEAR = 8
_BIT, _TICKS = 1e-9, 5
_TITLE, _LINES = "prediction over truth", 8


class TruthPlot(BoxPlot):
    """Truth to the right, prediction upwards: rows above the diagonal are too high, those below it too low.

    A click shows the rows of a block, a drag those of a box; what is beyond the range stands at its border.
    """

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._square: Square | None = None
        self._moving: MovingBars | None = None
        self._of: Table | None = None
        # What the points or shades were drawn of.
        self._drawn: tuple[object, ...] = ()
        # The box that was asked for, with its clause.
        self._box: tuple[str, QRectF] | None = None
        self._scale, self._axes = LINEAR, (ScaledAxis("left"), ScaledAxis("bottom"))
        super().__init__(signals, theme, "truthPlot", "truth", self._axes, parent)
        self.setAccessibleName("Truth and prediction")
        self._image = pg.ImageItem()
        self._diagonal, self._borders = self.plot([], []), self.plot([], [])
        self._behind, self._front, self._picked, self._mark = (self._points(size) for size in (_POINT,) * 3 + (_MARK,))
        self._image.setZValue(-2)
        self.addItem(self._image, ignoreBounds=True)
        self.add_boxes()
        signals.edited.connect(self._follow_edit)
        signals.loaded.connect(self.count_again)
        self.colour()

    @property
    def ends(self) -> tuple[float, float]:
        square = self._square or Square(0.0, 1.0)
        return square.low, square.high

    def count_again(self) -> None:
        self._square = self._moving = None
        self._drawn = ()
        self.refresh()

    def draw(self) -> None:
        """Draw the rows, those that the filter hides in grey, the diagonal, and where current and selected rows are."""
        if not has_numbers(self._inspection.evaluation):
            self.show_message("Only for predictions that are numbers")
            return
        # The selection of a fresh pair may arrive before it is told that there is one.
        evaluation = self._inspection.evaluation
        scale = LOGS if evaluation.metric.by_logs else LINEAR
        if self._square is None or self._of is not evaluation.table or self._scale is not scale:
            self._count(scale)
        assert self._square is not None  # noqa: S101
        self.hide_message()
        (low, high), state = self.ends, self._inspection.state
        basis: object = state.evaluation.overlay if self._moving is None else self._moving.bars
        if self._drawn != (drawn := (basis, state.filter, self._title, low, high)):
            self._drawn = drawn
            self.show_title(self._title)
            self._diagonal.setData(self._square.within, self._square.within)
            self._draw_borders(self._square)
            self.setRange(xRange=(low, high), yRange=(low, high), padding=0)
            ticks = map(number_text, self._scale.numbers(low, high, _TICKS))
            self._reserve(max(map(self.fontMetrics().horizontalAdvance, ticks)))
            (self._draw_points if self._moving is None else self._draw_shades)(self._square)
        self._draw_marks(self._square)

    def colour(self) -> None:
        super().colour()
        colours = self._theme.colours
        self._diagonal.setPen(pg.mkPen(colours.outline, width=1))
        self._borders.setPen(pg.mkPen(colours.outline, style=Qt.PenStyle.DotLine))
        for points, fill, edge in (
            (self._behind, colours.line, colours.base),
            (self._front, colours.bar, colours.base),
            (self._picked, colours.text, colours.base),
            (self._mark, colours.now, colours.base),
        ):
            points.setBrush(fill)
            points.setPen(pg.mkPen(edge))
        self.colour_boxes()
        self._drawn = ()
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._drawn:
            self.refresh()

    def choose_box(self, x: tuple[float, float], y: tuple[float, float], add: bool) -> None:
        if self._square is not None:
            ranges = [self._range("true", *x), self._range("predicted", *y)]
            box = QRectF(x[0], y[0], x[1] - x[0], y[1] - y[0])
            self._box = self.asked(ranges, add), box
            self.ask(ranges, add)

    def figures(self) -> bytes:
        if not self._inspection.is_open or not has_numbers(self._inspection.evaluation):
            return b""
        ids = self._inspection.evaluation.table.ids.to_pylist()
        return rows_csv(("id", "true", "predicted"), zip(ids, *(side.tolist() for side in self.both()), strict=True))

    @property
    def _title(self) -> str:
        """What stands above the plot, unless it is so low that the points need the room."""
        is_cut = self._square is not None and self._square.within != self.ends
        title = f"{_TITLE}{self._scale.words}{'; on dotted lines, what is beyond' if is_cut else ''}"
        return title if self.height() >= _LINES * self.fontMetrics().height() else ""

    def words_at(self, at: QPointF) -> str:
        """The row of the nearest point, or how many rows there are; empty for nothing."""
        if self._square is None:
            return ""
        if self._moving is not None:
            cell = self._square.cells(np.array([at.x()]), np.array([at.y()]))[0]
            rows = int(self._moving.bars.counts[cell])
            truth, predicted = (self._scale.rounded(end, self._square.high - self._square.low) for end in at.toTuple())
            near = f"near truth {figure(truth)}, prediction {figure(predicted)}"
            return f"{count_of(rows, 'row')} {near}" if rows else ""
        area, span = self.plotItem.getViewBox().sceneBoundingRect(), self._square.high - self._square.low
        x, y = map(self._square.inside, self._placed())
        pixels = (x - at.x()) * area.width() / span, (y - at.y()) * area.height() / span
        far = np.nan_to_num(np.hypot(*pixels), nan=np.inf)
        if far.min(initial=np.inf) > _NEAR:
            return ""
        row = int(far.argmin())
        truth, predicted = (float(side[0]) for side in self.both(np.array([row])))
        id_ = start(self._inspection.evaluation.table.id(row))
        return f"{id_}: truth {figure(truth)}, prediction {figure(predicted)}"

    def _draw_borders(self, square: Square) -> None:
        """A dotted line on which points stand that are beyond the range."""
        cuts = [at for at, end in zip(square.within, self.ends, strict=True) if at != end]
        lines = [((at, at), self.ends) for at in cuts] + [(self.ends, (at, at)) for at in cuts]
        x, y = (np.array([line[axis] for line in lines]).ravel() for axis in (0, 1))
        self._borders.setData(x, y, connect="pairs")

    def _placed(self, rows: Ints | None = None) -> tuple[Floats, Floats]:
        """Where rows stand by truth and by prediction, float64 (r,) each; by default all."""
        truth, predicted = self.both(rows)
        return self._scale.places(truth), self._scale.places(predicted)

    def _count(self, scale: Scale) -> None:
        if scale is not self._scale:  # the box that was asked for is elsewhere now
            self._scale, self._box = scale, None
        for axis in self._axes:
            axis.by = scale
        truth, predicted = self._placed()
        self._of = self._inspection.evaluation.table
        self._square = Square.around(truth, predicted)
        self._moving = counted(self._square, truth, predicted) if len(truth) > _MANY else None

    def _draw_points(self, square: Square) -> None:
        truth, predicted = self._placed()
        shown = self._inspection.state.filter
        mask = np.ones(len(truth), bool) if shown is None else shown.mask
        self._image.hide()
        behind = _place(self._behind, square, truth[~mask], predicted[~mask])
        front = _place(self._front, square, truth[mask], predicted[mask])
        self._say(square, behind + front, front)

    def _draw_shades(self, square: Square) -> None:
        assert self._moving is not None  # noqa: S101
        bars, shown = self._moving.bars, self._inspection.state.filter
        front = bars.counts if shown is None else self._moving.shown(shown)
        for points in (self._behind, self._front):
            points.setData([], [])
        self._image.setImage(shades(grid(bars.counts), grid(front), self._theme.colours), autoLevels=False)
        span = square.high - square.low
        self._image.setRect(QRectF(square.low, square.low, span, span))
        self._image.show()
        self._say(square, int(bars.counts.sum()), int(front.sum()))

    def _say(self, square: Square, rows: int, shown: int) -> None:
        part = "" if rows == shown else f"{shown:,} of "
        low, high = (number_text(self._scale.rounded(end, square.high - square.low)) for end in self.ends)
        self.setAccessibleDescription(f"{part}{rows:,} rows, from {low} to {high}")

    def _draw_marks(self, square: Square) -> None:
        row, shown = self._inspection.current, self._inspection.state.filter
        is_shown = row is not None and (shown is None or bool(shown.mask[row]))
        rows = np.array([row] if is_shown else [], np.int64)
        selected = self.selected if len(self.selected) <= _MOST_SELECTED else self.selected[:0]
        for points, at in ((self._mark, rows), (self._picked, selected)):
            _place(points, square, *self._placed(at))
        asked = self._asked
        self._chosen.setVisible(asked is not None)
        if asked is not None:
            self._chosen.setRect(asked)
        self.place_cursor()

    @property
    def _asked(self) -> QRectF | None:
        """The box that the filter shows, unless another part of the window changed it."""
        return self._box[1] if self._box is not None and self._box[0] == self.clause != "" else None

    def _range(self, field: str, low: float, high: float) -> Range:
        """The numbers of a side of a box; a side at the border, or around the points there, holds all beyond it."""
        assert self._square is not None  # noqa: S101
        span = self._square.high - self._square.low
        least, most = self._square.within
        is_first, is_last = low <= least + _BIT * span, high >= most - _BIT * span
        least_number, most_number = (self._scale.rounded(end, span) for end in (low, high))
        return Range(field, -np.inf if is_first else least_number, np.inf if is_last else most_number)

    def _points(self, size: int) -> pg.ScatterPlotItem:
        points = pg.ScatterPlotItem(size=size, pxMode=True)
        self.addItem(points, ignoreBounds=True)
        return points

    def _follow_edit(self, change: Change) -> None:
        """Move only the edited rows, unless they are so many that the numbers have another range."""
        if self._square is None:
            return
        if change.rows is None or (self._moving is not None and is_moved_far(self._moving.bars, change.rows)):
            self._square = self._moving = None
        elif self._moving is not None:
            self._moving.move(change.rows, self._square.cells(*self._placed(change.rows)))


class TruthPanel(NumberPanel):
    """Truth against prediction of one number."""

    make = TruthPlot


def _place(points: pg.ScatterPlotItem, square: Square, truth: Floats, predicted: Floats) -> int:
    """Put a point where each row is, but for rows that lack a number; returns how many there are."""
    has_both = ~(np.isnan(truth) | np.isnan(predicted))
    points.setData(square.inside(truth[has_both]), square.inside(predicted[has_both]))
    return int(has_both.sum())
