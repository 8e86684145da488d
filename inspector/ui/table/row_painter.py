"""Paints the rows of the table: a bar for the score, marks on the labels.

Paints whole rows: QTableView queries model and style a dozen times for each cell, which takes several times as long as
painting the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QRegion
from PySide6.QtWidgets import QTableView

from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.marks import LabelMark, marks
from inspector.ui.table.row_model import RowModel
from inspector.ui.table.text_metrics import TextMetrics
from inspector.ui.widgets.theme import GAP, GRID, Theme

_MAX_LABELS = 40
_EDITED = "✎"
_NO_PEN, _SMOOTH = Qt.PenStyle.NoPen, QPainter.RenderHint.Antialiasing
_colour = cache(QColor)


class PaintedRow(NamedTuple):
    """A row to paint: pos in the view, row of the table, and top, height and text baseline in pixels."""

    pos: int
    row: int
    top: int
    height: int
    base: int


class ColumnStrip(NamedTuple):
    """The text area of a column: section, and left edge and width in pixels."""

    section: int
    left: int
    width: int


Cells = Callable[[QPainter, ColumnStrip, Sequence[PaintedRow]], None]


class RowPainter:
    """Paints a view on a RowModel: the background of each row, then the cells column by column."""

    def __init__(self, view: QTableView, model: RowModel, inspection: Inspection, theme: Theme) -> None:
        self._view, self._model, self._inspection, self._theme = view, model, inspection, theme
        self._colours = theme.colours
        self._set_font(view.font())

    def paint(self, painter: QPainter, region: QRegion, pinned: ColumnStrip | None = None) -> None:
        """Paint a region of the viewport over its plain background; pinned: a column of texts to paint alone."""
        self._colours = self._theme.colours
        if self._ruler.font != self._view.font():
            self._set_font(self._view.font())
        painter.setFont(self._ruler.font)
        # Use the bounding rectangle: with two parts of one row, the background of the second would cover the first.
        lines = list(self._lines(region.boundingRect()))
        for line in lines:
            self._background(painter, line)
        for cells, strip in self._strips(region.boundingRect()) if pinned is None else [(self._texts, pinned)]:
            cells(painter, strip, lines)

    def _set_font(self, font: QFont) -> None:
        self._ruler, self._struck_out_font = TextMetrics(font), QFont(font)
        self._struck_out_font.setStrikeOut(True)

    def _strips(self, rect: QRect) -> Iterator[tuple[Cells, ColumnStrip]]:
        """The columns within a rectangle of the viewport, each with the function that paints its cells."""
        special = {"score": self._scores, "predictions": self._lists}
        for section, column in enumerate(self._model.columns):
            left, width = self._view.columnViewportPosition(section), self._view.columnWidth(section)
            if width and left <= rect.right() and left + width > rect.left():
                cells = special.get(column.name, self._texts if column.text else self._numbers)
                yield cells, ColumnStrip(section, left + GAP, width - 2 * GAP)

    def _lines(self, rect: QRect) -> Iterator[PaintedRow]:
        view = self._view
        first, last = view.rowAt(rect.top()), view.rowAt(rect.bottom())
        for pos in range(first, last + 1 if last >= 0 else self._model.rowCount()) if first >= 0 else ():
            top, height = view.rowViewportPosition(pos), view.rowHeight(pos)
            yield PaintedRow(pos, self._model.row_at(pos), top, height, self._ruler.baseline(top, height))

    def _background(self, painter: QPainter, line: PaintedRow) -> None:
        view = self._view
        whole = QRect(0, line.top, view.viewport().width(), line.height)
        if view.selectionModel().isSelected(self._model.index(line.pos, 0)):
            painter.fillRect(whole, view.palette().highlight())
        elif line.pos % 2:
            painter.fillRect(whole, view.palette().brush(QPalette.ColorRole.AlternateBase))
        if line.row == self._inspection.current:
            painter.fillRect(0, line.top, GRID - 1, line.height, _colour(self._colours.now))

    def _texts(self, painter: QPainter, strip: ColumnStrip, lines: Sequence[PaintedRow]) -> None:
        for line in lines:
            if text := self._model.text_at(line.pos, strip.section):
                painter.setPen(self._model.text_colour(line.pos, strip.section) or _colour(self._colours.text))
                self._draw_text(painter, strip.left, line.top, line.height, self._ruler.cut(text, strip.width))

    def _numbers(self, painter: QPainter, strip: ColumnStrip, lines: Sequence[PaintedRow]) -> None:
        for line in lines:
            if text := self._model.text_at(line.pos, strip.section):
                painter.setPen(self._model.text_colour(line.pos, strip.section) or _colour(self._colours.text))
                shown = self._ruler.cut(text, strip.width)
                painter.drawText(strip.left + strip.width - self._ruler.width(shown), line.base, shown)

    def _scores(self, painter: QPainter, strip: ColumnStrip, lines: Sequence[PaintedRow]) -> None:
        """Paint scores, each with a bar for its share of the best possible score."""
        painter.setPen(_colour(self._colours.text))
        for line in lines:
            text = self._ruler.cut(self._model.text_at(line.pos, strip.section), strip.width)
            length = strip.width - self._ruler.width(text) - GAP
            if length > GAP:
                track = QRectF(strip.left, line.top + (line.height - GRID + 1) // 2, length, GRID)
                painter.fillRect(track, _colour(self._colours.line))
                track.setWidth(length * self._share(line.row))
                painter.fillRect(track, _colour(self._colours.bar))
            painter.drawText(strip.left + length + GAP, line.base, text)

    def _share(self, row: int) -> float:
        scores = self._inspection.evaluation.scores
        score, top = float(scores.row[row]), float(scores.ceiling[row])
        return min(1.0, score / top) if top > 0 and score > 0 else 0.0

    def _lists(self, painter: QPainter, strip: ColumnStrip, lines: Sequence[PaintedRow]) -> None:
        """Paint the predicted labels that fit; edited rows start with a sign."""
        painter.setClipRect(strip.left - GAP, 0, strip.width + 2 * GAP, self._view.viewport().height())
        for line in lines:
            self._draw_labels(painter, QRect(strip.left, line.top, strip.width, line.height), line.row)
        painter.setClipping(False)
        painter.setFont(self._ruler.font)

    def _draw_labels(self, painter: QPainter, inner: QRect, row: int) -> None:
        evaluation, ruler = self._inspection.evaluation, self._ruler
        left, right, top, height = inner.left(), inner.right() + 1, inner.top(), inner.height()
        if evaluation.is_edited(row):
            painter.setFont(ruler.font)
            painter.setPen(_colour(self._colours.now))
            painter.drawText(left, ruler.baseline(top, height), _EDITED)
            left += ruler.width(_EDITED) + GAP
        last = min(_MAX_LABELS, len(evaluation.codes(row))) - 1
        more = ruler.width("…") + 2 * GAP
        for index, mark in enumerate(marks(evaluation, row, last + 1)):
            text = mark.text + (" ✓" if mark.hit else " ?" if mark.unknown else "")
            width = ruler.width(text) + (2 * GRID if mark.hit else 0)
            if left + width > right - (0 if index == last else more):
                room = max(0, right - left)
                suffix = "" if index == last else "  …"  # also when this label fits and the next does not
                shown = ruler.cut(text + suffix, room - (2 * GRID if mark.hit and not mark.beyond else 0))
                self._draw_label(painter, QRect(left, top, room, height), shown, mark)
                return
            self._draw_label(painter, QRect(left, top, width, height), text, mark)
            left += width + GAP

    def _draw_label(self, painter: QPainter, rect: QRect, text: str, mark: LabelMark) -> None:
        """Paint a label: hits with a tinted background, repeats struck out, labels beyond K faded."""
        colours = self._colours
        if mark.hit and not mark.beyond:
            painter.setRenderHint(_SMOOTH)
            painter.setPen(_NO_PEN)
            painter.setBrush(_colour(colours.hit_soft))
            painter.drawRoundedRect(rect.adjusted(0, GRID // 2, 0, -GRID // 2), GRID, GRID)
            painter.setRenderHint(_SMOOTH, False)
            rect = rect.adjusted(GRID, 0, 0, 0)
        painter.setFont(self._struck_out_font if mark.repeat else self._ruler.font)
        painter.setPen(_colour(colours.faint if mark.beyond else colours.hit if mark.hit else colours.muted))
        self._draw_text(painter, rect.left(), rect.top(), rect.height(), text)

    def _draw_text(self, painter: QPainter, left: int, top: int, height: int, text: str) -> None:
        """Draw text from a file, clipped to its row: stacked diacritics would reach into the rows above and below."""
        base = self._ruler.baseline(top, height)
        if self._ruler.knows(text):
            painter.drawText(left, base, text)
            return
        painter.save()
        painter.setClipRect(0, top, self._view.viewport().width(), height, Qt.ClipOperation.IntersectClip)
        painter.drawText(left, base, text)
        painter.restore()
