"""How the cells of the table are painted: a bar behind the score, marks on the labels."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.core.inspection import Inspection
from inspector.core.mark import Mark, marks
from inspector.ui.label_edit import LabelEdit
from inspector.ui.table.row_model import RowModel
from inspector.ui.theme import GAP, GRID, Theme, numbers

Index = QModelIndex | QPersistentModelIndex
_MOST_LABELS = 40


class CellDelegate(QStyledItemDelegate):
    """The ground of every cell: selected, current or plain, without a focus frame inside the row."""

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.font = numbers(option.font)
        option.state &= ~QStyle.StateFlag.State_HasFocus

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        painter.save()
        self.ground(painter, option)
        ink = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setFont(option.font)
        painter.setPen(ink if ink is not None else QColor(self._theme.colours.text))
        inner = option.rect.adjusted(GAP, 0, -GAP, 0)
        text = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, option.displayAlignment, text)
        painter.restore()

    def _row(self, index: Index) -> int:
        model = index.model()
        return model.row(index) if isinstance(model, RowModel) else -1

    def _now(self) -> QColor:
        return QColor(self._theme.colours.now)

    def ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Paint what lies behind a cell's content."""
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
        elif option.features & QStyleOptionViewItem.ViewItemFeature.Alternate:
            painter.fillRect(option.rect, option.palette.alternateBase())
        if self._inspection.current == self._row(option.index) and option.rect.left() <= GRID:
            painter.fillRect(option.rect.left(), option.rect.top(), GRID - 1, option.rect.height(), self._now())


class ScoreDelegate(CellDelegate):
    """The score with a bar as long as its share of the best possible."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        painter.save()
        self.ground(painter, option)
        inner = option.rect.adjusted(GAP, GRID, -GAP, -GRID)
        share = self._share(index)
        room = inner.width() - option.fontMetrics.horizontalAdvance(option.text) - GAP
        if room > GAP:
            track = QRectF(inner.left(), inner.center().y() - GRID / 2 + 1, room, GRID)
            painter.fillRect(track, QColor(self._theme.colours.line))
            painter.fillRect(QRectF(track.left(), track.top(), room * share, GRID), QColor(self._theme.colours.bar))
        painter.setFont(option.font)
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, option.text)
        painter.restore()

    def _share(self, index: Index) -> float:
        scores, row = self._inspection.state.scores, self._row(index)
        score, top = float(scores.row[row]), float(scores.ceiling[row])
        return min(1.0, score / top) if top > 0 and score > 0 else 0.0


class LabelsDelegate(CellDelegate):
    """Predicted labels: a check mark and a tint on hits, repeats struck through, what lies beyond K faded."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        option.text = ""
        self.initStyleOption(option, index)
        painter.save()
        self.ground(painter, option)
        painter.setClipRect(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        model = index.model()
        if isinstance(model, RowModel):
            self._labels(painter, option, marks(self._inspection.state, model.row(index), _MOST_LABELS))
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = LabelEdit(self._inspection, parent)
        editor.setAccessibleName("Prediction of this row")
        return editor

    def _labels(self, painter: QPainter, option: QStyleOptionViewItem, marked: list[Mark]) -> None:
        left, right = option.rect.left() + GAP, option.rect.right() - GAP
        for place, mark in enumerate(marked):
            text = f"{mark.text} ✓" if mark.hit else mark.text
            width = option.fontMetrics.horizontalAdvance(text) + (2 * GRID if mark.hit else 0)
            more = option.fontMetrics.horizontalAdvance("…") + 2 * GAP
            last = place == len(marked) - 1
            if left + width > right - (0 if last else more):
                self._write(
                    painter, option, QRect(left, option.rect.top(), right - left, option.rect.height()), text, mark
                )
                return
            self._write(painter, option, QRect(left, option.rect.top(), width, option.rect.height()), text, mark)
            left += width + GAP

    def _write(self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, text: str, mark: Mark) -> None:
        colours = self._theme.colours
        fits = option.fontMetrics.horizontalAdvance(text) <= place.width()
        shown = text if fits else option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        if mark.hit and not mark.beyond:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.hit_soft))
            pill = place.adjusted(0, GRID // 2, 0, -GRID // 2)
            painter.drawRoundedRect(pill, GRID, GRID)
            place = place.adjusted(GRID, 0, 0, 0)
        font = QFont(option.font)
        font.setStrikeOut(mark.repeat)
        painter.setFont(font)
        ink = colours.faint if mark.beyond else colours.hit if mark.hit else colours.muted
        painter.setPen(QColor(ink))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
