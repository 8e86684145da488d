"""How the rows of the table are painted: a bar behind the score, marks on the labels.

Whole rows at a time: left to itself Qt asks model and style a dozen times about every cell, which takes several times
as long as the cells.
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
from inspector.ui.table.ruler import Ruler
from inspector.ui.widgets.theme import GAP, GRID, Theme

_MOST_LABELS = 40
_EDITED = "✎"
_NO_PEN, _SMOOTH = Qt.PenStyle.NoPen, QPainter.RenderHint.Antialiasing
_colour = cache(QColor)


class Line(NamedTuple):
    """A row that is painted: its place in the view, its row in the table, and of its pixels the top, the height and
    where its letters stand.
    """

    pos: int
    row: int
    top: int
    height: int
    base: int


class Strip(NamedTuple):
    """The part of a column that is written in: its section, and of its pixels the first and how many there are."""

    section: int
    left: int
    width: int


Cells = Callable[[QPainter, Strip, Sequence[Line]], None]


class RowPainter:
    """Paints what a view on the model of the rows has to show: the ground of each row, then the cells by column."""

    def __init__(self, view: QTableView, model: RowModel, inspection: Inspection, theme: Theme) -> None:
        self._view, self._model, self._inspection, self._theme = view, model, inspection, theme
        self._colours = theme.colours
        self._take_font(view.font())

    def paint(self, painter: QPainter, region: QRegion) -> None:
        """Paint a part of the view's window, which lies on its plain background."""
        self._colours = self._theme.colours
        if self._ruler.font != self._view.font():
            self._take_font(self._view.font())
        painter.setFont(self._ruler.font)
        # As a whole: of two parts that share a row the ground of the second would lie on the cells of the first.
        lines = list(self._lines(region.boundingRect()))
        for line in lines:
            self._ground(painter, line)
        for cells, strip in self._strips(region.boundingRect()):
            cells(painter, strip, lines)

    def _take_font(self, font: QFont) -> None:
        self._ruler, self._struck = Ruler(font), QFont(font)
        self._struck.setStrikeOut(True)

    def _strips(self, rect: QRect) -> Iterator[tuple[Cells, Strip]]:
        """Of the columns that a part of the window shows: what paints their cells, and where."""
        special = {"score": self._scores, "predictions": self._lists}
        for section, column in enumerate(self._model.columns):
            left, width = self._view.columnViewportPosition(section), self._view.columnWidth(section)
            if width and left <= rect.right() and left + width > rect.left():
                cells = special.get(column.name, self._texts if column.text else self._numbers)
                yield cells, Strip(section, left + GAP, width - 2 * GAP)

    def _lines(self, rect: QRect) -> Iterator[Line]:
        view = self._view
        first, last = view.rowAt(rect.top()), view.rowAt(rect.bottom())
        for pos in range(first, last + 1 if last >= 0 else self._model.rowCount()) if first >= 0 else ():
            top, height = view.rowViewportPosition(pos), view.rowHeight(pos)
            yield Line(pos, self._model.row_at(pos), top, height, self._ruler.baseline(top, height))

    def _ground(self, painter: QPainter, line: Line) -> None:
        view = self._view
        whole = QRect(0, line.top, view.viewport().width(), line.height)
        if view.selectionModel().isSelected(self._model.index(line.pos, 0)):
            painter.fillRect(whole, view.palette().highlight())
        elif line.pos % 2:
            painter.fillRect(whole, view.palette().brush(QPalette.ColorRole.AlternateBase))
        if line.row == self._inspection.current:
            painter.fillRect(0, line.top, GRID - 1, line.height, _colour(self._colours.now))

    def _texts(self, painter: QPainter, strip: Strip, lines: Sequence[Line]) -> None:
        for line in lines:
            if text := self._model.text_at(line.pos, strip.section):
                painter.setPen(self._model.ink(line.pos, strip.section) or _colour(self._colours.text))
                self._write(painter, strip.left, line.top, line.height, self._ruler.cut(text, strip.width))

    def _numbers(self, painter: QPainter, strip: Strip, lines: Sequence[Line]) -> None:
        for line in lines:
            if text := self._model.text_at(line.pos, strip.section):
                painter.setPen(self._model.ink(line.pos, strip.section) or _colour(self._colours.text))
                shown = self._ruler.cut(text, strip.width)
                painter.drawText(strip.left + strip.width - self._ruler.width(shown), line.base, shown)

    def _scores(self, painter: QPainter, strip: Strip, lines: Sequence[Line]) -> None:
        """The scores, each with a bar as long as its share of the best possible."""
        painter.setPen(_colour(self._colours.text))
        for line in lines:
            text = self._ruler.cut(self._model.text_at(line.pos, strip.section), strip.width)
            room = strip.width - self._ruler.width(text) - GAP
            if room > GAP:
                track = QRectF(strip.left, line.top + (line.height - GRID + 1) // 2, room, GRID)
                painter.fillRect(track, _colour(self._colours.line))
                track.setWidth(room * self._share(line.row))
                painter.fillRect(track, _colour(self._colours.bar))
            painter.drawText(strip.left + room + GAP, line.base, text)

    def _share(self, row: int) -> float:
        scores = self._inspection.evaluation.scores
        score, top = float(scores.row[row]), float(scores.ceiling[row])
        return min(1.0, score / top) if top > 0 and score > 0 else 0.0

    def _lists(self, painter: QPainter, strip: Strip, lines: Sequence[Line]) -> None:
        """The predicted labels, as many as there is room for, behind a sign where they are edited."""
        painter.setClipRect(strip.left - GAP, 0, strip.width + 2 * GAP, self._view.viewport().height())
        for line in lines:
            self._row_of_labels(painter, QRect(strip.left, line.top, strip.width, line.height), line.row)
        painter.setClipping(False)
        painter.setFont(self._ruler.font)

    def _row_of_labels(self, painter: QPainter, inner: QRect, row: int) -> None:
        evaluation, ruler = self._inspection.evaluation, self._ruler
        left, right, top, height = inner.left(), inner.right() + 1, inner.top(), inner.height()
        if evaluation.is_edited(row):
            painter.setFont(ruler.font)
            painter.setPen(_colour(self._colours.now))
            painter.drawText(left, ruler.baseline(top, height), _EDITED)
            left += ruler.width(_EDITED) + GAP
        last = min(_MOST_LABELS, len(evaluation.codes(row))) - 1
        more = ruler.width("…") + 2 * GAP
        for place, mark in enumerate(marks(evaluation, row, last + 1)):
            text = mark.text + (" ✓" if mark.hit else " ?" if mark.strange else "")
            width = ruler.width(text) + (2 * GRID if mark.hit else 0)
            if left + width > right - (0 if place == last else more):
                room = max(0, right - left)
                further = "" if place == last else "  …"  # also where this one is whole and the next is not
                shown = ruler.cut(text + further, room - (2 * GRID if mark.hit and not mark.beyond else 0))
                self._label(painter, QRect(left, top, room, height), shown, mark)
                return
            self._label(painter, QRect(left, top, width, height), text, mark)
            left += width + GAP

    def _label(self, painter: QPainter, place: QRect, text: str, mark: LabelMark) -> None:
        """A tint below hits, repeats struck through, what lies beyond K faded."""
        colours = self._colours
        if mark.hit and not mark.beyond:
            painter.setRenderHint(_SMOOTH)
            painter.setPen(_NO_PEN)
            painter.setBrush(_colour(colours.hit_soft))
            painter.drawRoundedRect(place.adjusted(0, GRID // 2, 0, -GRID // 2), GRID, GRID)
            painter.setRenderHint(_SMOOTH, False)
            place = place.adjusted(GRID, 0, 0, 0)
        painter.setFont(self._struck if mark.repeat else self._ruler.font)
        painter.setPen(_colour(colours.faint if mark.beyond else colours.hit if mark.hit else colours.muted))
        self._write(painter, place.left(), place.top(), place.height(), text)

    def _write(self, painter: QPainter, left: int, top: int, height: int, text: str) -> None:
        """Write what a file has; marks upon marks would reach into the rows above and below."""
        base = self._ruler.baseline(top, height)
        if self._ruler.knows(text):
            painter.drawText(left, base, text)
            return
        painter.save()
        painter.setClipRect(0, top, self._view.viewport().width(), height, Qt.ClipOperation.IntersectClip)
        painter.drawText(left, base, text)
        painter.restore()
