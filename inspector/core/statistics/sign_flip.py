"""The sign-flip permutation test of a mean difference: if both are equally good, each difference could have either sign."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.cells import Counted
from inspector.core.statistics.exact import exact_p
from inspector.core.statistics.resampling import RESAMPLES, flip_cost, flipped_sums, share_out

# Magnitudes are flipped on this many steps where flipping them all costs more than so many nanoseconds a resample.
_STEPS, _COST = 48, 2_500
REFINED = 100_000


@dataclass(frozen=True, kw_only=True)
class SignFlip:
    """The two-sided p = (1 + #{|Σ±d| >= |Σd|}) / (B + 1), which is never 0, and how it was made.

    exact: the p over all signs, None where there are too many to count. resamples: B.
    """

    p: float
    exact: float | None
    resamples: int
    seed: int

    @property
    def best(self) -> float:
        """The exact p where there is one."""
        return self.p if self.exact is None else self.exact


def sign_flip(differences: Counted, *, resamples: int = RESAMPLES, seed: int = 0, refine: bool = False) -> SignFlip:
    """Test whether the mean difference is 0. Fisher, The Design of Experiments, 21; Phipson & Smyth 2010 for the + 1.

    refine: with .01 < p < .1, ten times as many resamples. Sums that rounding alone tells apart are equal, as in
    scipy.stats.permutation_test.
    """
    magnitudes, observed = differences.magnitudes(), abs(differences.total)
    tolerance = 100 * np.finfo(np.float64).eps * magnitudes.total
    exact = exact_p(magnitudes, observed, tolerance)
    p = flip_p(magnitudes, observed - tolerance, resamples, seed)
    if refine and 0.01 < p < 0.1 and resamples < REFINED:
        resamples = REFINED
        p = flip_p(magnitudes, observed - tolerance, resamples, seed)
    return SignFlip(p=p, exact=exact, resamples=resamples, seed=seed)


def flip_p(magnitudes: Counted, least: float, resamples: int, seed: int) -> float:
    """(1 + #{|Σ±d| >= least}) / (B + 1)."""
    values, counts = _affordable(magnitudes)
    sums = flipped_sums(values[:, None], counts, resamples, np.random.default_rng(seed))
    return float(1 + (np.abs(sums[:, 0]) >= least).sum()) / (resamples + 1)


def _affordable(magnitudes: Counted) -> tuple[Floats, Ints]:
    """The magnitudes with their numbers of rows, or fewer of them with the same sum of squares."""
    if flip_cost(magnitudes.counts) <= _COST:
        return magnitudes.values, magnitudes.counts
    kept, shares = share_out(magnitudes, _STEPS)
    counts = np.rint(shares).astype(np.int64)
    squares = magnitudes.counts @ magnitudes.values**2, counts @ kept**2
    return kept * np.sqrt(squares[0] / squares[1]), counts
