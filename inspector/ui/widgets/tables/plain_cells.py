"""Paints the cells of a table of plain texts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from inspector.ui.widgets.theme import GAP

# Lines and letters that are measured.
_MEASURED, _LETTERS = 200, 100
_SELECTED = QStyle.StateFlag.State_Selected
_ACTIVE = QStyle.StateFlag.State_Active
_ONE_LINE = int(Qt.TextFlag.TextSingleLine)
_MIDDLE, _END = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight


def width_of_texts(view: QTableView, section: int) -> int:
    """The width of the longest text of a column, of those that are measured."""
    model, width = view.model(), view.fontMetrics().horizontalAdvance
    lines = range(min(model.rowCount(), _MEASURED))
    return max((width(str(model.index(line, section).data())[:_LETTERS]) for line in lines), default=0)


class PlainCells(QStyledItemDelegate):
    """Paints the texts alone, in their colour if they have one, on what the view has painted.

    With a style sheet, Qt takes several times as long. holds_names: whether words are names, which often begin alike
    and are cut in the middle; others, and numbers, are cut at the end.
    """

    def __init__(self, parent: QWidget, *, holds_names: bool = True) -> None:
        super().__init__(parent)
        self._of_words = _MIDDLE if holds_names else _END

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        group = QPalette.ColorGroup.Active if option.state & _ACTIVE else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if option.state & _SELECTED else QPalette.ColorRole.Text
        own = None if option.state & _SELECTED else index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setPen(own or option.palette.color(group, role))
        within = option.rect.adjusted(GAP, 0, -GAP, 0)
        alignment = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
        elide = _END if alignment & Qt.AlignmentFlag.AlignRight else self._of_words
        text = option.fontMetrics.elidedText(str(index.data()), elide, within.width())
        painter.drawText(within, int(alignment) | _ONE_LINE, text)
