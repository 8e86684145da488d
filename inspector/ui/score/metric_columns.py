"""Asks for further metrics, which become columns of the table and lines of the panel of metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QInputDialog, QWidget

from inspector.core.analysis.trec_eval import trec_eval
from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.further import parse_metrics
from inspector.core.metrics import Metric

_QUESTION = "Metrics to show as columns, such as  ndcg@10 mrr recall@100"


def ask_metric_columns(inspection: Inspection, choose: Callable[[Sequence[Metric]], object], parent: QWidget) -> None:
    """Ask for the metrics until they can be read, or the user cancels; for qrels and a run, trec_eval's are offered."""
    shown = " ".join(inspection.evaluation.further.by_metric)
    usual = None if shown else trec_eval(inspection.evaluation)
    text, question = shown if usual is None else " ".join(map(str, usual.metrics.values())), _QUESTION
    while True:
        text, is_accepted = QInputDialog.getText(parent, "Metric columns", question, text=text)
        if not is_accepted:
            return
        try:
            choose(parse_metrics(text))
            return
        except InputError as error:
            question = f"{_QUESTION}\n⚠ {error}"
