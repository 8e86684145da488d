"""A matrix of counts as a picture. A click, a drag or keys choose cells; a click on a name its line or column."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QMargins, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QRegion,
)
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.core.arrays.types import Ints
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.matrix.geometry import Cell, Geometry
from inspector.ui.widgets.matrix.matrix import Block, Matrix
from inspector.ui.widgets.matrix.painter import MatrixPainter
from inspector.ui.widgets.theme import GAP, Theme, scaled_font, tabular_font

_SMALL = 0.9
_STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_ENDS: dict[int, int] = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
_MARGINS, _MESSAGE = QMargins(GAP, GAP, GAP, GAP), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_CHOOSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_HINT = "Click to show them, drag for several"


class MatrixPicture(QWidget):
    """Shows a `Matrix` as large as fits, and repaints only the cells that changed.

    cells_chosen: the numbers of the lines and of the columns, int64 each; dropped: Esc was pressed while cells are
    `chosen`. The arrow keys move a current cell, with Shift they extend a block, Home and End go to the ends of a line
    (with Ctrl of the picture), Space and Enter choose.
    """

    cells_chosen = Signal(object, object)
    dropped = Signal()

    def __init__(self, theme: Theme, matrix: Matrix, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.matrix, self.by_share = theme, matrix, False
        self._one = self._other = Cell(0, 0)
        self._is_dragging, self._why_empty = False, ""
        self.chosen: tuple[Ints, Ints] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(GAP * 8, GAP * 6)
        theme.changed.connect(self.update)

    def show_matrix(self, matrix: Matrix, why_empty: str = "") -> None:
        """Show another matrix; the current cell stays where it is, and so do those chosen if the names stay.

        why_empty: what stands in place of a matrix without cells.
        """
        before, self.matrix, self._why_empty = self.matrix, matrix, why_empty
        last = [max(0, count - 1) for count in matrix.counts.shape]
        self._one, self._other = (Cell(*map(min, cell, last)) for cell in (self._one, self._other))
        if matrix.counts.size and (matrix.lines, matrix.columns) == (before.lines, before.columns):
            self._repaint_changes(before)
        else:
            self.chosen = None
            self.update()

    def shade_by_share(self, by_share: bool) -> None:
        """Shade by the share of each line, and write it into the cells, or by the number of rows."""
        self.by_share = by_share
        self.update()

    def choose(self, chosen: tuple[Ints, Ints] | None) -> None:
        """Mark the lines and columns that are chosen, int64 each."""
        before = self._chosen_blocks
        self.chosen = chosen
        for block in {*before, *self._chosen_blocks} if before != self._chosen_blocks else ():
            self.update(self.geometry_now.rect(block).adjusted(-2, -2, 2, 2))

    @property
    def geometry_now(self) -> Geometry:
        """Where the cells stand at the current size."""
        return Geometry.fit(self.matrix, self.size(), QFontMetrics(self._small_font))

    @property
    def whole(self) -> tuple[QRect, Geometry]:
        """A rectangle in which names and counts have room, and where the cells stand in it."""
        size, geometry = Geometry.whole(self.matrix, QFontMetrics(self._small_font))
        return QRect(QPoint(), size), geometry

    def picture(self) -> QPixmap:
        """The whole matrix with its names and counts, however small the widget is."""
        rect, geometry = self.whole
        picture = QPixmap(rect.size() * self.devicePixelRatioF())
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        painter = QPainter(picture)
        self.paint(painter, rect, geometry)
        painter.end()
        return picture

    @property
    def current(self) -> Block:
        """The current cell, or the block that is being marked."""
        return self.geometry_now.block(self._one, self._other)

    def sizeHint(self) -> QSize:
        return QSize(320, 320)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint(painter, event.rect())
        painter.end()

    def paint(self, painter: QPainter, exposed: QRect, at: Geometry | None = None) -> None:
        """Paint what overlaps a rectangle; at: where the cells stand when it is not for the screen."""
        painter.fillRect(exposed, self._theme.colours.base)
        if not self.matrix.counts.size:
            painter.setPen(QColor(self._theme.colours.muted))
            painter.drawText(self.rect().marginsRemoved(_MARGINS), _MESSAGE, self._why_empty)
            return
        is_used = at is None and (self.hasFocus() or self._is_dragging)
        at = at or self.geometry_now
        part = MatrixPainter(painter, self.matrix, at, self._theme.colours, self._small_font, self.by_share)
        part.cells(exposed)
        part.outline(self._chosen_blocks)
        if is_used and self._other != self._one:
            part.outline([self.current], filled=True)
        elif is_used and min(self._other) >= 0:
            part.cursor(self._other)
        if not at.area.contains(exposed):
            part.names(self.current if is_used else None)
            part.titles()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.geometry_now.cell_at(event.position().toPoint()) if self.matrix.counts.size else None
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self._is_dragging = True
            self._move(cell, extend=False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._is_dragging:
            near = self.geometry_now.nearest(event.position().toPoint())
            line, column = (-1 if one < 0 else at for one, at in zip(self._one, near, strict=True))
            self._move(Cell(line, column), extend=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._is_dragging and event.button() == Qt.MouseButton.LeftButton:
            self._is_dragging = False
            block = self.current
            self._move(Cell(block.lines.start, block.columns.start), extend=False)
            self.cells_chosen.emit(*block.spans())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second of two fast clicks as a click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        extend = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        target = self._target(key, bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        if key == Qt.Key.Key_Escape and self._is_dragging:
            self._is_dragging = False
            self._move(self._one, extend=False)
        elif key == Qt.Key.Key_Escape and self.chosen is not None:
            self.dropped.emit()
        elif self.matrix.counts.size and key in _CHOOSING:
            self.cells_chosen.emit(*self.current.spans())
        elif target is not None:
            self._move(target, extend=extend)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._is_dragging = False
        self.update()

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of the cell or of the name under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, place: QPoint, on_screen: QPoint) -> None:
        at = self.geometry_now
        cell = at.cell_at(place) if self.matrix.counts.size else None
        if cell is None:
            QToolTip.hideText()
            return
        rect = at.rect(at.block(cell, cell)) if min(cell) >= 0 else QRect()
        words = tip(f"{self.matrix.told(*cell)}\n{_HINT}").replace("\n", "<br>")
        QToolTip.showText(on_screen, words, self, rect)

    def _target(self, key: int, whole: bool) -> Cell | None:
        """Where a key leads to; whole: to the ends of the picture. None in an empty one, and for other keys."""
        if not self.matrix.counts.size:
            return None
        line, column = (max(0, at) for at in self._other)
        lines, columns = self.matrix.counts.shape
        if key in _STEPS:
            down, across = _STEPS[key]
            return Cell(min(max(line + down, 0), lines - 1), min(max(column + across, 0), columns - 1))
        if key in _ENDS:
            return Cell(_ENDS[key] % lines if whole else line, _ENDS[key] % columns)
        return None

    def _move(self, cell: Cell, *, extend: bool) -> None:
        """Make a cell the current one, or extend the block to it; tell screen readers."""
        before = self.geometry_now.rect(self.current)
        self._one, self._other = self._one if extend else cell, cell
        self.setAccessibleDescription(self.matrix.told(*cell).replace("\n", "; "))
        at = self.geometry_now
        for rect in (before, at.rect(self.current)):
            self.update(rect.adjusted(-3, -3, 3, 3))
        self.update(QRegion(self.rect()) - QRegion(at.area))

    @property
    def _small_font(self) -> QFont:
        return tabular_font(scaled_font(self.font(), _SMALL))

    @property
    def _chosen_blocks(self) -> list[Block]:
        if self.chosen is None:
            return []
        lines, columns = map(_runs, self.chosen)
        return [Block(down, across) for down in lines for across in columns]

    def _repaint_changes(self, before: Matrix) -> None:
        """Repaint the cells whose count, shade or colour is another one."""
        now, at = self.matrix, self.geometry_now
        changed = (now.counts != before.counts) | (now.tones != before.tones) | (now.marked != before.marked)
        changed |= now.strengths(self.by_share) != before.strengths(self.by_share)
        for line, column in np.argwhere(changed).tolist():
            cell = Cell(line, column)
            self.update(at.rect(at.block(cell, cell)).adjusted(-1, -1, 1, 1))


def _runs(numbers: Ints) -> list[range]:
    """Ascending numbers as spans without a gap."""
    starts = np.flatnonzero(np.diff(numbers, prepend=-2) != 1)
    ends = np.append(starts[1:], len(numbers)) - 1
    return [
        range(first, last + 1) for first, last in zip(numbers[starts].tolist(), numbers[ends].tolist(), strict=True)
    ]
