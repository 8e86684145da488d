"""Metrics of sums over all rows, such as micro F: rows are drawn, or change sides, with all their counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.bootstrap import (
    Interval,
    bootstrap_of_draws,
    bootstrap_of_sums,
    deviation,
    percentiles,
)
from inspector.core.statistics.counted import side_of
from inspector.core.statistics.judge import kind_of
from inspector.core.statistics.resampling import (
    RESAMPLES,
    affordable,
    draw_cost,
    flip_cost,
    flipped_sums,
    resampled_sums,
)
from inspector.core.statistics.testing.paired_tests import REACH
from inspector.core.statistics.verdict import Verdict
from inspector.core.task import Task

# From sums, int64 (k, b), such as those of tp, fp and fn, to values, float64 (b,).
Statistic: TypeAlias = Callable[[Ints], Floats]

_TIE = 1e-12
_LABEL_RESAMPLES = 1_000


def judge_pooled(
    baseline: Ints,
    opened: Ints,
    statistic: Statistic,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Verdict:
    """The verdict on a statistic of sums over rows; baseline, opened: int64 (k, n), what each row adds.

    A row is better where the statistic of its own counts is. With very many distinct rows B is smaller, and said.
    With both sides exchanged it is the mirror image.
    """
    there, back = (_distinct_columns(np.concatenate(both)) for both in ((baseline, opened), (opened, baseline)))
    before, after = _value(statistic, baseline), _value(statistic, opened)
    side = side_of(after - before, there, back)
    if side >= 0:
        return _judged(*there, statistic, side, resamples=resamples, seed=seed)
    return _judged(*back, statistic, 1, resamples=resamples, seed=seed).turned()


def _judged(both: Ints, counts: Ints, statistic: Statistic, side: int, *, resamples: int, seed: int) -> Verdict:
    """The verdict of distinct rows, int64 (2k, m), each so many times."""
    k, rng = len(both) // 2, np.random.default_rng(seed)
    before, after = (_value(statistic, half * counts) for half in np.split(both, 2))
    resamples = affordable(resamples, 2 * k * draw_cost(counts) + k * flip_cost(counts))
    sums = _whole(resampled_sums(both.T.astype(np.float64), counts, resamples, rng).T)
    drawn = statistic(sums[k:]) - statistic(sums[:k])
    interval = Interval(*percentiles(drawn), resamples)
    own = statistic(both[k:]) - statistic(both[:k])
    differ = bool((both[k:] != both[:k]).any())
    p = _swapped_p(both, counts, statistic, resamples, rng)
    return Verdict(
        verdict=kind_of(after - before, p, differ=differ),
        n=int(counts.sum()),
        overall=after,
        baseline_overall=before,
        delta=after - before,
        interval=interval.seen_from(side).ends,
        p=p,
        test="swapped rows",
        resamples=resamples,
        interval_resamples=resamples,
        seed=seed,
        better=int(counts[own > _TIE].sum()),
        worse=int(counts[own < -_TIE].sum()),
        same=int(counts[np.abs(own) <= _TIE].sum()),
        smallest_difference=REACH * deviation(drawn),
    )


def bootstrap_pooled(counts: Ints, statistic: Statistic, *, resamples: int = RESAMPLES, seed: int = 0) -> Interval:
    """The 95 % interval of a statistic of sums over rows; counts: int64 (k, n), what each row adds.

    With very many distinct rows B is smaller, and said.
    """
    rows, times = _distinct_columns(counts)
    resamples = affordable(resamples, 2 * len(counts) * draw_cost(times))
    vectors = rows.T.astype(np.float64)
    return bootstrap_of_sums(vectors, times, lambda sums: statistic(_whole(sums.T)), resamples=resamples, seed=seed)


def bootstrap_labels(
    row: Ints,
    key: Ints,
    n: int,
    statistic: Callable[[Ints], float],
    *,
    size: int,
    resamples: int = _LABEL_RESAMPLES,
    seed: int = 0,
) -> Task[Interval]:
    """A task: the 95 % interval of a statistic of sums of many kinds, such as macro F of each label's tp, fp and fn.

    row, key: int64 (m,): the row of each thing counted, of n rows, and its kind, of `size`: submission, tp or fp or fn,
    label. statistic: from int64 (size,), the sums, to a number, such as a difference of two submissions.
    """

    def of_drawn(drawn: Ints) -> float:
        times = np.bincount(drawn, minlength=n)
        return statistic(np.bincount(key, weights=times[row], minlength=size).astype(np.int64))

    return bootstrap_of_draws(of_drawn, n, resamples=resamples, seed=seed)


def _swapped_p(both: Ints, counts: Ints, statistic: Statistic, resamples: int, rng: np.random.Generator) -> float:
    """The two-sided p where each row could as well have its counts on the other side."""
    before, after = np.split(both, 2)
    total, change = ((before + after) @ counts)[:, None], (after - before).T
    moved = np.flatnonzero(change.any(axis=1))
    swing = _whole(flipped_sums(change[moved].astype(np.float64), counts[moved], resamples, rng).T)
    observed = statistic((after @ counts)[:, None]) - statistic((before @ counts)[:, None])
    drawn = np.abs(statistic((total + swing) // 2) - statistic((total - swing) // 2))
    return float(1 + (drawn >= np.abs(observed) - _TIE).sum()) / (resamples + 1)


def swapped_losses(
    before: Floats, after: Floats, overall: Callable[[Floats], Floats], *, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[float, int]:
    """The two-sided p of an overall of sums where each row could as well be on the other side; how often it was drawn.

    before, after: float64 (c, n), at least 0, what each row adds; overall: from sums, (c, b), to float64 (b,).
    """
    total, change = (before + after).sum(axis=1)[:, None], (after - before).T
    moved = change[change.any(axis=1)]
    once = np.ones(len(moved), np.int64)
    resamples = affordable(resamples, len(before) * flip_cost(once))
    swing = flipped_sums(moved, once, resamples, np.random.default_rng(seed)).T
    low, high = (np.maximum(total + side * swing, 0.0) / 2 for side in (-1, 1))  # rounding may take them below 0
    observed = overall(after.sum(axis=1)[:, None]) - overall(before.sum(axis=1)[:, None])
    drawn = np.abs(overall(high) - overall(low))
    return float(1 + (drawn >= np.abs(observed) * (1 - _TIE)).sum()) / (resamples + 1), resamples


def _value(statistic: Statistic, counts: Ints) -> float:
    return float(statistic(counts.sum(axis=1, dtype=np.int64)[:, None])[0])


def _whole(sums: Floats) -> Ints:
    return np.rint(sums).astype(np.int64)


def _distinct_columns(columns: Ints) -> tuple[Ints, Ints]:
    """The distinct columns, int64 (k, m), and how often each occurs."""
    code = np.zeros(columns.shape[1], np.int64)
    for line in columns:
        low, high = int(line.min(initial=0)), int(line.max(initial=0))
        code = np.unique(code, return_inverse=True)[1] * (high - low + 1) + line - low
    _, first, counts = np.unique(code, return_index=True, return_counts=True)
    return columns[:, first], counts
