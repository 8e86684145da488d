"""Every metric at once: its overall now, and how far the edits have moved it. A click makes it the metric in force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.overalls import Overall, overalls
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.analysis.group_model import AS_FOUND, Groups, Head
from inspector.ui.analysis.group_table import FINE, GroupTable, decimals, names
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import full, signed

_HEADS = (
    Head("metric", "The one in force stands first; a click on another puts that in force", words=True),
    Head("overall", "What the submission scores under it, edits included", sample=FINE),
    Head("by edits", "How far the edits have moved it", sample="▲ +0.000000"),
)
_DECIMALS = 6


class MetricsPanel(GroupTable[list[Overall]]):
    """One line a metric, of all rows whatever the filter. A metric without a cut-off leaves the others theirs."""

    metric_asked = Signal(Metric)

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        self._found: list[Overall] = []
        self._k: int | None = None
        super().__init__(signals, "metricsPanel", "Every metric", _HEADS, AS_FOUND, parent)
        signals.loaded.connect(self._forget_cut)
        signals.metric_changed.connect(self._note_cut)
        if signals.inspection.is_open:
            self._note_cut()

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[list[Overall]]:
        return overalls(evaluation, self._k)

    def columns(self, evaluation: Evaluation, found: list[Overall]) -> Sequence[Groups]:
        self._found = found
        moved = [line.now - line.base for line in found]
        return (
            names(
                [str(line.metric) for line in found],
                lambda line: f"{found[line].metric.formula}. {found[line].metric.source}",
            ),
            decimals(np.array([line.now for line in found]), _DECIMALS),
            Groups(np.array(moved), lambda line: signed(moved[line], _DECIMALS), lambda line: full(moved[line])),
        )

    def narrowing(self) -> tuple[Clause, ...]:
        return ()

    def clause(self, evaluation: Evaluation, line: int) -> str:
        return ""

    def _forget_cut(self) -> None:
        """Another pair: what the one before it was cut at says nothing about it."""
        self._k = None
        self._note_cut()

    def _note_cut(self) -> None:
        metric = self._inspection.metric
        self._k = metric.k if metric.takes_k else self._k

    def _show_rows(self, index: QModelIndex) -> None:
        metric = self._found[self._lines.line(index)].metric
        if metric != self._inspection.metric:
            self.metric_asked.emit(metric)
