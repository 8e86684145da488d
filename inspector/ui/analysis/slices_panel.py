"""The slices panel: groups of rows with their score and loss. A click on a group shows its rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.slices.every import MOST_GROUPS, NO_TEXT, every_slice
from inspector.core.analysis.slices.grouping import crossed, groupings, usual_grouping
from inspector.core.analysis.slices.slices import Slices, slices
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import is_compared
from inspector.core.figures import signed as signed_figure
from inspector.core.figures import signed_share
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
        "excess",
        "Share of the cost minus share of the scored rows: above 0, its rows cost more than others do, so that the "
        "worst group for its size comes first",
        sample="+00.0%",
    ),
    ColumnHeader(
        "bias",
        "Mean of prediction − truth, by weight where the metric weighs rows: "
        "below 0 its rows are predicted too low, above 0 too high; of several numbers "
        "a row, that of the number that is furthest off, measured by its usual error",
        sample="▲ +0.0000",
    ),
    ColumnHeader("cost", "What perfect predictions for its rows would win", sample=FINE),
    *GAINS,
    CHANCE,
)
_BASELINE, _EXCESS, _BIAS = 3, 5, 6
_NO_OTHER = "not split further"
# In place of the index of a grouping.
_EVERY, _EVERY_NAME = -1, "every column"
_EVERY_TIP = f"The groups of each column by itself, of columns with at most {MOST_GROUPS} groups"
# With more rows times columns, counting every column takes seconds: then the panel begins with one.
_MOST_AT_FIRST = 4_000_000


class SliceTable(GroupTable[Slices]):
    """The groups of the chosen grouping.

    grouping: its index among those of the pair, -1 for the groups of every one; other: the index of one that is crossed
    with it, -1 for none; by: the title of both.
    """

    grouping, other, by = 0, -1, ""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, "sliceTable", "Slices", _HEADS, _EXCESS, parent)
        self.colour_gains(theme)
        self._found: Slices | None = None

    @property
    def source(self) -> str:
        """Each grouping has a clause of its own, so that groups of one can be looked at within a group of another."""
        return f"{super().source} {self.by}"

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Slices]:
        yield Progress(0.0, "Grouping rows")
        available = groupings(evaluation)
        if self.grouping == _EVERY:
            return (yield from every_slice(evaluation, among))
        chosen = available[min(self.grouping, len(available) - 1)]
        if 0 <= self.other < len(available):
            chosen = crossed(chosen, available[self.other])
        return slices(evaluation, chosen, among)

    def work_size(self, evaluation: Evaluation) -> int:
        return super().work_size(evaluation) * (len(groupings(evaluation)) if self.grouping == _EVERY else 1)

    def columns(self, evaluation: Evaluation, found: Slices) -> Sequence[GroupColumn]:
        self._found = found
        self.setColumnHidden(_BIAS, found.bias is None)
        self.setColumnHidden(_BASELINE, not is_compared(evaluation))
        return (
            words(np.arange(len(found)), lambda line: found.name(line) or NO_TEXT),
            counts(found.rows),
            decimals(found.mean, evaluation.scores.decimals, found.mean_name),
            decimals(found.baseline, evaluation.scores.decimals),
            percents(found.share),
            figures(found.excess, signed_share),
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
        self._inspection, self._usual = signals.inspection, _EVERY
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
        """List the groupings of a new pair; keep one that was chosen if the pair has one with this title."""
        evaluation, before = self._inspection.evaluation, self._by.currentText()
        is_chosen = self._by.count() > 0 and self._by.currentData() != self._usual
        self._usual = _usual(evaluation)
        with QSignalBlocker(self._by):
            self._by.clear()
            if evaluation.table.extra:
                self._by.addItem(_EVERY_NAME, _EVERY)
                self._by.setItemData(0, _EVERY_TIP, Qt.ItemDataRole.ToolTipRole)
            for index, grouping in enumerate(groupings(evaluation)):
                self._by.addItem(grouping.title, index)
            known = self._by.findText(before) if is_chosen else -1
            self._by.setCurrentIndex(known if known >= 0 else self._by.findData(self._usual))
        self._choose_first()

    def _choose_first(self) -> None:
        """List the groupings that split those of the first further: all others; keep the chosen one if it does."""
        first, before = self._by.currentIndex(), self._and.currentText()
        with QSignalBlocker(self._and):
            self._and.clear()
            self._and.addItem(_NO_OTHER, -1)
            for index in range(self._by.count()):
                if index != first and self._by.itemData(index) != _EVERY:
                    self._and.addItem(f"and {self._by.itemText(index)}", self._by.itemData(index))
            self._and.setCurrentIndex(max(0, self._and.findText(before)))
        self._and.setDisabled(self._by.currentData() == _EVERY)
        self._group()

    def _group(self) -> None:
        self._table.grouping, self._table.other = self._by.currentData(), self._and.currentData()
        texts = [self._by.currentText(), *([self._and.currentText()] if self._table.other >= 0 else [])]
        if self._table.by != (by := " ".join(texts)):
            self._table.by = by
            self._table.clear_lines()
        self._table.refresh()


def _usual(evaluation: Evaluation) -> int:
    """The grouping to begin with: every column, where there are some and not too much to count."""
    size = len(evaluation.table) * len(groupings(evaluation))
    return _EVERY if evaluation.table.extra and size <= _MOST_AT_FIRST else usual_grouping(evaluation)
