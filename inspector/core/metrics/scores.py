"""Row scores, first hits and the overall under a metric: computed for all rows, then again for changed rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays.types import Floats, Ints, Ranks
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.total import Total


@dataclass(frozen=True)
class ScorePreview:
    """A row's score and the overall with another prediction."""

    score: float
    overall: float


class Scores:
    """The scores of a metric whose rows are scored independently.

    row: float64 (n,), NaN for a row left out; first_hit: int32 (n,), 0 for none; ceiling: float64 (n,), the best
    possible score of each row, top: their maximum; places: int32 (n,), the best place of each row on the list of all
    predictions, None without one; overall: float, always equal to a full recomputation, so that undo restores every
    bit; separable: whether an edit changes only the scores of its own rows.
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
        """A copy; shares the ceiling, which edits do not change."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.row, twin.first_hit = self.row.copy(), self.first_hit.copy()
        twin._best = None if self._best is None else self._best.copy()
        twin._sum = twin._lost = twin._lost_in_all = None
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again; before, after: their old and new lists."""
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
        """The scores with another list for one row; changes nothing."""
        score, pool = float(self.metric.score(after)[0]), self._moved(before, after)
        return ScorePreview(score, self._mean_with(row, score) if pool is None else self.metric.overall(self.row, pool))

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other lists for several rows; changes nothing."""
        scores = self.row.copy()
        scores[rows] = self.metric.score(after)
        return self.metric.overall(scores, self._moved(before, after))

    def explain(self, row: int, batch: Batch) -> Explanation:
        """The arithmetic of one row; batch: its lists."""
        explained = self.metric.explain(batch)
        about = "" if self._pool is None else self.metric.about(self._pool)
        return replace(explained, remark=" ".join(filter(None, [explained.remark, about]))) if about else explained

    def losses(self, rows: Ints, batch: Batch) -> Losses:
        """The losses of `rows`; batch: their lists."""
        return self.metric.losses(batch, self._pool, self.counted)

    def all_losses(self, everything: Callable[[], Batch], chosen: Ints | slice = slice(None)) -> Losses:
        """The losses of all or the chosen rows. The best orders are computed once, then only for changed rows."""
        if self._pool is not None:
            whole = self.metric.losses(everything(), self._pool, self.counted)
            return Losses(whole.ordering[chosen], whole.candidates[chosen])
        best, rows = self._best_orders(everything)[chosen], max(1, self.counted)
        return Losses((best - self.row[chosen]) / rows, (self.ceiling[chosen] - best) / rows)

    def total_losses(self, everything: Callable[[], Batch]) -> tuple[float, float]:
        """The total losses by order and by labels; NaN counts as 0."""
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
        """The sum of both losses, cheaper than computing each; `batch` is called only for pooled metrics."""
        if self._pool is None:
            return (self.ceiling[rows] - self.row[rows]) / max(1, self.counted)
        return self.losses(rows, batch()).cost

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone; batch: their lists; NaN when none is scored."""
        pool = None if self._pool is None else self.metric.pool(batch())
        return self.metric.overall(self.row[rows], pool)

    @property
    def counted(self) -> int:
        """The number of rows in the overall."""
        return self._counted

    def mean(self, rows: Ints) -> float:
        """The mean score of some distinct rows; NaN when all are left out."""
        if len(rows) == len(self.row):
            return self._mean()
        counted = self.row[rows][~np.isnan(self.row[rows])]
        return float(counted.mean()) if len(counted) else float("nan")

    @property
    def fine_decimals(self) -> int:
        """Decimals needed to show what a single row adds to the overall; at least four."""
        return max(4, len(str(self._counted)) + 2)

    @property
    def decimals(self) -> int:
        """Decimals needed to show row scores; contributions to a GAP are small."""
        return 4 if self.top > 0.01 else self.fine_decimals

    @property
    def pool(self) -> Ints | None:
        """The integers behind a pooled overall, or None."""
        return self._pool

    @property
    def _total(self) -> Total:
        """The sum of the row scores; rows left out add 0."""
        if self._sum is None:
            self._sum = Total(len(self.row), lambda part: _without_nan(self.row[part]))
        return self._sum

    def _mean(self) -> float:
        return self._total.value() / self._counted if self._counted else float("nan")

    def _mean_with(self, row: int, score: float) -> float:
        """The mean with another score for one row; changes nothing, so other threads may read the scores."""
        counted = self._counted + int(np.isnan(self.row[row])) - int(np.isnan(score))
        total = self._total.value_with(row, 0.0 if np.isnan(score) else score)
        return total / counted if counted else float("nan")

    def _touch(self, rows: Ints, *, everything: bool = False) -> None:
        """Note changed row scores; everything: the number of counted rows changed, and so all losses."""
        if everything:
            self._lost = None
        for total in (self._total, *(self._lost or ())):
            total.touch(rows)

    def _best_orders(self, everything: Callable[[], Batch]) -> Floats:
        if self._best is None:
            self._best = self.metric.reordered(everything())
        return self._best

    def _moved(self, before: Batch, after: Batch) -> Ints | None:
        """The pool after replacing some rows; integers, so undo is exact."""
        if self._pool is None:
            return None
        old, new = self.metric.pool(before), self.metric.pool(after)
        return _plus(_plus(self._pool, new), None if old is None else -old)


def best_of(ceiling: Floats) -> float:
    """The best possible score of any row, 0 without rows."""
    return float(np.nanmax(ceiling, initial=0.0))


def _without_nan(values: Floats) -> Floats:
    return np.where(np.isnan(values), 0.0, values)


def _plus(pool: Ints, more: Ints | None) -> Ints:
    """The sum of two pools, which may have different numbers of labels."""
    if more is None:
        return pool
    width = max(pool.shape[-1], more.shape[-1])
    total = np.zeros((*pool.shape[:-1], width), np.int64)
    total[..., : pool.shape[-1]] += pool
    total[..., : more.shape[-1]] += more
    return total
