"""Every label with how often it is right, wrong and missed, as a Qt table that sorts itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.core.analysis.labels import LabelTable, label_table
from inspector.core.inspection import Inspection
from inspector.ui.text import full, tip

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole

COLUMNS = ("label", "support", "right", "wrong", "missed", "precision", "recall", "F")
_TIPS = (
    "A label that the truth or a prediction has; a click shows its rows",
    "Rows of the truth with the label",
    "True positives: predicted, and in the truth",
    "False positives: predicted, and not in the truth",
    "False negatives: in the truth, and not predicted",
    "right / (right + wrong)",
    "right / (right + missed)",
    "F of the label, with the metric's beta",
)


class LabelModel(QAbstractTableModel):
    """Made again by `refresh`; whoever shows it says when."""

    def __init__(self, inspection: Inspection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._table = LabelTable(*(np.empty(0, np.int64) for _ in range(4)), np.empty(0))
        self._columns: tuple[Any, ...] = ()
        self._rows = np.empty(0, np.int64)
        self._sorted = (1, Qt.SortOrder.DescendingOrder)

    def refresh(self) -> None:
        """Count again."""
        self.beginResetModel()
        table = self._table = label_table(self._inspection.state)
        places = np.append(self._inspection.state.table.vocab.ranks(), -1)[table.codes]
        self._columns = (places, table.support, table.tp, table.fp, table.fn, table.precision, table.recall, table.f)
        self._arrange()
        self.endResetModel()

    def code(self, index: Index) -> int:
        """The label on a line."""
        return int(self._table.codes[self._rows[index.row()]])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = [(index, self._rows[index.row()]) for index in self.persistentIndexList()]
        self._sorted = (column, order)
        self._arrange()
        places = {int(row): place for place, row in enumerate(self._rows.tolist())}
        for index, row in before:
            self.changePersistentIndex(index, self.index(places[int(row)], index.column()))
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        if role == _Role.TextAlignmentRole:
            return _side(section)
        return {_Role.DisplayRole: COLUMNS[section], _Role.ToolTipRole: tip(_TIPS[section])}.get(_Role(role))

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == _Role.TextAlignmentRole:
            return _side(index.column())
        if role == _Role.DisplayRole:
            return self._text(index)
        if role == _Role.ToolTipRole:
            value = self._columns[index.column()][self._rows[index.row()]]
            return tip(self._text(index) if index.column() < 5 else full(float(value)))
        return None

    def _text(self, index: Index) -> str:
        if index.column() == 0:
            return self._inspection.state.table.vocab.text(self.code(index))
        value = self._columns[index.column()][self._rows[index.row()]]
        return f"{int(value):,}" if index.column() < 5 else f"{float(value):.4f}"

    def _arrange(self) -> None:
        column, order = self._sorted
        values = self._columns[column] if self._columns else np.empty(0)
        falls = order == Qt.SortOrder.DescendingOrder
        self._rows = np.argsort(-values if falls else values, kind="stable")


def _side(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
