"""Scores under a metric whose overall is computed from counts over all rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.evidence import Evidence
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.losses import Losses, gains_in_turn, none_lost
from inspector.core.metrics.scores import Scores


class PooledScores(Scores):
    """Row scores beside a pool of integers, to which each row adds its own; so undo restores every bit.

    The pools of all rows in their best order and with their best labels are kept the same way.
    """

    pool: Ints
    is_mean = False
    is_of_sums = True

    def __init__(self, metric: Metric, batch: Batch, pool: Ints) -> None:
        self.pool = pool
        self._best_pools: tuple[Ints, Ints] | None = None
        super().__init__(metric, batch)

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again; before, after: their old and new lists."""
        pool = self._moved(self.pool, before, after)
        if self._best_pools is not None:
            order, labels, edits = *self._best_pools, self.metric
            self._best_pools = (
                self._moved(order, edits.best_order(before), edits.best_order(after)),
                self._moved(labels, edits.best_labels(before), edits.best_labels(after)),
            )
        super().rescore(rows, before, after)
        self.pool, self.overall = pool, self.metric.overall(self.row, pool)

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other lists for several rows; changes nothing."""
        return self.metric.overall(self.row, self._moved(self.pool, before, after))

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone; batch: their lists; NaN when none is scored."""
        return self.metric.overall(self.row[rows], self.metric.pool(batch()))

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """What a test of the pooled overall of `rows` draws from; None where there is none."""
        return self.metric.evidence(batch())

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` alone could win."""
        return self.metric.pooled_losses(batch(), self.pool)

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """The sum of both losses."""
        return self.losses(rows, batch).cost

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, first by order, then by labels."""
        if rows is not None:
            return none_lost(*self._previewed_losses(rows, batch))
        if self._best_pools is None:
            order = self.metric.best_order(now := batch())
            ordered = self.pool if order is now else self._pool_of(order)
            self._best_pools = ordered, self._pool_of(self.metric.best_labels(now))
        return none_lost(
            *gains_in_turn(self.overall, *(self.metric.overall(self.row, pool) for pool in self._best_pools))
        )

    def _pool_of(self, batch: Batch) -> Ints:
        return cast(Ints, self.metric.pool(batch))  # a metric that has a pool has one for every batch

    def _moved(self, pool: Ints, before: Batch, after: Batch) -> Ints:
        """A pool after replacing some rows."""
        return _plus(_plus(pool, self._pool_of(after)), -self._pool_of(before))


def _plus(pool: Ints, more: Ints) -> Ints:
    """The sum of two pools, which may have different numbers of labels."""
    width = max(pool.shape[-1], more.shape[-1])
    total = np.zeros((*pool.shape[:-1], width), np.int64)
    total[..., : pool.shape[-1]] += pool
    total[..., : more.shape[-1]] += more
    return total
