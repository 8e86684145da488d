"""The targets panel: each of several numbers to predict with its own score, and what it costs the overall."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.numbers.targets import Targets, targets
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import AMONG, counts, decimals, figures, names
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import signed
from inspector.ui.widgets.theme import Theme

_HEADS = (
    ColumnHeader("target", "A number to predict of each row; a click shows it in the plots", words=True),
    ColumnHeader("score", f"The metric of this number alone {AMONG}", sample="0.0000"),
    ColumnHeader("cost", f"What perfect predictions of this number would win {AMONG}", sample="0.000000"),
    ColumnHeader(
        "bias",
        f"The mean of prediction − truth {AMONG}, by weight where the metric weighs rows",
        sample="▲ +0.0000",
    ),
    ColumnHeader(
        "",
        "How far the metric of this number is above that in {baseline}, in the colour of what is better or worse",
        sample="▲ +0.000000",
        compares=True,
    ),
    ColumnHeader("rows", f"How many rows have a prediction and a truth {AMONG}"),
)
_COST = 2


class TargetsPanel(GroupTable[Targets]):
    """One line for each number of a row, the costliest first. A click shows it in the plots."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, "targetTable", "Targets", _HEADS, _COST, parent)
        self.colour_gains(theme)
        self._choose, self._names = signals.target_chosen.emit, tuple[str, ...]()

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Targets]:
        return targets(evaluation, among)

    def columns(self, evaluation: Evaluation, found: Targets) -> Sequence[GroupColumn]:
        self._names = found.names
        places = max(6, evaluation.scores.fine_decimals)
        improved = evaluation.metric.improvement(found.won)
        return (
            names(found.names, found.names.__getitem__),
            decimals(found.overall, evaluation.scores.decimals, evaluation.metric.label),
            decimals(found.cost, places),
            figures(found.bias, lambda value: signed(value, evaluation.scores.decimals)),
            figures(found.won, lambda value: signed(value, places), gains=improved),
            counts(found.rows),
        )

    def _show_rows(self, index: QModelIndex) -> None:
        if self._is_of_open_pair:
            self._choose(self._names[self._lines.line(index)])

    def work_size(self, evaluation: Evaluation) -> int:
        return 2 * len(evaluation.table) * evaluation.table.truth.longest
