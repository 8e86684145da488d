"""Copying and exporting the lines of any table of a panel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTableView

from inspector.core.arrays.types import Ints
from inspector.core.rows.copying import lines_table
from inspector.ui.widgets.tables.selection import rows_at, spans

_HEADERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier | Qt.Key.Key_C


class TableActions(QObject):
    """Adds a context menu to a view: copy the selected lines, copy all, export all; Ctrl+C copies while it has focus.

    A model with `exported(section, positions)` gives its cells itself; of others, each cell is its EditRole as text.
    copy_asked: (Arrow table, whether with headers); export_asked: (title, what gives all lines as an Arrow table).
    """

    copy_asked = Signal(object, bool)
    export_asked = Signal(str, object)

    def __init__(self, view: QTableView, title: str) -> None:
        super().__init__(view)
        self._view, self._title = view, title
        view.installEventFilter(self)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for text, slot in (
            ("&Copy\tCtrl+C", lambda: self._copy(headers=False)),
            ("Copy with &headers\tCtrl+Shift+C", lambda: self._copy(headers=True)),
            ("Copy &all", lambda: self.copy_asked.emit(self._all(), True)),
            ("&Export as CSV…", lambda: self.export_asked.emit(self._title, self._all)),
        ):
            view.addAction(text).triggered.connect(slot)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Copy the selected lines; without a selection the keys stay those of the window."""
        if isinstance(event, QKeyEvent):
            headers = event.keyCombination() == _HEADERS
            is_copy = headers or event.matches(QKeySequence.StandardKey.Copy)
            if is_copy and self._view.selectionModel().hasSelection():
                if event.type() == QEvent.Type.KeyPress:
                    self._copy(headers=headers)
                event.accept()
                return True
        return super().eventFilter(watched, event)

    def _all(self) -> pa.Table:
        return self._table(np.arange(self._view.model().rowCount()))

    def _copy(self, *, headers: bool) -> None:
        every = np.arange(self._view.model().rowCount())
        if len(selected := rows_at(spans(self._view.selectionModel().selection()), every)):
            self.copy_asked.emit(self._table(selected), headers)

    def _table(self, positions: Ints) -> pa.Table:
        """The lines at some positions, with the columns that the view shows and that have a title."""
        header = self._view.horizontalHeader()
        titles = {
            section: self._title_of(section)
            for section in map(header.logicalIndex, range(header.count()))
            if not header.isSectionHidden(section)
        }
        titles = {section: title for section, title in titles.items() if title}
        return lines_table([*titles.values()], [self._cells(section, positions) for section in titles])

    def _title_of(self, section: int) -> str:
        """The whole title, which a model gives as EditRole where it shows a part only."""
        titles = (
            self._view.model().headerData(section, Qt.Orientation.Horizontal, role)
            for role in (Qt.ItemDataRole.EditRole, Qt.ItemDataRole.DisplayRole)
        )
        return str(next(filter(None, titles), ""))

    def _cells(self, section: int, positions: Ints) -> Sequence[str] | Ints:
        model = self._view.model()
        if hasattr(model, "exported"):
            cells: Sequence[str] | Ints = model.exported(section, positions)
            return cells
        return [str(model.index(pos, section).data(Qt.ItemDataRole.EditRole) or "") for pos in positions.tolist()]
