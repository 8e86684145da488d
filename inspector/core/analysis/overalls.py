"""What the pair scores under every metric at once: an edit that wins points under one may lose them under another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import FAMILIES, Batch, Metric, open_scores
from inspector.core.task import Progress, Task


@dataclass(frozen=True)
class Overall:
    """A metric with its overall now, and of the files as loaded; NaN when nothing is scored."""

    metric: Metric
    now: float
    base: float


def overalls(evaluation: Evaluation, k: int | None) -> Task[list[Overall]]:
    """Every metric that the pair allows, the one in force first, the others cut at k; a task: a value at each step."""
    found, asked = (
        [Overall(evaluation.metric, evaluation.scores.overall, evaluation.base.overall)],
        list(_others(evaluation, k)),
    )
    for number, metric in enumerate(asked):
        yield Progress(number / len(asked), f"Scoring {metric}")
        try:
            found.append(_scored(evaluation, metric))
        except InputError:
            continue  # it refuses what these files hold
    return found


def _scored(evaluation: Evaluation, metric: Metric) -> Overall:
    table = evaluation.table
    base = open_scores(metric, Batch(table.truth, table.predictions, table.submitted, table.ties)).overall
    if not len(evaluation.overlay):
        return Overall(metric, base, base)
    return Overall(metric, open_scores(metric, evaluation.batch(evaluation.all_rows)).overall, base)


def _others(evaluation: Evaluation, k: int | None) -> Iterator[Metric]:
    """Each family as contests use it, cut at k where it takes one, with every way to make an overall of rows."""
    for family in FAMILIES.values():
        if family.needs_confidence and evaluation.table.predictions.weights is None:
            continue
        plain = family(k=k if family.takes_k else None)
        ways = plain.choices()["average"].values if "average" in plain.choices() else ()
        for metric in [plain.replace(average=way) for way in ways] or [plain]:
            if metric != evaluation.metric:
                yield metric
