"""What some rows score by themselves: their mean, or the metric of these rows where the overall is no mean."""

from __future__ import annotations

from functools import partial

from inspector.core.arrays.types import Ints
from inspector.core.evaluation.evaluation import Evaluation


def alone(
    evaluation: Evaluation, rows: Ints, mean: float | None = None, *, most: int | None = None
) -> tuple[str, float]:
    """The name of what is told, and its value for distinct rows; NaN when none of them is scored.

    mean: their mean score, if it is known; most: of more rows than this, the mean is told where the metric of these
    rows has to be counted; None for any.
    """
    scores = evaluation.scores
    if scores.of_mean is None and scores.tells_parts and (most is None or len(rows) <= most):
        return evaluation.metric.label, scores.part(rows, partial(evaluation.batch, rows))
    value = scores.mean(rows) if mean is None else mean
    return scores.mean_name, value if scores.of_mean is None else scores.of_mean(value)
