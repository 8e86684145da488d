"""The numbers of rows above upright bars and inside lying ones, wherever there is room for them."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

# Pixels between a number and what is beside or below it.
_APART = 2.0
# A plot lower than so many lines keeps its height for the bars.
_LEAST_LINES = 3


@dataclass(frozen=True)
class Bar:
    """A bar, in axis units or in pixels: its sides, the top under its number, and the top of all that is drawn."""

    left: float
    right: float
    top: float
    highest: float
    text: str


def headroom(lines: QFontMetricsF, height: float) -> float:
    """The share of a plot's height that a number above the highest bar needs; 0 where the plot is too low for it."""
    return (lines.height() + _APART) / height if height >= _LEAST_LINES * lines.height() else 0.0


def place(bars: Sequence[Bar], box: QRectF, lines: QFontMetricsF, first: int = -1) -> list[tuple[QRectF, str]]:
    """The numbers that fit, each with its place: inside the box, clear of other bars and of other numbers.

    bars: from left to right; first: the bar whose number has priority; then those of high bars.
    """
    lefts, rights = [bar.left for bar in bars], [bar.right for bar in bars]
    placed: list[tuple[QRectF, str]] = []
    digit = lines.horizontalAdvance("0")  # closer numbers look like one
    for at in sorted(range(len(bars)), key=lambda at: (at != first, bars[at].top)):
        bar = bars[at]
        spot = QRectF(0, 0, lines.horizontalAdvance(bar.text), lines.height())
        spot.moveCenter(QRectF(bar.left, 0, bar.right - bar.left, 0).center())
        spot.moveBottom(bar.top - _APART / 2)
        if spot.top() - _APART < bar.highest < bar.top:  # else the outline of all rows would strike it through
            spot.moveBottom(bar.highest - _APART / 2)
        spot.moveLeft(min(max(spot.left(), box.left()), box.right() - spot.width()))
        around = spot.adjusted(-_APART, 0, _APART, 0)
        near = bars[bisect_right(rights, around.left()) : bisect_left(lefts, around.right())]
        hits_bar = any(other is not bar and other.highest < min(spot.bottom(), box.bottom()) for other in near)
        # On the grey of its own bar it would be cut by the outline.
        hits_own = bar.highest < spot.bottom() and spot.width() > bar.right - bar.left
        alone = spot.adjusted(-digit, 0, digit, 0)
        is_free = not hits_bar and not hits_own and not any(alone.intersects(rect) for rect, _ in placed)
        if bar.text and is_free and box.contains(spot):
            placed.append((spot, bar.text))
    return placed


class Numbers(QGraphicsItem):
    """Draws numbers in pixels of a plot, so that they keep their size, on top of its bars."""

    def __init__(self, view: pg.ViewBox) -> None:
        super().__init__(view)
        self._view = view
        self._font, self._colour, self._behind = QFont(), QColor(), QColor()
        self.setZValue(20)

    @property
    @abstractmethod
    def placed(self) -> list[tuple[QRectF, str]]:
        """The numbers that are drawn, with their places."""

    def style(self, font: QFont, colour: str, behind: str | None = None) -> None:
        """Use a font, a colour and, where the numbers are inside the bars, a colour behind them."""
        self._font, self._colour = font, QColor(colour)
        self._behind = QColor(behind) if behind else QColor(Qt.GlobalColor.transparent)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._view.rect()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setFont(self._font)
        painter.setPen(self._colour)
        for spot, text in self.placed:
            painter.fillRect(spot, self._behind)
            painter.drawText(spot, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)

    def _in_pixels(self, x: float, y: float) -> QPointF:
        """The place of a position in axis units."""
        return self.mapFromItem(self._view, self._view.mapFromView(QPointF(x, y)))


class BarCounts(Numbers):
    """The numbers above upright bars."""

    _bars: tuple[Bar, ...] = ()
    _first = -1
    # What was placed last, and for which bars, font and view: painting happens more often than changes.
    _placed: tuple[object, list[tuple[QRectF, str]]] | None = None

    def show_bars(self, bars: Sequence[Bar], first: int) -> None:
        """Show the texts of bars, in axis units; first: the one that has priority, -1 for none."""
        if (tuple(bars), first) != (self._bars, self._first):
            before = [] if self._placed is None else self._placed[1]
            self._bars, self._first = tuple(bars), first
            now = self.placed
            for spot, _ in [one for one in (*before, *now) if one not in before or one not in now]:
                self.update(spot.adjusted(-_APART, -_APART, _APART, _APART))

    @property
    def placed(self) -> list[tuple[QRectF, str]]:
        lines, box = QFontMetricsF(self._font), self.boundingRect()
        key = self._bars, self._first, self._font.key(), box.getRect(), self._view.viewRange()
        if self._placed is None or self._placed[0] != key:
            fits = bool(headroom(lines, box.height()))
            self._placed = key, place(self._drawn(), box, lines, self._first) if fits else []
        return self._placed[1]

    def _drawn(self) -> list[Bar]:
        """The bars in pixels."""
        corner, far = self._in_pixels(0.0, 0.0), self._in_pixels(1.0, 1.0)
        wide, tall = far.x() - corner.x(), far.y() - corner.y()

        def drawn(bar: Bar) -> Bar:
            left, right = (corner.x() + wide * at for at in (bar.left, bar.right))
            top, highest = (corner.y() + tall * at for at in (bar.top, bar.highest))
            return Bar(left, right, top, highest, bar.text)

        return list(map(drawn, self._bars))


class PartCounts(Numbers):
    """The numbers inside the parts of lying bars, where they fit."""

    _parts: tuple[tuple[QRectF, str], ...] = ()

    def show_parts(self, parts: Sequence[tuple[QRectF, str]]) -> None:
        """Show a text in the middle of each part, a rectangle in axis units."""
        if tuple(parts) != self._parts:
            self._parts = tuple(parts)
            self.update()

    @property
    def placed(self) -> list[tuple[QRectF, str]]:
        lines, found = QFontMetricsF(self._font), []
        for part, text in self._parts:
            drawn = QRectF(self._in_pixels(part.left(), part.top()), self._in_pixels(part.right(), part.bottom()))
            spot = QRectF(0, 0, lines.horizontalAdvance(text) + 2 * _APART, min(lines.height(), drawn.height()))
            spot.moveCenter(drawn.center())
            if text and drawn.contains(spot.adjusted(-_APART, 0, _APART, 0)) and lines.ascent() <= spot.height():
                found.append((spot, text))
        return found
