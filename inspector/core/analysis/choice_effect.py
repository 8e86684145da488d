"""The effect of each choice of the metric on the overall: explains why another tool may report another number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric, open_scores
from inspector.core.task import Progress, Task

# A sum of 1 that is off in its last bits changes no score that anybody sees.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Effect:
    """The effect of one value of a choice. overall: under it, NaN if no row is scored or it does not apply; rows: the
    number of rows whose score changes; refused: why it does not apply, or empty.
    """

    choice: str
    value: str
    metric: Metric
    overall: float
    rows: int
    refused: str = ""


def effects(evaluation: Evaluation) -> Task[list[Effect]]:
    """A task that scores the pair under every value of every choice, one value a step."""
    found: list[Effect] = []
    values = [(name, value) for name, choice in evaluation.choices.items() for value in choice.values]
    for number, (name, value) in enumerate(values):
        yield Progress(number / len(values), f"Trying {name}={value}")
        found.append(_effect(evaluation, name, value))
    return found


def _effect(evaluation: Evaluation, name: str, value: str) -> Effect:
    is_now = evaluation.metric.value(name) == value  # a direction also without having been chosen
    metric = evaluation.metric if is_now else evaluation.metric.replace(**{name: value})
    # What is better changes no score; a host's metric has no other choice.
    if metric == evaluation.metric or not evaluation.scores.tells_losses:
        return Effect(name, value, metric, evaluation.scores.overall, 0)
    try:
        scores = open_scores(metric, evaluation.batch(evaluation.all_rows))
    except InputError as error:
        return Effect(name, value, metric, float("nan"), 0, str(error))
    before, after = evaluation.scores.row, scores.row
    same = np.isclose(before, after, rtol=_ROUNDING, atol=_ROUNDING, equal_nan=True)
    return Effect(name, value, metric, scores.overall, int((~same).sum()))
