"""The header of a table that is sorted by one of its columns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QWidget


class SortingHeader(QHeaderView):
    """Shows the sort arrow after the title; Qt would paint it over the letters."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setAccessibleName("Columns")

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        option.sortIndicator = QStyleOptionHeader.SortIndicator.None_
        if section == self.sortIndicatorSection():
            option.text += " ▼" if self.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder else " ▲"
