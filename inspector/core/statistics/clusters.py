"""Rows in groups that rise and fall together, such as images of one patient: whole groups are flipped and drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.bootstrap import Interval, bootstrap_of_sums
from inspector.core.statistics.cells import Cells
from inspector.core.statistics.counted import Counted, side_of
from inspector.core.statistics.judge import judge, kind_of
from inspector.core.statistics.resampling import RESAMPLES, affordable, draw_cost
from inspector.core.statistics.testing.paired_tests import REACH
from inspector.core.statistics.testing.sign_flip import sign_flip
from inspector.core.statistics.verdict import FEWEST, Verdict


@dataclass(frozen=True, eq=False)
class Clusters:
    """The sum of the values of each group, float64 (g,), and its number of rows, int64 (g,) and not 0."""

    sums: Floats
    sizes: Ints

    @classmethod
    def of(cls, values: Floats, group: Ints) -> Clusters:
        """Add up float64 (n,) by the group of each row, int64 (n,) from 0; NaN is left out."""
        known = ~np.isnan(values)
        sizes = np.bincount(group[known])
        sums = np.bincount(group[known], weights=values[known]).astype(np.float64)
        return cls(sums[sizes > 0], sizes[sizes > 0].astype(np.int64))

    @cached_property
    def side(self) -> int:
        """As `side_of` has it."""
        return side_of(float(self.sums.sum()), self.distinct(), self.negated().distinct())

    def negated(self) -> Clusters:
        """The same groups, their sums with the other sign."""
        return Clusters(-self.sums, self.sizes)

    def distinct(self) -> tuple[Floats, Floats, Ints]:
        """The sums and sizes of distinct groups, ascending, and how many groups have them."""
        # Sum and size in one number, of which equal ones are counted.
        pairs, counts = np.unique(self.sums + 1j * self.sizes, return_counts=True)
        return pairs.real, pairs.imag, counts

    @property
    def mean(self) -> float:
        """The mean over rows; NaN without rows."""
        return float(self.sums.sum() / self.sizes.sum()) if len(self.sizes) else math.nan

    @property
    def error(self) -> float:
        """The clustered standard error of the mean, √(Σ_c (Σ_{i∈c} (s_i - s̄))²) / n. Miller 2024, arXiv:2411.00640."""
        if not len(self.sizes):
            return math.nan
        return float(np.sqrt(((self.sums - self.sizes * self.mean) ** 2).sum()) / self.sizes.sum())


def bootstrap_clusters(groups: Clusters, *, resamples: int = RESAMPLES, seed: int = 0) -> Interval:
    """The 95 % interval of the mean over rows, with whole groups drawn; of very many groups fewer times."""
    sums, sizes, counts = (groups.negated() if groups.side < 0 else groups).distinct()
    resamples = affordable(resamples, 2 * draw_cost(counts))
    vectors, of_sums = np.column_stack([sums, sizes]), lambda drawn: drawn[:, 0] / drawn[:, 1]
    return bootstrap_of_sums(vectors, counts, of_sums, resamples=resamples, seed=seed).seen_from(groups.side)


def judge_clusters(
    baseline: Floats,
    opened: Floats,
    group: Ints,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
    lower_is_better: bool = False,
) -> Verdict:
    """The verdict where rows of one group are no independent evidence; group: int64 (n,) from 0.

    The p flips and the interval draws whole groups. Without the farthest 1 % is still by rows; there is no t.
    """
    plain = judge(Cells.of(baseline, opened), resamples=1, seed=seed, lower_is_better=lower_is_better)
    if not plain.n:
        return plain
    groups = Clusters.of(opened - baseline, group)
    interval = bootstrap_clusters(groups, resamples=resamples, seed=seed)
    resamples = interval.resamples
    flips = sign_flip(Counted.of(groups.sums), resamples=resamples, seed=seed)
    return replace(
        plain,
        verdict=kind_of(-plain.delta if lower_is_better else plain.delta, flips.best, differ=plain.same < plain.n),
        interval=interval.ends,
        p=flips.p,
        p_exact=flips.exact,
        test="sign-flip of groups",
        resamples=resamples,
        interval_resamples=resamples,
        t=math.nan,
        p_t=math.nan,
        # So few groups show no difference, however large: with all signs alike, p is still 2 over all choices of signs.
        smallest_difference=REACH * groups.error if len(groups.sums) >= FEWEST else math.nan,
        check=None,
        further=None,
    )
