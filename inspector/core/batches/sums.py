"""What parts of the rows add up to, and the overall from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import numbers
from inspector.core.arrays.types import Ints
from inspector.core.batches.kinds import Way, way_of
from inspector.core.metrics.base import Metric
from inspector.core.metrics.families.geometric_map import logs

# First hits beyond this rank are counted together with it.
_DEEPEST = 1000


@dataclass(frozen=True)
class Sums:
    """What some rows add up to; sums of parts are added with `+`, in any order.

    rows, scored: how many there are and count; totals: the sums of their scores, or of the logarithms; pool: (k,),
    the integers behind a pooled overall; first_hits: how many rows have their first hit at each rank, 0 for none.
    """

    rows: int = 0
    scored: int = 0
    totals: tuple[float, ...] = ()
    pool: tuple[int, ...] = ()
    first_hits: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, results: pa.RecordBatch, metric: Metric) -> Sums:
        """The sums of scored rows, as `scored` returns them."""
        found = numbers(results.column("score").drop_null())
        hits = np.bincount(np.minimum(numbers(results.column("first_hit")), _DEEPEST))
        at = np.flatnonzero(hits)
        total = float((logs(found) if way_of(metric) is Way.GEOMETRIC else found).sum())
        return cls(
            results.num_rows,
            len(found),
            (total,),
            tuple(_summed(results.column("pool")).tolist()),
            dict(zip(at.tolist(), hits[at].tolist(), strict=True)),
        )

    def __add__(self, other: Sums) -> Sums:
        longer, shorter = sorted((self.pool, other.pool), key=len, reverse=True)
        pool = (*(a + b for a, b in zip(longer, shorter, strict=False)), *longer[len(shorter) :])
        ranks = sorted({*self.first_hits, *other.first_hits})
        hits = {rank: self.first_hits.get(rank, 0) + other.first_hits.get(rank, 0) for rank in ranks}
        totals = _partials(*self.totals, *other.totals)
        return Sums(self.rows + other.rows, self.scored + other.scored, totals, pool, hits)

    def overall(self, metric: Metric) -> float:
        """The overall; NaN when no row counts."""
        way = way_of(metric)
        if way is Way.SUMS:
            pool = np.array(self.pool, np.int64).reshape(-1, 1)
            return metric.overall(np.empty(0), pool) if len(pool) else math.nan
        total = math.fsum(self.totals)
        if way is Way.LIST:
            return total if self.scored else math.nan
        if not self.scored:
            return math.nan
        return math.exp(total / self.scored) if way is Way.GEOMETRIC else total / self.scored


def added(parts: Iterable[Sums]) -> Sums:
    """The sums of all parts."""
    return reduce(Sums.__add__, parts, Sums())


def _partials(*values: float) -> tuple[float, ...]:
    """Few numbers with exactly the same sum (Shewchuk 1997), so that the order of the parts does not matter."""
    kept: list[float] = []
    for value in values:
        carried, low = value, []
        for partial in kept:
            big, small = sorted((carried, partial), key=abs, reverse=True)
            carried = big + small
            if lost := small - (carried - big):
                low.append(lost)
        kept = [*low, carried]
    return tuple(kept)


def _summed(pools: pa.ListArray) -> Ints:
    """int64 (k,): the sums of the pools of all rows."""
    filled = pools.drop_null()
    if not len(filled):
        return np.zeros(0, np.int64)
    sums: Ints = numbers(filled.flatten()).reshape(len(filled), -1).sum(axis=0)
    return sums
