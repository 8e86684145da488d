"""How far predictions that are numbers are off, in a few figures."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from inspector.core.arrays.types import Floats, beyond_floats, middle
from inspector.core.data.numbers import errors_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names, of_number, row_weights
from inspector.core.figures import figure, signed


class ErrorFigures(NamedTuple):
    """Of the errors, prediction − truth, of one number of some rows.

    name: of the number; rows: those with an error; mean: of the errors, the bias; median: of what they are without
    their sign; lowest, highest: the errors furthest off to both sides, in the rows `low_row` and `high_row`; how: in
    words, where the mean is not of the rows as the metric compares them, or weighs them.
    """

    name: str
    rows: int
    mean: float
    median: float
    lowest: float
    low_row: int
    highest: float
    high_row: int
    how: str = ""

    @property
    def bias(self) -> str:
        """`+812.4 on average; half of 1,460 are within 21,034.5`."""
        return f"{signed(self.mean)} on average{self.how}; half of {self.rows:,} are within {figure(self.median)}"

    def furthest(self, evaluation: Evaluation) -> str:
        """`−95,813.09 (571), +96,150.49 (1327)`: with the ids of their rows."""
        ends = ((self.lowest, self.low_row), (self.highest, self.high_row))
        return ", ".join(f"{signed(error)} ({evaluation.table.id(row)})" for error, row in ends)


def error_figures(evaluation: Evaluation) -> list[ErrorFigures]:
    """The figures of each number that has an error in any row."""
    found, weights, how = list[ErrorFigures](), row_weights(evaluation), how_averaged(evaluation)
    for at, name in enumerate(names(evaluation)):
        truth, predicted = of_number(evaluation, at)
        errors = errors_of(truth, predicted)
        known = np.flatnonzero(~np.isnan(errors))
        if len(known):
            off = errors[known]
            low, high = (int(known[end]) for end in (off.argmin(), off.argmax()))
            mean, median = _mean(off, None if weights is None else weights[known]), middle(np.abs(off))
            found.append(ErrorFigures(name, len(known), mean, median, errors[low], low, errors[high], high, how))
    return found


def how_averaged(evaluation: Evaluation) -> str:
    """` by weight`, ` of the numbers, not of their logarithms`; empty where errors are those that the metric counts."""
    by_weight = " by weight" if row_weights(evaluation) is not None else ""
    return by_weight + (" of the numbers, not of their logarithms" if evaluation.metric.by_logs else "")


@beyond_floats
def _mean(errors: Floats, weights: Floats | None) -> float:
    """Their mean by weights, None for all alike, also where their sum is beyond all floats; NaN for no weight."""
    if weights is not None:
        total = float(weights.sum())
        return float((errors * (weights / total)).sum()) if total else math.nan
    mean = float(errors.mean())
    return mean if np.isfinite(mean) else float((errors / len(errors)).sum())
