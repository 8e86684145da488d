"""Absolute and squared errors: MAE, MSE and RMSE; and the pinball loss of quantiles."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.numbers import errors_of
from inspector.core.errors import InputError, shorten
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import choice, parameter
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import NumberMetric, mean_of_columns, ratios

_SKLEARN = "scikit-learn: sklearn.metrics"


class MeanAbsoluteError(NumberMetric):
    """mae: the mean of |p − y|; of several numbers a row, the mean of their means. Source: scikit-learn."""

    name: ClassVar[str] = "mae"
    title: ClassVar[str] = "MAE"
    formula: ClassVar[str] = "mean of |p − y|"
    source: ClassVar[str] = f"{_SKLEARN}.mean_absolute_error"

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """|p − y|."""
        return np.abs(errors_of(truth, predicted))

    def working(self, truth: float, predicted: float) -> str:
        """|p − y| with its numbers."""
        return f"|{predicted:.10g} − {truth:.10g}|"


class SquaredLoss(NumberMetric):
    """What a number loses is the square of its error."""

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """(p − y)²."""
        errors = errors_of(truth, predicted)
        with np.errstate(over="ignore"):  # a square beyond all floats is infinite, and so is the loss
            return np.square(errors, out=errors)

    def working(self, truth: float, predicted: float) -> str:
        """(p − y)² with its numbers."""
        return f"({predicted:.10g} − {truth:.10g})²"


class MeanSquaredError(SquaredLoss):
    """mse: the mean of (p − y)²; of several numbers a row, the mean of their means. Source: scikit-learn."""

    name: ClassVar[str] = "mse"
    title: ClassVar[str] = "MSE"
    formula: ClassVar[str] = "mean of (p − y)²"
    source: ClassVar[str] = f"{_SKLEARN}.mean_squared_error"


@dataclass(frozen=True, kw_only=True)
class RootedMetric(NumberMetric):
    """The root of the mean loss; a row score is its loss before the root."""

    columns: str = choice(
        "several numbers a row",
        each=("each column has its root, then the mean of the columns (MCRMSE)", "the mean of each column's root"),
        together=("one root over all numbers", "one root over all columns"),
    )

    @property
    def is_mean(self) -> bool:
        """Never, because of the root."""
        return False

    def about(self, pool: Ints | None) -> str:
        """That a row score is before the root."""
        mean = "weighted mean" if self.weight else "mean"
        return f"This is the score of a row; the overall is the root of the {mean} of all."

    def explain(self, batch: Batch) -> Explanation:
        """The same, with what the overall of several columns is."""
        explained = super().explain(batch)
        if self.columns == "together" or len(explained.steps) < 2:
            return explained
        each = "This is the score of a row; the overall is the mean over columns of the root of each column's mean."
        return replace(explained, of_overall=each)

    @property
    def of_mean(self) -> Callable[[float], float] | None:
        """The root, which a bound of a mean may be too low for."""
        return lambda mean: math.sqrt(max(mean, 0.0))

    def mean_of(self, overall: float) -> float:
        """The square."""
        return overall**2

    def combine(self, sums: Floats, counts: Floats, scale: Floats) -> Floats:
        """The root, of each component or over all."""
        sums = np.maximum(sums, 0.0)  # what is left of a sum may be rounding
        if self.columns == "together":
            return np.sqrt(ratios(sums.sum(axis=0), counts.sum(axis=0)))
        return mean_of_columns(np.sqrt(ratios(sums, counts)))


class RootMeanSquaredError(RootedMetric, SquaredLoss):
    """rmse: the root of the mean of (p − y)²; a row score is the squared error, before the root.

    Of several numbers a row, the mean of the root of each column (MCRMSE), or one root over all of them. Source:
    scikit-learn; Kaggle's MCRMSE.
    """

    name: ClassVar[str] = "rmse"
    title: ClassVar[str] = "RMSE"
    formula: ClassVar[str] = "√(mean of (p − y)²)"
    source: ClassVar[str] = f"{_SKLEARN}.root_mean_squared_error"


def _quantile(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"quantile cannot be {shorten(text)}", expected="a number between 0 and 1") from None


@dataclass(frozen=True, kw_only=True)
class PinballLoss(NumberMetric):
    """pinball: the mean of q (y − p) where p is too low, and of (1 − q) (p − y) where it is too high.

    Of several numbers a row, the mean of their means. Source: scikit-learn (mean_pinball_loss).
    """

    name: ClassVar[str] = "pinball"
    title: ClassVar[str] = "Pinball"
    formula: ClassVar[str] = "mean of q·(y − p) where p is too low, (1 − q)·(p − y) where it is too high"
    source: ClassVar[str] = f"{_SKLEARN}.mean_pinball_loss"

    quantile: float = parameter(
        "quantile", "q, the quantile that is predicted; 0.5 is the median", 0.5, _quantile, repr
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.quantile <= 1:
            raise InputError(f"quantile cannot be {self.quantile!r}", expected="a number between 0 and 1")

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """q (y − p) or (1 − q) (p − y), the one that is not negative."""
        off = errors_of(predicted, truth)
        return np.maximum(self.quantile * off, (self.quantile - 1.0) * off)

    def working(self, truth: float, predicted: float) -> str:
        """The share of the error that counts."""
        if predicted > truth:
            return f"{1 - self.quantile:.10g} · ({predicted:.10g} − {truth:.10g})"
        return f"{self.quantile:.10g} · ({truth:.10g} − {predicted:.10g})"
