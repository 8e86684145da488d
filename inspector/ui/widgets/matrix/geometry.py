"""Where the cells and the names of a matrix stand in its picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFontMetrics

from inspector.ui.widgets.formatting import start
from inspector.ui.widgets.matrix.matrix import Block, Matrix
from inspector.ui.widgets.theme import GAP, GRID

# Names take no more than this part of the picture as long as the cells could use it.
_MOST_FOR_NAMES = 0.3
_SMALLEST, _LARGEST = 1, 64
_USUAL_COUNT = "0.0k"
_LONGEST_NAME, _LONGEST_ROOM = 200, 400


class Cell(NamedTuple):
    """A line and a column; -1 for the names beside them."""

    line: int
    column: int


class Geometry(NamedTuple):
    """The corner of the first cell, the side of each, in pixels, and how many lines and columns there are."""

    left: int
    top: int
    side: int
    lines: int
    columns: int

    @classmethod
    def fit(cls, matrix: Matrix, size: QSize, metrics: QFontMetrics) -> Geometry:
        """The largest cells that fit, as squares; what they leave goes to names that are cut."""
        lines, columns = matrix.counts.shape
        across, down = _room_for_names(matrix, metrics)
        width, height = size.width() - 2 * GAP, size.height() - 2 * GRID
        left, top = (min(need, int(room * _MOST_FOR_NAMES)) for need, room in ((across, width), (down, height)))
        side = min((width - left) // max(1, columns), (height - top) // max(1, lines))
        side = min(max(side, _SMALLEST), _LARGEST)
        left, top = max(left, min(across, width - side * columns)), max(top, min(down, height - side * lines))
        return cls(GAP + left, GRID + top, side, lines, columns)

    @classmethod
    def whole(cls, matrix: Matrix, metrics: QFontMetrics) -> tuple[QSize, Geometry]:
        """The size of a picture with room for counts (from a thousand on in fewer digits) and names, and its cells."""
        across, down = (min(room, _LONGEST_ROOM) for room in _room_for_names(matrix, metrics))
        side = max(metrics.height(), metrics.horizontalAdvance(_USUAL_COUNT)) + 2 * GRID
        lines, columns = matrix.counts.shape
        size = QSize(across + side * columns + 2 * GAP, down + side * lines + 2 * GRID)
        return size, cls(GAP + across, GRID + down, side, lines, columns)

    @property
    def area(self) -> QRect:
        """All cells."""
        return QRect(self.left, self.top, self.side * self.columns, self.side * self.lines)

    def rect(self, block: Block) -> QRect:
        """The cells of a block."""
        corner = QPoint(self.left + block.columns.start * self.side, self.top + block.lines.start * self.side)
        return QRect(corner, QSize(len(block.columns) * self.side, len(block.lines) * self.side))

    def cell_at(self, place: QPoint) -> Cell | None:
        """The cell at a place, or the line or column whose name stands there."""
        column, line = (place.x() - self.left) // self.side, (place.y() - self.top) // self.side
        if column >= self.columns or line >= self.lines or (column < 0 and line < 0):
            return None
        return Cell(max(line, -1), max(column, -1))

    def nearest(self, place: QPoint) -> Cell:
        """The cell at or nearest to a place."""
        column, line = (place.x() - self.left) // self.side, (place.y() - self.top) // self.side
        return Cell(min(max(line, 0), self.lines - 1), min(max(column, 0), self.columns - 1))

    def block(self, one: Cell, other: Cell) -> Block:
        """The cells between two; beside a name all of its line or column."""
        return Block(_between(one.line, other.line, self.lines), _between(one.column, other.column, self.columns))


def longest(names: Sequence[str], metrics: QFontMetrics) -> int:
    """The width of the longest name, in pixels."""
    return max((metrics.horizontalAdvance(start(name, _LONGEST_NAME)) for name in names), default=0)


def _room_for_names(matrix: Matrix, metrics: QFontMetrics) -> tuple[int, int]:
    """The width left of the cells and the height above them, for whole names and for the titles in the corner."""
    titles = [f"{matrix.lines.title} ↓", f"{matrix.columns.title} →"]
    across = longest([*matrix.lines.names, *titles], metrics)
    down = max(metrics.height() * len(titles), longest(matrix.columns.names, metrics))
    return across + 2 * GRID, down + 2 * GRID


def _between(one: int, other: int, count: int) -> range:
    low, high = sorted((one, other))
    return range(low, high + 1) if one >= 0 else range(count)
