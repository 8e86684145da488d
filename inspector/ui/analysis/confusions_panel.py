"""The confusions panel: pairs of a truth label and a wrong prediction. A click on a pair shows its rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.confusion import (
    NONE,
    UNLISTED,
    Against,
    By,
    Pairs,
    confusions,
    pair_clause,
    usual_against,
)
from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import AMONG, FINE, GAINS, counts, decimals, words
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

MOST = 500
_HEADS = (
    ColumnHeader("true", "A truth label; (none): rows without truth", words=True),
    ColumnHeader(
        "predicted", "The wrong label; (none): nothing is predicted; (not in list): other labels are", words=True
    ),
    ColumnHeader("rows", f"How many rows have this pair {AMONG}"),
    ColumnHeader("cost", "The costs of those rows, added up", sample=FINE),
    GAINS[0],
)
# Columns whose sort order decides which pairs are found.
_SORTS: dict[int, By] = {2: "rows", 3: "cost"}
_PAIRINGS: tuple[tuple[str, Against, str], ...] = (
    ("wrong at rank 1", "top", "Each truth label of a row against the row's first prediction"),
    (
        "wrong predictions before the first hit",
        "before",
        "Each truth label of a row against every wrong label ranked before the row's first hit",
    ),
    (
        "rows without a hit",
        "nothing",
        "Truth labels that their rows do not predict, and first predictions of rows without truth",
    ),
    (
        "missed and wrong, in any order",
        "missed",
        "Each truth label that a row misses against every wrong label that it predicts, at whatever rank",
    ),
)


class ConfusionTable(GroupTable[Pairs]):
    """The pairs with the highest cost or, when sorted by rows, with the most rows."""

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        self.against: Against = "top"
        self.by: By = "cost"
        self.found: Pairs | None = None
        super().__init__(signals, "confusionTable", "Confusions", _HEADS, 3, parent)
        self.horizontalHeader().sortIndicatorChanged.connect(self._sorted)

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Pairs]:
        return confusions(evaluation, self.against, self.by, MOST, among)

    def columns(self, evaluation: Evaluation, found: Pairs) -> Sequence[GroupColumn]:
        self.found = found
        vocab, ranks = evaluation.table.vocab, np.append(evaluation.table.vocab.ranks(), [-2, -1])

        overall = evaluation.scores.overall if evaluation.scores.tells_gains else np.nan

        def named(codes: Ints) -> GroupColumn:
            # Negative codes (no label) index from the end of `ranks`, and sort before every label.
            return words(ranks[codes], lambda line: _NO_LABEL.get(int(codes[line])) or vocab.text(int(codes[line])))

        return (
            named(found.true),
            named(found.predicted),
            counts(found.rows),
            decimals(found.cost, evaluation.scores.fine_decimals),
            decimals(overall + evaluation.metric.improvement(found.cost), max(6, evaluation.scores.fine_decimals)),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        if self.found is None:
            return ""
        return pair_clause(evaluation, self.against, int(self.found.true[line]), int(self.found.predicted[line]))

    def _sorted(self, section: int) -> None:
        """Find the pairs again when another column decides which they are, unless all pairs are listed already."""
        by = _SORTS.get(section)
        if by is not None and by != self.by:
            self.by = by
            if self.found is None or len(self.found) >= MOST:
                self.refresh()
            else:
                self.filled.emit()


_NO_LABEL = {NONE: "(none)", UNLISTED: "(not in list)"}


class ConfusionsPanel(QWidget):
    """A choice of what counts as a confusion, the pairs, and their number."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("confusionsPanel")
        self._inspection, self._usual = signals.inspection, _PAIRINGS[0][1]
        # Before the table counts after the same change.
        for signal in (signals.loaded, signals.metric_changed):
            signal.connect(self._follow_metric)
        self._table = ConfusionTable(signals, self)
        self._table.failed.connect(self.failed)
        self._table.filter_asked.connect(self.filter_asked)
        self._against = self._chooser()
        self._count_label = PlainLabel(self, name="confusionWords", quiet=True)
        self._count_label.setContentsMargins(GAP, 0, GAP, GRID)
        above = arrange(QHBoxLayout(), self._against, margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self), above, (self._table, 1), self._count_label, margins=(0, GRID, 0, 0), spacing=GRID)
        self._table.filled.connect(self._show_count)
        self._against.currentIndexChanged.connect(self._choose)
        self._follow_metric()

    def _chooser(self) -> QComboBox:
        hint = "Which wrong predictions the truth labels are paired with"
        chooser = named(QComboBox(self), "confusionAgainst", "Pair truth labels with", hint)
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        chooser.setMinimumContentsLength(GAP)
        for index, (title, against, hint) in enumerate(_PAIRINGS):
            chooser.addItem(title, against)
            chooser.setItemData(index, hint, Qt.ItemDataRole.ToolTipRole)
        return chooser

    def _choose(self) -> None:
        self._table.against = self._against.currentData()
        self._table.refresh()

    def _follow_metric(self) -> None:
        """Pair what is usual for the metric when that becomes another; what the user chose stays until then."""
        usual = usual_against(self._inspection.metric) if self._inspection.is_open else self._usual
        if usual != self._usual:
            self._usual = usual
            self._against.setCurrentIndex(self._against.findData(usual))

    def _show_count(self) -> None:
        found = 0 if self._table.found is None else len(self._table.found)
        order = "with the most rows" if self._table.by == "rows" else "with the highest cost"
        every = f"all {found:,} pairs" if found > 1 else "the only pair" if found else "no such pair"
        self._count_label.setText(f"the {found:,} pairs {order}" if found >= MOST else every)
