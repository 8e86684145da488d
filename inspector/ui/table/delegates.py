"""How the cells of the table are painted: a bar behind the score, marks on the labels."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.core.inspection import Inspection
from inspector.core.mark import Mark, marks
from inspector.ui.label_edit import LabelEdit
from inspector.ui.table.row_model import RowModel
from inspector.ui.theme import GAP, GRID, Theme

Index = QModelIndex | QPersistentModelIndex
_MOST_LABELS = 40
_EDITED = "✎"
# Flags are put together once: a screen has hundreds of cells, and Python's enums are slow.
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_SELECTED = QStyle.StateFlag.State_Selected
_STRIPE = QStyleOptionViewItem.ViewItemFeature.Alternate
_ELIDE = Qt.TextElideMode.ElideRight


class CellDelegate(QStyledItemDelegate):
    """The ground of every cell: selected, current or plain, without a focus frame inside the row."""

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # Asking the model for fonts, icons and check boxes, as Qt's own delegate does, would take most of the time.
        model = _model(index)
        self.ground(painter, option, index)
        painter.setFont(option.font)
        painter.setPen(model.ink(index) or QColor(self._theme.colours.text))
        inner = option.rect.adjusted(GAP, 0, -GAP, 0)
        text = option.fontMetrics.elidedText(model.text(index), _ELIDE, inner.width())
        painter.drawText(inner, _LEFT if model.columns[index.column()].text else _RIGHT, text)

    def _now(self) -> QColor:
        return QColor(self._theme.colours.now)

    def ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint what lies behind a cell's content."""
        if option.state & _SELECTED:
            painter.fillRect(option.rect, option.palette.highlight())
        elif option.features & _STRIPE:
            painter.fillRect(option.rect, option.palette.alternateBase())
        if option.rect.left() <= GRID and self._inspection.current == _model(index).row(index):
            painter.fillRect(option.rect.left(), option.rect.top(), GRID - 1, option.rect.height(), self._now())


class ScoreDelegate(CellDelegate):
    """The score with a bar as long as its share of the best possible."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = self._theme.colours
        self.ground(painter, option, index)
        inner = option.rect.adjusted(GAP, GRID, -GAP, -GRID)
        share, text = self._share(index), _model(index).text(index)
        room = inner.width() - option.fontMetrics.horizontalAdvance(text) - GAP
        if room > GAP:
            track = QRectF(inner.left(), inner.center().y() - GRID / 2 + 1, room, GRID)
            painter.fillRect(track, QColor(colours.line))
            painter.fillRect(QRectF(track.left(), track.top(), room * share, GRID), QColor(colours.bar))
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text))
        painter.drawText(inner, _RIGHT, text)

    def _share(self, index: Index) -> float:
        scores, row = self._inspection.state.scores, _model(index).row(index)
        score, top = float(scores.row[row]), float(scores.ceiling[row])
        return min(1.0, score / top) if top > 0 and score > 0 else 0.0


class LabelsDelegate(CellDelegate):
    """Predicted labels: a check mark and a tint on hits, repeats struck through, what lies beyond K faded."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        self.ground(painter, option, index)
        painter.setClipRect(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._row_of_labels(painter, option, _model(index).row(index))
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = LabelEdit(self._inspection, parent)
        editor.setAccessibleName("Prediction of this row")
        return editor

    def _row_of_labels(self, painter: QPainter, option: QStyleOptionViewItem, row: int) -> None:
        state = self._inspection.state
        left, right = option.rect.left() + GAP, option.rect.right() - GAP
        if state.is_edited(row):
            left += self._sign(painter, option, left)
        count = min(_MOST_LABELS, len(state.codes(row)))
        more = option.fontMetrics.horizontalAdvance("…") + 2 * GAP
        for place, mark in enumerate(marks(state, row, count)):
            text = f"{mark.text} ✓" if mark.hit else mark.text
            width = option.fontMetrics.horizontalAdvance(text) + (2 * GRID if mark.hit else 0)
            if left + width > right - (0 if place == count - 1 else more):
                self._write(
                    painter, option, QRect(left, option.rect.top(), right - left, option.rect.height()), text, mark
                )
                return
            self._write(painter, option, QRect(left, option.rect.top(), width, option.rect.height()), text, mark)
            left += width + GAP

    def _sign(self, painter: QPainter, option: QStyleOptionViewItem, left: int) -> int:
        """Mark the cell as edited; the width that it takes."""
        width = option.fontMetrics.horizontalAdvance(_EDITED)
        painter.setFont(option.font)
        painter.setPen(self._now())
        place = QRect(left, option.rect.top(), width, option.rect.height())
        painter.drawText(place, _LEFT, _EDITED)
        return width + GAP

    def _write(self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, text: str, mark: Mark) -> None:
        colours = self._theme.colours
        fits = option.fontMetrics.horizontalAdvance(text) <= place.width()
        shown = text if fits else option.fontMetrics.elidedText(text, _ELIDE, place.width())
        if mark.hit and not mark.beyond:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.hit_soft))
            pill = place.adjusted(0, GRID // 2, 0, -GRID // 2)
            painter.drawRoundedRect(pill, GRID, GRID)
            place = place.adjusted(GRID, 0, 0, 0)
        painter.setFont(_struck_out(option.font) if mark.repeat else option.font)
        ink = colours.faint if mark.beyond else colours.hit if mark.hit else colours.muted
        painter.setPen(QColor(ink))
        painter.drawText(place, _LEFT, shown)


def _struck_out(font: QFont) -> QFont:
    struck = QFont(font)
    struck.setStrikeOut(True)
    return struck


def _model(index: Index) -> RowModel:
    """The table's model, asked directly: a way round through Qt would cost more than the answer."""
    model = index.model()
    if not isinstance(model, RowModel):
        raise TypeError("these delegates paint the table of rows")
    return model
