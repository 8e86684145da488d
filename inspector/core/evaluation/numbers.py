"""The numbers of rows, and how far predictions are off, where predictions are numbers; truths of any kind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.ragged import BLANK
from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.data.numbers import (
    are_probabilities,
    errors_of,
    furthest_places,
    logs_of,
    values_of,
    worst_errors,
)
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.open_bars import error_distribution
from inspector.core.evaluation.summary import Bars, bar_of_score
from inspector.core.metrics.numbers.scores import NumberScores


def numbers(evaluation: Evaluation, rows: Ints) -> tuple[Floats, Floats]:
    """float64 (r, c) each: the true and the currently predicted numbers of rows, NaN for none."""
    lists = evaluation.table.truth
    width = max(1, lists.longest)
    return values_of(lists.take(rows), width), values_of(evaluation.predictions(rows), width)


def errors(evaluation: Evaluation, rows: Ints, number: int | None = None) -> Floats:
    """float64 (r,): prediction − truth of a number, by default of each row's that is furthest off; NaN for none."""
    if number is None:
        return worst_errors(*numbers(evaluation, rows))
    truth, predicted = of_number(evaluation, number, rows)
    return errors_of(truth, predicted)


def log_errors(evaluation: Evaluation, rows: Ints, number: int | None = None) -> Floats:
    """float64 (r,): as `errors`, of the logarithms of 1 + number; numbers below 0 count as 0."""
    if number is None:
        return worst_errors(*map(logs_of, numbers(evaluation, rows)))
    return errors_of(*map(logs_of, of_number(evaluation, number, rows)))


def error_field(evaluation: Evaluation) -> str:
    """The field of the errors as the metric sees them: of the numbers, or of their logarithms."""
    return "log_error" if evaluation.metric.by_logs else "error"


def _as_scored(evaluation: Evaluation, rows: Ints, number: int | None) -> Floats:
    return (log_errors if evaluation.metric.by_logs else errors)(evaluation, rows, number)


def row_weights(evaluation: Evaluation) -> Floats | None:
    """float64 (n,): the weights by which a metric of numbers counts the rows; None for all alike."""
    scores = evaluation.scores
    return scores.weights if isinstance(scores, NumberScores) else None


def furthest(evaluation: Evaluation, rows: Ints) -> Codes:
    """int32 (r,): the code of the number of each row that is furthest off, -1 where none is known."""
    truth, predicted = numbers(evaluation, rows)
    at, is_none = furthest_places(truth, predicted), np.isnan(errors_of(truth, predicted)).all(axis=1)
    return np.where(is_none, np.int32(BLANK), codes(evaluation)[at])


def furthest_name(evaluation: Evaluation, row: int) -> str:
    """The name of the number of a row that is furthest off; empty where none is known."""
    return evaluation.table.vocab.text(int(furthest(evaluation, np.array([row]))[0]))


def has_targets(evaluation: Evaluation) -> bool:
    """Whether each row has several numbers to predict."""
    return not evaluation.table.kind.names_labels and evaluation.table.truth.longest > 1


def of_number(evaluation: Evaluation, number: int, rows: Ints | None = None) -> tuple[Floats, Floats]:
    """float64 (r,) each: one true and currently predicted number of rows, by default of all; NaN for none.

    number: its place, the last one where there are fewer.
    """
    if rows is not None:
        if not len(rows):  # which have no width
            return np.empty(0), np.empty(0)
        truth, predicted = numbers(evaluation, rows)
        at = min(number, truth.shape[1] - 1)
        return truth[:, at], predicted[:, at]
    table, edited = evaluation.table, evaluation.overlay
    truth = values_of(table.truth)
    at, width = min(number, truth.shape[1] - 1), truth.shape[1]
    predicted = values_of(table.predictions, width)[:, at]
    if len(edited):
        predicted = predicted.copy()
        predicted[edited.rows] = values_of(edited.predictions, width)[:, at]
    return truth[:, at], predicted


def error_bars(evaluation: Evaluation, number: int | None = None, field: str = "error") -> Bars:
    """Count rows by their errors as the metric sees them; a row without one is not counted.

    number: its place, None for the one that is furthest off; field: what the error is called in filters.
    """
    return error_distribution(_as_scored(evaluation, evaluation.all_rows, number), field)


def bar_of_error(evaluation: Evaluation, rows: Ints, bars: Bars, number: int | None = None) -> NDArray[np.int16]:
    """int16 (r,): the bar of each of some rows as they are now, -1 for none."""
    return bar_of_score(_as_scored(evaluation, rows, number), bars.edges, bars.is_open)


def truth_of(evaluation: Evaluation, row: int) -> Prediction:
    """The truth of a row as a prediction: its labels, or its numbers."""
    table = evaluation.table
    weights = None if table.kind.names_labels else table.truth.weights_of(row)
    return Prediction(tuple(evaluation.truth(row)), None if weights is None else tuple(weights.tolist()))


def truth_text(evaluation: Evaluation, row: int) -> str:
    """The truth of a row as a cell of its file."""
    return evaluation.pair.truth.grammar.write(truth_of(evaluation, row))


def are_from_0_to_1(evaluation: Evaluation) -> bool:
    """Whether the numbers of predictions are probabilities: in a column for each class, or by their sums or metric."""
    has_classes = evaluation.pair.submission.layout.shape == "wide"
    predicted, is_number = evaluation.table.predictions, not evaluation.table.kind.names_labels
    limits = evaluation.metric.limits
    return has_classes or (limits is not None and limits.high == 1) or (is_number and are_probabilities(predicted))


def names(evaluation: Evaluation) -> list[str]:
    """The names of the c numbers of each row, as in the truth."""
    return evaluation.table.vocab.texts(codes(evaluation))


def codes(evaluation: Evaluation) -> Codes:
    """int32 (c,): the codes of the c numbers of each row."""
    truth = evaluation.table.truth
    if not len(truth):
        return np.empty(0, np.int32)
    # Asked often, and as a rule the first row has all.
    return truth[0 if len(truth[0]) == truth.longest else int(np.argmax(truth.lengths))]
