"""Paints the cells of a table of plain texts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.ui.widgets.theme import GAP

_SELECTED = QStyle.StateFlag.State_Selected
_ACTIVE = QStyle.StateFlag.State_Active
_ONE_LINE = int(Qt.TextFlag.TextSingleLine)
# Names of classes often begin alike; of a number the first digits tell the most.
_OF_WORDS, _OF_NUMBERS = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight


class PlainCells(QStyledItemDelegate):
    """Paints the texts alone, in their colour if they have one, on what the view has painted.

    With a style sheet, Qt takes several times as long.
    """

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        group = QPalette.ColorGroup.Active if option.state & _ACTIVE else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if option.state & _SELECTED else QPalette.ColorRole.Text
        own = None if option.state & _SELECTED else index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setPen(own or option.palette.color(group, role))
        within = option.rect.adjusted(GAP, 0, -GAP, 0)
        alignment = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
        elide = _OF_NUMBERS if alignment & Qt.AlignmentFlag.AlignRight else _OF_WORDS
        text = option.fontMetrics.elidedText(str(index.data()), elide, within.width())
        painter.drawText(within, int(alignment) | _ONE_LINE, text)
