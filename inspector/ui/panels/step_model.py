"""The arithmetic of a row as a Qt table, one line a predicted label and one to add a further label."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from inspector.core.metrics import Explanation, Step
from inspector.ui.text import full, tip
from inspector.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole

COLUMNS = ("k", "predicted", "hit", "rel", "P(k)", "P·rel")
LABEL = 1
_TIPS = (
    "The place in the list; drag a line, or press Alt+Up and Alt+Down, to move it",
    "The predicted label; F2 or a double click changes it, Delete removes it",
    "Whether the label is in the truth",
    "rel(k): 1 for a hit that earns credit, 0 otherwise",
    "P(k): hits among the first k, divided by k",
    "P(k)·rel(k): what the place adds to the sum",
)


class StepModel(QAbstractTableModel):
    """Shows an explanation; tells when a label was typed over or added."""

    typed = Signal(int, str)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[Step, ...] = ()
        self._labels: list[str] = []

    def show_steps(self, explained: Explanation | None, labels: list[str]) -> None:
        """Show the arithmetic of these labels."""
        self.beginResetModel()
        self._steps = explained.steps if explained else ()
        self._labels = labels
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._steps) + 1

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        if role == _Role.DisplayRole:
            return COLUMNS[section]
        if role == _Role.TextAlignmentRole:
            return _side(section)
        return tip(_TIPS[section]) if role == _Role.ToolTipRole else None

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == _Role.TextAlignmentRole:
            return _side(index.column())
        if index.row() == len(self._steps):
            return self._add(index.column(), role)
        return self._step(self._steps[index.row()], index, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = super().flags(index) | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == LABEL else flags

    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role != _Role.EditRole or index.column() != LABEL or not index.isValid():
            return False
        self.typed.emit(index.row(), str(value))
        return True

    def _add(self, section: int, role: int) -> Any:
        """The last line, where a further label is typed."""
        if role == _Role.ForegroundRole:
            return QColor(self._theme.colours.faint)
        return "add…" if section == LABEL and role == _Role.DisplayRole else "" if role == _Role.EditRole else None

    def _step(self, step: Step, index: Index, role: int) -> Any:
        if role in (_Role.DisplayRole, _Role.EditRole):
            return self._text(step, index)
        if role == _Role.ToolTipRole:
            return tip(self._full(step, index))
        if role == _Role.ForegroundRole:
            return self._ink(step, index.column())
        if role == _Role.FontRole and step.repeat and index.column() == LABEL:
            font = QFont()
            font.setStrikeOut(True)
            return font
        return None

    def _text(self, step: Step, index: Index) -> str:
        precision = "" if math.isnan(step.precision) else f"{step.precision:.4f}"
        return (
            str(step.place),
            self._labels[index.row()],
            _verdict(step),
            str(step.rel),
            precision,
            f"{step.term:.4f}" if step.term else "0",
        )[index.column()]

    def _full(self, step: Step, index: Index) -> str:
        if index.column() == 4:
            return full(step.precision)
        return full(step.term) if index.column() == 5 else self._text(step, index)

    def _ink(self, step: Step, section: int) -> QColor:
        colours = self._theme.colours
        if step.beyond:
            return QColor(colours.faint)
        if section in (LABEL, 2) and step.rel:
            return QColor(colours.hit)
        return QColor(colours.text if step.rel or section == LABEL else colours.muted)


def _side(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if section in (LABEL, 2) else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _verdict(step: Step) -> str:
    if step.repeat:
        return "no credit"
    sign = "✓" if step.hit else ""
    return f"{sign} beyond K".strip() if step.beyond else sign
