"""The sign-flip permutation test: if both are equally good, each difference could as well have the other sign."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.resampling import RESAMPLES, flip_cost, flipped_sums, share_out

# Magnitudes are flipped on this many steps where flipping them all costs more than so many nanoseconds a resample.
_STEPS, _COST = 48, 2_500
REFINED = 100_000
# Sums that an enumeration may have: those of 20 rows with distinct differences.
_SUMS = 1 << 20
# Numbers that a convolution may compute: additions, or cosines.
_ADDITIONS, _COSINES = 1 << 24, 1 << 20
_LARGEST_MULTIPLE = 100_000


@dataclass(frozen=True, kw_only=True)
class SignFlip:
    """The two-sided p = (1 + #{|Σ±d| >= |Σd|}) / (B + 1), which is never 0, and how it was made.

    exact: the p over all signs, None where there are too many to count. resamples: B.
    """

    p: float
    exact: float | None
    resamples: int

    @property
    def best(self) -> float:
        """The exact p where there is one."""
        return self.p if self.exact is None else self.exact


def sign_flip(differences: Counted, *, resamples: int = RESAMPLES, seed: int = 0, refine: bool = False) -> SignFlip:
    """Test whether the mean difference is 0. Fisher, The Design of Experiments, 21; Phipson & Smyth 2010 for the + 1.

    refine: with .01 < p < .1, ten times as many resamples. Sums that rounding alone tells apart are equal, as in
    scipy.stats.permutation_test. Negated differences have the same p, to the last bit.
    """
    differences = differences.negated() if differences.side < 0 else differences
    magnitudes, observed = differences.magnitudes(), abs(differences.total)
    tolerance = 100 * np.finfo(np.float64).eps * magnitudes.total
    exact = exact_p(magnitudes, observed, tolerance)
    p = flip_p(magnitudes, observed - tolerance, resamples, seed)
    if refine and needs_more(p) and resamples < REFINED:
        resamples = REFINED
        p = flip_p(magnitudes, observed - tolerance, resamples, seed)
    return SignFlip(p=p, exact=exact, resamples=resamples)


def needs_more(p: float) -> bool:
    """Whether a p is so near to 5 % that more draws are worth their time."""
    return 0.01 < p < 0.1


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


def exact_p(magnitudes: Counted, observed: float, tolerance: float) -> float | None:
    """P(|Σ ± d| >= observed - tolerance) over all signs; None where there are too many to count.

    magnitudes: the |d| that are not 0.
    """
    if not magnitudes.n:
        return 1.0
    if np.log2(magnitudes.counts + 1.0).sum() <= np.log2(_SUMS):
        return _enumerated(magnitudes, observed - tolerance)
    multiples = _multiples(magnitudes.values)
    if multiples is None:
        return None
    total = int(multiples @ magnitudes.counts)
    if total * magnitudes.n <= _ADDITIONS:
        chances = _added(multiples, magnitudes.counts, total)
    elif total * len(multiples) <= _COSINES:
        chances = _transformed(multiples, magnitudes.counts, total)
    else:
        return None
    sums = 2 * np.arange(total + 1) - total
    least = (observed - tolerance) * multiples[-1] / magnitudes.values[-1]
    # A sum of all signs alike has this chance at least; a transform would lose it to rounding.
    return float(np.clip(chances[np.abs(sums) >= least].sum(), 0.5 ** min(1000, magnitudes.n - 1), 1))


def _enumerated(magnitudes: Counted, least: float) -> float:
    """By all sums: c rows of one magnitude have c + 1 of them, weighted by their numbers of ways."""
    sums, weights = np.zeros(1), np.ones(1)
    for value, count in zip(magnitudes.values.tolist(), magnitudes.counts.tolist(), strict=True):
        ups = np.arange(count + 1)
        sums = np.add.outer(sums, value * (2 * ups - count)).ravel()
        weights = np.multiply.outer(weights, _ways(count)).ravel()
    return min(1.0, float(weights[np.abs(sums) >= least].sum()))


def _ways(count: int) -> Floats:
    """float64 (count + 1,): the chance of each number of plus signs among `count`."""
    if count < 1000:
        return np.array([math.comb(count, ups) / 2**count for ups in range(count + 1)])
    ups = np.arange(count + 1)
    logs = np.cumsum(np.log(np.maximum(ups, 1)))
    ways: Floats = np.exp(logs[-1] - logs - logs[::-1] - count * math.log(2))
    return ways


def _multiples(magnitudes: Floats) -> Ints | None:
    """int64 (c,): the magnitudes as whole multiples of a common unit, the largest that there is; None without."""
    unit, least = float(magnitudes[0]), float(magnitudes[-1]) / _LARGEST_MULTIPLE
    for magnitude in magnitudes.tolist():
        unit = _common(unit, magnitude, least)
        if unit < least:
            return None
    multiples = np.rint(magnitudes / unit)
    near = np.abs(magnitudes - multiples * unit) <= 1e-9 * unit
    return multiples.astype(np.int64) if near.all() else None


def _common(one: float, other: float, least: float) -> float:
    """The greatest common divisor of two numbers, by Euclid's way; rests that are rounding count as 0."""
    while other > least / 2:
        one, other = other, abs(math.remainder(one, other))
    return one


def _added(multiples: Ints, counts: Ints, total: int) -> Floats:
    """float64 (total + 1,): the chance that i of `total` units are up, a row at a time."""
    chances, reach = np.zeros(total + 1), 0
    chances[0] = 1
    for multiple in np.repeat(multiples, counts).tolist():
        chances[multiple : reach + multiple + 1] += chances[: reach + 1].copy()
        reach += multiple
        chances[: reach + 1] /= 2
    return chances


def _transformed(multiples: Ints, counts: Ints, total: int) -> Floats:
    """The same by the Fourier transform of the sum, a product of cosines; absolute error about 1e-14."""
    waves = np.arange(total // 2 + 1)
    transform = np.exp(-1j * np.pi / (total + 1) * (waves * total % (2 * (total + 1))))
    for multiple, count in zip(multiples.tolist(), counts.tolist(), strict=True):
        # The angle is reduced as a whole number, which keeps the cosine exact.
        angle = waves * multiple % (2 * (total + 1))
        transform *= np.cos(np.pi / (total + 1) * angle) ** count
    return np.fft.irfft(transform, total + 1)
