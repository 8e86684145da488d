"""Context menus of the table and its header: filter by a cell or a column, sort, and the actions of a row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from inspector.core.data.order import SortKey
from inspector.core.document.inspection import Inspection
from inspector.core.query import Clause
from inspector.core.query.cell import conditions
from inspector.core.rows.column import Column
from inspector.core.rows.columns import find_column
from inspector.core.rows.numbers import each_number
from inspector.ui.table.cell_copies import CellCopy, cell_copy, label_copy
from inspector.ui.table.column_filter import ColumnFilter
from inspector.ui.table.row_model import RowModel
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.formatting import menu
from inspector.ui.widgets.tables.pinned import PinnedHeader

# Commands at the end of the menu of a cell.
_COMMANDS = ("copy", "copy_with_headers", "put_truth_first", "edit_note", "tag_rows", "reset_rows")


class TableMenus(QObject):
    """Opens the context menus, and emits a clause for each filter. actions: of the menu bar, by name.

    copied: what was copied from a cell, in words.
    """

    filter_asked = Signal(Clause)
    copied = Signal(str)

    def __init__(self, table: RowTable, inspection: Inspection, actions: Mapping[str, QAction]) -> None:
        super().__init__(table)
        self._table, self._inspection = table, inspection
        self._actions = [actions[name] for name in _COMMANDS]
        self._show_selected, self._copy_cell = actions["filter_selection"], actions["copy_cell"]
        header = table.horizontalHeader()
        for part, slot in ((table, self.open_cell), (header, self.open_column)):
            part.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            part.customContextMenuRequested.connect(slot)

    def open_cell(self, at: QPoint) -> None:
        """Open the menu of the current cell; a right click has made the clicked cell current."""
        index = self._table.currentIndex()
        model = self._table.model()
        if not index.isValid() or not isinstance(model, RowModel):
            return
        column = model.columns[index.column()]
        menu = self._menu()
        self._offer_values(menu, column, model.row(index))
        menu.addAction("&Filter this column…", lambda: self.open_filter(column, index.column()))
        menu.addAction(self._show_selected)
        menu.addSeparator()
        cell = self._table.visualRect(index)
        # Opened with the menu key, `at` is not in the current cell.
        self._offer_copies(menu, label_copy(self._table, at) if cell.contains(at) else None)
        menu.addActions(self._actions)
        menu.popup(self._table.viewport().mapToGlobal(at if cell.contains(at) else cell.bottomLeft()))

    def open_column(self, at: QPoint) -> None:
        """Open the menu of the column under the mouse."""
        header, model = self._table.horizontalHeader(), self._table.model()
        section = header.section_at(at) if isinstance(header, PinnedHeader) else -1
        if section < 0 or not isinstance(model, RowModel):
            return
        whole = model.columns[section]
        named = self._table.column_at(at)
        column = whole if named == whole.name else find_column(named)
        menu = self._menu()
        menu.addAction("&Filter this column…", lambda: self.open_filter(column, section))
        if any(clause.source == _source(column) for clause in self._inspection.state.clauses):
            menu.addAction("&Clear this column's filter", lambda: self.filter_asked.emit(Clause("", _source(column))))
        menu.addSeparator()
        menu.addAction("Sort &ascending", lambda: self._sort(SortKey(column.name)))
        menu.addAction("Sort &descending", lambda: self._sort(SortKey(column.name, descending=True)))
        if column.name == "error":
            self._offer_errors(menu)
        menu.addSeparator()
        self._table.column_choice.fill_header_menu(menu, whole.name)
        menu.popup(header.viewport().mapToGlobal(at))

    def _offer_errors(self, target: QMenu) -> None:
        """Offer to sort by the error of each of several numbers: the column has that of the one furthest off."""
        for name, title in each_number(self._inspection.evaluation).items():
            if name.startswith("error:"):
                target.addAction(f"Sort by {menu(title)}", partial(self._sort, SortKey(name)))

    def _sort(self, key: SortKey) -> None:
        self._table.sort_asked.emit(lambda now: (key,))

    def open_filter(self, column: Column, section: int) -> None:
        """Open the filter popup of a column below the title of a section."""
        header = self._table.horizontalHeader()
        popup = ColumnFilter(column, self._table)
        popup.asked.connect(self.filter_asked)
        left = max(
            0, min(header.sectionViewportPosition(section), header.viewport().width() - popup.sizeHint().width())
        )
        popup.show_at(header.viewport().mapToGlobal(QPoint(left, header.height())))

    def _offer_copies(self, menu: QMenu, label: CellCopy | None) -> None:
        """Add actions that say what they copy: the cell, as its command does, and the label that was clicked."""
        keys = self._copy_cell.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        menu.addAction(self._copy_cell.icon(), f"Cop&y {cell_copy(self._table).entry}\t{keys}", self._copy_cell.trigger)
        if label is not None:
            menu.addAction(f"Copy {label.entry}", lambda: self.copied.emit(label.copied()))

    def _offer_values(self, menu_: QMenu, column: Column, row: int) -> None:
        """Add actions to keep or exclude rows with the value of the cell; submenus for several labels."""
        found = conditions(self._inspection.evaluation, column.name, row)
        for title, sign in (("Only rows with", ""), ("No rows with", "!")):
            target = menu_ if len(found) < 2 else menu_.addMenu(title)
            for text in found:
                name = f"{title} {text}" if len(found) < 2 else text
                target.addAction(menu(name), partial(self.filter_asked.emit, Clause(sign + text)))

    def _menu(self) -> QMenu:
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu


def _source(column: Column) -> str:
    return f"column:{column.name}"
