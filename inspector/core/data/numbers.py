"""The numbers of predictions that are numbers, as a matrix."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats


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
