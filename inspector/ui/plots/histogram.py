"""The base class of the histograms: bars of all rows and of the rows shown, marks, a brush and an export."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.data.order import Filter
from inspector.core.data.table import Table
from inspector.core.evaluation.summary import Bars
from inspector.ui.plots.axes import CountAxis, height
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.export import counts_csv
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import GAP, GRID, Theme

_SMALLEST_MARK = 0.025
_WIDTH, _THIN = 0.9, 0.16

Ticks: TypeAlias = list[tuple[float, str]]


class Histogram(BrushCanvas):
    """Draws `Bars`. A subclass defines the bars and the ticks of the bottom axis."""

    def __init__(
        self, signals: DocumentSignals, theme: Theme, name: str, axis: str, parent: QWidget | None = None
    ) -> None:
        self._counts = CountAxis()
        super().__init__(signals, theme, name, axis, self._counts, parent)
        self._axis_name = axis
        self._bars: Bars | None = None
        self._counted: Table | None = None
        self._shown: tuple[Filter | None, Ints] | None = None
        self._chosen: frozenset[int] = frozenset()
        self._key = 0
        self._drawn: dict[pg.BarGraphItem, bytes] = {}
        self._ticks: Ticks = []
        layers = ("chosen", "all", "shown", "current", "selected", "cursor")
        self._tint, self._all, self._item, self._mark, self._thin, self._frame = map(self._layer, layers)
        self.scene().sigMouseMoved.connect(self._show_tooltip)
        self.setToolTipDuration(-1)
        self.colour()

    @abstractmethod
    def count(self) -> Bars:
        """The bars of all rows."""

    @abstractmethod
    def ticks(self, bars: Bars) -> Ticks:
        """The ticks of the bottom axis."""

    def forget(self) -> None:
        self._bars = self._shown = None

    def draw(self) -> None:
        """Redraw; count the rows again only after a change of scores or filter."""
        table = self._inspection.evaluation.table
        if self._bars is None or self._counted is not table:
            # The selection of a fresh pair may arrive before its scores.
            self._bars, self._shown, self._counted = self.count(), None, table
        shown = self._inspection.state.filter
        if self._shown is None or self._shown[0] is not shown:
            histograms = self._inspection.evaluation.histograms
            self._shown = shown, self._bars.counts if shown is None else histograms.shown(self._bars, shown)
            self.setAccessibleDescription("; ".join(self._bar_text(bar) for bar in range(len(self._bars.counts))))
        self._paint_bars(self._bars, self._shown[1])

    @property
    def is_log(self) -> bool:
        """Whether the counts are on a logarithmic scale."""
        return self._counts.log

    def set_log(self, log: bool) -> None:
        """Switch between linear and logarithmic counts."""
        self._counts.log = log
        self.refresh()

    def brush(self, low: float, high: float, add: bool) -> None:
        """Choose the bars that overlap a range."""
        if self._bars is not None:
            last = len(self._bars.counts) - 1
            first, end = (min(max(self._bar_at(at), 0), last) for at in (low, high))
            self._choose(frozenset(range(first, end + 1)) | (self.chosen if add else frozenset()))

    def click(self, x: float, y: float, add: bool) -> None:
        """Choose a bar, or deselect it if it is chosen."""
        bar = self._bar_at(x)
        if self._bars is not None and 0 <= bar < len(self._bars.counts):
            self._key = bar
            one = frozenset([bar])
            self._choose(self.chosen ^ one if add else frozenset() if self.chosen == one else one)

    @property
    def chosen(self) -> frozenset[int]:
        """The bars that the plot's clause shows; none if another part of the window changed the clause."""
        if self._bars is None or max(self._chosen, default=0) >= len(self._bars.counts):
            return frozenset()
        return self._chosen if self._bars.clause(self._chosen) == self.clause else frozenset()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between bars with Left and Right; Space or Enter acts as a click."""
        if self._bars is None:
            event.ignore()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            self._key = min(max(self._key + step, 0), len(self._bars.counts) - 1)
            self.shows_cursor = True
            self.refresh()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            edges = self._bars.edges
            add = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.click(float(edges[self._key] + edges[self._key + 1]) / 2, 0.0, add)
        else:
            super().keyPressEvent(event)

    def fill_menu(self, menu: QMenu) -> None:
        log = menu.addAction("Logarithmic counts")
        log.setCheckable(True)
        log.setChecked(self._counts.log)
        log.toggled.connect(self.set_log)
        menu.addAction("Show the rows of all bars", lambda: self.narrow("")).setEnabled(bool(self.clause))
        menu.addSeparator()

    def figures(self) -> bytes:
        if self._bars is None:
            return b""
        shown = self._shown[1] if self._shown is not None and self._is_narrowed else None
        return counts_csv(self._axis_name, self._bars, shown)

    def colour(self) -> None:
        super().colour()
        colours, none = self._theme.colours, pg.mkPen(None)
        self._tint.setOpts(brush=colours.now_soft, pen=none)
        self._all.setOpts(brush=colours.line, pen=none)
        self._item.setOpts(brush=colours.bar, pen=pg.mkPen(colours.base))
        self._mark.setOpts(brush=colours.now, pen=none)
        self._thin.setOpts(brush=colours.text, pen=none)
        self._frame.setOpts(brush=None, pen=pg.mkPen(colours.text, style=Qt.PenStyle.DotLine))

    @property
    def _is_narrowed(self) -> bool:
        return self._shown is not None and self._shown[0] is not None

    def _layer(self, name: str) -> pg.BarGraphItem:
        """Add a bar item in front of the earlier layers."""
        item = pg.BarGraphItem(x=[0], height=[0], width=1)
        item.setObjectName(name)
        self.addItem(item)
        return item

    def _choose(self, bars: frozenset[int]) -> None:
        if self._bars is not None:
            self._chosen = bars
            self.narrow(self._bars.clause(bars))

    def _bar_at(self, at: float) -> int:
        return -1 if self._bars is None else int(np.searchsorted(self._bars.edges, at, side="right")) - 1

    def _paint_bars(self, bars: Bars, shown: Ints) -> None:
        row = self._inspection.current
        # A row that the filter hides has no mark.
        filtered = self._inspection.state.filter
        hidden = row is None or (filtered is not None and not filtered.mask[row])
        at = -1 if row is None or hidden else int(bars.of_row[row])
        tops, shown_tops = self._heights(bars.counts), self._heights(shown)
        top = max(tops, default=0.0) * 1.08 or 1.0
        least = _SMALLEST_MARK * max(tops, default=0.0)
        # Every bar with a row must be visible.
        tops, shown_tops = ([max(least * (value > 0), value) for value in heights] for heights in (tops, shown_tops))
        self._put(self._all, range(len(tops)) if self._is_narrowed else (), tops, _WIDTH)
        self._put(self._item, range(len(tops)), shown_tops, _WIDTH)
        self._put(self._mark, [at] if at >= 0 else (), [max(least, value) for value in shown_tops], _WIDTH)
        # If all rows shown are selected, their counts are known.
        chosen = shown if self.selected is self._inspection.state.order.rows else bars.count(self.selected)
        marks = [max(least, value) for value in self._heights(chosen)]
        self._put(self._thin, np.flatnonzero(chosen).tolist(), marks, _THIN)
        self._put(self._tint, self.chosen, [top] * len(tops), 1.0)
        self._put(self._frame, [min(self._key, len(tops) - 1)] if self.shows_cursor else (), [top] * len(tops), 1.0)
        self.setRange(xRange=(bars.edges[0], bars.edges[-1]), yRange=(0, top), padding=0)
        self._set_axes(bars)

    def _set_axes(self, bars: Bars) -> None:
        """Set ticks and width only if they change, because pyqtgraph repaints the axis on every call."""
        if (ticks := self.ticks(bars)) != self._ticks:
            self._ticks = ticks
            self.getAxis("bottom").setTicks([ticks])
        # Set the width for the longest number, because pyqtgraph adapts it one paint too late.
        longest = self.fontMetrics().horizontalAdvance(f"{int(bars.counts.max(initial=0)):,}")
        if self._counts.fixedWidth != longest + GRID + GAP:
            self._counts.setWidth(longest + GRID + GAP)

    def _heights(self, counts: Ints) -> list[float]:
        return [height(count, self._counts.log) for count in counts.tolist()]

    def _put(self, item: pg.BarGraphItem, which: Iterable[int], heights: list[float], width: float) -> None:
        """Draw the bars `which` with the given heights and relative width, if they changed."""
        assert self._bars is not None  # noqa: S101
        edges, at = self._bars.edges, np.array(sorted(which), np.int64)
        middle, widths = (edges[:-1] + edges[1:]) / 2, np.diff(edges) * width
        tops = np.array(heights, np.float64)[at]
        drawn = np.concatenate([middle[at], tops, widths[at]]).tobytes()
        if self._drawn.get(item) != drawn:
            self._drawn[item] = drawn
            item.setOpts(x=middle[at], height=tops, width=widths[at])

    def _bar_text(self, bar: int) -> str:
        """The text of a bar: its name and row count, with the rows shown if filtered."""
        if self._bars is None or self._shown is None:
            return ""
        count, shown = int(self._bars.counts[bar]), int(self._shown[1][bar])
        return f"{self._bars.names[bar]}: {f'{shown:,} of ' if self._is_narrowed else ''}{count:,}"

    def _show_tooltip(self, scene_pos: QPointF) -> None:
        if self._bars is None or not self.plotItem.getViewBox().sceneBoundingRect().contains(scene_pos):
            QToolTip.hideText()
            return
        bar = self._bar_at(self.plotItem.getViewBox().mapSceneToView(scene_pos).x())
        if 0 <= bar < len(self._bars.counts):
            share = int(self._bars.counts[bar]) / max(1, int(self._bars.counts.sum()))
            text = f"{self._bar_text(bar)} rows ({share:.1%}). Click or drag to show only these, Ctrl+click to add bars"
            QToolTip.showText(self.mapToGlobal(self.mapFromScene(scene_pos)), tip(text), self)
