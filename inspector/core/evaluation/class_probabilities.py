"""How probable classes are, the true one and any other, where a submission has a probability for each class."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.numbers import NEAR_SUM
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics.classes.probabilities import ClassLoss, MultiLogLoss

# Under a metric that does not say what becomes of probabilities that do not add up to 1.
_AS_GIVEN = MultiLogLoss(sums="as-they-are")


def has_class_probabilities(evaluation: Evaluation) -> bool:
    """Whether each row has a probability for each class, or the metric scores them."""
    return evaluation.pair.has_class_columns or evaluation.metric.scores_class_probabilities


def is_of_one_class(evaluation: Evaluation) -> bool:
    """Whether each row has a probability for each class, and is of one of them at most."""
    return evaluation.pair.has_class_columns and evaluation.table.truth.longest <= 1


def true_probabilities(evaluation: Evaluation, rows: Ints) -> Floats:
    """float64 (r,): the probability of the true class of rows, of several their mean, 0 where it is not listed.

    NaN without truth, and where there are no probabilities of classes.
    """
    if not has_class_probabilities(evaluation):
        return np.full(len(rows), np.nan)
    metric = evaluation.metric if isinstance(evaluation.metric, ClassLoss) else _AS_GIVEN
    return metric.true_probabilities(evaluation.batch(rows))


def highest_probabilities(evaluation: Evaluation) -> Callable[[Ragged], Floats]:
    """A column of predictions, float64 (n,): the highest number of each, NaN for none, as the metric scores it."""
    scored = _as_scored(evaluation)
    return lambda lists: scored(lists, lists.by_weight().first_weights())


def probabilities_of(evaluation: Evaluation, code: int) -> Callable[[Ragged], Floats]:
    """A column of predictions, float64 (n,): the probability of one class, 0 where it is not listed, NaN for none.

    As the metric scores it.
    """
    scored = _as_scored(evaluation)

    def found(lists: Ragged) -> Floats:
        at, values = np.flatnonzero(lists.codes == code), np.where(lists.lengths > 0, 0.0, np.nan)
        values[lists.list_of(at)] = 1.0 if lists.weights is None else lists.weights[at]
        return scored(lists, values)

    return found


def _as_scored(evaluation: Evaluation) -> Callable[[Ragged, Floats], Floats]:
    """One number of each prediction as the metric scores it.

    It is over the sum of all of them, if the metric divides by it and this is not 1, by more than rounding.
    """
    metric = evaluation.metric
    divides = isinstance(metric, ClassLoss) and metric.sums != "as-they-are"

    def scored(lists: Ragged, values: Floats) -> Floats:
        sums = lists.weight_sums if divides else np.ones(len(lists))
        is_off = (sums > 0) & (np.abs(sums - 1) > NEAR_SUM)
        return np.where(is_off, values / np.where(is_off, sums, 1.0), values)

    return scored
