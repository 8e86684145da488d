"""What each choice of a metric would do to this pair: why somebody else's number may differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric, open_scores
from inspector.core.task import Progress, Task


@dataclass(frozen=True)
class Effect:
    """One value of one choice. overall: under it, NaN when nothing is scored or it refuses; rows: how many rows score
    otherwise than now; refused: why it cannot be applied, or empty.
    """

    choice: str
    value: str
    metric: Metric
    overall: float
    rows: int
    refused: str = ""


def effects(evaluation: Evaluation) -> Task[list[Effect]]:
    """Score the pair under every value of every choice of its metric. A task: a value at each step."""
    found: list[Effect] = []
    values = [(name, value) for name, choice in evaluation.metric.choices().items() for value in choice.values]
    for number, (name, value) in enumerate(values):
        yield Progress(number / len(values), f"Trying {name}={value}")
        found.append(_effect(evaluation, name, value))
    return found


def _effect(evaluation: Evaluation, name: str, value: str) -> Effect:
    metric = evaluation.metric.replace(**{name: value})
    if metric == evaluation.metric:
        return Effect(name, value, metric, evaluation.scores.overall, 0)
    try:
        scores = open_scores(metric, evaluation.batch(evaluation.all_rows))
    except InputError as error:
        return Effect(name, value, metric, float("nan"), 0, str(error))
    now, then = evaluation.scores.row, scores.row
    same = (now == then) | (np.isnan(now) & np.isnan(then))
    return Effect(name, value, metric, scores.overall, int((~same).sum()))
