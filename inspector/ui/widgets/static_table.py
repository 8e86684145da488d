"""Small read-only table, without selection or sorting, and cells of tables of items."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import tip
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


def put(
    table: QTableWidget,
    line: int,
    column: int,
    text: str,
    *,
    hint: str | None = None,
    side: Qt.AlignmentFlag | None = None,
) -> QTableWidgetItem:
    """Show a text in a cell; hint: its tooltip in place of the text; side: where it stands, if not on the left."""
    item = QTableWidgetItem(text)
    item.setToolTip(tip(text if hint is None else hint))
    if side is not None:
        item.setTextAlignment(side)
    table.setItem(line, column, item)
    return item


def fill(table: QTableWidget, lines: Sequence[Sequence[str]]) -> None:
    """Show these texts in place of those before."""
    table.setRowCount(len(lines))
    for line, texts in enumerate(lines):
        for column, text in enumerate(texts):
            put(table, line, column, text)


def follow_widths(table: QTableWidget) -> None:
    """Fit row heights whenever the columns have other widths: all of them, which are stretched one after the other."""
    later = Debounce(0, table, lambda: fit_row_heights(table))
    table.horizontalHeader().sectionResized.connect(lambda *_: later.start())


def fit_row_heights(table: QTableWidget) -> None:
    """Fit row heights to the wrapped text. Qt's `resizeRowsToContents` measures one character too narrow."""
    metrics, wrapped = table.fontMetrics(), Qt.TextFlag.TextWordWrap
    rooms = [QRect(0, 0, table.columnWidth(column) - 2 * GAP, 0) for column in range(table.columnCount())]
    for line in range(table.rowCount()):
        texts = [item.text() if (item := table.item(line, column)) else "" for column in range(len(rooms))]
        heights = [metrics.boundingRect(room, wrapped, text).height() for room, text in zip(rooms, texts, strict=True)]
        table.setRowHeight(line, max(heights) + 2 * GRID)
