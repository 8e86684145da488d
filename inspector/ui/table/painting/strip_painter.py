"""Paints hit strips: the cells of all rows are copied from a few painted tiles into one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.marks import strips
from inspector.core.metrics.strip import AXIS, EMPTY, HIT, LEVELS, MISS, MISSED
from inspector.ui.table.painting.painted import Area, PaintedRow
from inspector.ui.widgets.theme import GRID, Colours, Theme

_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
# From this width in pixels, an outline can be told from a filled cell.
_OUTLINED = 4
# How many full cells a strip has room for by default.
_CELLS = 12
Tiles = NDArray[np.uint32]


class StripPainter:
    """Paints the cells of the column of hits."""

    def __init__(self, inspection: Inspection, theme: Theme) -> None:
        self._inspection, self._theme = inspection, theme
        self._tiles: dict[tuple[object, ...], Tiles] = {}

    def paint(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        """Paint the strips of some rows of equal height."""
        if not lines or area.width < 1:
            return
        height, full = lines[0].height, cell_width(lines[0].height)
        rows = np.array([line.row for line in lines])
        codes = strips(self._inspection.evaluation, rows, max(1, area.width // full))
        width, scale = max(1, min(full, area.width // codes.shape[1])), painter.device().devicePixelRatioF()
        tiles = self._tiles_of(width, height, scale)
        # (row, cell, y, x) -> (row, y, cell, x)
        pixels = np.ascontiguousarray(tiles[codes].transpose(0, 2, 1, 3))
        across, down = pixels.shape[2] * pixels.shape[3], pixels.shape[1]
        picture = QImage(pixels.data, across, len(lines) * down, 4 * across, _FORMAT)
        picture.setDevicePixelRatio(scale)
        for number, line in enumerate(lines):
            painter.drawImage(QPoint(area.left, line.top), picture, QRect(0, number * down, across, down))

    def _tiles_of(self, width: int, height: int, scale: float) -> Tiles:
        colours = self._theme.colours
        apart = self._inspection.evaluation.table.kind.names_labels  # the cells of an error are one bar
        if not apart:
            colours = replace(colours, hit=colours.bar)  # the length of an error is nothing good
        key = (width, height, scale, colours, apart)
        if key not in self._tiles:
            self._tiles = {key: np.stack([_tile(code, *key) for code in range(HIT + 1)])}
        return self._tiles[key]


def strip_width(inspection: Inspection, row_height: int) -> int:
    """The width at which the strips of all rows are easily seen, in pixels."""
    cells = strips(inspection.evaluation, np.empty(0, np.int64), _CELLS).shape[1] if inspection.is_open else 0
    return cell_width(row_height) * min(int(cells), _CELLS)


def cell_width(row_height: int) -> int:
    """The width of a full cell in rows of this height, both in pixels."""
    return max(2 * GRID, row_height // 3)


def _tile(code: int, width: int, height: int, scale: float, colours: Colours, apart: bool = True) -> Tiles:
    """The pixels of a cell, uint32 (height, width) in device pixels; apart: with a gap behind it if there is room."""
    tile = QImage(round(width * scale), round(height * scale), _FORMAT)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.scale(tile.width() / width, tile.height() / height)
    gap = 0 if not apart else 2 if width >= 2 * _OUTLINED else 1 if width >= _OUTLINED else 0
    side = height // 2 - 1
    _draw(painter, code, QRectF(0, (height - side) // 2, width - gap, side), colours, QRectF(0, 0, width, height))
    painter.end()
    return np.frombuffer(tile.constBits(), np.uint32).reshape(tile.height(), tile.width()).copy()


def _draw(painter: QPainter, code: int, box: QRectF, colours: Colours, whole: QRectF) -> None:
    """Draw a cell: a box, filled up to the grade of a hit, outlined for a miss, and only its floor for a missed one."""
    quiet, hit = QColor(colours.outline), QColor(colours.hit)
    if code > MISS:
        part = box.height() * (code - MISS) / LEVELS
        if part < box.height() and box.width() >= _OUTLINED - 1:
            _outline(painter, box, hit)
        painter.fillRect(QRectF(box.left(), box.bottom() - part, box.width(), part), hit)
    elif code == MISS and box.width() >= _OUTLINED - 1:
        _outline(painter, box, quiet)
    elif code in (MISS, AXIS):
        painter.fillRect(QRectF(0, round(whole.center().y()), whole.width(), 1), quiet)
    elif code == MISSED:
        painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width(), 2), quiet)
    else:
        assert code == EMPTY  # noqa: S101  # of `metrics.strip`


def _outline(painter: QPainter, box: QRectF, shade: QColor) -> None:
    painter.fillRect(box, shade)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.fillRect(box.adjusted(1, 1, -1, -1), shade)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
