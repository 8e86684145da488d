"""Row scores, first hits and the overall of one metric: all at once, or again for the rows that changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints, Ranks
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.total import Total


@dataclass(frozen=True)
class ScorePreview:
    """What a row's score and the overall would be with other labels."""

    score: float
    overall: float


class Scores:
    """The scores of a metric whose rows can be scored one by one.

    row: float64 (n,), NaN for a row left out; first_hit: int32 (n,), 0 for none; ceiling: float64 (n,), the best score
    a row could have, top: the best of these; places: int32 (n,), where rows stand on a list of all predictions, None
    without one; overall: float, always what the whole vectors add up to, so that undo restores its last bit;
    separable: whether an edit moves the scores of its own rows only.
    """

    tie_range: tuple[float, float] | None = None
    places: Ranks | None = None
    separable = True

    def __init__(self, metric: Metric, batch: Batch) -> None:
        self.metric = metric
        self.row: Floats = metric.score(batch)
        self.first_hit: Ranks = metric.first_hits(batch).astype(np.int32)
        self.ceiling: Floats = metric.ceiling(batch)
        self.top = best_of(self.ceiling)
        self._pool = metric.pool(batch)
        self._counted = len(self.row) - int(np.isnan(self.row).sum())
        self._best: Floats | None = None
        self._sum: Total | None = None
        self._lost: tuple[Total, Total] | None = None
        self._lost_in_all: tuple[float, float] | None = None
        self.overall = metric.overall(self.row, self._pool)

    def copy(self) -> Scores:
        """The same numbers in arrays of their own; the ceiling, which no edit moves, is shared."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.row, twin.first_hit = self.row.copy(), self.first_hit.copy()
        twin._best = None if self._best is None else self._best.copy()
        twin._sum = twin._lost = twin._lost_in_all = None
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score only `rows` again: before, after hold their lists as they were and as they are now."""
        scores, ranks = self.metric.score(after), self.metric.first_hits(after)
        pool = self._moved(before, after)
        more = int(np.isnan(self.row[rows]).sum()) - int(np.isnan(scores).sum())
        if self._best is not None:
            self._best[rows] = self.metric.reordered(after)
        self.row[rows], self.first_hit[rows], self._pool = scores, ranks, pool
        self._counted += more
        self._lost_in_all = None
        self._touch(rows, everything=more != 0)
        self.overall = self._mean() if pool is None else self.metric.overall(self.row, pool)

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """What one row's other list would do; nothing is changed."""
        score, pool = float(self.metric.score(after)[0]), self._moved(before, after)
        return ScorePreview(score, self._mean_with(row, score) if pool is None else self.metric.overall(self.row, pool))

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """What the overall would be with other lists of several rows; nothing is changed."""
        scores = self.row.copy()
        scores[rows] = self.metric.score(after)
        return self.metric.overall(scores, self._moved(before, after))

    def explain(self, row: int, batch: Batch) -> Explanation:
        """The arithmetic of one row whose lists are the batch."""
        return self.metric.explain(batch)

    def losses(self, rows: Ints, batch: Batch) -> Losses:
        """What `rows`, whose lists are the batch, lose; the ceiling and the scores are those held here."""
        return self.metric.losses(batch, self._pool, self.counted)

    def all_losses(self, everything: Callable[[], Batch], chosen: Ints | slice = slice(None)) -> Losses:
        """What every row loses, or those chosen. The best orders are worked out once, then for rows that change."""
        if self._pool is not None:
            whole = self.metric.losses(everything(), self._pool, self.counted)
            return Losses(whole.ordering[chosen], whole.candidates[chosen])
        best, rows = self._best_orders(everything)[chosen], max(1, self.counted)
        return Losses((best - self.row[chosen]) / rows, (self.ceiling[chosen] - best) / rows)

    def total_losses(self, everything: Callable[[], Batch]) -> tuple[float, float]:
        """The losses of all rows added up, NaN being nothing: by order, and by labels."""
        if self._pool is not None or not self.separable:
            if self._lost_in_all is None:
                losses = self.all_losses(everything)
                self._lost_in_all = float(np.nansum(losses.ordering)), float(np.nansum(losses.candidates))
            return self._lost_in_all
        if self._lost is None:
            n = len(self.row)
            self._lost = (
                Total(n, lambda part: _without_nan(self.all_losses(everything, part).ordering)),
                Total(n, lambda part: _without_nan(self.all_losses(everything, part).candidates)),
            )
        return self._lost[0].value(), self._lost[1].value()

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """The sum of both losses, without telling them apart, which is cheaper; the batch is seldom asked for."""
        if self._pool is None:
            return (self.ceiling[rows] - self.row[rows]) / max(1, self.counted)
        return self.losses(rows, batch()).cost

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, whose lists are the batch; NaN when none of them is scored."""
        pool = None if self._pool is None else self.metric.pool(batch())
        return self.metric.overall(self.row[rows], pool)

    @property
    def counted(self) -> int:
        """How many rows enter the overall."""
        return self._counted

    def mean(self, rows: Ints) -> float:
        """The mean score of some rows, each named once; NaN when all of them are left out."""
        if len(rows) == len(self.row):
            return self._mean()
        counted = self.row[rows][~np.isnan(self.row[rows])]
        return float(counted.mean()) if len(counted) else float("nan")

    @property
    def fine_decimals(self) -> int:
        """How many decimals tell apart what single rows do to the overall, and never fewer than four."""
        return max(4, len(str(self._counted)) + 2)

    @property
    def decimals(self) -> int:
        """How many decimals tell row scores apart: contributions to a GAP are as small as what a row does to it."""
        return 4 if self.top > 0.01 else self.fine_decimals

    @property
    def pool(self) -> Ints | None:
        """The whole numbers that a pooled overall is made from."""
        return self._pool

    @property
    def _total(self) -> Total:
        """The sum of the row scores, where a row that is left out adds nothing."""
        if self._sum is None:
            self._sum = Total(len(self.row), lambda part: _without_nan(self.row[part]))
        return self._sum

    def _mean(self) -> float:
        return self._total.value() / self._counted if self._counted else float("nan")

    def _mean_with(self, row: int, score: float) -> float:
        """The mean if a row had another score; nothing is changed, so that others may read the scores meanwhile."""
        counted = self._counted + int(np.isnan(self.row[row])) - int(np.isnan(score))
        total = self._total.value_with(row, 0.0 if np.isnan(score) else score)
        return total / counted if counted else float("nan")

    def _touch(self, rows: Ints, *, everything: bool = False) -> None:
        """Row scores changed; when the number of rows that count did too, so did every row's share of the losses."""
        if everything:
            self._lost = None
        for total in (self._total, *(self._lost or ())):
            total.touch(rows)

    def _best_orders(self, everything: Callable[[], Batch]) -> Floats:
        if self._best is None:
            self._best = self.metric.reordered(everything())
        return self._best

    def _moved(self, before: Batch, after: Batch) -> Ints | None:
        """The pool with some rows exchanged. Whole numbers, so that going back and forth loses nothing."""
        if self._pool is None:
            return None
        old, new = self.metric.pool(before), self.metric.pool(after)
        return _plus(_plus(self._pool, new), None if old is None else -old)


def best_of(ceiling: Floats) -> float:
    """The best score that any row could have, 0 when there is none."""
    return float(np.nanmax(ceiling, initial=0.0))


def _without_nan(values: Floats) -> Floats:
    return np.where(np.isnan(values), 0.0, values)


def _plus(pool: Ints, more: Ints | None) -> Ints:
    """The sum of two pools, of which one may know labels that the other does not."""
    if more is None:
        return pool
    width = max(pool.shape[-1], more.shape[-1])
    total = np.zeros((*pool.shape[:-1], width), np.int64)
    total[..., : pool.shape[-1]] += pool
    total[..., : more.shape[-1]] += more
    return total
