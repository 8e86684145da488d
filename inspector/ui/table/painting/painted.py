"""What the painters of the table share: rows and areas to paint, and colours."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PySide6.QtGui import QColor

from inspector.ui.widgets.theme import GRID

# Making a colour from its name takes longer than painting with it.
colour = cache(QColor)


class PaintedRow(NamedTuple):
    """A row to paint: pos in the view, row of the table, and top, height and text baseline in pixels."""

    pos: int
    row: int
    top: int
    height: int
    base: int


class Span(NamedTuple):
    """From left to right, in pixels."""

    left: int
    right: int

    def holds(self, left: int, width: int) -> bool:
        """Whether all of a text is within."""
        return self.left <= left and left + width <= self.right


EVERYTHING = Span(-(1 << 30), 1 << 30)


class Area(NamedTuple):
    """The inner area of a column: section, and left edge and width in pixels."""

    section: int
    left: int
    width: int

    @property
    def of_chips(self) -> Area:
        """The area with room around it for chips, so that their text stands where other text does."""
        return Area(self.section, self.left - GRID, self.width + 2 * GRID)
