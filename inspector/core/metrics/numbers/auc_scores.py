"""Scores of AUC: half wins, whole numbers, so that an edit adds and subtracts and undo restores every bit."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.evidence import Evidence, PairedScores
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.auc import RocAUC, best_of, classes_of, orders_of, wins_of
from inspector.core.metrics.numbers.base import UnorderedScores, mean_of_columns, ratios
from inspector.core.metrics.numbers.half_wins import OtherNumbers
from inspector.core.metrics.scores import ScorePreview, TriedScores

# More edited rows than this are ranked with all others again; more rows than one in so many are all scored again.
_FEW, _MANY = 8, 8


@dataclass(frozen=True, eq=False)
class RankedRows:
    """Some rows of a column in the order of their numbers, so that an edit looks only at those between two numbers.

    numbers: float64 (n,), the whole column, changed by its owner; rows: int64 (r,), those of the class, lowest first.
    """

    numbers: Floats
    rows: Ints

    def copy(self, numbers: Floats) -> RankedRows:
        """The same rows of a copy of the column."""
        return RankedRows(numbers, self.rows.copy())

    def half_wins(self, number: float) -> int:
        """Twice the rows whose number is lower, and those whose number is equal once."""
        return self._first(number) + self._end(number)

    def passed(self, old: float, new: float) -> tuple[Ints, NDArray[np.int8]]:
        """int64 (r,), a view: the rows from an old number to a new one; int8 (r,): how many more half wins that is.

        1 for rows that are equal to one of both numbers, 2 for those between, negative on the way down.
        """
        low, high = min(old, new), max(old, new)
        start, end = self._first(low), self._end(high)
        more = np.full(end - start, 2 if new > old else -2, np.int8)
        more[: self._end(low) - start] //= 2
        more[self._first(high) - start :] //= 2
        return self.rows[start:end], more

    def move(self, row: int, number: float) -> None:
        """Put one of the rows where another number belongs; its owner then changes the column."""
        old = float(self.numbers[row])
        first = self._first(old)
        start = first + int(np.flatnonzero(self.rows[first : self._end(old)] == row)[0])
        end = self._first(number)
        if end > start:
            self.rows[start : end - 1] = self.rows[start + 1 : end]
            self.rows[end - 1] = row
        else:
            self.rows[end + 1 : start + 1] = self.rows[end:start]
            self.rows[end] = row

    def _first(self, number: float) -> int:
        return bisect_left(self.rows, number, key=self.numbers.__getitem__)

    def _end(self, number: float) -> int:
        return bisect_right(self.rows, number, key=self.numbers.__getitem__)


class AUCScores(UnorderedScores, TriedScores):
    """Of each row and component, twice the rows of the other class that it beats, equal ones once."""

    metric: RocAUC
    separable = False
    _changed: Ints | None

    def __init__(self, metric: RocAUC, batch: Batch) -> None:
        self.metric = metric
        truth, predicted = metric.numbers_of(batch)
        # Copies, because the table keeps its own, with contiguous columns.
        self._truth, self._predicted = truth.copy("F"), predicted.copy("F")
        self.row, self.first_hit = np.empty(len(batch)), np.zeros(len(batch), np.int32)
        self.top = 1.0
        self._count()
        self._score()

    @property
    def classes(self) -> tuple[Ints, Ints]:
        """int64 (c,) each: how many rows of each component are scored, those of 1 and those of 0."""
        return self._ones, self._zeros

    def copy(self) -> Self:
        """A copy; shares the truth."""
        twin = super().copy()
        twin._predicted, twin._wins = self._predicted.copy("F"), self._wins.copy("F")
        columns = zip(self._ranked, twin._predicted.T, strict=True)
        twin._ranked = [(zeros.copy(column), ones.copy(column)) for (zeros, ones), column in columns]
        twin._halves = self._halves.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Replace the numbers of `rows`: a few rows compared with all others, or all rows ranked again."""
        predicted = self.metric.numbers_of(after)[1]
        if len(rows) > _FEW or (np.isnan(self._predicted[rows]) != np.isnan(predicted)).any():
            self._predicted[rows] = predicted
            self._count()
            self._score()
        else:
            moves = zip(rows.tolist(), predicted, strict=True)
            self._score(np.concatenate([rows, *(self._move(*move) for move in moves)]))

    def changed_by(self, rows: Ints) -> Ints | None:
        """`rows` and those that they passed; None if all were ranked again."""
        return self._changed

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with other numbers for one row; changes nothing."""
        numbers = self.metric.numbers_of(after)[1][0]
        if (np.isnan(self._predicted[row]) != np.isnan(numbers)).any():
            return super().preview(row, before, after)
        wins = self._wins_with(row, numbers)
        halves = self._halves + wins - self._wins[row]  # a pair in the right order is a win of both rows
        score = self.metric.rows_of(wins[None], self._others[[row]])
        return ScorePreview(float(score[0]), self.metric.overall_of(halves, self._pairs))

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other numbers for several rows; changes nothing."""
        numbers = self.metric.numbers_of(after)[1]
        if (np.isnan(self._predicted[rows]) != np.isnan(numbers)).any():
            return super().preview_rows(rows, before, after)
        gained = [self._gained(rows, at, column) for at, column in enumerate(numbers.T)]
        return self.metric.overall_of(self._halves + np.array(gained, np.int64), self._pairs)

    def _gained(self, rows: Ints, at: int, numbers: Floats) -> int:
        """The half wins that a component gains with other numbers, float64 (r,), in rows that are scored as before."""
        ones, zeros = classes_of(self._truth[rows, at], numbers)
        wins = int(self._wins[rows, at].sum(dtype=np.int64))  # a pair in the right order is a win of both rows
        all_zeros, all_ones = (ranked.numbers[ranked.rows] for ranked in self._ranked[at])
        return OtherNumbers(self._predicted[rows, at], numbers, ones, zeros).gained(wins, all_ones, all_zeros)

    def explain(self, row: int, batch: Batch) -> Explanation:
        """What each number of the row beats among all rows; batch: its numbers."""
        numbers = self.metric.numbers_of(batch)[1]
        others = np.where(np.isnan(numbers[0]) | np.isnan(self._truth[row]), 0, self._sizes_against(row))
        return self.metric.explain_in(batch, self._wins_with(row, numbers[0]), others)

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): what the overall wins if one row beats all rows of the other class; NaN for rows left out."""
        missed = 2 * self._others[rows] - self._wins[rows]
        gains = np.divide(missed, 2 * self._pairs, out=np.zeros(missed.shape), where=self._pairs > 0).sum(axis=1)
        return np.where(np.isnan(self.row[rows]), np.nan, gains / max(1, int((self._pairs > 0).sum())))

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows."""
        if np.isnan(self.overall):
            return 0.0, 0.0
        if rows is None:
            return 0.0, 1.0 - self.overall
        best, predicted = best_of(self._truth[rows]), self._predicted.copy()
        predicted[rows] = np.where(np.isnan(predicted[rows]), np.nan, best)
        return 0.0, self._overall(self._truth, predicted) - self.overall

    def overalls_if_right(self, rows: Bools) -> Floats | None:
        """float64 (c,): the overall if one component of some rows were as in the truth."""
        found = np.empty(len(self._pairs))
        for at in range(len(found)):
            halves = self._halves.copy()
            halves[at] = 2 * self._pairs[at] if rows.all() else self._halves_if_right(rows, at)
            found[at] = self.metric.overall_of(halves, self._pairs)
        return found

    def _halves_if_right(self, rows: Bools, at: int) -> int:
        """The half wins of the rows of 1 in a component that is as in the truth in some rows."""
        truth, predicted = self._truth[:, [at]], self._predicted[:, [at]]
        right = np.where(rows[:, None] & ~np.isnan(predicted), best_of(truth), predicted)
        return int(wins_of(truth, right)[0][classes_of(truth, right)[0]].sum())

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, ranked among themselves."""
        return self._overall(self._truth[rows], self._predicted[rows])

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """The places of `rows` among each other, from which any draw of them is ranked without sorting."""
        truth, predicted = self._truth[rows], self._predicted[rows]
        shares = [_share_of(*pair) for pair in zip(truth.T, predicted.T, strict=True)]

        def overall(drawn: Ints) -> float:
            parts = np.array([share(drawn) for share in shares])
            return float(mean_of_columns(parts[:, None])[0])

        def without() -> Floats:
            wins = wins_of(truth, predicted)[0]
            positive, negative = classes_of(truth, predicted)
            halves, ones, zeros = np.where(positive, wins, 0).sum(axis=0), positive.sum(axis=0), negative.sum(axis=0)
            pairs = np.where(positive, ones - 1, ones) * np.where(negative, zeros - 1, zeros)
            return mean_of_columns(ratios(halves - wins, 2 * pairs).T)

        return PairedScores(overall, without)

    def _overall(self, truth: Floats, predicted: Floats) -> float:
        wins, others = wins_of(truth, predicted)
        positive, _ = classes_of(truth, predicted)
        return self.metric.overall_of(
            np.where(positive, wins, 0).sum(axis=0), np.where(positive, others, 0).sum(axis=0)
        )

    def _count(self) -> None:
        """Rank all rows."""
        orders = orders_of(self._predicted)
        self._wins, self._others = wins_of(self._truth, self._predicted, orders)
        positive, negative = classes_of(self._truth, self._predicted)
        self._ones, self._zeros = positive.sum(axis=0), negative.sum(axis=0)
        self._halves, self._pairs = np.where(positive, self._wins, 0).sum(axis=0), self._ones * self._zeros
        self._ranked = [
            (RankedRows(column, rows[zeros[rows]]), RankedRows(column, rows[ones[rows]]))
            for column, rows, zeros, ones in zip(self._predicted.T, orders.T, negative.T, positive.T, strict=True)
        ]
        scored = (self._others > 0).any(axis=1)
        self.ceiling, self._counted = np.where(scored, 1.0, np.nan), int(scored.sum())

    def _score(self, rows: Ints | None = None) -> None:
        """Score `rows` again, or all where these are many or None."""
        self._changed = None if rows is None else self._once_each(rows)
        if self._changed is None or len(self._changed) * _MANY > len(self.row):
            self.row = self.metric.rows_of(self._wins, self._others, self.row)
        else:
            at = self._changed
            self.row[at] = self.metric.rows_of(self._wins[at], self._others[at])
        self._totals = self._new_totals()
        self.overall = self.metric.overall_of(self._halves, self._pairs)

    def _once_each(self, rows: Ints) -> Ints:
        """The distinct rows, ascending; faster than np.unique."""
        is_one = np.zeros(len(self.row), bool)
        is_one[rows] = True
        return np.flatnonzero(is_one)

    def _move(self, row: int, numbers: Floats) -> Ints:
        """Give one row other numbers, all of which were scored before and are scored after, or neither.

        Returns the rows of the other class that it passes.
        """
        own = self._wins_with(row, numbers)
        self._halves = self._halves + own - self._wins[row]
        moves = np.flatnonzero((self._predicted[row] != numbers) & ~np.isnan(numbers + self._truth[row])).tolist()
        passed = [self._pass(row, at, float(numbers[at])) for at in moves]
        self._wins[row], self._predicted[row] = own, numbers
        return np.concatenate([np.empty(0, np.int64), *passed])

    def _pass(self, row: int, at: int, number: float) -> Ints:
        """Put a row where another number belongs; those of the other class that it passes win less, or more."""
        own_class = int(self._truth[row, at])
        passed, more = self._ranked[at][1 - own_class].passed(float(self._predicted[row, at]), number)
        column = self._wins[:, at]  # a view; `put` and `take` are faster than an index
        column.put(passed, column.take(passed) + (more if own_class else -more))
        self._ranked[at][own_class].move(row, number)
        return passed

    def _sizes_against(self, row: int) -> Ints:
        sizes: Ints = np.where(self._truth[row] == 1, self._zeros, self._ones)
        return sizes

    def _wins_with(self, row: int, numbers: Floats) -> Ints:
        """int64 (c,): the half wins of a row with other numbers."""
        found = np.zeros(len(numbers), np.int64)
        sizes = self._sizes_against(row).tolist()
        for at in np.flatnonzero(~np.isnan(numbers + self._truth[row])).tolist():
            own_class = int(self._truth[row, at])
            below = self._ranked[at][1 - own_class].half_wins(float(numbers[at]))
            found[at] = below if own_class else 2 * sizes[at] - below
        return found


def _share_of(truth: Floats, predicted: Floats) -> Callable[[Ints], float]:
    """AUC of some rows of one component, int64, which may repeat; NaN without both classes."""
    known, place = np.unique(predicted, return_inverse=True)
    positive, negative = classes_of(truth, predicted)
    # The place of each row's number and class, so that draws can be counted; rows that are not scored come last.
    last = 2 * len(known)
    kind = np.where(positive, 2 * place + 1, np.where(negative, 2 * place, last))

    def share(drawn: Ints) -> float:
        zeros, ones = np.bincount(kind[drawn], minlength=last + 1)[:last].reshape(-1, 2).T
        below = np.cumsum(zeros) - zeros
        pairs = int(ones.sum()) * int(zeros.sum())
        return int((ones * (2 * below + zeros)).sum()) / (2 * pairs) if pairs else float("nan")

    return share
