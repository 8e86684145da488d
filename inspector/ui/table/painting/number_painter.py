"""Paints rows of numbers: right-aligned, several side by side in columns of equal width."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPen

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.numbers import values_of
from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.numbers import numbers
from inspector.ui.table.painting.painted import EVERYTHING, Area, PaintedRow, colour
from inspector.ui.table.painting.rank_columns import RankColumns, number_text
from inspector.ui.widgets.theme import GRID, Theme


class NumberPainter:
    """Paints the cells of the columns of predictions and truth where predictions are numbers.

    seen: the part of the view that is in sight.
    """

    def __init__(self, inspection: Inspection, theme: Theme, ranks: RankColumns) -> None:
        self._inspection, self._theme, self._ranks = inspection, theme, ranks
        self.seen = EVERYTHING

    def predictions(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        """Paint the predicted numbers, with a dotted line below those that the baseline has otherwise."""
        if lines and area.width > 0:
            rows = _rows(lines)
            values = numbers(self._inspection.evaluation, rows)[1]
            at = self._ranks.within(area.of_chips.width)
            self._paint(painter, area, lines, values, at.width, at.shown, self._other(rows, values))

    def truths(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        """Paint the true numbers."""
        if lines and area.width > 0:
            values = numbers(self._inspection.evaluation, _rows(lines))[0]
            width, shown = self._ranks.truths_within(area.of_chips.width)
            self._paint(painter, area, lines, values, width, shown, np.zeros(values.shape, bool))

    def _other(self, rows: Ints, values: Floats) -> Bools:
        """bool, of the shape of values: which numbers the baseline has otherwise."""
        evaluation = self._inspection.evaluation
        before = values_of(evaluation.baseline.predictions(evaluation, rows), values.shape[1])
        differs: Bools = (values != before) & ~np.isnan(values)
        return differs

    def _paint(
        self,
        painter: QPainter,
        area: Area,
        lines: Sequence[PaintedRow],
        values: Floats,
        width: int,
        shown: int,
        other: Bools,
    ) -> None:
        """Paint the first `shown` of the values, (r, c), each in `width` pixels, and how many there are more."""
        ruler, colours, count = self._ranks.ruler, self._theme.colours, values.shape[1]
        dots = QPen(colour(colours.muted), 1, Qt.PenStyle.DotLine)
        more = f"+{count - shown}" if count > shown and shown * width + ruler.width("+9") <= area.width else ""
        area = area.of_chips
        end = area.left + area.width
        for line, row, differs in zip(lines, values.tolist(), other.tolist(), strict=True):
            painter.setPen(colour(colours.text))
            for number, value in enumerate(row[:shown]):
                if math.isnan(value):
                    continue
                right = area.left + (number + 1) * width - GRID
                text = ruler.cut(number_text(value, count), width - GRID)
                painter.drawText(left := right - ruler.width(text), line.base, text)
                if differs[number]:
                    painter.setPen(dots)
                    painter.drawLine(left, line.base + GRID // 2, right, line.base + GRID // 2)
                    painter.setPen(colour(colours.text))
            if more and self.seen.holds(end - ruler.width(more), ruler.width(more)):
                painter.setPen(colour(colours.muted))
                painter.drawText(end - ruler.width(more), line.base, more)


def _rows(lines: Sequence[PaintedRow]) -> Ints:
    return np.array([line.row for line in lines], np.int64)
