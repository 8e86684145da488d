"""Paints the rows of the table: a bar for the score, marks on the labels.

Paints whole rows: QTableView queries model and style a dozen times for each cell, which takes several times as long as
painting the cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPalette, QRegion
from PySide6.QtWidgets import QTableView

from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.baseline import by_edits
from inspector.ui.table.header import GUTTER, Header
from inspector.ui.table.painting.label_painter import LabelPainter
from inspector.ui.table.painting.number_painter import NumberPainter
from inspector.ui.table.painting.painted import Area, PaintedRow, Span, colour
from inspector.ui.table.painting.strip_painter import StripPainter
from inspector.ui.table.painting.text_metrics import TextMetrics
from inspector.ui.table.row_model import RowModel
from inspector.ui.widgets.formatting import in_column
from inspector.ui.widgets.theme import GAP, GRID, Theme

# The radius of the dots of a text that waits.
_DOT = 1.2
# The sides of the corner of a note.
_CORNER = 6
_NO_PEN, _SMOOTH = Qt.PenStyle.NoPen, QPainter.RenderHint.Antialiasing

Cells = Callable[[QPainter, Area, Sequence[PaintedRow]], None]


class RowPainter:
    """Paints a view on a RowModel: the background of each row, then the cells column by column."""

    def __init__(self, view: QTableView, header: Header, model: RowModel, inspection: Inspection, theme: Theme) -> None:
        self._view, self._header, self._model = view, header, model
        self._inspection, self._theme, self._ranks = inspection, theme, header.ranks
        self._colours = theme.colours
        self._strips, parts = StripPainter(inspection, theme), (inspection, theme, self._ranks)
        self._lists: Mapping[Kind, LabelPainter | NumberPainter] = {
            LABELS: LabelPainter(*parts),
            NUMBERS: NumberPainter(*parts),
        }

    def paint(self, painter: QPainter, region: QRegion, pinned: Area | None = None) -> None:
        """Paint a region of the viewport over its plain background; pinned: a column of texts to paint alone."""
        self._colours = self._theme.colours
        self._ranks.set_font(self._view.font())
        painter.setFont(self._view.font())
        # Use the bounding rectangle: with two parts of one row, the background of the second would cover the first.
        lines = list(self._lines(region.boundingRect()))
        for line in lines:
            self._background(painter, line)
        if pinned is not None:
            self._texts(painter, pinned, lines)
            self._edited(painter, pinned.left - self._header.inset(pinned.section) - GAP + GRID, lines)
            return
        self._lists[self._inspection.evaluation.table.kind].seen = self._seen
        for cells, area in self._areas(region.boundingRect()):
            cells(painter, area, lines)
        self._edited(painter, self._view.columnViewportPosition(self._header.first) + GRID, lines)

    def rank_at(self, x: int) -> int:
        """The rank from 0 whose label is painted at a place of the viewport; -1 for none."""
        return self._place_at(x, "predictions", lambda width: self._ranks.within(width)[:2])

    def number_place(self, at: int) -> Area:
        """Where one of several numbers is painted, from 0."""
        area = self._area_of("predictions").of_chips
        width = self._ranks.within(area.width).width
        return Area(area.section, area.left + at * width, width)

    def true_number_at(self, x: int) -> int:
        """Which of several true numbers, from 0, is painted at a place of the viewport; -1 for none."""
        return self._place_at(x, "truth", self._ranks.truths_within)

    def _place_at(self, x: int, name: str, places: Callable[[int], tuple[int, int]]) -> int:
        """The place in a column, from 0, that is at `x`; places: how wide each is, and how many fit into a width."""
        area = self._area_of(name)
        chips, left = area.of_chips, self._view.columnViewportPosition(area.section)
        each, shown = places(chips.width)
        is_within = left <= x < left + self._view.columnWidth(area.section)
        place = (x - chips.left) // each if is_within else -1
        return place if 0 <= place < shown else -1

    def _area_of(self, name: str) -> Area:
        return self._area([column.name for column in self._model.columns].index(name))

    def _area(self, section: int) -> Area:
        inset = self._header.inset(section)
        left, width = self._view.columnViewportPosition(section), self._view.columnWidth(section)
        return Area(section, left + GAP + inset, width - 2 * GAP - inset)

    @property
    def _seen(self) -> Span:
        """What is in sight of the view: the pinned column covers the others."""
        return Span(self._header.pinned.right() + 1 if self._header.pinned else 0, self._view.viewport().width())

    @property
    def _ruler(self) -> TextMetrics:
        return self._ranks.ruler

    def _areas(self, rect: QRect) -> Iterator[tuple[Cells, Area]]:
        """The columns within a rectangle of the viewport, each with the function that paints its cells."""
        lists = self._lists[self._inspection.evaluation.table.kind]
        special: dict[str, Cells] = {"score": self._scores, "truth": lists.truths}
        special |= {"hit_strip": self._strips.paint, "predictions": lists.predictions}
        pinned = self._header.pinned_section if self._header.pinned else -1  # may be wider than where it is pinned
        for section, column in enumerate(self._model.columns):
            left, width = self._view.columnViewportPosition(section), self._view.columnWidth(section)
            if width and section != pinned and left <= rect.right() and left + width > rect.left():
                cells = special.get(column.name, self._texts if column.text else self._numbers)
                yield cells, self._area(section)

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
            painter.fillRect(0, line.top, GRID - 1, line.height, colour(self._colours.now))

    def _texts(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        for line in lines:
            if text := self._model.text_at(line.pos, area.section):
                painter.setPen(self._model.text_colour(line.pos, area.section) or colour(self._colours.text))
                self._ruler.draw(painter, area.left, line.top, line.height, self._ruler.cut(text, area.width))

    def _numbers(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        for line in lines:
            if text := self._model.text_at(line.pos, area.section):
                painter.setPen(self._model.text_colour(line.pos, area.section) or colour(self._colours.text))
                shown = self._ruler.cut(text, area.width)
                painter.drawText(area.left + area.width - self._ruler.width(shown), line.base, shown)

    def _scores(self, painter: QPainter, area: Area, lines: Sequence[PaintedRow]) -> None:
        """Paint scores, each with a bar for its share of the best possible score, or of the worst loss."""
        painter.setPen(colour(self._colours.text))
        scores = self._inspection.evaluation.scores
        # Bars are as long beside a short score as beside a long one, so that they can be compared.
        longest = self._ruler.width(in_column(scores.top, scores.top, scores.decimals))
        for line in lines:
            text = self._ruler.cut(self._model.text_at(line.pos, area.section), area.width)
            width = self._ruler.width(text)
            length = area.width - max(width, longest) - GAP
            if length > GAP and scores.tells_losses:
                track = QRectF(area.left, line.top + (line.height - GRID + 1) // 2, length, GRID)
                painter.fillRect(track, colour(self._colours.line))
                track.setWidth(length * self._share(line.row))
                painter.fillRect(track, colour(self._colours.bar))
            painter.drawText(area.left + area.width - width, line.base, text)

    def _share(self, row: int) -> float:
        scores, is_loss = self._inspection.evaluation.scores, self._inspection.metric.lower_is_better
        score, top = float(scores.row[row]), scores.top if is_loss else float(scores.ceiling[row])
        return min(1.0, score / top) if top > 0 and score > 0 else 0.0

    def _edited(self, painter: QPainter, left: int, lines: Sequence[PaintedRow]) -> None:
        """Paint a mark before each edited row: a triangle up or down as its score went, else a dot.

        As in numbers with a sign, the colour tells whether that is better or worse.
        """
        evaluation = self._inspection.evaluation
        rows = np.array([line.row for line in lines], np.int64)
        edited = np.flatnonzero(evaluation.overlay.covers(rows))
        painter.setRenderHint(_SMOOTH)
        painter.setPen(_NO_PEN)
        changes = by_edits(evaluation, rows[edited])
        for number, change in zip(edited.tolist(), changes.tolist(), strict=True):
            self._draw_mark(painter, QRectF(left, lines[number].top, GUTTER, lines[number].height), change)
        self._noted(painter, left, lines)
        self._waiting(painter, left, lines)
        painter.setRenderHint(_SMOOTH, False)

    def _noted(self, painter: QPainter, left: int, lines: Sequence[PaintedRow]) -> None:
        """Paint a corner above before each row that has a note or a tag, whose columns may be out of sight."""
        evaluation, notes = self._inspection.evaluation, self._inspection.notes
        painter.setBrush(colour(self._colours.text))
        for line in lines if len(notes) else ():
            if not notes[evaluation.table.id(line.row)].is_blank:
                at = QPointF(left, line.top + 1)
                painter.drawPolygon([at, at + QPointF(_CORNER, 0), at + QPointF(0, _CORNER)])

    def _waiting(self, painter: QPainter, left: int, lines: Sequence[PaintedRow]) -> None:
        """Paint three dots before each row for which a text waits, below the mark of an edit if it has one."""
        evaluation, waiting = self._inspection.evaluation, self._inspection.open_submission.typed.waiting
        painter.setBrush(colour(self._colours.muted))
        for line in lines if waiting else ():
            if evaluation.table.id(line.row) in waiting:
                down = line.height - GRID // 2 if evaluation.is_edited(line.row) else line.height / 2
                for number in range(3):
                    painter.drawEllipse(QPointF(left + (number + 0.5) * GUTTER / 3, line.top + down), _DOT, _DOT)

    def _draw_mark(self, painter: QPainter, place: QRectF, change: float) -> None:
        side, middle = place.width() / 2, place.center()
        if not change or math.isnan(change):
            painter.setBrush(colour(self._colours.now))
            painter.drawEllipse(middle, side * 0.6, side * 0.6)
            return
        is_better = self._inspection.metric.improvement(change) > 0
        painter.setBrush(colour(self._colours.better if is_better else self._colours.worse))
        tip, foot = middle.y() - math.copysign(side, change), middle.y() + math.copysign(side * 0.8, change)
        corners = [QPointF(middle.x(), tip), QPointF(place.right(), foot), QPointF(place.left(), foot)]
        painter.drawPolygon(corners)
