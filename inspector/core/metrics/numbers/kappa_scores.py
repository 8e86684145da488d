"""Scores of kappa: sums of whole numbers, to which each row adds its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.evidence import Evidence, RowSums
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import UnorderedScores, means_of
from inspector.core.metrics.numbers.kappa import QuadraticKappa, parts_of, sums_of
from inspector.core.metrics.scores import ScorePreview, TriedScores


class KappaScores(UnorderedScores, TriedScores):
    """Row scores, which belong to the sums of all rows; each edit moves the sums, and undo moves them back."""

    metric: QuadraticKappa
    separable = False
    is_of_sums = True
    is_bounded = False

    def __init__(self, metric: QuadraticKappa, batch: Batch) -> None:
        self.metric = metric
        self._truth, self._predicted = metric.ratings_of(batch)
        self._sums = sums_of(self._truth, self._predicted)
        self.first_hit = np.zeros(len(batch), np.int32)
        self.top = 1.0
        self._score()

    def copy(self) -> Self:
        """A copy; shares the truth."""
        twin = super().copy()
        twin._predicted = self._predicted.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Replace the numbers of `rows`."""
        predicted = self.metric.ratings_of(after)[1]
        self._sums = self._moved(rows, predicted)
        self._predicted[rows] = predicted
        self._score()

    def comparable(self, other: Self, rows: Ints | slice) -> Floats:
        """The scores of `rows` in another submission, over what chance gives of this one.

        Over its own, every row that is not right would differ, whatever was changed.
        """
        return means_of(self.metric.terms(self._truth[rows], other._predicted[rows], self._sums))

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with other numbers for one row; changes nothing."""
        at, predicted = np.array([row]), self.metric.ratings_of(after)[1]
        sums = self._moved(at, predicted)
        terms = self.metric.terms(self._truth[at], predicted, sums)
        return ScorePreview(float(means_of(terms)[0]), self._overall(sums))

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other numbers for several rows; changes nothing."""
        return self._overall(self._moved(rows, self.metric.ratings_of(after)[1]))

    def explain(self, row: int, batch: Batch) -> Explanation:
        """What each number of the row scores among all rows; batch: its numbers."""
        return self.metric.explain_in(batch, self._moved(np.array([row]), self.metric.ratings_of(batch)[1]))

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): what the overall wins if one row alone were right, which changes what chance gives too.

        A right number may move chance so far that the overall falls.
        """
        truth, predicted = self._truth[rows], self._predicted[rows]
        now = parts_of(truth, predicted)
        then = parts_of(truth, np.where(np.isnan(predicted), np.nan, truth))
        sums = self._sums[:, None, :] + then - now
        gains = self.metric.overall_of(sums.transpose(0, 2, 1)) - self.overall
        return np.where(np.isnan(self.row[rows]), np.nan, gains)

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows."""
        at = np.arange(len(self.row)) if rows is None else rows
        right = np.where(np.isnan(self._predicted[at]), np.nan, self._truth[at])
        gain = self._overall(self._moved(at, right)) - self.overall
        return 0.0, 0.0 if np.isnan(gain) else gain

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone."""
        return self._overall(sums_of(self._truth[rows], self._predicted[rows]))

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """What each of `rows` adds to the sums."""
        parts = parts_of(self._truth[rows], self._predicted[rows])  # (6, n, c)
        kinds, n, columns = parts.shape

        def overall(sums: Ints) -> Floats:
            return self.metric.overall_of(sums.reshape(kinds, columns, -1))

        return RowSums(parts.transpose(0, 2, 1).reshape(kinds * columns, n), overall)

    def _overall(self, sums: Ints) -> float:
        return float(self.metric.overall_of(sums[:, :, None])[0])

    def _moved(self, rows: Ints, predicted: Floats) -> Ints:
        """The sums with other predictions for some rows."""
        sums: Ints = self._sums - sums_of(self._truth[rows], self._predicted[rows])
        return sums + sums_of(self._truth[rows], predicted)

    def _score(self) -> None:
        self.row = means_of(self.metric.terms(self._truth, self._predicted, self._sums))
        self.ceiling = np.where(np.isnan(self.row), np.nan, 1.0)
        self.bottom = float(np.nanmin(self.row, initial=0.0))
        self._counted = len(self.row) - int(np.isnan(self.row).sum())
        self._totals = self._new_totals()
        self.overall = self._overall(self._sums)
