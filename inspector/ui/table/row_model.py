"""Rows of the inspection as a Qt table: a lookup and a format, nothing more."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from inspector.core import column
from inspector.core.change import Change
from inspector.core.column import Column
from inspector.core.errors import InputError
from inspector.core.order import Order
from inspector.ui.bridge import Bridge
from inspector.ui.text import fixed_decimals, full, signed, tip
from inspector.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_SHOWN = 400


class RowModel(QAbstractTableModel):
    """pos down, columns across. Hands typed predictions to the inspection; `refusal` holds why it took none."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection = bridge.inspection
        self._theme = theme
        self._order = Order.as_read(0)
        self.columns: tuple[Column, ...] = column.COLUMNS
        self.refusal: InputError | None = None
        bridge.loaded.connect(self._reset)
        bridge.metric_changed.connect(self._reorder)
        bridge.ordered.connect(self._reorder)
        bridge.edited.connect(self._refresh)
        if bridge.inspection.is_open:
            self._reset()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def row(self, index: Index) -> int:
        """The row of the table that stands at an index."""
        return self._order.row(index.row())

    def pos(self, row: int) -> int:
        """Where a row of the table stands, -1 when it is not shown."""
        return self._order.pos(row)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        shown = self.columns[index.column()]
        if role in (_Role.DisplayRole, _Role.EditRole):
            return self._text(shown, self.row(index))
        if role == _Role.ToolTipRole:
            return tip(self._tip(shown, self.row(index)))
        if role == _Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if shown.text else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == _Role.ForegroundRole:
            return self._ink(shown, self.row(index))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self.columns):
            return None
        if role == _Role.DisplayRole:
            return self.columns[section].title
        if role == _Role.ToolTipRole:
            return tip(self.columns[section].tip)
        if role == _Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if self.columns[section].text else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        editable = index.isValid() and self.columns[index.column()].name == "predictions"
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role != _Role.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        grammar = self._inspection.state.pair.submission.grammar
        try:
            self._inspection.predict(self.row(index), grammar.read(str(value)))
        except InputError as error:
            self.refusal = error
            return False
        return True

    def _text(self, shown: Column, row: int) -> str:
        state = self._inspection.state
        if shown.name == "id":
            return state.table.id(row)
        if shown.name == "predictions":
            return state.pair.submission.grammar.write(state.prediction(row))
        if shown.name == "truth":
            return state.pair.truth.grammar.separator.join(state.truth(row))
        value = shown.values(state, np.array([row]))[0]
        if shown.name == "first_hit_rank":
            return str(value) if value else "none"
        if shown.name == "delta":
            return (signed(float(value), self._decimals) or "±0") if state.is_edited(row) else ""
        if shown.name in ("cost", "ordering_loss", "candidate_loss"):
            return "–" if np.isnan(value) else f"{value:.{state.scores.fine_decimals}f}"
        return str(value) if shown.text else fixed_decimals(float(value), self._decimals)

    @property
    def _decimals(self) -> int:
        """Enough for the scores of this metric: contributions to a GAP are tiny."""
        return self._inspection.state.scores.decimals

    def _tip(self, shown: Column, row: int) -> str:
        if not shown.text and shown.name != "first_hit_rank":
            return full(float(shown.values(self._inspection.state, np.array([row]))[0]))
        text = self._text(shown, row)
        return text if len(text) <= _SHOWN else text[:_SHOWN] + " …"

    def _ink(self, shown: Column, row: int) -> QColor | None:
        colours, state = self._theme.colours, self._inspection.state
        if shown.name == "delta":
            return QColor(colours.worse if state.deltas(np.array([row]))[0] < 0 else colours.better)
        if shown.name == "first_hit_rank" and not state.scores.first_hit[row]:
            return QColor(colours.muted)
        return None

    def _reset(self) -> None:
        self.beginResetModel()
        self._order = self._inspection.state.order
        self.columns = column.of(self._inspection.state)
        self.endResetModel()

    def _reorder(self) -> None:
        """Take the new order; whatever Qt remembers by place (selection, current cell) moves along with its row."""
        self.layoutAboutToBeChanged.emit()
        before, self._order = self._order, self._inspection.state.order
        old = self.persistentIndexList()
        new = [self.index(self._order.pos(before.row(index.row())), index.column()) for index in old]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def _refresh(self, change: Change) -> None:
        if change.rows is None:
            return
        places = [pos for row in change.rows[:_SHOWN].tolist() if (pos := self._order.pos(row)) >= 0]
        spans = [(pos, pos) for pos in places] if len(change.rows) <= _SHOWN else [(0, self.rowCount() - 1)]
        for first, last in spans:
            self.dataChanged.emit(self.index(first, 0), self.index(last, self.columnCount() - 1))
