"""The numbers of rows, and how far predictions are off, where predictions are numbers."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.numbers import values_of, worst_errors
from inspector.core.evaluation.evaluation import Evaluation


def numbers(evaluation: Evaluation, rows: Ints) -> tuple[Floats, Floats]:
    """float64 (r, c) each: the true and the currently predicted numbers of rows, NaN for none."""
    truth = values_of(evaluation.table.truth.take(rows))
    return truth, values_of(evaluation.predictions(rows), truth.shape[1])


def errors(evaluation: Evaluation, rows: Ints) -> Floats:
    """float64 (r,): prediction − truth of each row's number that is furthest off, NaN for none."""
    return worst_errors(*numbers(evaluation, rows))


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


def names(evaluation: Evaluation) -> list[str]:
    """The names of the c numbers of each row, as in the truth."""
    truth = evaluation.table.truth
    longest = int(np.argmax(truth.lengths)) if len(truth) else 0
    return evaluation.table.vocab.texts(truth[longest]) if len(truth) else []
