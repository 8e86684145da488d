"""Small read-only table, without selection or sorting."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QWidget

from inspector.ui.widgets.theme import GAP, GRID, uniform_row_height


def static_table(parent: QWidget, name: str, spoken: str, heads: Sequence[str], wide: Sequence[int]) -> QTableWidget:
    """Create an empty table. name: object name; spoken: accessible name; wide: the columns that stretch."""
    table = QTableWidget(0, len(heads), parent)
    table.setObjectName(name)
    table.setAccessibleName(spoken)
    table.setHorizontalHeaderLabels(heads)
    for column in wide:
        table.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    table.horizontalHeader().setHighlightSections(False)
    uniform_row_height(table)
    table.setTabKeyNavigation(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    return table


def fit_row_heights(table: QTableWidget) -> None:
    """Fit row heights to the wrapped text. Qt's `resizeRowsToContents` measures one character too narrow."""
    for line in range(table.rowCount()):
        heights = [_height(table, line, column) for column in range(table.columnCount())]
        table.setRowHeight(line, max(heights) + 2 * GRID)


def _height(table: QTableWidget, line: int, column: int) -> int:
    item = table.item(line, column)
    text = item.text() if item else ""
    room = QRect(0, 0, table.columnWidth(column) - 2 * GAP, 0)
    return table.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
