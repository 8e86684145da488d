"""What each choice of a metric would do to this pair: why somebody else's number may differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.document.state import State
from inspector.core.errors import InputError
from inspector.core.metrics import Metric
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


def effects(state: State) -> Task[list[Effect]]:
    """Score the pair under every value of every choice of its metric. A task: a value at each step."""
    found: list[Effect] = []
    values = [(name, value) for name, choice in state.metric.choices().items() for value in choice.values]
    for number, (name, value) in enumerate(values):
        yield Progress(number / len(values), f"Trying {name}={value}")
        found.append(_effect(state, name, value))
    return found


def _effect(state: State, name: str, value: str) -> Effect:
    metric = state.metric.replace(**{name: value})
    if metric == state.metric:
        return Effect(name, value, metric, state.scores.overall, 0)
    try:
        scores = metric.open(state.batch(state.all_rows))
    except InputError as error:
        return Effect(name, value, metric, float("nan"), 0, str(error))
    now, then = state.scores.row, scores.row
    same = (now == then) | (np.isnan(now) & np.isnan(then))
    return Effect(name, value, metric, scores.overall, int((~same).sum()))
