"""Small read-only table, without selection or sorting."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QWidget

from inspector.ui.widgets.build import named
from inspector.ui.widgets.theme import GAP, GRID, uniform_row_height


def static_table(parent: QWidget, name: str, spoken: str, heads: Sequence[str], wide: Sequence[int]) -> QTableWidget:
    """Create an empty table. name: object name; spoken: accessible name; wide: the columns that stretch."""
    table = named(QTableWidget(0, len(heads), parent), name, spoken)
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
    metrics, wrapped = table.fontMetrics(), Qt.TextFlag.TextWordWrap
    rooms = [QRect(0, 0, table.columnWidth(column) - 2 * GAP, 0) for column in range(table.columnCount())]
    for line in range(table.rowCount()):
        texts = [item.text() if (item := table.item(line, column)) else "" for column in range(len(rooms))]
        heights = [metrics.boundingRect(room, wrapped, text).height() for room, text in zip(rooms, texts, strict=True)]
        table.setRowHeight(line, max(heights) + 2 * GRID)
