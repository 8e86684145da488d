"""The overall under all metrics at once: an edit that gains under one metric may lose under another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import FAMILIES, Batch, Metric, open_scores
from inspector.core.task import Progress, Task


@dataclass(frozen=True)
class Overall:
    """The overall under a metric, with edits and as loaded; NaN when no row is scored."""

    metric: Metric
    now: float
    base: float


def overalls(evaluation: Evaluation, k: int | None) -> Task[list[Overall]]:
    """A task that scores all applicable metrics, the current one first, the others cut at k."""
    found, others = (
        [Overall(evaluation.metric, evaluation.scores.overall, evaluation.base.overall)],
        list(_others(evaluation, k)),
    )
    for number, metric in enumerate(others):
        yield Progress(number / len(others), f"Scoring {metric}")
        try:
            found.append(_scored(evaluation, metric))
        except InputError:
            continue  # does not apply to these files
    return found


def _scored(evaluation: Evaluation, metric: Metric) -> Overall:
    table = evaluation.table
    base = open_scores(metric, Batch(table.truth, table.predictions, table.submitted, table.ties)).overall
    if not len(evaluation.overlay):
        return Overall(metric, base, base)
    return Overall(metric, open_scores(metric, evaluation.batch(evaluation.all_rows)).overall, base)


def _others(evaluation: Evaluation, k: int | None) -> Iterator[Metric]:
    """The default metric of each family, cut at k if it usually is, with each value of `average`."""
    for family in FAMILIES.values():
        if family.needs_confidence and evaluation.table.predictions.weights is None:
            continue
        plain = family(k=k if family.takes_k and family.usually_cut else None)
        averages = plain.choices()["average"].values if "average" in plain.choices() else ()
        for metric in [plain.replace(average=average) for average in averages] or [plain]:
            if metric != evaluation.metric:
                yield metric
