"""Global average precision: intervals by one walk down the confidences, and a test that swaps rows of two lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, Ranks
from inspector.core.statistics.bootstrap import Interval, deviation, percentiles
from inspector.core.statistics.judge import kind_of
from inspector.core.statistics.testing.paired_tests import REACH
from inspector.core.statistics.verdict import Verdict
from inspector.core.task import Progress, Task, portion

RESAMPLES = 1_000
_EXACT_ROWS = 12
_TIE = 1e-12
_TOLD = 10


@dataclass(frozen=True, eq=False)
class Listing:
    """All predictions of a submission, the most confident first: their rows, (p,), and which earn credit, bool (p,)."""

    row: Ranks | Ints
    hit: Bools

    @cached_property
    def _hits(self) -> Ints:
        return np.flatnonzero(self.hit)

    def total(self, times: Ranks) -> float:
        """Σ P(i) over the hits, with each row listed so many times, int32 (n,)."""
        drawn = times[self.row]
        ends = np.cumsum(drawn, dtype=np.int32)
        copies = drawn[self._hits]
        before = ends[self._hits] - copies
        misses = before - (np.cumsum(copies, dtype=np.int32) - copies)
        harmonic = _harmonic(int(ends[-1]).bit_length() if len(ends) else 0)
        # The j-th copy of a hit has precision (C + j) / (N + j) = 1 - (N - C) / (N + j).
        return float(copies.sum() - misses @ (harmonic[before + copies] - harmonic[before]))

    def contributions(self, n: int) -> Floats:
        """float64 (n,): Σ P(i) over the hits of each row."""
        at = self._hits
        return np.bincount(self.row[at], np.arange(1, len(at) + 1) / (at + 1), n).astype(np.float64)


def judge_gap(
    baseline: Listing,
    opened: Listing,
    truths: Ints,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Task[Verdict]:
    """A task: the verdict on Σ P(i) / M. truths: int64 (n,), what each row adds to M.

    The interval draws rows. The test swaps rows between the lists, each with its place in its list as a share of the
    list, because confidences of two submissions are on different scales; equal shares are ordered by row.
    """
    n, m = len(truths), int(truths.sum())
    gain = _drawn(lambda times: opened.total(times) - baseline.total(times), truths, resamples, seed)
    drawn = yield from portion(gain, 0.0, 0.5)
    p, exact = yield from _swapped(baseline, opened, n, resamples, seed)
    before, after = (listing.contributions(n) for listing in (baseline, opened))
    change = np.where(np.abs(after - before) <= _TIE, 0, after - before)
    delta = change.sum() / max(1, m)
    return Verdict(
        verdict=kind_of(delta, p if exact is None else exact, differ=bool(change.any())),
        n=n,
        overall=after.sum() / max(1, m),
        baseline_overall=before.sum() / max(1, m),
        delta=delta,
        interval=percentiles(drawn),
        p=p,
        p_exact=exact,
        test="swapped ranks",
        resamples=resamples,
        interval_resamples=resamples,
        seed=seed,
        better=int((change > 0).sum()),
        worse=int((change < 0).sum()),
        same=int((change == 0).sum()),
        smallest_difference=REACH * deviation(drawn),
    )


def bootstrap_gap(listing: Listing, truths: Ints, *, resamples: int = RESAMPLES, seed: int = 0) -> Task[Interval]:
    """A task: the 95 % interval of Σ P(i) / M over rows drawn again. truths: int64 (n,), what each row adds to M."""
    drawn = yield from _drawn(listing.total, truths, resamples, seed)
    return Interval(*percentiles(drawn), resamples)


def _drawn(total: Callable[[Ranks], float], truths: Ints, resamples: int, seed: int) -> Task[Floats]:
    """float64 (resamples,): a total, by how often each row is drawn, divided by M; NaN where no drawn row has truth."""
    rng, n, values = np.random.default_rng(seed), len(truths), np.full(resamples, np.nan)
    for number in range(resamples):
        if number % _TOLD == 0:
            yield Progress(number / resamples, f"Interval: {number:,} of {resamples:,} resamples")
        times = np.bincount(rng.integers(0, max(1, n), n, np.int32), minlength=n).astype(np.int32)
        m = int(times @ truths)
        if m:
            values[number] = total(times) / m
    return values


def _swapped(baseline: Listing, opened: Listing, n: int, resamples: int, seed: int) -> Task[tuple[float, float | None]]:
    """The p over random swaps, and over all of them for few rows."""
    gain = _gain_of_swaps(baseline, opened)
    least = abs(gain(np.zeros(n, bool))) - _TIE * max(1, n)
    rng, beaten = np.random.default_rng(seed), 0
    for number in range(resamples):
        if number % _TOLD == 0:
            yield Progress(0.5 + number / resamples / 2, f"Test: {number:,} of {resamples:,} swaps")
        beaten += abs(gain(rng.integers(0, 2, n, np.uint8).astype(bool))) >= least
    exact = None
    if n <= _EXACT_ROWS:
        every = np.arange(1 << n)[:, None] >> np.arange(n) & 1
        exact = float(np.mean([abs(gain(swapped)) >= least for swapped in every.astype(bool)]))
    return (1 + beaten) / (resamples + 1), exact


def _gain_of_swaps(baseline: Listing, opened: Listing) -> Callable[[Bools], float]:
    """What the open submission's list gains in Σ P(i) after swapping rows, bool (n,), between both lists.

    The predictions of both are in one order, by their place as a share of their list, then by row.
    """
    row, hit = np.append(baseline.row, opened.row), np.append(baseline.hit, opened.hit)
    share = np.concatenate([np.arange(len(part.row)) / max(1, len(part.row)) for part in (baseline, opened)])
    order = np.lexsort((row, share))
    row, hits, of_open = row[order], np.flatnonzero(hit[order]), order >= len(baseline.row)

    def gain(swapped: Bools) -> float:
        is_open = of_open ^ swapped[row]
        rank, mine = np.cumsum(is_open, dtype=np.int32)[hits], is_open[hits]
        return _precisions(rank[mine]) - _precisions((hits + 1 - rank)[~mine])

    return gain


def _precisions(ranks: Ranks | Ints) -> float:
    """Σ P(i) over hits at these ranks, ascending."""
    return float((np.arange(1, len(ranks) + 1) / ranks).sum())


@lru_cache(maxsize=1)
def _harmonic(bits: int) -> Floats:
    """float64 (2 ** bits + 1,): H[i] = 1 + 1/2 + ... + 1/i."""
    return np.append(0.0, np.cumsum(1 / np.arange(1, (1 << bits) + 1)))
