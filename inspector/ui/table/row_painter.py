"""How the rows of the table are painted: a bar behind the score, marks on the labels.

Whole rows at a time: left to itself Qt asks model and style a dozen times about every cell, which takes several times
as long as the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QRegion
from PySide6.QtWidgets import QTableView

from inspector.core.inspection import Inspection
from inspector.core.mark import Mark, marks
from inspector.ui.table.row_model import RowModel
from inspector.ui.table.ruler import Ruler
from inspector.ui.theme import GAP, GRID, Theme

_MOST_LABELS = 40
_EDITED = "✎"
_NO_PEN, _SMOOTH = Qt.PenStyle.NoPen, QPainter.RenderHint.Antialiasing

Cell = Callable[[QPainter, QRect, int, int], None]
_colour = cache(QColor)


class RowPainter:
    """Paints what a view on the model of the rows has to show: each row its ground, then its cells."""

    def __init__(self, view: QTableView, model: RowModel, inspection: Inspection, theme: Theme) -> None:
        self._view, self._model, self._inspection, self._theme = view, model, inspection, theme
        self._colours = theme.colours
        self._take_font(view.font())

    def paint(self, painter: QPainter, region: QRegion) -> None:
        """Paint a part of the view's window, which lies on its plain background."""
        self._colours = self._theme.colours
        if self._ruler.font != self._view.font():
            self._take_font(self._view.font())
        for rect in region:
            columns = list(self._columns(rect))
            for pos in self._places(rect):
                self._row(painter, pos, columns)

    def _take_font(self, font: QFont) -> None:
        self._ruler, self._struck = Ruler(font), QFont(font)
        self._struck.setStrikeOut(True)

    def _columns(self, rect: QRect) -> Iterator[tuple[int, int, int, Cell]]:
        """Of the columns that a part of the window shows: the section, its left edge, its width, what paints it."""
        special = {"score": self._score, "predictions": self._labels}
        for section, column in enumerate(self._model.columns):
            left, width = self._view.columnViewportPosition(section), self._view.columnWidth(section)
            if width and left <= rect.right() and left + width > rect.left():
                yield section, left, width, special.get(column.name, self._texts if column.text else self._numbers)

    def _places(self, rect: QRect) -> range:
        first, last = self._view.rowAt(rect.top()), self._view.rowAt(rect.bottom())
        return range(first, last + 1 if last >= 0 else self._model.rowCount()) if first >= 0 else range(0)

    def _row(self, painter: QPainter, pos: int, columns: list[tuple[int, int, int, Cell]]) -> None:
        view = self._view
        top, height = view.rowViewportPosition(pos), view.rowHeight(pos)
        whole = QRect(0, top, view.viewport().width(), height)
        if view.selectionModel().isSelected(self._model.index(pos, 0)):
            painter.fillRect(whole, view.palette().highlight())
        elif pos % 2:
            painter.fillRect(whole, view.palette().brush(QPalette.ColorRole.AlternateBase))
        if self._model.row_at(pos) == self._inspection.current:
            painter.fillRect(0, top, GRID - 1, height, _colour(self._colours.now))
        painter.setFont(self._ruler.font)
        for section, left, width, cell in columns:
            cell(painter, QRect(left + GAP, top, width - 2 * GAP, height), pos, section)

    def _texts(self, painter: QPainter, inner: QRect, pos: int, section: int) -> None:
        if text := self._model.text_at(pos, section):
            painter.setPen(self._model.ink(pos, section) or _colour(self._colours.text))
            self._put(painter, inner.left(), inner, self._ruler.cut(text, inner.width()))

    def _numbers(self, painter: QPainter, inner: QRect, pos: int, section: int) -> None:
        if text := self._model.text_at(pos, section):
            painter.setPen(self._model.ink(pos, section) or _colour(self._colours.text))
            shown = self._ruler.cut(text, inner.width())
            self._put(painter, inner.right() + 1 - self._ruler.width(shown), inner, shown)

    def _put(self, painter: QPainter, left: int, inner: QRect, text: str) -> None:
        """Write a text from a place on; given a rectangle to put it into, Qt would measure it all over."""
        painter.drawText(left, self._ruler.baseline(inner.top(), inner.height()), text)

    def _score(self, painter: QPainter, inner: QRect, pos: int, section: int) -> None:
        """The score with a bar as long as its share of the best possible."""
        text = self._model.text_at(pos, section)
        width = self._ruler.width(text)
        room = inner.width() - width - GAP
        if room > GAP:
            track = QRectF(inner.left(), inner.center().y() - GRID / 2 + 1, room, GRID)
            painter.fillRect(track, _colour(self._colours.line))
            track.setWidth(room * self._share(self._model.row_at(pos)))
            painter.fillRect(track, _colour(self._colours.bar))
        painter.setPen(_colour(self._colours.text))
        self._put(painter, inner.right() + 1 - width, inner, text)

    def _share(self, row: int) -> float:
        scores = self._inspection.state.scores
        score, top = float(scores.row[row]), float(scores.ceiling[row])
        return min(1.0, score / top) if top > 0 and score > 0 else 0.0

    def _labels(self, painter: QPainter, inner: QRect, pos: int, section: int) -> None:
        """The predicted labels, as many as there is room for, behind a sign where they are edited."""
        painter.setClipRect(inner.adjusted(-GAP, 0, GAP, 0))
        self._row_of_labels(painter, inner, self._model.row_at(pos))
        painter.setClipping(False)
        painter.setFont(self._ruler.font)

    def _row_of_labels(self, painter: QPainter, inner: QRect, row: int) -> None:
        state, ruler = self._inspection.state, self._ruler
        left, right, top, height = inner.left(), inner.right() + 1, inner.top(), inner.height()
        if state.is_edited(row):
            painter.setPen(_colour(self._colours.now))
            self._put(painter, left, inner, _EDITED)
            left += ruler.width(_EDITED) + GAP
        last = min(_MOST_LABELS, len(state.codes(row))) - 1
        more = ruler.width("…") + 2 * GAP
        for place, mark in enumerate(marks(state, row, last + 1)):
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

    def _label(self, painter: QPainter, place: QRect, text: str, mark: Mark) -> None:
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
        self._put(painter, place.left(), place, text)
