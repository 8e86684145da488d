"""The base class of the histograms: bars of all rows and of the rows shown, marks, a brush and an export."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.data.order import Filter
from inspector.core.data.table import Table
from inspector.core.evaluation.summary import Bars
from inspector.ui.plots.axes import CountAxis, height
from inspector.ui.plots.bar_counts import Bar, BarCounts, headroom
from inspector.ui.plots.bar_layers import LAYERS, BarLayers
from inspector.ui.plots.bar_texts import lines, tip_text
from inspector.ui.plots.brush import CountPlot
from inspector.ui.plots.export import counts_csv
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import add_tick
from inspector.ui.widgets.theme import Theme, scaled_font

# Free height above the highest bar of a plot that is too low for numbers.
_ROOM_ABOVE = 0.07
# A plot whose bars would move by less than this part of a pixel is not scaled anew: one of many rows was edited.
_UNSEEN = 0.02
_SMALL = 0.9
_RESCALED, _LOGARITHMIC = "scaled to the rows shown", "logarithmic"

Ticks: TypeAlias = list[tuple[float, str]]


class Histogram(CountPlot):
    """Draws `Bars`. A subclass defines the bars and the ticks of the bottom axis."""

    def __init__(
        self,
        signals: DocumentSignals,
        theme: Theme,
        name: str,
        axis: str,
        short_axis: str,
        parent: QWidget | None = None,
    ) -> None:
        self._counts = CountAxis("left")
        super().__init__(signals, theme, name, short_axis, (self._counts,), parent)
        self._axis = axis
        self._bars: Bars | None = None
        self._counted: Table | None = None
        self._shown: tuple[Filter | None, Ints] | None = None
        self._chosen: frozenset[int] = frozenset()
        self._key = 0
        self._drawn: tuple[object, ...] = ()
        self._drawn_top = 0.0
        self._ticks: Ticks = []
        self._layers = BarLayers(self)
        self._numbers = BarCounts(self.plotItem.getViewBox())
        self.plotItem.getViewBox().sigResized.connect(self.refresh)
        self.colour()

    @abstractmethod
    def count(self) -> Bars:
        """The bars of all rows."""

    def count_shown(self, bars: Bars, shown: Filter) -> Ints:
        """int64 (b,): the counts of the bars for the rows of a filter only."""
        return self._inspection.evaluation.histograms.shown(bars, shown)

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
            self._shown = shown, self._bars.counts if shown is None else self.count_shown(self._bars, shown)
        self._paint_bars(self._bars, self._shown[1])

    @property
    def is_log(self) -> bool:
        """Whether the counts are on a logarithmic scale."""
        return self._counts.log

    def set_log(self, log: bool) -> None:
        """Switch between linear and logarithmic counts."""
        self._counts.log = log
        self.refresh()

    @property
    def room(self) -> float:
        """The width of the plot between its axes, in pixels."""
        return max(1.0, float(self.plotItem.getViewBox().width()))

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
        add_tick(menu, "Logarithmic counts", self._counts.log, self.set_log)
        super().fill_menu(menu)
        menu.addAction("Show the rows of all bars", lambda: self.narrow("")).setEnabled(bool(self.clause))
        menu.addSeparator()

    def figures(self) -> bytes:
        if self._bars is None:
            return b""
        return counts_csv(self.axis, self._bars, self._narrowed)

    def colour(self) -> None:
        super().colour()
        colours = self._theme.colours
        self._layers.colour(colours)
        self._numbers.style(scaled_font(self.font(), _SMALL), colours.text)

    @property
    def _is_narrowed(self) -> bool:
        return self._shown is not None and self._shown[0] is not None

    @property
    def _narrowed(self) -> Ints | None:
        """The rows shown of each bar, None without a filter."""
        return self._shown[1] if self._shown is not None and self._is_narrowed else None

    def clear_bars(self) -> None:
        """Draw no bars."""
        self._drawn = ()
        if self._bars is not None:
            none = [0.0] * len(self._bars.counts)
            for layer in LAYERS:
                self._layers.put(layer, (), none)
        self._numbers.show_bars([], -1)

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
        # If all rows shown are selected, their counts are known.
        chosen = shown if self.selected is self._inspection.state.order.rows else bars.count(self.selected)
        key = min(self._key, len(shown) - 1) if self.shows_cursor else -1
        if not self._changes(bars, shown, (at, key, self.chosen, chosen.tobytes())):
            return
        self.setAccessibleDescription(lines(bars, self._narrowed, f"bars {_RESCALED}" if self.is_scaled_down else ""))
        tops, shown_tops = self._heights(bars.counts), self._heights(shown)
        top = self._top(shown_tops if self.is_scaled_down else tops)
        self._layers.fit(bars.edges, top)
        every, full, put = range(len(tops)), [top] * len(tops), self._layers.put
        put("chosen", self.chosen, full)
        put("all", np.flatnonzero(bars.counts > shown).tolist() if self._is_narrowed else (), tops)
        put("shown", every, shown_tops)
        put("current", [at] if at >= 0 else (), shown_tops)
        put("selected", np.flatnonzero(chosen).tolist(), self._heights(chosen))
        put("cursor", [key] if key >= 0 else (), full)
        if self.plotItem.getViewBox().viewRange() != [[bars.edges[0], bars.edges[-1]], [0, top]]:
            self.setRange(xRange=(bars.edges[0], bars.edges[-1]), yRange=(0, top), padding=0)
        self._number(bars, shown, key)
        self._set_axes(bars)

    def _changes(self, bars: Bars, shown: Ints, marks: tuple[object, ...]) -> bool:
        """Whether anything is to be drawn that is not drawn yet: an edit of one of many rows often moves no bar."""
        view, known = self.plotItem.getViewBox(), self._drawn
        look = self.font(), view.width(), view.height(), self._is_narrowed, self.is_log, self.title
        self._drawn = bars.names, bars.edges.tobytes(), bars.counts.tobytes(), shown.tobytes(), marks, look
        return self._drawn != known

    @property
    def is_scaled_down(self) -> bool:
        return self.is_rescaled and self._narrowed is not None and bool(self._narrowed.any())

    @property
    def axis(self) -> str:
        """What the bars are of, in the tip of a bar and in exported counts."""
        return self._axis

    @property
    def title(self) -> str:
        """What stands above the bars; empty for nothing."""
        return " · ".join([_RESCALED] * self.is_scaled_down + [_LOGARITHMIC] * self.is_log)

    def _top(self, heights: list[float]) -> float:
        """The upper end of the counts, in axis units: the highest bar, and room for its number."""
        lines, tall = QFontMetricsF(scaled_font(self.font(), _SMALL)), self.plotItem.getViewBox().height()
        top = max(heights, default=0.0) / (1 - (headroom(lines, tall) or _ROOM_ABOVE)) or 1.0
        if not self._drawn_top or abs(top - self._drawn_top) * tall >= _UNSEEN * top:
            self._drawn_top = top
        return self._drawn_top

    def _number(self, bars: Bars, shown: Ints, key: int) -> None:
        """Write the rows shown above each bar that has some."""
        tops, highest = self._heights(shown), self._heights(bars.counts)
        edges = bars.edges.tolist()
        texts = [f"{count:,}" if count else "" for count in shown.tolist()]
        bars_now = map(Bar, edges[:-1], edges[1:], tops, highest, texts)
        self._numbers.show_bars(list(bars_now), key)

    def _set_axes(self, bars: Bars) -> None:
        """Set ticks and width only if they change, because pyqtgraph repaints the axis on every call."""
        if (ticks := self.ticks(bars)) != self._ticks:
            self._ticks = ticks
            self.getAxis("bottom").setTicks([ticks])
        self.show_title(self.title)
        self._reserve(self.fontMetrics().horizontalAdvance(f"{int(bars.counts.max(initial=0)):,}"))

    def _heights(self, counts: Ints) -> list[float]:
        return [height(count, self._counts.log) for count in counts.tolist()]

    def words_at(self, at: QPointF) -> str:
        bar = -1 if self._bars is None else self._bar_at(at.x())
        if self._bars is None or not 0 <= bar < len(self._bars.counts):
            return ""
        return tip_text(self.axis, self._bars, self._narrowed, bar)
