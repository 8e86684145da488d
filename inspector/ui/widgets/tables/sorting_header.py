"""The header of a table that is sorted by one of its columns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyle, QStyleOptionHeader, QWidget

from inspector.ui.widgets.tables.pinned import PinnedHeader


class SortingHeader(PinnedHeader):
    """Shows the sort arrow after the title, over whose letters Qt would paint it; elides a title that Qt would cut."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setAccessibleName("Columns")

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        option.sortIndicator = QStyleOptionHeader.SortIndicator.None_
        arrow = ""
        if section == self.sortIndicatorSection():
            arrow = " ▼" if self.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder else " ▲"
        margin = self.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, option, self)
        room = self.sectionSize(section) - 2 * margin - option.fontMetrics.horizontalAdvance(arrow)
        option.text = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room) + arrow
