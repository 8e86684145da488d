"""A sortable Qt table model over precomputed columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.ui.widgets.formatting import MOST_SHOWN, one_line, start, tip
from inspector.ui.widgets.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_DESCENDING = Qt.SortOrder.DescendingOrder
_NAME = 16  # letters of the baseline in a title
# Used as a column number: lines in the order in which they were found.
AS_FOUND = -1


@dataclass(frozen=True)
class ColumnHeader:
    """Header of a column: title, tooltip, and whether its cells are words (left-aligned, ascending first).

    sample: a text as wide as its numbers usually become; ascending: whether small numbers come first; compares: whether
    the baseline stands behind the title, and in the tip in place of `{baseline}`.
    """

    title: str
    tip: str
    words: bool = False
    sample: str = "00,000"
    ascending: bool = False
    compares: bool = False


@dataclass(frozen=True, eq=False)
class GroupColumn:
    """One column: sort keys (l,), text(line) for the cell, full(line) for its tooltip, whole(line) for copies and
    exports where the cell shows a part only; gains (l,), above 0 for what is better, below for what is worse, where the
    colour tells: the lines are then sorted by these, so that the best is at one end also where less is better; title:
    what is shown in place of that of its header, which copies and exports keep.
    """

    keys: Ints | Floats
    text: Callable[[int], str]
    full: Callable[[int], str]
    whole: Callable[[int], str] | None = None
    gains: Floats | None = None
    title: str = ""


class GroupModel(QAbstractTableModel):
    """Sorts the columns given to `show` by one of them, or leaves them `AS_FOUND`; a `line` is an index into
    these columns, not a row on the screen. theme: of what is better or worse, None for tables that do not tell. A
    header names what the lines are compared with: shortened as it is shown, whole as EditRole. sorted_by: the sort
    column and its order.
    """

    theme: Theme | None = None
    _baseline, _is_file = "the file as loaded", True

    def __init__(self, headers: Sequence[ColumnHeader], sorted_by: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headers = tuple(headers)
        self._alignments = [_alignment(head) for head in self.headers]
        self._columns: tuple[GroupColumn, ...] = ()
        self._lines = np.empty(0, np.int64)
        self._kept: Bools | None = None
        self.sorted_by = (sorted_by, self.first_order(sorted_by))

    def first_order(self, column: int) -> Qt.SortOrder:
        """The first sort order of a column: ascending for words, descending for numbers."""
        is_ascending = column == AS_FOUND or self.headers[column].words or self.headers[column].ascending
        return Qt.SortOrder.AscendingOrder if is_ascending else _DESCENDING

    def show(self, columns: Sequence[GroupColumn], kept: Bools | None = None) -> None:
        """Replace the lines, with one column per header, and keep the sort order.

        kept: bool (l,), the lines to list; None for all.
        """
        self.beginResetModel()
        self._columns, self._kept = tuple(columns), kept
        self._sort_lines()
        self.endResetModel()

    def keep(self, kept: Bools | None) -> None:
        """List only some of the lines."""
        self.show(self._columns, kept)

    def line(self, index: Index) -> int:
        """The line at a model index."""
        return int(self._lines[index.row()])

    def lines(self, places: Ints) -> Ints:
        """The lines at some rows of the model, int64."""
        return self._lines[places]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, or `AS_FOUND`."""
        self.layoutAboutToBeChanged.emit()
        before = [(index, int(self._lines[index.row()])) for index in self.persistentIndexList()]
        self.sorted_by = (column, order)
        self._sort_lines()
        positions = {line: position for position, line in enumerate(self._lines.tolist())} if before else {}
        for index, line in before:
            self.changePersistentIndex(index, self.index(positions[line], index.column()))
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.headers)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self.headers):
            return None
        head = self.headers[section]
        if role == _Role.TextAlignmentRole:
            return self._alignments[section]
        if role == _Role.InitialSortOrderRole:
            return int(self.first_order(section).value)
        if role == _Role.DisplayRole:
            return self.shown_title(section) or self.title(section, _NAME)
        if role == _Role.EditRole:
            return self.title(section)
        return tip(head.tip.replace("{baseline}", self._baseline)) if role == _Role.ToolTipRole else None

    def shown_title(self, section: int) -> str:
        """The title that a column itself has for what it lists; empty for that of its header."""
        return self._columns[section].title if self._columns else ""

    def title(self, section: int, most: int = MOST_SHOWN) -> str:
        """The title of a column; of a baseline that it names, so many letters."""
        over = "by edits" if self._is_file else f"over {one_line(start(self._baseline, most))}"
        head = self.headers[section]
        return f"{head.title} {over}".lstrip() if head.compares else head.title

    def name_baseline(self, words: str, *, is_file: bool) -> None:
        """Name what the lines are compared with; is_file: whether it is the file, so that only edits count."""
        if (words, is_file) != (self._baseline, self._is_file):
            self._baseline, self._is_file = words, is_file
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.headers) - 1)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == _Role.TextAlignmentRole:
            return self._alignments[index.column()]
        if role == _Role.DisplayRole:
            return start(self._columns[index.column()].text(self.line(index)))
        if role == _Role.ToolTipRole:
            return tip(self._columns[index.column()].full(self.line(index)))
        if role == _Role.ForegroundRole and self.theme is not None:
            return self._colour(self._columns[index.column()].gains, self.line(index), self.theme)
        return None

    def _colour(self, gains: Floats | None, line: int, theme: Theme) -> QColor | None:
        if gains is None or not gains[line] or np.isnan(gains[line]):
            return None
        return QColor(theme.colours.better if gains[line] > 0 else theme.colours.worse)

    def extremes(self, section: int) -> list[str]:
        """The cells with the lowest and the highest number of a column, which as a rule are the longest ones."""
        if not self._columns:  # nothing was found that could be listed
            return []
        column = self._columns[section]
        known = np.flatnonzero(np.isfinite(column.keys))
        if not len(known):
            return []
        return [column.text(int(known[at])) for at in (column.keys[known].argmin(), column.keys[known].argmax())]

    def exported(self, section: int, positions: Ints) -> list[str] | Ints | Floats:
        """The cells of a column at some positions: whole texts, or numbers with all their digits."""
        column, lines = self._columns[section], self._lines[positions]
        if self.headers[section].words or column.whole is not None:
            return [*map(column.whole or column.text, lines.tolist())]
        return column.keys[lines]

    def _sort_lines(self) -> None:
        column, order = self.sorted_by
        kept = self._kept
        if not self._columns or column == AS_FOUND:
            lines = np.arange(len(self._columns[0].keys) if self._columns else 0)
        else:
            chosen = self._columns[column]
            keys = np.asarray(chosen.keys if chosen.gains is None else chosen.gains)
            # Negated instead of reversed: equal lines keep their order, and NaN sorts last in both orders.
            lines = np.argsort(-keys if order == _DESCENDING else keys, kind="stable")
        self._lines = lines if kept is None else lines[kept[lines]]


def _alignment(head: ColumnHeader) -> Qt.AlignmentFlag:
    alignment = Qt.AlignmentFlag.AlignLeft if head.words else Qt.AlignmentFlag.AlignRight
    return alignment | Qt.AlignmentFlag.AlignVCenter
