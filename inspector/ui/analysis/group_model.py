"""Lines of figures as a Qt table that sorts itself. Knows neither where they come from nor what they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.core.arrays.types import Floats, Ints
from inspector.ui.widgets.formatting import tip

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_FALLS = Qt.SortOrder.DescendingOrder
# In place of a column: the lines stand as they were found.
AS_FOUND = -1


@dataclass(frozen=True)
class Head:
    """A column's title, its hint, and whether it holds words, which stand at the left and sort from the first.

    sample: as wide as a number in it usually grows.
    """

    title: str
    tip: str
    words: bool = False
    sample: str = "00,000"


@dataclass(frozen=True, eq=False)
class Groups:
    """One column: keys (l,), numbers by which its lines sort; text(line) for the cell, full(line) for its tooltip."""

    keys: Ints | Floats
    text: Callable[[int], str]
    full: Callable[[int], str]


class GroupModel(QAbstractTableModel):
    """Holds what `show` was given last, sorted by a column or `AS_FOUND`; a `line` is a place in those columns,
    whatever the order on the screen.
    """

    def __init__(self, heads: Sequence[Head], sorted_by: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._columns: tuple[Groups, ...] = ()
        self._lines = np.empty(0, np.int64)
        self._sorted = (sorted_by, self.first_order(sorted_by))

    @property
    def heads(self) -> tuple[Head, ...]:
        """What stands over the columns."""
        return self._heads

    def first_order(self, column: int) -> Qt.SortOrder:
        """Which way a column sorts first: words from the first, of numbers the largest on top."""
        rises = column == AS_FOUND or self._heads[column].words
        return Qt.SortOrder.AscendingOrder if rises else _FALLS

    @property
    def sorted_by(self) -> tuple[int, Qt.SortOrder]:
        """The column that the lines are sorted by, and which way."""
        return self._sorted

    def show(self, columns: Sequence[Groups]) -> None:
        """Take new lines, one column for each head, and sort them as the old ones were."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self._arrange()
        self.endResetModel()

    def line(self, index: Index) -> int:
        """Which line stands at an index."""
        return int(self._lines[index.row()])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By a column, or `AS_FOUND`."""
        self.layoutAboutToBeChanged.emit()
        before = [(index, int(self._lines[index.row()])) for index in self.persistentIndexList()]
        self._sorted = (column, order)
        self._arrange()
        places = {line: place for place, line in enumerate(self._lines.tolist())} if before else {}
        for index, line in before:
            self.changePersistentIndex(index, self.index(places[line], index.column()))
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self._heads):
            return None
        head = self._heads[section]
        if role == _Role.TextAlignmentRole:
            return self._side(section)
        if role == _Role.InitialSortOrderRole:
            return int(self.first_order(section).value)
        return {_Role.DisplayRole: head.title, _Role.ToolTipRole: tip(head.tip)}.get(_Role(role))

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == _Role.TextAlignmentRole:
            return self._side(index.column())
        if role == _Role.DisplayRole:
            return self._columns[index.column()].text(self.line(index))
        if role == _Role.ToolTipRole:
            return tip(self._columns[index.column()].full(self.line(index)))
        return None

    def _side(self, section: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignLeft if self._heads[section].words else Qt.AlignmentFlag.AlignRight
        return side | Qt.AlignmentFlag.AlignVCenter

    def _arrange(self) -> None:
        column, order = self._sorted
        if not self._columns or column == AS_FOUND:
            self._lines = np.arange(len(self._columns[0].keys) if self._columns else 0)
            return
        keys = np.asarray(self._columns[column].keys)
        # Negated rather than turned round, so that equal lines keep their order and NaN stands last both ways.
        self._lines = np.argsort(-keys if order == _FALLS else keys, kind="stable")
