"""Plots of two axes: a drag marks a box, arrow keys move a block, Space shows its rows."""

from __future__ import annotations

from abc import abstractmethod

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QGraphicsRectItem

from inspector.ui.plots.numbers.number_plot import NumberPlot

# Blocks along each axis; a click chooses one.
BLOCKS = 20
_STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
_CHOOSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BoxPlot(NumberPlot):
    """Both axes have the same range, from `ends`; a subclass handles a `box` within it."""

    _key = (BLOCKS // 2, BLOCKS // 2)

    @property
    @abstractmethod
    def ends(self) -> tuple[float, float]:
        """The range of both axes."""

    @abstractmethod
    def choose_box(self, x: tuple[float, float], y: tuple[float, float], add: bool) -> None:
        """Show the rows in a box."""

    def add_boxes(self) -> None:
        """Add what marks a drag, the current block and the box that is chosen."""
        self._drag_box, self._cursor, self._chosen = (QGraphicsRectItem() for _ in range(3))
        for item, depth in ((self._chosen, -5), (self._cursor, 12), (self._drag_box, 14)):
            item.setZValue(depth)
            item.hide()
            self.addItem(item, ignoreBounds=True)

    def colour_boxes(self) -> None:
        """Use the colours of the theme."""
        colours = self._theme.colours
        tint = QColor(colours.now)
        tint.setAlpha(60)
        self._drag_box.setBrush(tint)
        self._drag_box.setPen(pg.mkPen(None))
        self._cursor.setPen(pg.mkPen(colours.text, style=Qt.PenStyle.DotLine))
        self._chosen.setBrush(QColor(colours.now_soft))
        self._chosen.setPen(pg.mkPen(colours.now))

    def place_cursor(self) -> None:
        """Mark the current block while the keyboard is in use."""
        self._cursor.setVisible(self.shows_cursor)
        x, y = self._block(*self._key)
        self._cursor.setRect(_rect(x, y))

    def brush(self, low: float, high: float, add: bool) -> None:
        """Choose everything above a range of the bottom axis."""
        self.choose_box((low, high), self.ends, add)

    def click(self, x: float, y: float, add: bool) -> None:
        """Choose the block at a place."""
        low, high = self.ends
        at = [min(max(int((value - low) / (high - low) * BLOCKS), 0), BLOCKS - 1) for value in (x, y)]
        self._key = at[0], at[1]
        self.choose_box(*self._block(*self._key), add)

    def drag(self, start: tuple[float, float], end: tuple[float, float], add: bool) -> None:
        (left, right), (low, high) = (sorted(pair) for pair in zip(start, end, strict=True))
        self.choose_box((left, right), (low, high), add)

    def show_band(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._drag_box.setRect(_rect((start[0], end[0]), (start[1], end[1])))
        self._drag_box.show()

    def hide_band(self) -> None:
        self._drag_box.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the block with the arrow keys; Space or Enter shows its rows."""
        if event.key() in _STEPS:
            across, up = _STEPS[Qt.Key(event.key())]
            self._key = (min(max(self._key[0] + across, 0), BLOCKS - 1), min(max(self._key[1] + up, 0), BLOCKS - 1))
            self.shows_cursor = True
            self.refresh()
        elif event.key() in _CHOOSING:
            self.choose_box(*self._block(*self._key), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def _block(self, across: int, up: int) -> tuple[tuple[float, float], tuple[float, float]]:
        low, high = self.ends
        step = (high - low) / BLOCKS
        return (low + across * step, low + (across + 1) * step), (low + up * step, low + (up + 1) * step)

    def _is_drag(self, event: QMouseEvent) -> bool:
        if self._pressed is None:
            return False
        return (event.position() - self._pressed).manhattanLength() >= QApplication.startDragDistance()


def _rect(x: tuple[float, float], y: tuple[float, float]) -> QRectF:
    return QRectF(min(x), min(y), abs(x[1] - x[0]), abs(y[1] - y[0]))
