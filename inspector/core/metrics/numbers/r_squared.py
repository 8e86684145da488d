"""R²: how much of the variance of the truth predictions explain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, beyond_floats
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import choice
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import explained, mean_of_columns, means_of
from inspector.core.metrics.numbers.errors import SquaredLoss
from inspector.core.metrics.numbers.scores import NumberScores
from inspector.core.metrics.scores import ScorePreview

# The share of the squares that may be left by rounding where all other rows have the same truth.
_ROUNDING = 1e-12


@dataclass(frozen=True, kw_only=True)
class RSquared(SquaredLoss):
    """r2: 1 − Σ (p − y)² / Σ (y − mean of y)².

    A row score is 1 − (p − y)² / variance of the truth; R² is the mean of them. 1 is right, 0 as good as the mean of
    the truth, and worse ones are below 0. Of a column whose truth is the same everywhere R² is 1 if all is right,
    else 0. Source: scikit-learn (r2_score; columns=together is multioutput="variance_weighted").
    """

    name: ClassVar[str] = "r2"
    title: ClassVar[str] = "R²"
    formula: ClassVar[str] = "1 − Σ(p − y)² ÷ Σ(y − mean of y)²"
    source: ClassVar[str] = "scikit-learn: sklearn.metrics.r2_score"

    columns: str = choice(
        "several numbers a row",
        each=("each column has its R², then the mean of the columns", "the mean of each column's R²"),
        together=(
            "squared errors and variances of all columns are added up before they are divided",
            "one R² over all",
        ),
    )

    @property
    def lower_is_better(self) -> bool:
        """Never: 1 is best."""
        return False

    @property
    def is_mean(self) -> bool:
        """Never: the variance belongs to the rows that are scored."""
        return False

    @beyond_floats
    def scale_of(self, truth: Floats, scored: Bools, weights: Floats | None) -> Floats:
        """Σ (y − mean of y)² of each component, or of `together` the mean of them over the components."""
        shares = scored.astype(np.float64) if weights is None else scored * weights
        counts, off = _off_mean(truth, scored, shares)
        squares: Floats = (shares * np.square(off)).sum(axis=1)
        if self.columns == "each":
            return squares
        known_columns = counts[:, 0] > 0
        return np.full(len(squares), squares[known_columns].mean() if known_columns.any() else 0.0)

    @beyond_floats
    def scale_without(self, truth: Floats, scored: Bools, shares: Floats) -> Floats:
        """The squares of each component without each row, float64 (c, n)."""
        counts, off = _off_mean(truth, scored, shares)
        rest = np.maximum(counts - shares, 0.0)
        # A row of weight w at a distance d from the mean adds w d² · W / (W − w) to the squares.
        added = shares * np.square(off) * np.divide(counts, rest, out=np.zeros_like(rest), where=rest > 0)
        total = (shares * np.square(off)).sum(axis=1, keepdims=True)
        squares: Floats = np.where(added < total * (1 - _ROUNDING), total - added, 0.0)
        if self.columns == "each":
            return squares
        known = (rest > 0).sum(axis=0)
        mean = np.divide(np.where(rest > 0, squares, 0.0).sum(axis=0), known, out=np.zeros(len(known)), where=known > 0)
        return np.broadcast_to(mean, squares.shape)

    @beyond_floats
    def scale_with(self, truth: Floats, shares: Floats, counts: Floats, summed: Callable[[Floats], Floats]) -> Floats:
        """The squares of each component in each case, float64 (c, g)."""
        off = _off_mean(truth, ~np.isnan(truth), np.ones(truth.shape))[1]
        beside, total = summed(off), (shares * np.square(off)).sum(axis=1, keepdims=True)
        squares = summed(np.square(off)) - np.square(beside) / np.where(counts > 0, counts, 1.0)
        squares = np.where((squares > total * _ROUNDING) & (counts > 0), squares, 0.0)
        if self.columns == "each":
            return squares
        mean: Floats = squares.sum(axis=0) / np.maximum((counts > 0).sum(axis=0), 1)
        return np.broadcast_to(mean, squares.shape)

    def combine(self, sums: Floats, counts: Floats, scale: Floats) -> Floats:
        """1 − squared errors / squares of the truth, and the mean of the components."""
        parts = share_left(np.maximum(sums, 0.0), scale)
        return mean_of_columns(np.where(counts > 0, parts, np.nan))

    def score(self, batch: Batch) -> Floats:
        """1 − (p − y)² / variance, with the batch as the whole table."""
        return means_of(self.terms(self.losses_of(batch), *self.variances(batch)))

    def variances(self, batch: Batch) -> tuple[Floats, Floats]:
        """float64 (c, 1) each: the scored rows and the squares of the truth of each component."""
        truth, predicted = self.numbers_of(batch)
        scored = ~(np.isnan(truth) | np.isnan(predicted)).T
        return scored.sum(axis=1, dtype=np.float64)[:, None], self.scale_of(truth.T, scored, None)[:, None]

    def terms(self, losses: Floats, counts: Floats, scale: Floats) -> Floats:
        """float64 (n, c): what each number scores; counts, scale: (c, 1), of each component."""
        return share_left(losses.T * counts, scale).T

    def explain(self, batch: Batch) -> Explanation:
        """What each number of the row scores, with the batch as the whole table."""
        return self.explain_in(batch, *self.variances(batch))

    def explain_in(self, batch: Batch, counts: Floats, scale: Floats) -> Explanation:
        """What each number of the row scores among all rows."""
        terms = self.terms(self.losses_of(batch), counts, scale)[0]
        variances = (scale / np.maximum(counts, 1.0))[:, 0].tolist()
        pairs = zip(self.workings(batch), variances, strict=True)
        return explained(batch, terms, [f"1 − {square} ÷ {variance:g}" for square, variance in pairs])


class RSquaredScores(NumberScores):
    """Row scores that depend on the variance of the truth of all scored rows."""

    metric: RSquared
    separable = False

    def comparable(self, other: Self, rows: Ints | slice) -> Floats:
        """The scores of `rows` in another submission, over the variance of the rows that are scored in this one.

        Over its own, every row would differ where it scores other rows.
        """
        return means_of(self.metric.terms(other._losses[:, rows].T, self._counts, self._scale))

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with other numbers for one row; changes nothing."""
        losses = self.metric.losses_of(after)
        terms = self.metric.terms(losses, *self._scales_with(row, losses))
        return ScorePreview(float(means_of(terms)[0]), super().preview(row, before, after).overall)

    def explain(self, row: int, batch: Batch) -> Explanation:
        """What each number of the row scores among all rows; batch: its numbers."""
        explained = self.metric.explain_in(batch, *self._scales_with(row, self.metric.losses_of(batch)))
        return self._with_weight(row, explained)

    def _scales_with(self, row: int, losses: Floats) -> tuple[Floats, Floats]:
        """Counts and scales with other losses, (1, c), for one row."""
        scored = ~np.isnan(self._losses)
        if (scored[:, row] == ~np.isnan(losses[0])).all():
            return self._counts, self._scale
        scored[:, row] = ~np.isnan(losses[0])
        return self._counts_of(scored, slice(None))

    def _rows_of(self, at: Ints | slice) -> Floats:
        return means_of(self.metric.terms(self._losses[:, at].T, self._counts, self._scale))

    def _score(self, rows: Ints, *, changes: bool) -> None:
        at = slice(None) if changes else rows
        self.row[at] = self._rows_of(at)


@beyond_floats
def _off_mean(truth: Floats, scored: Bools, shares: Floats) -> tuple[Floats, Floats]:
    """The sum of the shares of each component, (c, 1), and how far each number is from their mean, (c, n)."""
    known, counts = np.where(scored, truth, 0.0), shares.sum(axis=1, keepdims=True)
    sums = (shares * known).sum(axis=1, keepdims=True)
    means = np.divide(sums, counts, out=np.zeros_like(counts), where=counts > 0)
    return counts, np.where(scored, known - means, 0.0)


@beyond_floats
def share_left(lost: Floats, scale: Floats) -> Floats:
    """1 − lost / scale; where the scale is 0, 1 if nothing is lost, else 0."""
    return 1.0 - np.divide(lost, scale, out=np.where(lost > 0, 1.0, lost), where=scale > 0)
