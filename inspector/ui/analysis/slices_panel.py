"""The slices panel: groups of rows with their score and loss. A click on a group shows its rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.slices.grouping import crossed, groupings, usual_grouping
from inspector.core.analysis.slices.slices import Slices, slices
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import is_compared
from inspector.core.figures import signed as signed_figure
from inspector.core.query import Clause
from inspector.core.task import Progress, Task
from inspector.ui.analysis.group_columns import (
    AMONG,
    CHANCE,
    FINE,
    GAINS,
    counts,
    decimals,
    figures,
    gains,
    percents,
    words,
)
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import full_precision, one_line, signed
from inspector.ui.widgets.theme import GAP, GRID, Theme

_HEADS = (
    ColumnHeader("rows with", "What the rows of a group have in common; a click shows them", words=True),
    ColumnHeader("rows", f"How many rows the group has {AMONG}"),
    ColumnHeader("mean", "Mean score of its rows, or the metric of these rows alone where the overall is no mean"),
    ColumnHeader("baseline", "The same in {baseline}"),
    ColumnHeader("of cost", f"Share of the cost: what its rows lose, each by itself, of what all rows lose {AMONG}"),
    ColumnHeader(
        "bias",
        "Mean of prediction − truth: below 0 its rows are predicted too low, above 0 too high; of several numbers "
        "a row, that of the number that is furthest off, measured by its usual error",
        sample="▲ +0.0000",
    ),
    ColumnHeader("cost", "What perfect predictions for its rows would win", sample=FINE),
    *GAINS,
    CHANCE,
)
_BASELINE, _SHARE, _BIAS = 3, 4, 5
_NO_OTHER = "not split further"


class SliceTable(GroupTable[Slices]):
    """The groups of the chosen grouping.

    grouping: its index among those of the pair; other: the index of one that is crossed with it, -1 for none; by: the
    title of both.
    """

    grouping, other, by = 0, -1, ""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, "sliceTable", "Slices", _HEADS, _SHARE, parent)
        self.colour_gains(theme)
        self._found: Slices | None = None

    @property
    def source(self) -> str:
        """Each grouping has a clause of its own, so that groups of one can be looked at within a group of another."""
        return f"{super().source} {self.by}"

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Slices]:
        yield Progress(0.0, "Grouping rows")
        available = groupings(evaluation)
        chosen = available[min(self.grouping, len(available) - 1)]
        if 0 <= self.other < len(available):
            chosen = crossed(chosen, available[self.other])
        return slices(evaluation, chosen, among)

    def columns(self, evaluation: Evaluation, found: Slices) -> Sequence[GroupColumn]:
        self._found = found
        self.setColumnHidden(_BIAS, found.bias is None)
        self.setColumnHidden(_BASELINE, not is_compared(evaluation))
        return (
            words(np.arange(len(found)), lambda line: found.name(line) or "(nothing)"),
            counts(found.rows),
            decimals(found.mean, evaluation.scores.decimals, found.mean_name),
            decimals(found.baseline, evaluation.scores.decimals),
            percents(found.share),
            _biased(found, evaluation),
            decimals(found.cost, evaluation.scores.fine_decimals),
            *gains(found.perfect, found.won, evaluation),
            self.chances(evaluation, found.p),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        return self._found.clause(line) if self._found is not None else ""


def _biased(found: Slices, evaluation: Evaluation) -> GroupColumn:
    """The bias of each group; where rows have several numbers, with the name of the one that is furthest off."""
    places, bias = evaluation.scores.decimals, found.bias
    if bias is None or not any(bias.names):
        return figures(np.full(len(found), np.nan) if bias is None else bias.mean, lambda value: signed(value, places))

    def text(line: int) -> str:
        return f"{one_line(bias.names[line])} {signed_figure(float(bias.mean[line]))}"

    def whole(line: int) -> str:
        return f"{bias.names[line]} {full_precision(float(bias.mean[line]))}"

    return GroupColumn(bias.relative, text, whole, whole=whole)


class SlicesPanel(QWidget):
    """A choice of one or two groupings, and their groups."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("slicesPanel")
        self._inspection = signals.inspection
        self._by = named(QComboBox(self), "sliceBy", "Group rows by", "What the rows of a group have in common")
        self._and = named(QComboBox(self), "sliceAnd", "And by", "Split each group by another column, too")
        self._table = SliceTable(signals, theme, self)
        self._table.failed.connect(self.failed)
        self._table.filter_asked.connect(self.filter_asked)
        above = arrange(QHBoxLayout(), (self._by, 1), (self._and, 1), margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self), above, (self._table, 1), margins=(0, GRID, 0, 0), spacing=GRID)
        for chooser in (self._by, self._and):
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chooser.setMinimumContentsLength(GAP)
        signals.loaded.connect(self._list_groupings)
        if signals.inspection.is_open:
            self._list_groupings()
        self._by.currentIndexChanged.connect(self._choose_first)
        self._and.currentIndexChanged.connect(self._group)

    def _list_groupings(self) -> None:
        """List the groupings of a new pair; keep the chosen ones if the pair has some with these names."""
        titles = [grouping.title for grouping in groupings(self._inspection.evaluation)]
        before, usual = self._by.currentText(), usual_grouping(self._inspection.evaluation)
        with QSignalBlocker(self._by):
            self._by.clear()
            self._by.addItems(titles)
            self._by.setCurrentIndex(titles.index(before) if before in titles else usual)
        self._choose_first()

    def _choose_first(self) -> None:
        """List the groupings that split those of the first further: all others; keep the chosen one if it does."""
        first, before = max(0, self._by.currentIndex()), self._and.currentText()
        with QSignalBlocker(self._and):
            self._and.clear()
            self._and.addItem(_NO_OTHER, -1)
            for index in range(self._by.count()):
                if index != first:
                    self._and.addItem(f"and {self._by.itemText(index)}", index)
            self._and.setCurrentIndex(max(0, self._and.findText(before)))
        self._group()

    def _group(self) -> None:
        self._table.grouping, self._table.other = max(0, self._by.currentIndex()), self._and.currentData()
        texts = [self._by.currentText(), *([self._and.currentText()] if self._table.other >= 0 else [])]
        self._table.by = " ".join(texts)
        self._table.refresh()
