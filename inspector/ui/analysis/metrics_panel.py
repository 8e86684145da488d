"""The metrics panel: the overall of every metric, and its change by the edits. A click selects the metric."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.overalls import Overall, overalls
from inspector.core.analysis.trec_eval import trec_eval
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import FINE, decimals, figures, names
from inspector.ui.analysis.group_model import AS_FOUND, ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import signed
from inspector.ui.widgets.theme import Theme

_HEADS = (
    ColumnHeader("metric", "The current metric comes first; a click on another selects it", words=True),
    ColumnHeader("overall", "Score of the submission under this metric, edits included", sample=FINE),
    ColumnHeader("by edits", "Change by the edits, in the colour of what is better or worse", sample="▲ +0.000000"),
)
_DECIMALS = 6


class MetricsPanel(GroupTable[list[Overall]]):
    """One line per metric, over all rows; further ones that the user chose first, then trec_eval's for qrels and a run.

    Under a metric without a cut-off, the others keep the last k.
    """

    metric_asked = Signal(Metric)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._found: list[Overall] = []
        self._k: int | None = None
        super().__init__(signals, "metricsPanel", "Every metric", _HEADS, AS_FOUND, parent)
        self.colour_gains(theme)
        signals.loaded.connect(self._reset_k)
        signals.metric_changed.connect(self._remember_k)
        signals.further_changed.connect(self.refresh)
        if signals.inspection.is_open:
            self._remember_k()

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[list[Overall]]:
        return overalls(evaluation, self._k)

    def columns(self, evaluation: Evaluation, found: list[Overall]) -> Sequence[GroupColumn]:
        self._found = found
        moved, usual = np.array([line.now - line.base for line in found]), trec_eval(evaluation)
        better = np.array([line.metric.improvement(line.now - line.base) for line in found])
        program = "" if usual is None else usual.command
        return (
            names(
                [f"{line.metric} · {program}: {line.measure}" if line.measure else str(line.metric) for line in found],
                lambda line: (
                    f"{found[line].metric.formula}. {found[line].metric.source}"
                    + (f". {found[line].measure} {usual}" if found[line].measure else "")
                ),
            ),
            decimals(np.array([line.now for line in found]), _DECIMALS),
            figures(moved, lambda value: signed(value, _DECIMALS), gains=better, none=""),
        )

    def other_clauses(self) -> tuple[Clause, ...]:
        return ()

    def _reset_k(self) -> None:
        """Forget the cut-off of the previous pair."""
        self._k = None
        self._remember_k()

    def _remember_k(self) -> None:
        metric = self._inspection.metric
        self._k = metric.k if metric.takes_k and metric.usually_cut else self._k

    def _show_rows(self, index: QModelIndex) -> None:
        metric = self._found[self._lines.line(index)].metric
        if metric != self._inspection.metric:
            self.metric_asked.emit(metric)
