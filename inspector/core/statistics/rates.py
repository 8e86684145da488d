"""Row scores of 0 and 1: McNemar's test of two submissions, and Wilson's interval of one hit rate."""

from __future__ import annotations

import math
from statistics import NormalDist

from inspector.core.statistics.distributions import chi2_tail, coin_p
from inspector.core.statistics.paired_tests import Tested


def mcnemar(better: int, worse: int) -> float:
    """The exact two-sided p: among the rows that only one side hits, is each side as likely? McNemar 1947."""
    return coin_p(better, better + worse)


def mcnemar_chi2(better: int, worse: int, *, correction: bool = True) -> Tested:
    """The large-sample form: (|better - worse| - 1)² / (better + worse), with Edwards' 1 or without."""
    if better + worse == 0:
        return Tested(0.0, 1.0)
    statistic = max(0, abs(better - worse) - correction) ** 2 / (better + worse)
    return Tested(statistic, chi2_tail(statistic))


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
