"""Stacked bars of right, wrong and missed counts of the labels with the most support."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.confusion import counting_field
from inspector.core.analysis.labels import TopLabels, top_labels
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.order import Filter
from inspector.core.data.table import Table
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.metrics.sets import SetMetric
from inspector.core.query import quote
from inspector.core.task import Progress, Task
from inspector.ui.plots.axes import CountAxis
from inspector.ui.plots.bar_counts import PartCounts
from inspector.ui.plots.brush import CountPlot
from inspector.ui.plots.export import rows_csv
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import GAP, Theme, scaled_font

MOST = 60
_BAR_HEIGHT, _SMALL = 0.74, 0.9
# No part with rows is narrower than so many pixels.
_LEAST_PIXELS = 2.05
_WIDEST_NAME = 130
_KINDS = ("right", "wrong", "missed")
_ONLY_SETS = "Only set metrics, such as F, count labels"
_SYMBOLS = ("✓", "✗", "○")
# {1}: the field of the predictions that are counted.
_CLAUSES = ("truth:{0} & {1}:{0}", "{1}:{0} & !truth:{0}", "truth:{0} & !{1}:{0}")


class _Counted(NamedTuple):
    """What was counted. While another pair is shown part by part, a selection may ask for a redraw."""

    table: Table
    metric: Metric
    filter: Filter | None
    labels: TopLabels


class LabelBars(CountPlot):
    """One stacked bar per label, as many as fit; shows a message if the metric does not count labels."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._names = pg.AxisItem("left")
        super().__init__(signals, theme, "labelBars", "rows", (self._names, CountAxis("bottom")), parent)
        self.setAccessibleName("Right, wrong and missed labels")
        self._runner = TaskRunner(self, signals.closing)
        self._runner.failed.connect(self.failed)
        self._found: _Counted | None = None
        self._all = pg.BarGraphItem(x0=[0], x1=[0], y=[0], height=1)
        self._parts = [pg.BarGraphItem(x0=[0], x1=[0], y=[0], height=1) for _ in _KINDS]
        for item in (self._all, *self._parts):
            self.addItem(item)
        self._numbers = PartCounts(self.plotItem.getViewBox())
        self.colour()

    def forget(self) -> None:
        self._found = None
        self._runner.cancel()

    def draw(self) -> None:
        """Redraw; count the labels again only after a change of predictions, metric or filter."""
        state = self._inspection.state
        if not isinstance(state.evaluation.metric, SetMetric):
            self._put(np.zeros((3, 0), np.int64), np.zeros((3, 0), np.int64))
            self.show_message(_ONLY_SETS)
        elif not self._is_counted:
            counted = partial(_Counted, *self._to_count)
            task = _count_task(state.evaluation, state.filter)
            self._runner.run("count", len(state.evaluation.table), task, lambda found: self._set_found(counted(found)))
        elif self._found is not None:
            self._draw_bars(self._found.labels)

    def brush(self, low: float, high: float, add: bool) -> None:
        """Ignore drags: a range of counts does not select rows."""

    def click(self, x: float, y: float, add: bool) -> None:
        """Show the rows of a part of a bar; right of the bar, those of its label."""
        if (found := self._at(x, y)) is None:
            return
        label, kind = found
        evaluation = self._inspection.evaluation
        name, counted = quote(evaluation.table.vocab.text(label)), counting_field(evaluation.metric)
        text = f"truth:{name} | {counted}:{name}" if kind is None else _CLAUSES[kind].format(name, counted)
        if add and self.clause:
            text = f"{self.clause} | {text}"
        self.narrow("" if text == self.clause else text)

    def colour(self) -> None:
        super().colour()
        colours = self._theme.colours
        self._all.setOpts(brush=colours.line, pen=pg.mkPen(colours.outline))
        right, wrong, missed = self._parts
        right.setOpts(brush=colours.hit, pen=pg.mkPen(colours.hit))
        wrong.setOpts(brush=QBrush(QColor(colours.worse), Qt.BrushStyle.BDiagPattern), pen=pg.mkPen(colours.worse))
        missed.setOpts(brush=colours.base, pen=pg.mkPen(colours.muted))
        self._numbers.style(scaled_font(self.font(), _SMALL), colours.text, colours.base)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._runner.cancel()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_parts"):
            self.refresh()

    @property
    def _to_count(self) -> tuple[Table, Metric, Filter | None]:
        state = self._inspection.state
        return state.evaluation.table, state.evaluation.metric, state.filter

    @property
    def _is_counted(self) -> bool:
        return self._found is not None and self._found[:3] == self._to_count

    def _set_found(self, found: _Counted) -> None:
        self._found = found
        self.refresh()

    @property
    def _room(self) -> int:
        """The number of bars that fit the height."""
        line = self.fontMetrics().height()
        # Height without bars: the legend above, the numbers below, and the margins.
        other = 2 * line + 3 * GAP
        return max(2, (self.height() - other) // line)

    def _draw_bars(self, found: TopLabels) -> None:
        colours, vocab = self._theme.colours, self._inspection.evaluation.table.vocab
        inks = (colours.hit, colours.worse, colours.muted)
        legend = zip(inks, _SYMBOLS, _KINDS, strict=True)
        parts = [f'<span style="color:{ink}">{symbol} {kind}</span>' for ink, symbol, kind in legend]
        count = min(self._room, len(found.codes))
        if count < len(found.codes) or count == MOST:
            parts.append(f"top {count}")
        self.hide_message()
        self.show_marked_up(f"{'rows shown: ' if self.is_scaled_down else ''}" + "&nbsp; ".join(parts))
        every, shown = found.every[:, :count], found.shown[:, :count]
        longest = float((shown if self.is_scaled_down else every).sum(axis=0).max(initial=1)) * 1.04
        self.setRange(xRange=(0, longest), yRange=(-0.5, max(count, 2) - 0.5), padding=0)
        self._put(every, shown)
        texts = [vocab.text(code) for code in found.codes[:count].tolist()]
        metrics, end = self.fontMetrics(), Qt.TextElideMode.ElideRight
        elided = [metrics.elidedText(" ".join(text[:100].split()), end, _WIDEST_NAME) for text in texts]
        self._names.setTicks([list(enumerate(elided))])
        self._reserve(max(map(metrics.horizontalAdvance, elided), default=0))
        self.setAccessibleDescription(
            "; ".join(
                f"{text}: " + ", ".join(f"{n:,} {kind}" for n, kind in zip(column, _KINDS, strict=True))
                for text, column in zip(texts, shown.T.tolist(), strict=True)
            )
        )

    def figures(self) -> bytes:
        """All counted labels, including those that do not fit the plot."""
        if self._found is None:
            return b""
        found, vocab = self._found.labels, self._inspection.evaluation.table.vocab
        return rows_csv(("label", *_KINDS), zip(vocab.texts(found.codes), *found.shown.tolist(), strict=True))

    def _put(self, every: Ints, shown: Ints) -> None:
        """Draw grey bars of all rows and, in front, the stacked parts of the rows shown; (3, labels) each."""
        at, ends = np.arange(every.shape[1]), self._ends(shown)
        self.plotItem.invertY(True)
        self._all.setOpts(x0=np.zeros(len(at)), x1=every.sum(axis=0), y=at, height=_BAR_HEIGHT)
        starts = np.vstack([np.zeros_like(ends[:1]), ends[:-1]])
        for part, start, end in zip(self._parts, starts, ends, strict=True):
            part.setOpts(x0=start, x1=end, y=at, height=_BAR_HEIGHT)
        lefts, tops, widths = starts.ravel(), np.tile(at - _BAR_HEIGHT / 2, len(_KINDS)), (ends - starts).ravel()
        corners = zip(lefts.tolist(), tops.tolist(), widths.tolist(), strict=True)
        rects = [QRectF(left, top, width, _BAR_HEIGHT) for left, top, width in corners]
        texts = [f"{count:,}" if count else "" for count in shown.ravel().tolist()]
        self._numbers.show_parts(list(zip(rects, texts, strict=True)))

    def _ends(self, shown: Ints) -> Floats:
        """Where each part ends: at its count on top of those before, but no part with rows is too narrow to see."""
        (low, high), _ = self.plotItem.getViewBox().viewRange()
        least = _LEAST_PIXELS * (high - low) / max(1.0, self.plotItem.getViewBox().width())
        ends: Floats = np.cumsum(np.where(shown > 0, np.maximum(shown, least), 0.0), axis=0)
        return ends

    @property
    def is_scaled_down(self) -> bool:
        if not self.is_rescaled or self._found is None or self._found.filter is None:
            return False
        return bool(self._found.labels.shown.any())

    def _at(self, x: float, y: float) -> tuple[int, int | None] | None:
        """The code of the label at a position, and the part of its bar (None beside the bar)."""
        bar = round(y)
        if self._found is None or not 0 <= bar < min(self._room, len(self._found.labels.codes)):
            return None
        ends = self._ends(self._found.labels.shown[:, bar])
        part = int(np.searchsorted(ends, x, side="right"))
        return int(self._found.labels.codes[bar]), part if part < len(_KINDS) and x >= 0 else None

    def words_at(self, at: QPointF) -> str:
        found = self._at(at.x(), at.y())
        if found is None or self._found is None:
            return ""
        bars, name = self._found.labels, self._inspection.evaluation.table.vocab.text(found[0])
        counts = bars.shown[:, bars.codes.tolist().index(found[0])].tolist()
        return f"{name}: " + ", ".join(f"{n:,} {kind}" for n, kind in zip(counts, _KINDS, strict=True))


def _count_task(evaluation: Evaluation, shown: Filter | None) -> Task[TopLabels]:
    yield Progress(0.0, "Counting labels")
    return top_labels(evaluation, MOST, None if shown is None else shown.mask)
