"""A table of which one column stays in sight at the left edge while the others are scrolled sideways."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QTableView

Index = QModelIndex | QPersistentModelIndex
_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible
_RIGHT = Qt.AlignmentFlag.AlignRight
_ROW = QStyle.PrimitiveElement.PE_PanelItemViewRow
_LINE, _RGBA = QStyle.StyleHint.SH_Table_GridLineColor, 0xFFFFFFFF


class PinnedHeader(QHeaderView):
    """A horizontal header; `pinned_section` is the column that stays in sight, -1 for none.

    It reaches over a column of numbers that would be seen in part.
    """

    pinned_section = -1

    @property
    def pinned(self) -> QRect:
        """Where the column is while it is scrolled out, at most two thirds of the width; else empty."""
        section = self.pinned_section
        if (
            not 0 <= section < self.count()
            or self.isSectionHidden(section)
            or self.sectionViewportPosition(section) >= 0
        ):
            return QRect()
        width = self._whole(min(self.sectionSize(section), self.viewport().width() // 2))
        return QRect(0, 0, width, self.viewport().height())

    def _whole(self, width: int) -> int:
        """A width up to the end of the number that it would cut: without its first digits, it is another number."""
        below = self.logicalIndexAt(width)
        side = self.model().headerData(below, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        end = self.sectionViewportPosition(below) + self.sectionSize(below)
        is_cut = self.sectionViewportPosition(below) < width and int(side or 0) & int(_RIGHT)
        return end if is_cut and end <= self.viewport().width() * 2 // 3 else width

    def section_at(self, at: QPoint) -> int:
        """The column that is seen at a place, -1 for none."""
        return self.pinned_section if self.pinned.contains(at) else self.logicalIndexAt(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if pinned := self.pinned:
            painter = QPainter(self.viewport())
            self.paintSection(painter, pinned, self.pinned_section)
            painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move and resize no column that is out of sight below the pinned one."""
        if not self.pinned.contains(event.position().toPoint()):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() or not self.pinned.contains(event.position().toPoint()):
            super().mouseMoveEvent(event)
        else:
            self.setCursor(Qt.CursorShape.ArrowCursor)


class PinnedTable(QTableView):
    """A view with a PinnedHeader. A subclass that paints itself paints the pinned column last, at `pinned`."""

    @property
    def pinned(self) -> QRect:
        """Where the pinned column is painted over the others; empty while it is in its place."""
        header = self.horizontalHeader()
        pinned = header.pinned if isinstance(header, PinnedHeader) else QRect()
        pinned.setHeight(self.viewport().height() if pinned else 0)
        return pinned

    def indexAt(self, at: QPoint) -> QModelIndex:
        index = super().indexAt(at)
        return index.siblingAtColumn(self._pinned_section) if self.pinned.contains(at) and index.isValid() else index

    def visualRect(self, index: Index) -> QRect:
        rect, pinned = super().visualRect(index), self.pinned
        if pinned and index.column() == self._pinned_section:
            rect.setLeft(0)
            rect.setWidth(pinned.width())
        return rect

    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = _VISIBLE) -> None:
        """Scroll sideways only to what is not in sight, and not below the pinned column."""
        bar, was_pinned = self.horizontalScrollBar(), bool(self.pinned)
        before = bar.value()
        super().scrollTo(index, hint)
        if index.column() == self._pinned_section:
            bar.setValue(before if was_pinned else bar.value())
        elif pinned := self.pinned:
            bar.setValue(bar.value() - max(0, pinned.width() - super().visualRect(index).left()))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if dx:
            # Scrolling moves what is painted already, and the pinned column with it.
            self.viewport().update()
            self.horizontalHeader().viewport().update()

    @property
    def _pinned_section(self) -> int:
        header = self.horizontalHeader()
        return header.pinned_section if isinstance(header, PinnedHeader) else -1


class PinnedCells(PinnedTable):
    """A PinnedTable whose cells are painted by delegates, those of the pinned column too."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if pinned := self.pinned:
            painter = QPainter(self.viewport())
            painter.fillRect(pinned, self.palette().base())
            for row in self._rows_in_sight():
                self._paint_cell(painter, self.model().index(row, self._pinned_section))
            line = QColor.fromRgba(self.style().styleHint(_LINE, None, self) & _RGBA)
            painter.fillRect(pinned.width() - 1, 0, 1, pinned.height(), line)
            painter.end()

    def _rows_in_sight(self) -> range:
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(max(0, first), self.model().rowCount() if last < 0 else last + 1)

    def _paint_cell(self, painter: QPainter, index: QModelIndex) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.index, option.rect = index, self.visualRect(index)
        if self.alternatingRowColors() and index.row() % 2:
            option.features |= QStyleOptionViewItem.ViewItemFeature.Alternate
        if self.selectionModel().isSelected(index):
            option.state |= QStyle.StateFlag.State_Selected
        self.style().drawPrimitive(_ROW, option, painter, self)
        self.itemDelegateForIndex(index).paint(painter, option, index)
