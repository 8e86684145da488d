"""Row scores, first hits and the overall under a metric: computed for all rows, then again for changed rows."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, Ranks
from inspector.core.data.evidence import Evidence
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import Losses, gains_in_turn, gains_of_mean
from inspector.core.metrics.strip import Frame, Strips
from inspector.core.metrics.total import Total


@dataclass(frozen=True)
class ScorePreview:
    """A row's score and the overall with another prediction."""

    score: float
    overall: float


class Scores:
    """The scores of a metric whose rows are scored independently; the overall is their mean.

    row: float64 (n,), NaN for a row left out; first_hit: int32 (n,), 0 for none; ceiling: float64 (n,), the best
    possible score of each row, top: their maximum; places: int32 (n,), the best place of each row on the list of all
    predictions, None without one; overall: float, always equal to a full recomputation, so that undo restores every
    bit; pool: the integers behind a pooled overall; separable: whether an edit changes only the scores of its own rows;
    is_mean: whether the overall is the mean of the row scores; tells_losses: whether it is known what rows could win;
    tells_parts: whether `part` needs no answer of a file; bottom: the lowest row score, at most 0; is_bounded: whether
    no prediction scores below `bottom` or above `top`; is_of_sums: whether sums over the rows make the overall.
    """

    tie_range: tuple[float, float] | None = None
    places: Ranks | None = None
    pool: Ints | None = None
    separable = is_mean = tells_losses = tells_parts = True
    is_of_sums = False
    bottom = 0.0
    is_bounded = True
    _best: Floats = np.empty(0)  # the scores in the best orders, (n,), once they are needed

    def __init__(self, metric: Metric, batch: Batch) -> None:
        self.metric = metric
        self.row: Floats = metric.score(batch)
        self.first_hit: Ranks = metric.first_hits(batch).astype(np.int32)
        self.ceiling: Floats = metric.ceiling(batch)
        self.top = best_of(self.ceiling)
        self._leaves = np.flatnonzero(np.isnan(self.ceiling))
        self._counted = len(self.row) - int(np.isnan(self.row).sum())
        self._totals = self._new_totals()
        self.overall = metric.overall(self.row, self.pool)

    def copy(self) -> Self:
        """A copy; shares the ceiling, which edits do not change."""
        twin = copy.copy(self)
        twin.row, twin.first_hit = self.row.copy(), self.first_hit.copy()
        twin._best, twin._totals = self._best.copy(), twin._new_totals()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again; before, after: their old and new lists."""
        scores, ranks = self.metric.score(after), self.metric.first_hits(after)
        if len(self._best):
            self._best[rows] = self.metric.reordered(after)
        self._counted += int(np.isnan(self.row[rows]).sum()) - int(np.isnan(scores).sum())
        self.row[rows], self.first_hit[rows] = scores, ranks
        for total in self._totals:
            total.touch(rows)
        self.overall = self._mean()

    def changed_by(self, rows: Ints) -> Ints | None:
        """int64 (r,): the rows with other scores since `rows` were scored again; None where any may have others."""
        return rows if self.separable else None

    def comparable(self, other: Self, rows: Ints | slice) -> Floats:
        """The scores of `rows` in another submission, (r,), as they compare with these."""
        return other.row[rows]

    def now(self, row: int) -> ScorePreview:
        """The scores as they are."""
        return ScorePreview(float(self.row[row]), self.overall)

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with another list for one row; changes nothing."""
        score = float(self.metric.score(after)[0])
        if not self.is_mean:
            return ScorePreview(score, self.preview_rows(np.array([row]), before, after))
        return ScorePreview(score, self._mean_with(row, score))

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other lists for several rows; changes nothing."""
        scores = self.row.copy()
        scores[rows] = self.metric.score(after)
        return self.metric.overall(scores)

    def explain(self, row: int, batch: Batch) -> Explanation:
        """The arithmetic of one row; batch: its lists."""
        explained = self.metric.explain(batch)
        if self.is_mean:
            return explained
        return replace(explained, of_overall=explained.of_overall or self.metric.about(self.pool))

    def strips(self, rows: Ints, batch: Batch, frame: Frame) -> Strips:
        """The hit strips of `rows`, uint8 (r, c); batch: their lists."""
        return self.metric.strips(batch, frame)

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` could win, None for all rows; batch: their lists, called only if they are needed."""
        at, best = slice(None) if rows is None else rows, self._best_orders(rows, batch)
        return Losses(self._gains(at, self.row[at], best), self._gains(at, best, self.ceiling[at]))

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """The sum of both losses, cheaper than computing each."""
        return self._gains(rows, self.row[rows], self.ceiling[rows])

    def influence(self, rows: Ints) -> Floats:
        """float64 (r,): how much lower the overall would be without each of `rows`; NaN where nobody knows."""
        return np.full(len(rows), np.nan)

    def gains(self, rows: Ints, then: Floats) -> Floats:
        """What the overall gains if one of `rows` alone scores `then`, (r,); NaN where its score does not tell."""
        return self._gains(rows, self.row[rows], then) if self.tells_gains else np.full(len(rows), np.nan)

    @property
    def tells_gains(self) -> bool:
        """Whether the score of a row tells what the row does to the overall."""
        return self.separable and self.pool is None

    def overalls_if_right(self, rows: Bools) -> Floats | None:
        """float64 (c,): the overall if one of several numbers of some rows, bool (n,), were as in the truth.

        None where only scoring all of them tells.
        """
        return None

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: in their best orders, then with their best labels."""
        best = self._best_orders(rows, batch)
        leaving = self._leaves if rows is None else rows[np.isnan(self.ceiling[rows])]
        if len(leaving) and not np.isnan(self.row[leaving]).all():
            return self._losses_in_turn(rows, best)
        if rows is None:
            now, order, labels = (total.value() for total in self._totals)
        else:
            row = self.row[rows]
            now, order, labels = (float(_counted(part, row).sum()) for part in (row, best, self.ceiling[rows]))
        return (order - now) / max(1, self._counted), (labels - order) / max(1, self._counted)

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone; batch: their lists; NaN when none is scored."""
        return self.metric.overall(self.row[rows])

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """What a test of `part` draws from, unless the overall `is_mean`; batch: the lists of `rows`; None: no test."""
        return None

    @property
    def is_settled(self) -> bool:
        """Whether the overall is that of the current predictions; a host's metric answers later."""
        return True

    @property
    def row_words(self) -> str:
        """What the row scores are, where that is no part of the metric; empty where it is."""
        return ""

    def warning(self, rows: Ints) -> str:
        """What is to be said where the scores of `rows` are written to a file; empty for nothing."""
        return ""

    @property
    def unknown(self) -> Bools | None:
        """bool (n,): the rows whose score is not worked out yet, None for none."""
        return None

    @property
    def known_overall(self) -> float:
        """The overall of the predictions as they are; NaN while a host's metric has not answered for them."""
        return self.overall if self.is_settled else float("nan")

    @property
    def of_mean(self) -> Callable[[float], float] | None:
        """The overall of any rows from the mean of their scores; None where that does not tell it."""
        return (lambda mean: mean) if self.is_mean else None

    @property
    def mean_name(self) -> str:
        """What is told of the scores of some rows: their mean, or the metric of these rows where the mean tells it."""
        return "mean" if self.is_mean else "mean of rows"

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

    def _gains(self, at: Ints | slice, now: Floats, then: Floats) -> Floats:
        """What the overall gains when each of the rows `at` alone goes from one score to another."""
        return gains_of_mean(self._totals[0].value(), self._counted, now, then)

    def _overall_with(self, at: Ints | slice, scores: Floats) -> float:
        """The overall with other scores for the rows `at` that are not left out."""
        row = self.row.copy()
        row[at] = np.where(np.isnan(row[at]), np.nan, scores)
        return self.metric.overall(row)

    def _losses_in_turn(self, rows: Ints | None, best: Floats) -> tuple[float, float]:
        """`total_losses`, from the overalls with other scores; best: those of `rows` in their best orders."""
        at = slice(None) if rows is None else rows
        return gains_in_turn(self.overall, *(self._overall_with(at, part) for part in (best, self.ceiling[at])))

    def _previewed_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """`total_losses`, by previewing the edits themselves."""
        now, at = batch(), np.arange(len(self.row)) if rows is None else rows
        steps = self.metric.best_order(now), self.metric.best_labels(now)
        return gains_in_turn(self.overall, *(self.preview_rows(at, now, step) for step in steps))

    def _mean(self) -> float:
        return self._totals[0].value() / self._counted if self._counted else float("nan")

    def _mean_with(self, row: int, score: float) -> float:
        """The mean with another score for one row; changes nothing, so other threads may read the scores."""
        counted = self._counted + int(np.isnan(self.row[row])) - int(np.isnan(score))
        total = self._totals[0].value_with(row, 0.0 if np.isnan(score) else score)
        return total / counted if counted else float("nan")

    def _new_totals(self) -> tuple[Total, Total, Total]:
        """The sums of the scores of counted rows: now, in their best orders, with their best labels."""
        n = len(self.row)
        return (
            Total(n, lambda part: _counted(self.row[part], self.row[part])),
            Total(n, lambda part: _counted(self._best[part], self.row[part])),
            Total(n, lambda part: _counted(self.ceiling[part], self.row[part])),
        )

    def _best_orders(self, rows: Ints | None, batch: Callable[[], Batch]) -> Floats:
        """The scores in the best order, (r,); those of all rows are computed once, then only for changed rows."""
        if len(self._best) != len(self.row):
            best = self.metric.reordered(batch())
            if rows is not None:
                return best
            self._best = best
        return self._best if rows is None else self._best[rows]


class TriedScores(Scores):
    """Scores that try a change on a copy, because a row changes more than its own score and the mean."""

    is_mean = False

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with another list for one row; changes nothing."""
        twin = self._with(np.array([row]), before, after)
        return ScorePreview(float(twin.row[row]), twin.overall)

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other lists for several rows; changes nothing."""
        return self._with(rows, before, after).overall

    def _with(self, rows: Ints, before: Batch, after: Batch) -> Scores:
        twin = self.copy()
        twin.rescore(rows, before, after)
        return twin


def best_of(ceiling: Floats) -> float:
    """The best possible score of any row, 0 without rows."""
    return float(np.nanmax(ceiling, initial=0.0))


def _counted(values: Floats, row: Floats) -> Floats:
    """The values, 0 where there is none or the row is left out."""
    return np.where(np.isnan(values) | np.isnan(row), 0.0, values)
