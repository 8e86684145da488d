"""Small read-only table, without selection or sorting."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QWidget

from inspector.ui.widgets.theme import uniform_row_height


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
