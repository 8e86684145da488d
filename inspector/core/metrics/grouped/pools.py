"""Scores whose overall is made of groups of rows that are pooled each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Self

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.evidence import Evidence, RowSums
from inspector.core.errors import InputError
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.grouped.scores import MOST_GROUPS, GroupedScores
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.pooled_scores import PooledScores

# The most numbers that are kept of all rows and groups, 512 MB.
_MOST_SUMS = 1 << 26


class GroupedPools(GroupedScores):
    """Overall = sum of share x pooled overall over the groups; each group has scores of its own.

    Source: OTTO (0.10 clicks + 0.30 carts + 0.60 orders). Raises InputError also for too many groups.
    """

    def __init__(self, metric: Metric, batch: Batch) -> None:
        self._pools, self._batch = list[PooledScores](), batch
        super().__init__(metric, batch)
        del self._batch

    def copy(self) -> Self:
        """A copy; the scores of a group are copied when an edit changes them."""
        twin = super().copy()
        twin._pools = self._pools.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again, in their groups."""
        for group, at in self._by_group(rows):
            pool = self._pools[group].copy()
            pool.rescore(self._local(group, rows[at]), before.take(at), after.take(at))
            self._pools[group] = pool
        super().rescore(rows, before, after)

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` alone could win, None for all rows."""
        chosen, now = np.arange(len(self.row)) if rows is None else rows, batch()
        ordering, candidates, shares = np.zeros(len(chosen)), np.zeros(len(chosen)), self._shares()
        for group, at in self._by_group(chosen):
            lost = self._pools[group].losses(self._local(group, chosen[at]), partial(now.take, at))
            ordering[at], candidates[at] = lost.ordering * shares[group], lost.candidates * shares[group]
        return Losses(ordering, candidates)

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """The sum of both losses."""
        return self.losses(rows, batch).cost

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: first by order, then by labels."""
        if rows is not None:
            return self._previewed_losses(rows, batch)
        lost = [
            pool.total_losses(None, lambda group=group: batch().take(self._members(np.array([group]))))  # type: ignore[misc]
            for group, pool in enumerate(self._pools)
        ]
        ordering, candidates = np.array(lost).reshape(-1, 2).T @ self._shares()
        return float(ordering), float(candidates)

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, in their groups."""
        overalls, now = np.full(len(self._pools), np.nan), batch()
        for group, at in self._by_group(rows):
            overalls[group] = self._pools[group].part(self._local(group, rows[at]), partial(now.take, at))
        return self._combined(overalls)

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """What each row adds to the sums of its group; None for averages over labels, and for too many sums."""
        found, groups = self.metric.evidence(batch()), len(self._pools)
        if not isinstance(found, RowSums) or found.counts.size * groups > _MOST_SUMS:
            return None
        kinds, n = found.counts.shape
        counts = np.zeros((groups, kinds, n), np.int64)
        counts[self._groups.of_row[rows], :, np.arange(n)] = found.counts.T

        def overall(sums: Ints) -> Floats:
            own = sums.reshape(groups, kinds, -1)
            overalls = [np.where(part.any(axis=0), found.overall(part), np.nan) for part in own]
            return np.array([self._combined(drawn) for drawn in np.array(overalls).T])

        return RowSums(counts.reshape(groups * kinds, n), overall)

    def _overalls_of(self, groups: Ints) -> Floats:
        if not self._pools:
            self._pools = self._opened(self._batch)
        return np.array([self._pools[group].overall for group in groups.tolist()], np.float64)

    def _opened(self, batch: Batch) -> list[PooledScores]:
        if self._groups.count > MOST_GROUPS:
            raise InputError(
                f"{self._groups.count:,} groups are too many for a pooled overall",
                expected=f"at most {MOST_GROUPS:,}, or an average over rows",
            )
        parts = (batch.take(self._members(np.array([group]))) for group in range(self._groups.count))
        return [PooledScores(self.metric, part, np.asarray(self.metric.pool(part))) for part in parts]

    def _by_group(self, rows: Ints) -> list[tuple[int, Ints]]:
        """The groups of some rows, and the indices of their rows among them."""
        of_row = self._groups.of_row[rows]
        return [(group, np.flatnonzero(of_row == group)) for group in np.unique(of_row).tolist()]

    def _local(self, group: int, rows: Ints) -> Ints:
        """int64: the numbers of rows within their group."""
        return np.searchsorted(self._members(np.array([group])), rows)


def grouped_scores(metric: Metric, batch: Batch) -> GroupedScores:
    """The scores of a metric with groups."""
    is_pooled = metric.pool(batch.take(np.empty(0, np.int64))) is not None
    return GroupedPools(metric, batch) if is_pooled else GroupedScores(metric, batch)
