"""Quadratic weighted kappa: agreement of whole numbers, such as ratings, beyond what chance gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import choice
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import NumberFamily, explained, mean_of_columns, means_of

# Sums of squares of some million numbers stay whole in int64.
_MOST = 100_000


@dataclass(frozen=True, kw_only=True)
class QuadraticKappa(NumberFamily):
    """qwk: 1 − Σ (p − y)² / Σ of (p − y)² expected of chance; of several columns the mean.

    What chance gives is the mean of (p − y)² over all pairs of a prediction and the truth of any row. A row score is
    1 − (p − y)² / that; QWK is the mean of them. NaN for a column in which all numbers are the same. Raises InputError
    for a truth that is not whole. Source: Kaggle (Diabetic Retinopathy, PetFinder); scikit-learn (cohen_kappa_score,
    weights="quadratic", with all ratings between the lowest and the highest as labels).
    """

    name: ClassVar[str] = "qwk"
    title: ClassVar[str] = "QWK"
    formula: ClassVar[str] = "1 − mean of (p − y)² ÷ mean of (p − y)² over all pairs of any prediction and any truth"
    source: ClassVar[str] = "Kaggle: Diabetic Retinopathy; scikit-learn: cohen_kappa_score, weights='quadratic'"

    rounding: str = choice(
        "a prediction that is no whole number",
        nearest=("is rounded to the nearest one, halves to the even one", "predictions rounded to whole numbers"),
        error=("is an error: nothing is scored", "predictions that are not whole are an error"),
    )

    def check(self, truth: Floats) -> None:
        """Raise InputError for a truth that is not whole, or is too large."""
        _refuse_fractions("truth", truth)
        if (np.abs(truth) > _MOST).any():
            largest = f"{np.nanmax(np.abs(truth)):g} in the truth"
            raise InputError("qwk compares ratings", found=largest, expected=f"whole numbers up to {_MOST:,}")

    def ratings_of(self, batch: Batch) -> tuple[Floats, Floats]:
        """Truth and predictions, whole float64 (n, c), NaN where there is none. Raises InputError."""
        truth, predicted = self.numbers_of(batch)
        if self.rounding == "error":
            _refuse_fractions("submission", predicted)
        return truth, np.rint(np.clip(predicted, -_MOST, _MOST)) + 0.0  # no -0

    def score(self, batch: Batch) -> Floats:
        """1 − (p − y)² / what chance gives, with the batch as the whole table."""
        truth, predicted = self.ratings_of(batch)
        return means_of(self.terms(truth, predicted, sums_of(truth, predicted)))

    def terms(self, truth: Floats, predicted: Floats, sums: Ints) -> Floats:
        """float64 (n, c): what each number scores; sums: of all rows."""
        _, expected = disagreement(sums)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(expected > 0, 1.0 - np.square(predicted - truth) * sums[0] / expected, np.nan)

    def overall_of(self, sums: Ints) -> Floats:
        """The mean over columns, float64 (r,), from sums, (6, c, r)."""
        seen, expected = disagreement(sums)
        return mean_of_columns(1.0 - np.divide(seen, expected, out=np.full(seen.shape, np.nan), where=expected > 0))

    def explain(self, batch: Batch) -> Explanation:
        """What each number of a batch of one row scores, as the whole table."""
        return self.explain_in(batch, sums_of(*self.ratings_of(batch)))

    def explain_in(self, batch: Batch, sums: Ints) -> Explanation:
        """What each number of the row scores among all rows; sums: of all rows."""
        truth, predicted = self.ratings_of(batch)
        chance = disagreement(sums)[1] / np.maximum(sums[0], 1)
        workings = [
            f"1 − ({p:.10g} − {y:.10g})² ÷ {mean:g}"
            for y, p, mean in zip(truth[0].tolist(), predicted[0].tolist(), chance.tolist(), strict=True)
        ]
        return explained(batch, self.terms(truth, predicted, sums)[0], workings)


def parts_of(truth: Floats, predicted: Floats) -> Ints:
    """int64 (6, n, c): what each number adds to the number of rows and to Σ y, Σ p, Σ y², Σ p², Σ (p − y)²."""
    scored = ~np.isnan(truth + predicted)
    y, p = (np.where(scored, values, 0.0).astype(np.int64) for values in (truth, predicted))
    return np.stack([scored.astype(np.int64), y, p, y * y, p * p, (p - y) ** 2])


def sums_of(truth: Floats, predicted: Floats) -> Ints:
    """int64 (6, c): the sums of `parts_of` over all rows."""
    total: Ints = parts_of(truth, predicted).sum(axis=1)
    return total


def disagreement(sums: Ints) -> tuple[Floats, Floats]:
    """Σ (p − y)² of the rows, and what chance gives of it: n times its mean over all pairs; sums: (6, ...)."""
    n, y, p, yy, pp, seen = sums
    # As floats, because the product of two sums may be too large for int64.
    expected = (yy + pp) - 2.0 * y * p / np.maximum(n, 1)
    return seen.astype(np.float64), expected


def _refuse_fractions(where: str, numbers: Floats) -> None:
    odd = numbers[~np.isnan(numbers) & (numbers != np.rint(numbers))]
    if len(odd):
        raise InputError(
            "qwk compares whole numbers",
            found=f"{odd[0]:g} in the {where}",
            expected="ratings such as 0, 1, 2",
            hint="Choose rounding=nearest, or another metric" if where == "submission" else "Choose another metric",
        )
