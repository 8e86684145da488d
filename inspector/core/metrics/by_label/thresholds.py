"""Precision and recall at thresholds of confidence: of rows, and averaged over rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics.base import ratio
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.hits import find_hits

# 0.01, 0.02, ..., 1.00, as the assessments of CAFA take them.
THRESHOLDS = np.arange(1, 101) / 100
# Rows that are counted at once: each has a number for every threshold.
_BLOCK = 1 << 14


@dataclass(frozen=True, eq=False)
class Tallies:
    """Labels at or above each threshold: predicted, hits: int64 (n, t); sizes: int64 (n,), of truth labels."""

    predicted: Ints
    hits: Ints
    sizes: Ints

    @classmethod
    def of(cls, batch: Batch) -> Tallies:
        """Count the labels of each row."""
        lists = batch.confident
        hits = find_hits(batch.truth, lists)
        assert lists.weights is not None  # noqa: S101  # of `Batch.confident`
        n = len(batch)
        return cls(
            _at_least(lists.owners(), lists.weights, n), _at_least(hits.row, lists.weights[hits.index], n), batch.sizes
        )

    @property
    def precision(self) -> Floats:
        """float64 (n, t): hits / predicted, 0 where nothing is predicted."""
        return ratio(self.hits, self.predicted)

    @property
    def recall(self) -> Floats:
        """float64 (n, t): hits / m, 0 for a row without truth."""
        return ratio(self.hits, self.sizes[:, None])

    @property
    def f(self) -> Floats:
        """float64 (n, t): F of the row at each threshold, 0 where both sets are empty."""
        return ratio(2 * self.hits, self.predicted + self.sizes[:, None])

    def where(self, rows: Bools) -> Tallies:
        """The tallies of some rows."""
        return Tallies(self.predicted[rows], self.hits[rows], self.sizes[rows])


@dataclass(frozen=True, eq=False)
class Sums:
    """float64 (t,): the sums of precision and recall over rows, and the rows that predict; rows: how many there are."""

    precision: Floats
    predicting: Floats
    recall: Floats
    rows: int

    @classmethod
    def of(cls, pool: Ints) -> Sums:
        """The sums of the fractions in a pool of F-max."""
        by = np.arange(1, pool.shape[2])
        return cls(
            (pool[0, :, 1:] / by).sum(axis=1),
            pool[1, :, 1:].sum(axis=1).astype(np.float64),
            (pool[2, :, 1:] / by).sum(axis=1),
            int(pool[3, 0].sum()),
        )

    def f(self, now: Tallies | None = None, then: Tallies | None = None) -> Floats:
        """float64 (t,): F at each threshold; (n, t) if one row at a time had other tallies."""
        precision, predicting, recall = self.precision, self.predicting, self.recall
        if now is not None and then is not None:
            precision = precision + then.precision - now.precision
            predicting = predicting + (then.predicted > 0) - (now.predicted > 0)
            recall = recall + then.recall - now.recall
        pr, rc = ratio(precision, predicting), recall / max(1, self.rows)
        return ratio(2 * pr * rc, pr + rc)


def _at_least(rows: Ints, confidences: Floats, n: int) -> Ints:
    """int64 (n, t): how many of the confidences of each row are at least each threshold."""
    levels = np.searchsorted(THRESHOLDS, confidences, side="right")
    width = len(THRESHOLDS) + 1
    counts = np.bincount(rows * width + levels, minlength=n * width).reshape(n, width)
    return np.cumsum(counts[:, :0:-1], axis=1)[:, ::-1]


def counted(by: Ints, values: Ints, width: int) -> Ints:
    """int64 (t, width): at each threshold, the sum of the values (n, t) of the rows with each number in `by` (n, t)."""
    cells = (np.arange(by.shape[1]) * width + by).ravel()
    counts = np.bincount(cells, weights=values.ravel(), minlength=by.shape[1] * width)
    return counts.astype(np.int64).reshape(by.shape[1], width)


def blocks(batch: Batch) -> list[Batch]:
    """The batch in blocks of rows."""
    if len(batch) <= _BLOCK:
        return [batch]
    return [batch.take(np.arange(low, min(low + _BLOCK, len(batch)))) for low in range(0, len(batch), _BLOCK)]
