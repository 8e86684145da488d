"""The numbers of predictions that are numbers, as a matrix."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats

_MOST = 0.99


def values_of(lists: Ragged, width: int | None = None) -> Floats:
    """float64 (n, c): the numbers of n lists of c components each, NaN for an empty list.

    width: c, None for that of the longest list, at least 1.
    """
    width = max(1, lists.longest) if width is None else width
    weights = np.full(len(lists.codes), np.nan) if lists.weights is None else lists.weights
    if len(weights) == len(lists) * width:
        return weights.reshape(len(lists), width)
    values = np.full((len(lists), width), np.nan)
    values[lists.lengths > 0] = weights.reshape(-1, width)
    return values


def worst_errors(truth: Floats, predicted: Floats) -> Floats:
    """float64 (n,): prediction − truth, both (n, c), of each row's number that is furthest off; NaN for none."""
    errors = predicted - truth
    at = np.argmax(np.where(np.isnan(errors), -1.0, np.abs(errors)), axis=1)
    worst: Floats = errors[np.arange(len(errors)), at]
    return worst


def far_off(truth: Ragged, predictions: Ragged) -> float:
    """An error that only 1 row in 100 exceeds, above 0."""
    known = np.abs(worst_errors(values := values_of(truth), values_of(predictions, values.shape[1])))
    known = known[~np.isnan(known)]
    return float(np.quantile(known, _MOST)) or 1.0 if len(known) else 1.0
