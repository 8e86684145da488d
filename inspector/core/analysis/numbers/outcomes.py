"""What came true, and how probable it was said to be; and which pictures of numbers fit an evaluation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.analysis.numbers.levels import levels
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.edits import Column
from inspector.core.data.numbers import values_of
from inspector.core.evaluation.class_probabilities import highest_probabilities, is_of_one_class
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import of_number
from inspector.core.metrics import Metric
from inspector.core.query.labels import predicted


def outcomes(evaluation: Evaluation, number: int, rows: Ints | None = None) -> tuple[Floats, Floats]:
    """float64 (r,) each: 0 or 1, and the predicted probability of rows, by default of all; NaN for none.

    Of numbers, one of those of each row. Of labels: whether the one with the highest probability is right, or whether
    the only one there is, yes, is that of the truth.
    """
    table = evaluation.table
    if not table.kind.names_labels:
        return of_number(evaluation, number, rows)
    truth = table.truth if rows is None else table.truth.take(rows)
    lists = None if rows is None else evaluation.predictions(rows)

    def now(column: Callable[[Ragged], Column]) -> Column:
        return predicted(evaluation, column) if lists is None else column(lists)

    known = now(lambda lists: lists.lengths.copy()) > 0
    if is_of_best(evaluation):
        known &= truth.lengths == 1
    likeliest = now(lambda lists: lists.by_weight().first_codes())
    return np.where(known, truth.first_codes() == likeliest, np.nan), now(highest_probabilities(evaluation))


def is_of_best(evaluation: Evaluation) -> bool:
    """Whether the probabilities are the highest one of each row, of several classes."""
    return evaluation.table.kind.names_labels and not evaluation.pair.is_yes_or_no


def has_numbers(evaluation: Evaluation) -> bool:
    """Whether predictions are numbers."""
    return not evaluation.table.kind.names_labels


def has_outcomes(evaluation: Evaluation) -> bool:
    """Whether the true numbers are yes or no, as 1 and 0: then predictions order rows by how probable a yes is."""
    return has_numbers(evaluation) and bool(_are_outcomes(values_of(evaluation.table.truth)).all(axis=0).any())


def has_probabilities(evaluation: Evaluation) -> bool:
    """Whether predictions are probabilities: of a yes, or of each class where a row is of one."""
    table = evaluation.table
    if not table.kind.names_labels:
        return has_outcomes(evaluation)
    return is_of_one_class(evaluation) and are_probabilities(predicted(evaluation, Ragged.first_weights))


def has_levels(evaluation: Evaluation) -> bool:
    """Whether both sides are few whole numbers, as they are scored."""
    return has_numbers(evaluation) and levels(*as_scored(evaluation)) is not None


def as_scored(evaluation: Evaluation) -> tuple[Floats, Floats]:
    """float64 (n,) each: the first true and predicted number of each row, rounded where the metric does that."""
    truth, predicted = of_number(evaluation, 0)
    return truth, np.rint(predicted) if rounds(evaluation.metric) else predicted


def rounds(metric: Metric) -> bool:
    """Whether a metric rounds predictions to whole numbers, halves to even ones."""
    return "rounding" in metric.choices() and metric.value("rounding") == "nearest"


def divides_by_truth(metric: Metric) -> bool:
    """Whether a metric divides errors by the truth, and by next to nothing where that is 0."""
    return "zeros" in metric.choices() and metric.value("zeros") == "tiny"


def is_outcome(truth: Floats) -> bool:
    """Whether numbers, (n,), are all 0, 1 or NaN, and some are known."""
    return bool(_are_outcomes(truth).all()) and not bool(np.isnan(truth).all())


def are_probabilities(predicted: Floats) -> bool:
    """Whether numbers, (n,), are all from 0 to 1, or NaN."""
    low, high = np.nanmin(predicted, initial=0.0), np.nanmax(predicted, initial=1.0)
    return bool(low >= 0 and high <= 1)


def _are_outcomes(truth: Floats) -> Bools:
    are: Bools = (truth == 0) | (truth == 1) | np.isnan(truth)
    return are
