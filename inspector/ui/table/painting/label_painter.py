"""Paints lists of labels: predictions in columns by rank, truth labels as chips."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.marks import LabelMark, marks
from inspector.core.evaluation.sides import known_labels
from inspector.ui.table.painting.painted import EVERYTHING, Area, PaintedRow, colour
from inspector.ui.table.painting.rank_columns import SIGN, SPACE, RankColumns, Ranks
from inspector.ui.table.painting.text_metrics import TextMetrics
from inspector.ui.widgets.theme import GRID, Theme

_NO_PEN, _SMOOTH = Qt.PenStyle.NoPen, QPainter.RenderHint.Antialiasing


class LabelPainter:
    """Paints the cells of the columns of predictions and truth. seen: the part of the view that is in sight."""

    def __init__(self, inspection: Inspection, theme: Theme, ranks: RankColumns) -> None:
        self._inspection, self._theme, self._ranks = inspection, theme, ranks
        self._struck_out = QFont()
        self.seen = EVERYTHING

    @property
    def ruler(self) -> TextMetrics:
        """The widths of texts in the font of the table."""
        return self._ranks.ruler

    def predictions(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        """Paint the predicted labels, each in the column of its rank, and how many there is no room for."""
        if not lines or area.width <= 0:
            return
        self._struck_out = QFont(self.ruler.font)
        self._struck_out.setStrikeOut(True)
        area, top, bottom = area.of_chips, lines[0].top, lines[-1].top + lines[-1].height
        painter.setClipRect(area.left, top, area.width, bottom - top)
        ranks = self._ranks.within(area.width)
        rows = np.array([line.row for line in lines], np.int64)
        for line, known in zip(lines, known_labels(self._inspection.evaluation, rows), strict=True):
            self._ranked(painter, area, ranks, line, known)
        if ranks.cut:
            x = area.left + ranks.cut * ranks.width - SPACE // 2
            painter.fillRect(x, top, 1, bottom - top, colour(self._theme.colours.faint))
        painter.setClipping(False)

    def truths(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        """Paint the truth labels that fit as chips, and how many do not."""
        table, area = self._inspection.evaluation.table, area.of_chips
        for line in lines:
            codes, left, right = table.truth[line.row].tolist(), area.left, area.left + area.width
            for number, code in enumerate(codes):
                more = "" if number == len(codes) - 1 else f"+{len(codes) - number - 1}"
                room = right - left - (self.ruler.width(more) + GRID if more else 0)
                text = table.vocab.text(code)
                width = self.ruler.width(text) + 2 * GRID
                if number and width > room:
                    self._say_more(painter, line, area, len(codes) - number)
                    break
                if width > room:
                    text, width = self.ruler.cut(text, room - 2 * GRID), max(0, room)
                self._chip(painter, QRect(left, line.top, width, line.height), self._theme.colours.chip)
                self._text(painter, line, left + GRID, text, self._theme.colours.text)
                left += width + GRID

    def _ranked(
        self, painter: QPainter, area: Area, ranks: Ranks, line: PaintedRow, known: frozenset[int] | None
    ) -> None:
        """Paint the labels of a row; known: the codes of those that the baseline has as well, None for all."""
        evaluation = self._inspection.evaluation
        codes = evaluation.codes(line.row)
        length, end = len(codes), area.left + area.width
        hidden = length - ranks.shown
        if hidden > 0 and ranks.rest:
            end -= self._say_more(painter, line, area, hidden)
        for number, mark in enumerate(marks(evaluation, line.row, ranks.shown)):
            left = area.left + number * ranks.width
            # Nothing follows the last label, so it may be as long as the area.
            right = end if number == length - 1 else min(left + ranks.width - SPACE, end)
            self._label(painter, line, left, right - left, mark, known is not None and int(codes[number]) not in known)

    def _label(self, painter: QPainter, line: PaintedRow, left: int, width: int, mark: LabelMark, new: bool) -> None:
        """Paint a label: hits with a tinted background, repeats struck out, labels beyond K faded.

        new: whether the baseline does not have it, which a dotted line says. A label is cut before the tick of a hit:
        without it only the colour would tell.
        """
        colours, sign = self._theme.colours, SIGN if mark.hit else " ?" if mark.unknown else ""
        share = f" · {mark.share}" if mark.share else ""
        is_tinted, room = mark.hit and not mark.beyond, width - 2 * GRID - self.ruler.width(share)
        text = self.ruler.cut(mark.text, room - self.ruler.width(sign)) + share + sign
        if is_tinted:
            chip = QRect(left, line.top, min(width, self.ruler.width(text) + 2 * GRID), line.height)
            self._chip(painter, chip, colours.hit_soft)
        if mark.repeat:
            painter.setFont(self._struck_out)
        shade = colours.faint if mark.beyond else colours.hit if mark.hit else colours.text
        self._text(painter, line, left + GRID, text, shade)
        if mark.repeat:
            painter.setFont(self.ruler.font)
        if new and text:
            painter.setPen(QPen(colour(colours.muted), 1, Qt.PenStyle.DotLine))
            foot = line.base + GRID // 2
            painter.drawLine(left + GRID, foot, left + GRID + self.ruler.width(text), foot)

    def _say_more(self, painter: QPainter, line: PaintedRow, area: Area, count: int) -> int:
        """Paint how many labels there is no room for at the right edge; returns the width that this takes.

        Nothing where not all of it is in sight: `+11` without its end is another number.
        """
        text = f"+{count}"
        width = self.ruler.width(text)
        left = area.left + area.width - width
        if left >= area.left and self.seen.holds(left, width):
            painter.setPen(colour(self._theme.colours.muted))
            painter.drawText(left, line.base, text)
        return width + GRID

    def _chip(self, painter: QPainter, rect: QRect, fill: str) -> None:
        painter.setRenderHint(_SMOOTH)
        painter.setPen(_NO_PEN)
        painter.setBrush(colour(fill))
        painter.drawRoundedRect(rect.adjusted(0, GRID // 2, 0, -GRID // 2), GRID, GRID)
        painter.setRenderHint(_SMOOTH, False)

    def _text(self, painter: QPainter, line: PaintedRow, left: int, text: str, shade: str) -> None:
        painter.setPen(colour(shade))
        self.ruler.draw(painter, left, line.top, line.height, text)
