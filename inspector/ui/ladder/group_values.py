"""The table of groups with the value by which the confidences of each are re-scaled, and what that gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.core.analysis.slices.grouping import Split, groupings
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.edits.bulk_edit import BulkPreview
from inspector.core.edits.rescaling import Rescaling, preview
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.ladder.ladder import ladder_of
from inspector.core.ladder.rescaling import METHODS, GroupFigures
from inspector.core.query import Clause
from inspector.core.task import Progress, Task
from inspector.ui.analysis.group_columns import counts, decimals, percents, words
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn, GroupModel, Index
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals

_HEADS = (
    ColumnHeader("group", "What the rows of a group have in common; a click shows them", words=True),
    ColumnHeader("predictions", "How many predictions of its rows have a confidence", sample="000,000"),
    ColumnHeader("precision", "The share of them that is right", sample="100.0%"),
    ColumnHeader(
        "mean conf.", "The mean confidence: where it is above the precision, the group is surer than it should be"
    ),
    ColumnHeader("value", "By how much this group is re-scaled; a click, F2 or typing changes it", sample="1000.000"),
)
_VALUE = 4


@dataclass(frozen=True, eq=False)
class Rescaled:
    """The groups with at least one row: groups: int64 (s,), their numbers; what a re-scaling would make of them, and
    why it cannot be made.
    """

    split: Split
    groups: Ints
    figures: GroupFigures
    rescaling: Rescaling
    preview: BulkPreview | None
    refusal: InputError | None = None


class ValueModel(GroupModel):
    """Lines of groups, of which the value can be typed. set_value: takes the text typed for a line, if it can."""

    set_value: Callable[[int, str], bool]

    def flags(self, index: Index) -> Qt.ItemFlag:
        editable = Qt.ItemFlag.ItemIsEditable if index.column() == _VALUE else Qt.ItemFlag.NoItemFlags
        return super().flags(index) | editable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return super().data(index, Qt.ItemDataRole.DisplayRole if role == Qt.ItemDataRole.EditRole else role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        is_edit = index.isValid() and role == Qt.ItemDataRole.EditRole
        return is_edit and self.set_value(self.line(index), str(value))


class GroupValues(GroupTable[Rescaled | None]):
    """Groups of the chosen grouping. changed: a value is another one."""

    changed = Signal()

    def __init__(self, signals: DocumentSignals, parent: QWidget) -> None:
        self.grouping, self.method = 0, next(iter(METHODS))
        # The value of every group, and of those that have another one, by their names.
        self.of_all = METHODS[self.method].neutral
        self.of_group: dict[str, float] = {}
        self.found: Rescaled | None = None
        super().__init__(signals, "rescaleGroups", "Groups to re-scale", _HEADS, 1, parent)

    def make_model(self, headers: Sequence[ColumnHeader], sorted_by: int) -> GroupModel:
        model = ValueModel(headers, sorted_by, self)
        model.set_value = self._set_value
        return model

    def choose(self, grouping: int, method: str) -> None:
        """Group rows in another way, or re-scale in another way; all values become neutral."""
        self.grouping, self.method = grouping, method
        self.value_all(METHODS[method].neutral)

    def value_all(self, value: float) -> None:
        """Give all groups the same value."""
        self.of_all, self.of_group = value, {}
        self.refresh()

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Rescaled | None]:
        return _rescaled(evaluation, self.grouping, self.method, self.of_all, dict(self.of_group))

    def columns(self, evaluation: Evaluation, found: Rescaled | None) -> Sequence[GroupColumn]:
        self.found = found
        if found is None:
            return ()
        groups, figures = found.groups, found.figures
        values = found.rescaling.values[groups]
        return (
            words(np.arange(len(groups)), lambda line: self._name(found, line) or "(nothing)"),
            counts(figures.predictions[groups]),
            percents(figures.precision[groups]),
            decimals(figures.confidence[groups]),
            GroupColumn(values, lambda line: f"{values[line]:g}", lambda line: METHODS[found.rescaling.method].tip),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        return self.found.split.clause(int(self.found.groups[line])) if self.found is not None else ""

    def other_clauses(self) -> tuple[Clause, ...]:
        """None: all rows are re-scaled, whatever the filter shows."""
        return ()

    def _set_value(self, line: int, text: str) -> bool:
        """Take a typed value within the limits of the method; text that is no number changes nothing."""
        way = METHODS[self.method]
        try:
            value = float(text)
        except ValueError:
            return False
        if self.found is None or not math.isfinite(value):
            return False
        self.of_group[self._name(self.found, line)] = min(max(value, way.least), way.most)
        self.changed.emit()
        self.refresh()
        return True

    def _name(self, found: Rescaled, line: int) -> str:
        return str(found.split.names[int(found.groups[line])])

    def _show_rows(self, index: QModelIndex) -> None:
        if index.column() == _VALUE:
            # A double click is a click, too, and has opened the line already.
            if self.state() != QAbstractItemView.State.EditingState:
                self.edit(index)
        else:
            super()._show_rows(index)


def _rescaled(
    evaluation: Evaluation, grouping: int, method: str, of_all: float, of_group: dict[str, float]
) -> Task[Rescaled | None]:
    """Group the rows, and preview the re-scaling unless all values are neutral."""
    yield Progress(0.0, "Grouping rows")
    ladder, available = ladder_of(evaluation), groupings(evaluation)
    if ladder is None:
        return None
    chosen = available[min(grouping, len(available) - 1)]
    split = chosen.split(evaluation)
    figures = GroupFigures.of(ladder, split.of_row, len(split.names))
    groups = np.flatnonzero(np.bincount(split.of_row, minlength=len(split.names)))
    rescaling = Rescaling(split.of_row, method, _values(split, of_all, of_group), figures.precision, chosen.title)
    yield Progress(0.3, "Trying other confidences")
    try:
        tried = preview(evaluation, rescaling) if (rescaling.values != METHODS[method].neutral).any() else None
    except InputError as error:
        return Rescaled(split, groups, figures, rescaling, None, error)
    return Rescaled(split, groups, figures, rescaling, tried)


def _values(split: Split, of_all: float, of_group: dict[str, float]) -> Floats:
    values = np.full(len(split.names), of_all, np.float64)
    if of_group:
        for number, name in enumerate(split.names.to_pylist()):
            values[number] = of_group.get(name, of_all)
    return values
