"""The sign-flip test in each of many groups of rows, as slices and labels are, corrected for their number."""

from __future__ import annotations

import math

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.counted import ROUNDING
from inspector.core.statistics.testing.corrections import benjamini_hochberg


def p_in_groups(differences: Floats, of_row: Ints, groups: int) -> Floats:
    """float64 (groups,): the p of each group as one of so many; NaN where no row differs, which is not counted.

    differences: float64 (m,), of rows; of_row: int64 (m,), the group of each.
    """
    sizes = np.abs(differences)
    differ = sizes > ROUNDING * sizes.max(initial=0.0)
    return benjamini_hochberg(_flip_p(differences[differ], of_row[differ], groups))


def _flip_p(differences: Floats, of_row: Ints, groups: int) -> Floats:
    """The normal limit of random signs: Σ±d has the variance Σd². NaN for a group without differences.

    It is taken half a step inwards, as sums move by 2 min|d| at least, and is not below that of signs that all agree.
    """
    least = np.full(groups, np.inf)
    np.minimum.at(least, of_row, np.abs(differences))
    rows, total, squares = (np.bincount(of_row, own, groups) for own in (None, differences, differences**2))
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.maximum(np.abs(total) - least, 0.0) / np.sqrt(squares)
    p = np.array([math.erfc(value) for value in (z / math.sqrt(2)).tolist()])
    return np.where(rows > 0, np.maximum(p, 2.0 ** (1.0 - rows)), np.nan)
