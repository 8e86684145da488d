"""The percentile bootstrap: an interval of a mean, or of anything computed from sums over rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays.types import Floats, Ints, beyond_floats
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.intervals import normal_ends
from inspector.core.statistics.resampling import RESAMPLES, resampled_sums, share_out
from inspector.core.task import Progress, Task

# Means of more distinct values than this are resampled on as many steps; small samples are drawn row by row.
_STEPS = 48
_SMALL = 2_000
# From here on the normal interval must agree.
_LARGE = 200
_TOLD = 20


@dataclass(frozen=True)
class Interval:
    """An interval, and from how many draws it was made; NaN without rows.

    check: the normal interval, mean ± 1.96 s/√n, for 200 rows or more.
    """

    low: float
    high: float
    resamples: int
    check: tuple[float, float] | None = None

    @property
    def ends(self) -> tuple[float, float]:
        """Low and high."""
        return self.low, self.high

    def seen_from(self, side: int) -> Interval:
        """Mirrored for the side -1; for 0, which is its own mirror image, as wide around 0."""
        if side > 0:
            return self
        reach = (self.high - self.low) / 2
        low, high = (-self.high, -self.low) if side else (-reach, reach)
        return replace(self, low=low, high=high)


def bootstrap_mean(values: Counted, *, resamples: int = RESAMPLES, seed: int = 0) -> Interval:
    """The percentile interval of the mean: Efron & Tibshirani, An Introduction to the Bootstrap, 13.3.

    That of the negated values is its mirror image.
    """
    if not values.n:
        return Interval(math.nan, math.nan, resamples)
    check = normal_ends(values.mean, values.error) if values.n >= _LARGE else None
    drawn = values.negated() if values.side < 0 else values
    ends = percentiles(_means(drawn, resamples, np.random.default_rng(seed)))
    return Interval(*ends, resamples, check).seen_from(values.side)


def _means(values: Counted, resamples: int, rng: np.random.Generator) -> Floats:
    """float64 (resamples,): means of as many values, drawn with replacement."""
    if values.n <= _SMALL or len(values.values) <= _STEPS:
        return resampled_sums(values.values[:, None], values.counts, resamples, rng)[:, 0] / values.n
    kept, shares = share_out(values, _STEPS)
    means = resampled_sums(kept[:, None], shares, resamples, rng)[:, 0] / values.n
    squares = values.counts @ (values.values - values.mean) ** 2, shares @ (kept - values.mean) ** 2
    return values.mean + (means - values.mean) * np.sqrt(squares[0] / squares[1])


def bootstrap_of_sums(
    vectors: Floats, counts: Ints, statistic: Callable[[Floats], Floats], *, resamples: int, seed: int = 0
) -> Interval:
    """The percentile interval of a statistic of sums over rows.

    vectors: float64 (m, k), the distinct rows; counts: int64 (m,); statistic: (b, k) sums to (b,) values, NaN where
    there is none.
    """
    values = statistic(resampled_sums(vectors, counts, resamples, np.random.default_rng(seed)))
    return Interval(*percentiles(values), resamples)


def bootstrap_of_draws(overall: Callable[[Ints], float], n: int, *, resamples: int, seed: int = 0) -> Task[Interval]:
    """A task: the percentile interval of what `overall` gives for n of n rows, drawn with replacement, int64 (n,).

    Draws for which it gives NaN are left out.
    """
    values, rng = np.full(resamples, np.nan), np.random.default_rng(seed)
    for number in range(resamples if n else 0):
        if number % _TOLD == 0:
            yield Progress(number / resamples, f"Resample {number:,} of {resamples:,}")
        values[number] = overall(rng.integers(0, n, n))
    return Interval(*percentiles(values), resamples)


@beyond_floats
def percentiles(values: Floats, level: float = 0.95) -> tuple[float, float]:
    """The ends between which the middle share `level` of the values lies; NaN is left out.

    Those of the negated values are the mirror image, to the last bit.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return math.nan, math.nan
    share = (1 - level) / 2
    return float(np.quantile(known, share)), -float(np.quantile(-known, share))


def decimals_of(ends: tuple[float, float]) -> int:
    """Decimals for two digits of the width of an interval, four to nine; two for one wider than 10."""
    width = ends[1] - ends[0]
    if width > 10:
        return 2
    return min(9, max(4, 1 - math.floor(math.log10(width)))) if width > 0 else 4


def deviation(values: Floats) -> float:
    """The standard deviation of drawn values, which is the standard error of what they are; NaN is left out."""
    known = values[~np.isnan(values)]
    return float(known.std(ddof=1)) if len(known) > 1 else math.nan
