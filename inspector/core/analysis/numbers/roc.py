"""The ROC curve: which share of the true rows is found at the price of which share of the false ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints


@dataclass(frozen=True, eq=False)
class Roc:
    """From no row to all rows, the highest prediction first; rows of the same prediction come together.

    false, true: float64 (p,), the shares of the false and of the true rows found, from 0 to 1; threshold: float64 (p,),
    the lowest prediction found, infinity for none. Without true or without false rows there is no point.
    """

    false: Floats
    true: Floats
    threshold: Floats

    def __len__(self) -> int:
        return len(self.threshold)

    @property
    def area(self) -> float:
        """The area under the curve, NaN without a point."""
        if not len(self):
            return float("nan")
        return float(np.trapezoid(self.true, self.false))

    def at(self, predictions: Floats) -> Ints:
        """int64: the points at which rows with these predictions are found."""
        last = len(self) - 1
        return np.minimum(np.searchsorted(-self.threshold, -predictions, side="left"), last)

    def between(self, low: float, high: float) -> tuple[float, float] | None:
        """The lowest and highest prediction found within a range of false shares; None where there is none."""
        first = max(1, int(np.searchsorted(self.false, low, side="left")))
        last = int(np.searchsorted(self.false, high, side="right")) - 1
        return (float(self.threshold[last]), float(self.threshold[first])) if first <= last else None

    def sampled(self, most: int) -> Ints:
        """int64: at most so many points, equally far apart along the curve, both ends included."""
        along = self.false + self.true
        return np.unique(np.searchsorted(along, np.linspace(0.0, 2.0, most)).clip(0, max(0, len(self) - 1)))


def roc(truth: Floats, predicted: Floats) -> Roc:
    """The curve of rows whose truth is 0 or 1, float64 (n,) both; rows with NaN are left out. As scikit-learn."""
    known = ~(np.isnan(truth) | np.isnan(predicted))
    is_true, predicted = truth[known] > 0, predicted[known]
    order = np.argsort(-predicted)
    is_true, predicted = is_true[order], predicted[order]
    ends = np.append(np.flatnonzero(np.diff(predicted)), len(predicted) - 1)
    true = np.cumsum(is_true)[ends] if len(predicted) else np.zeros(0, np.int64)
    false = ends + 1 - true if len(predicted) else true
    if not len(predicted) or not true[-1] or not false[-1]:
        return Roc(*np.empty((3, 0)))
    return Roc(np.append(0.0, false / false[-1]), np.append(0.0, true / true[-1]), np.append(np.inf, predicted[ends]))
