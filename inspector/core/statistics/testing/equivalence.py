"""Equal within a margin, and what these rows could show at all."""

from __future__ import annotations

import math
from statistics import NormalDist

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.distributions import t_above, t_tail

# Two-sided 5 %, and a chance of 80 % to see the difference: so many standard errors, 1.960 + .842.
REACH = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)


def equivalence_p(differences: Counted, margin: float) -> float:
    """The p of two one-sided paired t tests: small where the mean difference lies within ± margin.

    Schuirmann 1987. NaN below two rows; without any spread, 0 inside the margin and 1 outside.
    """
    mean, error, df = differences.mean, differences.error, differences.n - 1
    if df < 1:
        return math.nan
    if error == 0:
        return float(abs(mean) >= margin)
    return max(t_tail((mean + margin) / error, df), t_tail((margin - mean) / error, df))


def equivalence_interval(differences: Counted) -> tuple[float, float]:
    """The 90 % interval of t, which lies within the margin exactly where the p of equivalence is below 5 %."""
    reach = t_above(0.05, differences.n - 1) * differences.error if differences.n > 1 else math.nan
    return differences.mean - reach, differences.mean + reach


def rows_needed(differences: Counted, difference: float) -> int | None:
    """How many such rows would show a true difference in four of five cases; None where no number is known."""
    if difference == 0 or not differences.deviation >= 0:
        return None
    return math.ceil((REACH * differences.deviation / difference) ** 2)
