"""Asks for further metrics, which become columns of the table and lines of the panel of metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import fill
from typing import Protocol

from PySide6.QtWidgets import QInputDialog, QWidget

from inspector.core.analysis.numbers.outcomes import has_outcomes
from inspector.core.analysis.trec_eval import trec_eval
from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.fit.fitted import fitted
from inspector.core.evaluation.further import parse_metrics
from inspector.core.metrics import Metric
from inspector.core.query import QueryError

_LETTERS = 90
_QUESTION = "Metrics to show as columns, such as  "


class Show(Protocol):
    """Scores the rows under the metrics that each of `choices` gives when it is its turn."""

    def __call__(
        self, *choices: Callable[[], Sequence[Metric]], failed: Callable[[Exception], object] | None = None
    ) -> None: ...


def ask_metric_columns(inspection: Inspection, show: Show, parent: QWidget) -> None:
    """Ask for the metrics until they can be read, or the user cancels; for qrels and a run, trec_eval's are offered."""
    shown = " ".join(inspection.evaluation.further.by_metric)
    usual = None if shown else trec_eval(inspection.evaluation)
    text = shown if usual is None else " ".join(map(str, usual.metrics.values()))
    first = question = _QUESTION + _examples(inspection.evaluation)
    while True:
        text, is_accepted = QInputDialog.getText(parent, "Metric columns", question, text=text)
        if not is_accepted:
            return
        try:
            show_metric_columns(inspection, show, parse_metrics(text))
            return
        except InputError as error:
            # The dialog is as wide as its longest line.
            question = f"{first}\n{fill(f'⚠ {error}', _LETTERS)}"


def _examples(evaluation: Evaluation) -> str:
    """A few metrics that fit what is predicted."""
    if not evaluation.table.kind.names_labels:
        return "auc logloss brier" if has_outcomes(evaluation) else "mae rmse r2"
    return "mbrier accuracy@1 map@3" if evaluation.pair.has_class_columns else "ndcg@10 mrr recall@100"


def show_metric_columns(inspection: Inspection, show: Show, metrics: Sequence[Metric]) -> None:
    """Show the columns of these metrics, and no others; one that does not fit is refused alone, and said."""
    wanted = [fitted(metric, inspection.evaluation.pair) for metric in metrics]

    def shown_or(new: Metric | None) -> list[Metric]:
        shown = inspection.evaluation.further.metrics
        return [metric for metric in wanted if metric in shown or metric == new]

    def add_each(error: Exception) -> None:
        shown = inspection.evaluation.further.metrics
        # Where the filter needs a column that is to go, none fits.
        new = [] if isinstance(error, QueryError) else [metric for metric in wanted if metric not in shown]
        show(*(partial(shown_or, metric) for metric in (None, *new)))

    show(lambda: wanted, failed=add_each)
