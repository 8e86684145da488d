"""The Qt model of the submissions panel: a line a submission, the baseline first in every sort order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from inspector.core.arrays.types import Ints
from inspector.core.comparison.leaderboard import Line
from inspector.core.plural import count_of
from inspector.ui.comparison.submission_columns import (
    COLUMNS,
    DELTA,
    NAME,
    OF_SCORES,
    OPEN,
    VERDICT,
    VERDICT_OF_ALL,
    VERSUS,
    Entry,
)
from inspector.ui.widgets.formatting import full_precision, one_line, tip
from inspector.ui.widgets.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_DESCENDING = Qt.SortOrder.DescendingOrder
BAND = "◂  compared with this one"


class SubmissionsModel(QAbstractTableModel):
    """Shows the entries given to `show`; lines fill one by one. renamed: the name of a submission and the one typed."""

    renamed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: list[Entry] = []
        self.lower_is_better = False
        self._is_filtered = False
        self.sorted_by = (DELTA, _DESCENDING)

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries from top to bottom."""
        return self._entries

    def show(self, entries: Sequence[Entry], *, lower_is_better: bool = False, stay: bool = False) -> None:
        """Replace all entries; those that stay keep the selection and the current cell.

        stay: leave them where they are, but for the baseline; a click that is under way is on the line that it is for.
        """
        self.lower_is_better = lower_is_better
        names = [entry.name for entry in entries]
        if sorted(names) != sorted(entry.name for entry in self._entries):
            self.beginResetModel()
            self._entries = self._in_order(entries)
            self.endResetModel()
            return
        self._arrange(entries, stay=stay)
        self._tell(0, len(entries) - 1)

    def tell_filter(self, *, is_on: bool) -> None:
        """Say in the head that the verdicts are about all rows, or no longer."""
        if is_on != self._is_filtered:
            self._is_filtered = is_on
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, VERDICT, VERDICT)

    def fill(self, name: str, line: Line) -> None:
        """Show the figures of an entry against the baseline; it stays where it is while others are counted."""
        filled = [replace(entry, line=line) if entry.name == name else entry for entry in self._entries]
        self._arrange(filled, stay=True)
        at = [entry.name for entry in self._entries].index(name)
        self._tell(at, at)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the entries by a column; the baseline stays on top."""
        self.sorted_by = (column, order)
        self._arrange(self._entries)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == _Role.TextAlignmentRole:
            return self._alignment(section)
        if role == _Role.InitialSortOrderRole:
            is_upwards = column.words or (self.lower_is_better and section in OF_SCORES)
            return int((Qt.SortOrder.AscendingOrder if is_upwards else _DESCENDING).value)
        title = VERDICT_OF_ALL if section == VERDICT and self._is_filtered else column.title
        return {_Role.DisplayRole: title, _Role.ToolTipRole: tip(column.tip)}.get(_Role(role))

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        can_edit = index.isValid() and index.column() == NAME and not self._entries[index.row()].is_file
        return flags | Qt.ItemFlag.ItemIsEditable if can_edit else flags

    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        """Ask for another name; what is shown changes when the submission has it."""
        if role != _Role.EditRole or not index.isValid():
            return False
        before, typed = self._entries[index.row()].name, str(value).strip()
        if typed != before:
            self.renamed.emit(before, typed)
        return False

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry, section = self._entries[index.row()], index.column()
        match role:
            case _Role.DisplayRole:
                return self._text(entry, section)
            case _Role.EditRole if section == NAME:
                return entry.name
            case _Role.ToolTipRole:
                return tip(self._tooltip(entry, section))
            case _Role.TextAlignmentRole:
                return self._alignment(NAME if self.is_band(entry, section) else section)
            case _Role.AccessibleTextRole if section in (OPEN, VERSUS):
                return self.mark(entry, section)
            case _Role.FontRole if entry.is_open and section == NAME:
                bold = QFont()
                bold.setBold(True)
                return bold
            case _Role.BackgroundRole if entry.is_baseline:
                return QColor(self._theme.colours.chip)
            case _Role.ForegroundRole:
                return self._colour(entry, section)
        return None

    def mark(self, entry: Entry, section: int) -> str:
        """What the mark of an entry in one of both columns of marks says, empty where it is off."""
        if section == OPEN:
            return "open" if entry.is_open else ""
        return "compared with" if entry.is_baseline else ""

    def exported(self, section: int, positions: Ints) -> Sequence[str] | Ints | np.ndarray[Any, Any]:
        """The cells of a column at some positions: whole texts, or numbers with all their digits."""
        entries, column = [self._entries[at] for at in positions.tolist()], COLUMNS[section]
        if section in (OPEN, VERSUS):
            return [self.mark(entry, section) for entry in entries]
        if column.words:
            return ["" if self.is_band(entry, section) else column.text(entry) for entry in entries]
        return np.array([column.key(entry) for entry in entries])

    def _text(self, entry: Entry, section: int) -> str:
        if self.is_band(entry, section):
            return BAND if section == DELTA else ""
        text = one_line(COLUMNS[section].text(entry))
        if section != NAME:
            return text
        return text + ("" if entry.is_saved else " *") + (f"  ⚠ {entry.problems}" if entry.problems else "")

    def is_band(self, entry: Entry, section: int) -> bool:
        """Whether a cell is part of the label of the baseline, which has no difference from itself."""
        return entry.is_baseline and COLUMNS[section].is_of_difference

    def _tooltip(self, entry: Entry, section: int) -> str:
        if self.is_band(entry, section):
            return "Every Δ is the difference from this one"
        if entry.refusal and section >= DELTA:
            return entry.refusal
        if section == NAME and entry.problems:
            them = "it" if entry.problems == 1 else "them"
            return f"{entry.title}\n{count_of(entry.problems, 'problem')} in its file; open it to see {them}"
        key = COLUMNS[section].key(entry)
        if section in (OPEN, VERSUS) or COLUMNS[section].words or not isinstance(key, float):
            return self.mark(entry, section) or self._text(entry, section)
        return full_precision(key)

    def _colour(self, entry: Entry, section: int) -> QColor | None:
        colours = self._theme.colours
        if self.is_band(entry, section):
            return QColor(colours.text)
        if section != DELTA or entry.line is None or not entry.line.of.delta or math.isnan(entry.line.of.delta):
            return None
        return QColor(colours.better if (entry.line.of.delta > 0) != self.lower_is_better else colours.worse)

    def _alignment(self, section: int) -> Qt.AlignmentFlag:
        alignment = Qt.AlignmentFlag.AlignLeft if COLUMNS[section].words else Qt.AlignmentFlag.AlignRight
        return alignment | Qt.AlignmentFlag.AlignVCenter

    def _in_order(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries sorted, those without a number last, the baseline first."""
        column, order = self.sorted_by
        key, turn = COLUMNS[column].key, order == _DESCENDING
        known = [entry for entry in entries if key(entry) == key(entry)]
        unknown = [entry for entry in entries if key(entry) != key(entry)]
        known.sort(key=key, reverse=turn)
        return sorted([*known, *unknown], key=lambda entry: not entry.is_baseline)

    def _in_place(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries as they are listed now, the baseline first."""
        places = {entry.name: at for at, entry in enumerate(self._entries)}
        return sorted(entries, key=lambda entry: (not entry.is_baseline, places[entry.name]))

    def _arrange(self, entries: Sequence[Entry], *, stay: bool = False) -> None:
        """Put entries of the same names in their places; selection and current cell go with them."""
        ordered = self._in_place(entries) if stay else self._in_order(entries)
        if [entry.name for entry in ordered] == [entry.name for entry in self._entries]:
            self._entries = ordered
            return
        self.layoutAboutToBeChanged.emit()
        before = [(index, self._entries[index.row()].name) for index in self.persistentIndexList()]
        self._entries = ordered
        places = {entry.name: at for at, entry in enumerate(ordered)}
        for index, name in before:
            self.changePersistentIndex(index, self.index(places[name], index.column()))
        self.layoutChanged.emit()

    def _tell(self, first: int, last: int) -> None:
        if last >= 0:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))
