"""Paints a matrix: shaded cells with their counts, the names of lines and columns, and marks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLine, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QStaticText

from inspector.core.arrays.types import Ints
from inspector.ui.widgets.formatting import one_line, start
from inspector.ui.widgets.matrix.geometry import Cell, Geometry
from inspector.ui.widgets.matrix.matrix import TONES, Block, Matrix
from inspector.ui.widgets.theme import GRID, Colours
from inspector.ui.widgets.theme.shades import Shade, shades

# Narrower cells have no gap between them, and no frame.
_GAP_FROM = 6
_LONGEST_NAME = 200
# A count that has no room in any form is written smaller, rather than not at all.
_SMALLER = 0.75
# Smaller shares would be written as 0%.
_LEAST_SHARE = 0.005


class _Written(NamedTuple):
    """A text, and where it stands in its cell."""

    text: QStaticText
    font: QFont
    left: int
    top: int


class MatrixPainter:
    """Paints one state of the picture; every part can be painted without the others."""

    def __init__(
        self, painter: QPainter, matrix: Matrix, geometry: Geometry, colours: Colours, font: QFont, by_share: bool
    ) -> None:
        self._painter, self._matrix, self._at, self._colours = painter, matrix, geometry, colours
        self._by_share, self._metrics = by_share, QFontMetrics(font)
        smaller = QFont(font)
        smaller.setPointSizeF(_SMALLER * font.pointSizeF())
        self._fonts = (font, smaller)
        # What is written for a count or a share, if any text for it fits.
        self._written: dict[float, _Written | None] = {}
        painter.setFont(font)

    def cells(self, exposed: QRect) -> None:
        """Paint the cells that overlap a rectangle, their counts and their frames."""
        near = exposed & self._at.area
        if near.isEmpty():
            return
        (top, left), (bottom, right) = self._at.nearest(near.topLeft()), self._at.nearest(near.bottomRight())
        part = np.s_[top : bottom + 1, left : right + 1]
        counts, tones = self._matrix.counts[part], self._matrix.tones[part]
        strengths = self._matrix.strengths(self._by_share)[part]
        self._grid(top, bottom, left, right)
        for tone, name in enumerate(TONES):
            ramp = shades(self._colours, name)
            levels = np.where((counts > 0) & (tones == tone), np.rint(strengths * (len(ramp) - 1)).astype(int), -1)
            for level in np.unique(levels[levels >= 0]).tolist():
                lines, columns = np.nonzero(levels == level)
                self._shaded(ramp[level], lines + top, columns + left)
        lines, columns = np.nonzero(self._matrix.marked[part])
        self._framed(lines + top, columns + left)

    def names(self, marked: Block | None) -> None:
        """Paint the names of lines and columns, as many as fit, and those of a block on the colour of the current."""
        lines, columns = self._matrix.lines.names, self._matrix.columns.names
        now = marked if marked is not None else Block(range(0), range(0))
        for at in self._named(len(lines), now.lines):
            self._line_name(at, lines[at], is_now=at in now.lines)
        self._painter.save()
        self._painter.translate(self._at.left, self._at.top)
        # Short names, such as ranks, need not be turned to be read.
        width = self._metrics.horizontalAdvance
        turned = any(len(name) > self._at.side or width(name) + GRID > self._at.side for name in columns)
        self._painter.rotate(-90 if turned else 0)
        for at in self._named(len(columns), now.columns):
            self._column_name(at, columns[at], is_now=at in now.columns, turned=turned)
        self._painter.restore()

    def _named(self, count: int, now: range) -> list[int]:
        """The lines or columns whose names have room beside each other, and those at the ends of what is current."""
        step = max(1, -(-self._metrics.height() * 4 // 5 // self._at.side))
        ends = sorted({now.start, now.stop - 1}) if len(now) else []
        return [at for at in range(0, count, step) if all(abs(at - end) >= step for end in ends)] + ends

    def titles(self) -> None:
        """Paint what the lines and the columns are about, in the corner between their names."""
        corner = QRect(GRID, GRID, self._at.left - 2 * GRID, self._at.top - 2 * GRID)
        self._painter.setPen(QColor(self._colours.muted))
        for lift, title in ((1, f"{self._matrix.columns.title} →"), (0, f"{self._matrix.lines.title} ↓")):
            place = corner.adjusted(0, 0, 0, -lift * self._metrics.height())
            text = self._metrics.elidedText(title, Qt.TextElideMode.ElideRight, corner.width())
            self._painter.drawText(place, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom), text)

    def outline(self, blocks: Iterable[Block], *, filled: bool = False) -> None:
        """Paint a line around each block, in the colour of what is current; filled: also tint its cells."""
        now = QColor(self._colours.now)
        self._painter.setPen(QPen(now, 2))
        now.setAlpha(60)
        self._painter.setBrush(now if filled else Qt.BrushStyle.NoBrush)
        for block in blocks:
            self._painter.drawRect(self._at.rect(block).adjusted(0, 0, -1, -1))

    def cursor(self, cell: Cell) -> None:
        """Paint the frame of the current cell."""
        rect = self._at.rect(self._at.block(cell, cell))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(QColor(self._colours.base), 4))
        self._painter.drawRect(rect.adjusted(-1, -1, 0, 0))
        self._painter.setPen(QPen(QColor(self._colours.text), 2))
        self._painter.drawRect(rect.adjusted(-1, -1, 0, 0))

    def _shaded(self, shade: Shade, lines: Ints, columns: Ints) -> None:
        """Paint cells of one shade, and the counts that fit."""
        side, gap = self._at.side, int(self._at.side >= _GAP_FROM)
        tops, lefts = (self._at.top + lines * side).tolist(), (self._at.left + columns * side).tolist()
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(shade.fill)
        inner = side - gap
        self._painter.drawRects([QRect(x, y, inner, inner) for x, y in zip(lefts, tops, strict=True)])
        if side < self._metrics.height():
            return
        self._painter.setPen(shade.text)
        values = (self._matrix.shares if self._by_share else self._matrix.counts)[lines, columns].tolist()
        for x, y, value in zip(lefts, tops, values, strict=True):
            if value not in self._written:
                self._written[value] = self._laid_out(value, inner)
            if (written := self._written[value]) is not None:
                self._painter.setFont(written.font)
                self._painter.drawStaticText(x + written.left, y + written.top, written.text)
        self._painter.setFont(self._fonts[0])

    def _laid_out(self, value: float, room: int) -> _Written | None:
        """The longest text for a count or a share that fits a cell, in the largest font; None if none does."""
        share = f"{value:.0%}" if value >= _LEAST_SHARE else "<1%"
        texts = (share,) if self._by_share else _shortened(int(value))
        for font, text in product(self._fonts, texts):
            metrics = QFontMetrics(font)
            width = metrics.horizontalAdvance(text)
            if width <= room:
                word = QStaticText(text)
                word.setTextFormat(Qt.TextFormat.PlainText)
                return _Written(word, font, (room - width) // 2, (room - metrics.height()) // 2)
        return None

    def _grid(self, top: int, bottom: int, left: int, right: int) -> None:
        """Paint lines between the cells, so that those without rows are places, too."""
        at, side = self._at, self._at.side
        x, y, ends = at.left, at.top, (bottom + 1, right + 1)
        self._painter.setPen(QColor(self._colours.line))
        if side >= _GAP_FROM:
            low, high = y + top * side - 1, y + ends[0] * side - 1
            near, far = x + left * side - 1, x + ends[1] * side - 1
            self._painter.drawLines(
                [QLine(x + c * side - 1, low, x + c * side - 1, high) for c in range(left, ends[1] + 1)]
                + [QLine(near, y + r * side - 1, far, y + r * side - 1) for r in range(top, ends[0] + 1)]
            )
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        end = -int(side >= _GAP_FROM)  # the gap of the last cells
        self._painter.drawRect(at.area.adjusted(-1, -1, end, end))

    def _framed(self, lines: Ints, columns: Ints) -> None:
        """Frame the marked cells where they are large enough for it."""
        side = self._at.side
        if side < _GAP_FROM or not len(lines):
            return
        self._painter.setPen(QColor(self._colours.outline))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        places = zip((self._at.left + columns * side).tolist(), (self._at.top + lines * side).tolist(), strict=True)
        self._painter.drawRects([QRect(x - 1, y - 1, side, side) for x, y in places])

    def _line_name(self, at: int, name: str, *, is_now: bool) -> None:
        height = max(self._at.side, self._metrics.height())
        middle = self._at.top + at * self._at.side + self._at.side // 2
        self._name(QRect(GRID, middle - height // 2, self._at.left - 2 * GRID, height), name, is_now=is_now)

    def _column_name(self, at: int, name: str, *, is_now: bool, turned: bool) -> None:
        """Paint a name above its cells; where it is turned, the x axis points upwards."""
        height, left = max(self._at.side, self._metrics.height()), at * self._at.side
        if turned:
            place = QRect(GRID, left + self._at.side // 2 - height // 2, self._at.top - 2 * GRID, height)
            self._name(place, name, is_now=is_now, side=Qt.AlignmentFlag.AlignLeft)
        else:
            place = QRect(left, -GRID - self._metrics.height(), self._at.side, self._metrics.height())
            self._name(place, name, is_now=is_now, side=Qt.AlignmentFlag.AlignHCenter)

    def _name(
        self, place: QRect, name: str, *, is_now: bool, side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignRight
    ) -> None:
        text = one_line(start(name, _LONGEST_NAME))
        text = self._metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, place.width())
        if is_now:
            self._painter.fillRect(place.adjusted(-GRID // 2, 0, GRID // 2, 0), QColor(self._colours.now_soft))
        self._painter.setPen(QColor(self._colours.text if is_now else self._colours.muted))
        flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        self._painter.drawText(place, int(flags), text)


def _shortened(count: int) -> tuple[str, ...]:
    """A count, and from a thousand on the same in fewer digits: `4,826`, `4.8k`, `5k`."""
    if count < 1000:
        return (str(count),)
    unit, size = ("k", 1e3) if count < 999_500 else ("M", 1e6)
    return f"{count:,}", f"{count / size:.1f}{unit}", f"{count / size:.0f}{unit}"
