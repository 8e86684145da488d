"""Records what the painters of the table draw."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QRegion
from ui.user import section

from inspector.ui.table.row_table import RowTable


class Recorder(QPainter):
    """Keeps texts with their left edges, areas and whether they were struck out; ends of lines and filled areas."""

    def __init__(self) -> None:
        self._image = QImage(1, 1, QImage.Format.Format_RGB32)
        super().__init__(self._image)
        self.texts: list[tuple[int, str]] = []
        self.areas: list[QRect] = []
        self.struck_out: list[str] = []
        self.filled: list[QRectF] = []
        self.lines: list[tuple[int | QPoint, ...]] = []

    def drawText(self, left: int | QRect, base: int, text: str) -> None:  # noqa: N802
        self.texts.append((left.left() if isinstance(left, QRect) else left, text))
        if isinstance(left, QRect):
            self.areas.append(left)
        if QFont(self.font()).strikeOut():
            self.struck_out.append(text)

    def fillRect(self, *area: QRect | QRectF | QColor | QBrush | int) -> None:  # noqa: N802
        if isinstance(area[0], QRectF):
            self.filled.append(QRectF(area[0]))

    def drawLine(self, *ends: int | QPoint) -> None:  # noqa: N802
        self.lines.append(ends)


def recorded(table: RowTable, pos: int) -> Recorder:
    """What is painted for one row."""
    painter = Recorder()
    line = QRect(0, table.rowViewportPosition(pos), table.viewport().width(), table.rowHeight(pos))
    table._painter.paint(painter, QRegion(line.adjusted(0, 1, 0, -1)))
    painter.end()
    return painter


def texts_in(table: RowTable, pos: int, name: str) -> list[tuple[int, str]]:
    """The texts in the cell of a column, from left to right, with their distance from its left edge."""
    left, width = table.columnViewportPosition(section(table, name)), table.columnWidth(section(table, name))
    found = recorded(table, pos).texts
    return sorted((at - left, text) for at, text in found if left <= at < left + width)


def pixels(table: RowTable, rect: QRect) -> QImage:
    """A part of the rows as it is painted."""
    return table.viewport().grab(rect).toImage()
