"""The measures that trec_eval usually reports of a run, for qrels and a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric, open_scores, parse

_MEASURES = ("map", "ndcg_cut_10", "P_10", "recall_1000", "recip_rank")


@dataclass(frozen=True)
class TrecEval:
    """metrics: by the name of the measure in trec_eval; command: with the options that give these values; absent: the
    number of topics that the run lacks.
    """

    metrics: Mapping[str, Metric]
    command: str
    absent: int

    def __str__(self) -> str:
        """`as trec_eval -c -l2 computes it: 2 topics are not in the run and count 0`."""
        if not self.absent:
            return f"as {self.command} computes it"
        are, count = ("1 topic is", "counts") if self.absent == 1 else (f"{self.absent:,} topics are", "count")
        counted = f"and {count} 0" if "-c" in self.command else "and left out"
        return f"as {self.command} computes it: {are} not in the run {counted}"


def trec_eval(evaluation: Evaluation) -> TrecEval | None:
    """The usual measures of qrels and a run, None for other files.

    Grades count from the one of the current metric on, and absent topics are left out if it leaves them out.
    """
    if not evaluation.pair.is_retrieval:
        return None
    current, absent = evaluation.metric, int((~evaluation.overlay.submitted(evaluation.table)).sum())
    missing = "skip" if current.value("missing") == "skip" else "zero"
    metrics = {name: parse(name).replace(missing=missing) for name in _MEASURES}
    level = current.least_grade
    if level > 1:
        metrics = {
            name: metric.replace(relevant=str(level)) if "relevant" in metric.choices() else metric
            for name, metric in metrics.items()
        }
    options = [*(["-c"] if absent and missing == "zero" else []), *([f"-l{level}"] if level > 1 else [])]
    return TrecEval(metrics, " ".join(["trec_eval", *options]), absent)


def source_of(evaluation: Evaluation) -> str:
    """Who defined the metric, of qrels and a run with the options with which trec_eval gives this value."""
    usual, metric = trec_eval(evaluation), evaluation.metric
    if usual is None:
        return metric.source
    measures = {one: f"{usual.command}: {name}" for name, one in usual.metrics.items()}
    return measures.get(metric, metric.source.replace("trec_eval:", f"{usual.command}:"))


def whose_rule(evaluation: Evaluation) -> str:
    """Whose rule the metric follows: `Kaggle's`, `trec_eval -c's`."""
    usual, metric = trec_eval(evaluation), evaluation.metric
    if usual is None:
        return metric.whose
    return (
        f"{usual.command}'s" if metric in usual.metrics.values() else metric.whose.replace("trec_eval", usual.command)
    )


def trec_values(evaluation: Evaluation, measures: TrecEval) -> dict[str, float]:
    """The value of each measure, edits included."""
    batch = evaluation.batch(evaluation.all_rows)
    return {name: open_scores(metric, batch).overall for name, metric in measures.metrics.items()}
