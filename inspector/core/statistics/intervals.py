"""Intervals without draws: Wilson's of a hit rate, and the jackknife's, by how far an overall moves without one row.

The jackknife is for large files, where each draw would take as long as scoring all rows. Of an AUC of one column it is
DeLong's. It fails for medians, which move in steps.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.statistics.testing.distributions import normal_tail

# From so many rows on; with fewer, rows can be drawn as often as it takes.
LARGE = 20_000


def jackknife_error(without: Floats) -> float:
    """The standard error of an overall: √((n − 1)/n Σ (θ₋ᵢ − mean)²). Efron & Tibshirani 1993, 11.5.

    without: float64 (n,), the overall of all rows but one; NaN, where there is none then, is left out.
    """
    known = without[~np.isnan(without)]
    return math.sqrt((len(known) - 1) * float(np.var(known))) if len(known) > 1 else math.nan


def normal_ends(value: float, error: float, level: float = 0.95) -> tuple[float, float]:
    """value ± z · error."""
    reach = NormalDist().inv_cdf((1 + level) / 2) * error
    return value - reach, value + reach


def normal_p(value: float, error: float) -> float:
    """The two-sided p of a value that would be 0 but for its error; NaN for no error, 1 for 0."""
    if value == 0:
        return 1.0
    return min(1.0, 2 * normal_tail(abs(value) / error)) if error > 0 else math.nan


def wilson(hits: int, rows: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a hit rate; it keeps within 0 to 1. NaN without rows. Wilson 1927."""
    if not rows:
        return math.nan, math.nan
    z, rate = NormalDist().inv_cdf((1 + level) / 2), hits / rows
    middle = rate + z * z / (2 * rows)
    reach = z * math.sqrt(rate * (1 - rate) / rows + (z / (2 * rows)) ** 2)
    low, high = (middle - reach) / (1 + z * z / rows), (middle + reach) / (1 + z * z / rows)
    # Without hits the lower end is 0, and with nothing but hits the upper is 1, whatever the rounding.
    return (low if hits else 0.0), (high if hits < rows else 1.0)
