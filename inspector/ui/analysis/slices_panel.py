"""The slices panel: groups of rows with their score and loss. A click on a group shows its rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.slices import Slices, groupings, slices
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Progress, Task
from inspector.ui.analysis.group_columns import AMONG, CHANCE, FINE, GAINS, counts, decimals, gains, percents, words
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.theme import GAP, GRID, Theme

_HEADS = (
    ColumnHeader("rows with", "What the rows of a group have in common; a click shows them", words=True),
    ColumnHeader("rows", f"How many rows the group has {AMONG}"),
    ColumnHeader("mean", "Mean score of its rows, or the metric of these rows alone where the overall is no mean"),
    ColumnHeader("share", f"Share of what each row loses that its rows have {AMONG}"),
    ColumnHeader("cost", "What perfect predictions for its rows would win", sample=FINE),
    *GAINS,
    CHANCE,
)


class SliceTable(GroupTable[Slices]):
    """The groups of the chosen grouping.

    grouping: its index among those of the pair; by: its title.
    """

    grouping, by = 0, ""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, "sliceTable", "Slices", _HEADS, 3, parent)
        self.colour_gains(theme)
        self._found: Slices | None = None

    @property
    def source(self) -> str:
        """Each grouping has a clause of its own, so that groups of one can be looked at within a group of another."""
        return f"{super().source} {self.by}"

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Slices]:
        yield Progress(0.0, "Grouping rows")
        available = groupings(evaluation)
        return slices(evaluation, available[min(self.grouping, len(available) - 1)], among)

    def columns(self, evaluation: Evaluation, found: Slices) -> Sequence[GroupColumn]:
        self._found = found
        return (
            words(np.arange(len(found)), lambda line: found.name(line) or "(nothing)"),
            counts(found.rows),
            decimals(found.mean, evaluation.scores.decimals, found.mean_name),
            percents(found.share),
            decimals(found.cost, evaluation.scores.fine_decimals),
            *gains(found.perfect, found.won, evaluation),
            self.chances(evaluation, found.p),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        return self._found.clause(line) if self._found is not None else ""


class SlicesPanel(QWidget):
    """A choice of grouping, and its groups."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("slicesPanel")
        self._inspection = signals.inspection
        self._by = named(QComboBox(self), "sliceBy", "Group rows by", "What the rows of a group have in common")
        self._table = SliceTable(signals, theme, self)
        self._table.failed.connect(self.failed)
        self._table.filter_asked.connect(self.filter_asked)
        above = arrange(QHBoxLayout(), self._by, margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self), above, (self._table, 1), margins=(0, GRID, 0, 0), spacing=GRID)
        self._by.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._by.setMinimumContentsLength(GAP)
        signals.loaded.connect(self._list_groupings)
        if signals.inspection.is_open:
            self._list_groupings()
        self._by.currentIndexChanged.connect(self._group)

    def _list_groupings(self) -> None:
        """List the groupings of a new pair; keep the chosen one if the pair has one with that name."""
        before, names = self._by.currentText(), [grouping.title for grouping in groupings(self._inspection.evaluation)]
        with QSignalBlocker(self._by):
            self._by.clear()
            self._by.addItems(names)
            self._by.setCurrentIndex(names.index(before) if before in names else 0)
        self._group(self._by.currentIndex())

    def _group(self, index: int) -> None:
        self._table.grouping, self._table.by = max(0, index), self._by.itemText(max(0, index))
        self._table.refresh()
