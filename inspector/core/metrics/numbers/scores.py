"""Scores under a metric that adds up what each number of each row loses."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Self

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, beyond_floats
from inspector.core.data.evidence import Evidence, PairedScores, RowLosses
from inspector.core.data.numbers import values_of
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import NumberMetric, UnorderedScores, in_groups
from inspector.core.metrics.numbers.weights import weights_of, with_weight
from inspector.core.metrics.scores import ScorePreview
from inspector.core.metrics.total import Total

_AT_ONCE = 1 << 14
# The share of a sum that may be left by rounding where all that made it is taken away.
_ROUNDING = 1e-13


class NumberScores(UnorderedScores):
    """Row scores, and for each component the sum of its losses, from which the overall is combined.

    weights: float64 (n,), of the rows; None for all alike.

    An edit changes the sums of the pieces that its rows are in, so that undo restores every bit.
    """

    metric: NumberMetric
    is_bounded = False

    def __init__(self, metric: NumberMetric, batch: Batch) -> None:
        self.metric = metric
        losses = metric.losses_of(batch)
        self.weights = weights_of(metric, batch)
        self._truth = values_of(batch.truth)
        self._losses = np.ascontiguousarray(losses.T)
        self.first_hit = np.zeros(len(batch), np.int32)
        self.ceiling = metric.ceiling(batch)
        self._count()
        self.row = self._rows_of(slice(None))
        self._totals = self._new_totals()
        self._sums = self._new_sums()
        self.overall = self._combined(self._values())
        self.top = 0.0
        self._stretch(self.row)

    def copy(self) -> Self:
        """A copy; shares the truth and the weights."""
        twin = super().copy()
        twin._losses = self._losses.copy()
        twin._sums = twin._new_sums()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again; before, after: their old and new numbers."""
        losses = self.metric.losses_of(after)
        scores = self.row[rows]
        changes = (np.isnan(self._losses[:, rows]) != np.isnan(losses.T)).any()
        # Whether the range may end elsewhere then.
        is_outmost = changes or ((scores >= self.top) | (scores < 0) & (scores <= self.bottom)).any()
        self._losses[:, rows] = losses.T
        if changes:
            self._count()
        self._score(rows, changes=bool(changes))
        for total in (*self._totals, *self._sums):
            total.touch(rows)
        self.overall = self._combined(self._values())
        if is_outmost:
            self.top = self.bottom = 0.0
        self._stretch(self.row if is_outmost else self.row[rows])

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with other numbers for one row; changes nothing."""
        losses = self.metric.losses_of(after)
        score = float(self.metric.rows_of(losses)[0])
        if (np.isnan(losses[0]) != np.isnan(self._losses[:, row])).any():
            return ScorePreview(score, self.preview_rows(np.array([row]), before, after))
        weighed = np.nan_to_num(self._weighed(losses.T, slice(row, row + 1)), posinf=np.inf)
        sums = [[total.value_with(row, value)] for total, value in zip(self._sums, weighed[:, 0].tolist(), strict=True)]
        return ScorePreview(score, self._combined(np.array(sums)))

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other numbers for several rows; changes nothing."""
        losses = self._losses.copy()
        losses[:, rows] = self.metric.losses_of(after).T
        return self._overall_of(losses, slice(None))

    def explain(self, row: int, batch: Batch) -> Explanation:
        """The arithmetic of one row, with its weight; batch: its numbers."""
        return self._with_weight(row, super().explain(row, batch))

    def _with_weight(self, row: int, explained: Explanation) -> Explanation:
        scored = np.asarray((~np.isnan(self._losses)).any(axis=0))
        return with_weight(explained, self.metric, self.weights, row, scored)

    @property
    def is_mean(self) -> bool:  # type: ignore[override]
        """Whether the overall is the mean of the row scores."""
        return self.metric.is_mean and bool((self._counts == self._counts[0]).all())

    @property
    def of_mean(self) -> Callable[[float], float] | None:
        """The overall of any rows from the mean of their scores; None where that does not tell it."""
        is_one = len(self._losses) == 1 and self.weights is None
        return super().of_mean or (self.metric.of_mean if is_one else None)

    @property
    def mean_name(self) -> str:
        """The metric where its value for some rows is found from their mean, as that of a root is."""
        return super().mean_name if self.is_mean or self.of_mean is None else self.metric.label

    @property
    def tells_gains(self) -> bool:
        """Whether the score of a row tells what the row does to the overall."""
        return self.is_mean

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): points of the overall that each row would win with perfect numbers; NaN for rows left out."""
        blocks = [self._costs(rows[low : low + _AT_ONCE]) for low in range(0, len(rows), _AT_ONCE)]
        return np.concatenate([np.empty(0), *blocks])

    def _costs(self, rows: Ints) -> Floats:
        """`costs` of so few rows that what is computed of them fits into the CPU cache."""
        losses = self._weighed(self._losses[:, rows], rows)
        scored = ~np.isnan(losses)
        is_scored, values = np.asarray(scored.any(axis=0)), self._values()
        lost = losses if scored.all() else np.where(scored, losses, 0.0)
        if np.isinf(values).any():  # without clipping; only a row that alone is infinite wins anything
            return self._infinite_costs(lost, is_scored)
        gains = self.metric.combine(values - lost, self._counts, self._scale) - self.overall
        improved: Floats = self.metric.improvement(gains)
        return improved if is_scored.all() else np.where(is_scored, improved, np.nan)

    @beyond_floats  # no sum can be without an infinite loss again
    def overalls_if_perfect(self, rows: Ints, of_row: Ints, groups: int) -> Floats:
        """float64 (groups,): the overall if the rows of a group had perfect numbers."""
        lost = in_groups(_known(self._weighed(self._losses[:, rows], rows)), of_row, groups)
        sums = self._values() - lost
        sums = np.where(sums < _ROUNDING * self._values(), 0.0, sums)
        return self._if_told(sums, self._counts, self._scale)

    def overalls_if_right(self, rows: Bools) -> Floats | None:
        """float64 (c,): the overall if one component of some rows were as in the truth."""
        sums = np.tile(self._values(), len(self._losses))
        if not self.metric.takes_numbers_apart or not np.isfinite(sums).all():
            return None
        others = np.flatnonzero(~rows)
        np.fill_diagonal(sums, np.nan_to_num(self._weighed(self._losses[:, others], others)).sum(axis=1))
        return self.metric.combine(sums, self._counts, self._scale)

    @beyond_floats
    def overalls_with(self, others: NumberScores, rows: Ints, of_row: Ints, groups: int) -> Floats:
        """float64 (groups,): the overall if the rows of a group had the numbers of other scores under this metric.

        Other numbers may be scored then. NaN where a loss that makes the overall infinite now would be another one.
        """
        now, then = self._losses[:, rows], others._losses[:, rows]
        added = in_groups(_known(self._weighed(then, rows)) - _known(self._weighed(now, rows)), of_row, groups)
        sums = self._values() + added
        joining = np.isnan(now).astype(np.float64) - np.isnan(then)
        if not joining.any():
            return self._if_told(sums, self._counts, self._scale)
        left = np.where(np.abs(sums) < _ROUNDING * self._values(), 0.0, sums)
        return self._if_told(left, *self._counts_with(joining, rows, of_row, groups))

    def scores_same_numbers(self, others: NumberScores) -> bool:
        """Whether other scores under this metric score, and leave out, the same numbers."""
        return np.array_equal(np.isnan(self._losses), np.isnan(others._losses))

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows."""
        losses = self._losses.copy()
        at = slice(None) if rows is None else rows
        losses[:, at] = np.where(np.isnan(losses[:, at]), np.nan, 0.0)
        gain = float(self.metric.improvement(self._overall_of(losses, slice(None)) - self.overall))
        return 0.0, 0.0 if math.isnan(gain) else gain

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone; NaN when none is scored."""
        return self._overall_of(self._losses, rows)

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """The row scores of `rows`."""
        is_ordered = len(self._losses) == 1 and self.weights is None
        overall = partial(self._overall_of, self._losses)
        summed = None if is_ordered else self._row_losses(rows)
        return PairedScores(lambda drawn: overall(rows[drawn]), partial(self._without, rows), is_ordered, summed)

    def _row_losses(self, rows: Ints) -> RowLosses | None:
        """What `rows` add to the sums; None where some numbers of them are not scored."""
        losses = self._weighed(self._losses[:, rows], rows)
        if not np.isfinite(losses).all():
            return None
        counts, scale = self._counts_of(np.ones(losses.shape, bool), rows)
        return RowLosses(losses, lambda sums: self.metric.combine(sums, counts, scale))

    def _without(self, rows: Ints) -> Floats:
        """float64 (r,): the overall of `rows` without each of them."""
        losses, scored = self._losses[:, rows], ~np.isnan(self._losses[:, rows])
        lost = np.where(scored, self._weighed(losses, rows), 0.0)
        shares = scored.astype(np.float64) if self.weights is None else scored * self.weights[rows]
        truth = self._truth[rows].T
        sums, counts = (values.sum(axis=1, keepdims=True) - values for values in (lost, shares))
        return self.metric.combine(sums, counts, self.metric.scale_without(truth, scored, shares))

    def _infinite_costs(self, losses: Floats, scored: Bools) -> Floats:
        """`costs` where some losses are infinite: infinite for a row that has all of them, 0 for others."""
        own = np.isinf(losses).sum(axis=0)
        return np.where(scored, np.where(own == int(np.isinf(self._losses).sum()), np.inf, 0.0), np.nan)

    def _mean(self) -> float:
        return float(np.nanmean(self.row)) if self._counted else math.nan

    @beyond_floats
    def _stretch(self, scores: Floats) -> None:
        """Let the range of row scores reach these."""
        finite = scores if np.isfinite(scores.sum()) else scores[np.isfinite(scores)]
        self.top = max(self.top, float(np.max(finite, initial=0.0)))
        self.bottom = min(self.bottom, float(np.min(finite, initial=0.0)))

    def _rows_of(self, at: Ints | slice) -> Floats:
        """The scores of some rows."""
        return self.metric.rows_of(self._losses[:, at].T)

    def _score(self, rows: Ints, *, changes: bool) -> None:
        """Score `rows` again; changes: whether other numbers are scored now."""
        self.row[rows] = self._rows_of(rows)

    def _count(self) -> None:
        """Count what is scored, after that has changed."""
        scored = ~np.isnan(self._losses)
        self._counted = int(scored.any(axis=0).sum())
        self._counts, self._scale = self._counts_of(scored, slice(None))

    def _counts_of(self, scored: Bools, at: Ints | slice) -> tuple[Floats, Floats]:
        """float64 (c, 1) each: the rows that are scored, or their weights, and the scale of each component."""
        weights = None if self.weights is None else self.weights[at]
        counts = scored.sum(axis=1).astype(np.float64) if weights is None else scored @ weights
        return counts[:, None], self.metric.scale_of(self._truth[at].T, scored, weights)[:, None]

    def _counts_with(self, joining: Floats, rows: Ints, of_row: Ints, groups: int) -> tuple[Floats, Floats]:
        """`_counts_of` all rows, float64 (c, groups) each, if numbers of a group join, 1, or leave, -1: (c, r)."""
        shares = self._weighed((~np.isnan(self._losses)).astype(np.float64), slice(None))
        joined = self._weighed(joining, rows)

        def summed(values: Floats) -> Floats:
            now: Floats = (shares * values).sum(axis=1, keepdims=True)
            return now + in_groups(joined * values[:, rows], of_row, groups)

        # Whole numbers, because sums of weights leave some rounding where no row is left.
        left = np.sign(shares).sum(axis=1, keepdims=True) + in_groups(np.sign(joined), of_row, groups)
        counts = np.where(left > 0, summed(np.ones(shares.shape)), 0.0)
        return counts, self.metric.scale_with(self._truth.T, shares, counts, summed)

    def _values(self) -> Floats:
        """float64 (c, 1): the sum of each component."""
        return np.array([[total.value()] for total in self._sums])

    def _combined(self, sums: Floats) -> float:
        return float(self.metric.combine(sums, self._counts, self._scale)[0]) if self._counted else math.nan

    def _if_told(self, sums: Floats, counts: Floats, scale: Floats) -> Floats:
        """The overalls of sums, (c, groups); NaN where the sum of any component is, which a mean would leave out."""
        return np.where(np.isnan(sums).any(axis=0), np.nan, self.metric.combine(sums, counts, scale))

    @beyond_floats
    def _overall_of(self, losses: Floats, at: Ints | slice) -> float:
        """The overall of some rows of losses, (c, n), as if there were no others."""
        part = losses[:, at]
        scored = ~np.isnan(part)
        if not scored.any():
            return math.nan
        sums = np.where(scored, self._weighed(part, at), 0.0).sum(axis=1)[:, None]
        return float(self.metric.combine(sums, *self._counts_of(scored, at))[0])

    @beyond_floats
    def _weighed(self, losses: Floats, at: Ints | slice) -> Floats:
        return losses if self.weights is None else losses * self.weights[at]

    def _new_sums(self) -> list[Total]:
        losses, weights = self._losses, self.weights

        def piece(component: int, part: slice) -> Floats:
            values = losses[component, part] if weights is None else losses[component, part] * weights[part]
            return np.where(np.isnan(values), 0.0, values)

        n = losses.shape[1]
        return [Total(n, lambda part, at=at: piece(at, part)) for at in range(len(losses))]  # type: ignore[misc]


def _known(losses: Floats) -> Floats:
    """The losses, 0 for numbers that are not scored."""
    return np.where(np.isnan(losses), 0.0, losses)
