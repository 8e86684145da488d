"""To which side the predictions of groups of rows are off, where predictions are numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, beyond_floats, middle
from inspector.core.data.numbers import errors_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names, numbers, row_weights


@dataclass(frozen=True, eq=False)
class Bias:
    """One entry for each of g groups.

    mean: float64 (g,), the mean of prediction − truth, NaN for none: of several numbers a row, that of the number whose
    mean is the largest in units of its usual error; relative: float64 (g,), the mean in these units; names: which
    number it is, empty texts where rows have only one.
    """

    mean: Floats
    relative: Floats
    names: tuple[str, ...]


@beyond_floats
def bias_of_groups(evaluation: Evaluation, of_row: Ints, count: int, among: Bools | None = None) -> Bias | None:
    """The bias of `count` groups, by the weights of the metric; None where predictions are no numbers.

    among: bool (n,), the r rows to count, None for all; of_row: int64 (r,), the group of each.
    """
    if evaluation.table.kind.names_labels:
        return None
    if not count:  # no rows, which have no width
        return Bias(np.empty(0), np.empty(0), ())
    rows = evaluation.all_rows if among is None else np.flatnonzero(among)
    errors, weights = errors_of(*numbers(evaluation, rows)), row_weights(evaluation)
    shares = None if weights is None else weights[rows]
    means = np.stack([means_of_groups(of_row, column, count, shares) for column in errors.T])
    relative = means / _usual(errors)[:, None]
    at = np.argmax(np.where(np.isnan(relative), -1.0, np.abs(relative)), axis=0)
    known, every = names(evaluation), np.arange(count)
    named = tuple(known[one] for one in at) if len(known) > 1 else ("",) * count
    return Bias(means[at, every], relative[at, every], named)


def means_of_groups(of_row: Ints, values: Floats, count: int, shares: Floats | None = None) -> Floats:
    """float64 (count,): the mean of the values of each group, without NaN; NaN for none. shares: of the rows."""
    known = ~np.isnan(values)
    counted = None if shares is None else shares[known]
    weighed = values[known] if counted is None else values[known] * counted
    rows, sums = (np.bincount(of_row[known], weights, count) for weights in (counted, weighed))
    means: Floats = np.divide(sums, rows, out=np.full(count, np.nan), where=rows > 0)
    return means


def _usual(errors: Floats) -> Floats:
    """float64 (c,): the median of how far each column of (n, c) is off, which a few far off do not move; 1 for 0."""
    known = (column[~np.isnan(column)] for column in np.abs(errors).T)
    medians = np.array([middle(column) if len(column) else 0.0 for column in known])
    return np.where(medians > 0, medians, 1.0)
