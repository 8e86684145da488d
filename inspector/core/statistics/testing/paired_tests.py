"""Further paired tests: t, Wilcoxon's signed ranks, signs, equal within a margin; and what these rows could show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.distributions import coin_p, normal_tail, t_above, t_tail
from inspector.core.statistics.testing.sign_flip import exact_p

# Two-sided 5 %, and a chance of 80 % to see the difference: so many standard errors, 1.960 + .842.
REACH = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)
_MANY = 50
# Of so many rows that differ, all signs of their ranks are counted, ties or not.
_FEW = 20


@dataclass(frozen=True)
class Tested:
    """The statistic of a test and its two-sided p; NaN where the test says nothing."""

    statistic: float
    p: float


def paired_t(differences: Counted) -> Tested:
    """t = mean / (s/√n) with n - 1: is the mean difference 0, if means are normally distributed?"""
    error = differences.error
    if differences.mean == 0:
        return Tested(0.0, 1.0)
    if math.isnan(error) or error == 0:
        return Tested(math.nan, math.nan)
    t = differences.mean / error
    return Tested(t, min(1.0, 2 * t_tail(abs(t), differences.n - 1)))


def wilcoxon(differences: Counted, *, correction: bool = False, exact: bool | None = None) -> Tested:
    """The smaller sum of signed ranks: do differences lie around 0 symmetrically? Zeros are left out, ties share ranks.

    exact: over all signs; by default up to 50 rows without ties and zeros. Otherwise the normal approximation, with a
    continuity correction of one half if asked for.
    """
    ranked, ups = _ranked(differences)
    if not ranked.n:
        return Tested(math.nan, 1.0)
    rise, total = float(ranked.values @ ups), ranked.total
    statistic = min(rise, total - rise)
    tied = ranked.n < differences.n or bool((ranked.counts > 1).any())
    if exact or (exact is None and ranked.n <= _MANY and not tied):
        p = exact_p(ranked, total - 2 * statistic, 1e-9)
        return Tested(statistic, math.nan if p is None else p)
    spread = math.sqrt(float(ranked.counts @ ranked.values**2) / 4)
    distance = max(0.0, total / 2 - statistic - correction / 2)
    return Tested(statistic, min(1.0, 2 * normal_tail(distance / spread)))


def sign_test(differences: Counted, least: float = 0.0) -> Tested:
    """How many rows are better: is better as likely as worse? Counts differences of more than 0, or of `least` on."""
    counted = np.abs(differences.values) >= least if least else differences.values != 0
    ups = int(differences.counts[counted & (differences.values > 0)].sum())
    return Tested(float(ups), coin_p(ups, int(differences.counts[counted].sum())))


def mcnemar_chi2(better: int, worse: int, *, correction: bool = True) -> Tested:
    """Signs in the large-sample form: (|better - worse| - 1)² / (better + worse), with Edwards' 1 or without."""
    statistic = max(0, abs(better - worse) - correction) ** 2 / max(1, better + worse)
    return Tested(statistic, min(1.0, 2 * normal_tail(math.sqrt(statistic))))


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


def _ranked(differences: Counted) -> tuple[Counted, Ints]:
    """The rank of each magnitude with its number of rows, and how many of those are above 0, int64 (c,)."""
    sizes = differences.magnitudes()
    ranks: Floats = np.cumsum(sizes.counts) - (sizes.counts - 1) / 2
    above = differences.values > 0
    ups = np.zeros(len(ranks), np.int64)
    ups[np.searchsorted(sizes.values, differences.values[above])] = differences.counts[above]
    return Counted(ranks, sizes.counts), ups


@dataclass(frozen=True, kw_only=True)
class Further:
    """Of the differences seen from either side; NaN where a test says nothing.

    p_sign: is a row as likely to be better as worse? Of scores that are 0 or 1 it is McNemar's exact test.
    p_wilcoxon: do the differences lie around 0 symmetrically? By signed ranks.
    equal_within: the least margin within which two one-sided t tests at 5 % call both equal.
    rows_needed: how many such rows show a difference of this size in four of five cases; None where none is seen.
    """

    p_sign: float
    p_wilcoxon: float
    equal_within: float
    rows_needed: int | None

    @classmethod
    def of(cls, differences: Counted) -> Further:
        """All of them, within milliseconds."""
        changed = int(differences.counts[differences.values != 0].sum())
        return cls(
            p_sign=sign_test(differences).p,
            p_wilcoxon=wilcoxon(differences, exact=True if changed <= _FEW else None).p,
            equal_within=max(map(abs, equivalence_interval(differences))),
            rows_needed=rows_needed(differences, differences.mean),
        )
