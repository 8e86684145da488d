"""Where the cells of a grid are; nothing is laid out, so that a million rows cost as little as ten."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize


@dataclass(frozen=True)
class GridPlaces:
    """`count` cells in lines as long as fit a width, in pixels; least: the smallest size of a cell."""

    count: int
    width: int
    least: QSize

    @property
    def columns(self) -> int:
        """The cells of a line."""
        return max(1, self.width // self.least.width())

    @property
    def cell(self) -> QSize:
        """The size of a cell; the cells of a line share its width."""
        return QSize(max(self.least.width(), self.width // self.columns), self.least.height())

    @property
    def height(self) -> int:
        """The height of all lines."""
        return -(-self.count // self.columns) * self.cell.height()

    def rect(self, pos: int) -> QRect:
        """The place of a cell."""
        line, column = divmod(pos, self.columns)
        return QRect(QPoint(column * self.cell.width(), line * self.cell.height()), self.cell)

    def at(self, point: QPoint) -> int:
        """The cell at a point, -1 where there is none."""
        column, line = point.x() // self.cell.width(), point.y() // self.cell.height()
        pos = line * self.columns + column
        return pos if 0 <= column < self.columns and line >= 0 and pos < self.count else -1

    def within(self, top: int, height: int) -> range:
        """The cells that are seen, also in part, between `top` and `top + height`."""
        first = max(0, top // self.cell.height()) * self.columns
        end = -(-(top + height) // self.cell.height()) * self.columns
        return range(min(first, self.count), min(max(end, first), self.count))
