"""Further paired tests, which answer other questions: t, Wilcoxon's signed ranks, signs, McNemar's of 0 and 1."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.distributions import chi2_tail, coin_p, normal_tail, t_tail
from inspector.core.statistics.testing.sign_flip import exact_p

_MANY = 50


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


def mcnemar(better: int, worse: int) -> float:
    """The exact two-sided p: among the rows that only one side hits, is each side as likely? McNemar 1947."""
    return coin_p(better, better + worse)


def mcnemar_chi2(better: int, worse: int, *, correction: bool = True) -> Tested:
    """The large-sample form: (|better - worse| - 1)² / (better + worse), with Edwards' 1 or without."""
    if better + worse == 0:
        return Tested(0.0, 1.0)
    statistic = max(0, abs(better - worse) - correction) ** 2 / (better + worse)
    return Tested(statistic, chi2_tail(statistic))


def _ranked(differences: Counted) -> tuple[Counted, Ints]:
    """The rank of each magnitude with its number of rows, and how many of those are above 0, int64 (c,)."""
    sizes = differences.magnitudes()
    ranks: Floats = np.cumsum(sizes.counts) - (sizes.counts - 1) / 2
    above = differences.values > 0
    ups = np.zeros(len(ranks), np.int64)
    ups[np.searchsorted(sizes.values, differences.values[above])] = differences.counts[above]
    return Counted(ranks, sizes.counts), ups
