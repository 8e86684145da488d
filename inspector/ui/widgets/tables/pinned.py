"""A table of which one column stays in sight at the left edge while the others are scrolled sideways."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

Index = QModelIndex | QPersistentModelIndex
_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible


class PinnedHeader(QHeaderView):
    """A horizontal header; `pinned_section` is the column that stays in sight, -1 for none."""

    pinned_section = -1

    @property
    def pinned(self) -> QRect:
        """Where the column is while it is scrolled out, at most half of the width; empty while it is in its place."""
        section = self.pinned_section
        if (
            not 0 <= section < self.count()
            or self.isSectionHidden(section)
            or self.sectionViewportPosition(section) >= 0
        ):
            return QRect()
        return QRect(0, 0, min(self.sectionSize(section), self.viewport().width() // 2), self.viewport().height())

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
