"""Why numbers have no score, or some of their columns no part in it: true values all alike, and weights of 0."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.files.problem import Problem
from inspector.core.metrics.numbers.auc_scores import AUCScores
from inspector.core.metrics.numbers.base import NumberMetric
from inspector.core.metrics.numbers.weights import weights_of

_EXAMPLES = 3


def why_unscored(evaluation: Evaluation) -> str:
    """Why there is no overall, `AUC needs rows of both classes; all true values are 1`; empty where there is one."""
    scores = evaluation.scores
    if not scores.counted:
        return _one_class(scores) or "no row is scored"
    return "all weights are 0" if np.isnan(scores.known_overall) and _weigh_nothing(evaluation) else ""


def unscored(evaluation: Evaluation) -> Iterator[Problem]:
    """The problems of numbers that the metric cannot score, which are those of the truth."""
    scores = evaluation.scores
    if isinstance(scores, AUCScores) and len(alike := np.flatnonzero(_alike(scores))):
        if why := _one_class(scores):
            yield Problem("one-class", "truth", len(evaluation.table), why, "no row is scored, so there is no score")
        else:
            yield _left_out(evaluation, scores, alike)
    elif why_unscored(evaluation) == "all weights are 0":
        column, rows = evaluation.metric.argument("weight"), len(evaluation.table)
        words = "no row counts, so there is no score"
        yield Problem("zero-weights", "truth", rows, "all weights are 0", words, column=column)


def _left_out(evaluation: Evaluation, scores: AUCScores, alike: Ints) -> Problem:
    """The problem of some of several columns whose true values are alike."""
    named = tuple(names(evaluation)[at] for at in alike[:_EXAMPLES].tolist())
    message = f"the true values of {len(alike):,} columns are all alike"
    if len(alike) == 1:
        message = f"all true values of a column{_of_which(scores)} are {scores.classes[0][alike[0]] > 0:d}"
    words = "AUC needs rows of both classes, so that the score is the mean of the other columns"
    return Problem("one-class", "truth", len(alike), message, words, examples=named)


def _one_class(scores: object) -> str:
    """That no column has rows of both classes; empty where one has, and under other metrics."""
    if not isinstance(scores, AUCScores) or scores.counted or not _alike(scores).any():
        return ""
    needs, (ones, zeros) = "AUC needs rows of both classes", scores.classes
    if ones.any() and zeros.any():
        return f"{needs}; the true values of each column are all alike"
    return f"{needs}; all true values{_of_which(scores)} are {ones.any():d}"


def _alike(scores: AUCScores) -> Bools:
    """bool (c,): the columns with rows of only one class."""
    ones, zeros = scores.classes
    return np.asarray((ones > 0) != (zeros > 0))


def _of_which(scores: AUCScores) -> str:
    ones, zeros = scores.classes
    return "" if (ones + zeros == len(scores.row)).all() else " of rows with a prediction"


def _weigh_nothing(evaluation: Evaluation) -> bool:
    """Whether the metric weighs rows, by a column of nothing but 0."""
    metric = evaluation.metric
    if not isinstance(metric, NumberMetric):
        return False
    weights = weights_of(metric, evaluation.batch(evaluation.all_rows))
    return weights is not None and not weights.any()
