"""Absolute and squared errors: MAE, MSE and RMSE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.metrics.choice import choice
from inspector.core.metrics.numbers.base import NumberMetric, ratios

_SKLEARN = "scikit-learn: sklearn.metrics"


@dataclass(frozen=True, kw_only=True)
class MeanAbsoluteError(NumberMetric):
    """mae: the mean of |p − y|; of several numbers a row, the mean of their means. Source: scikit-learn."""

    name: ClassVar[str] = "mae"
    title: ClassVar[str] = "MAE"
    formula: ClassVar[str] = "mean of |p − y|"
    source: ClassVar[str] = f"{_SKLEARN}.mean_absolute_error"

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """|p − y|."""
        return np.abs(predicted - truth)

    def working(self, truth: float, predicted: float) -> str:
        """|p − y| with its numbers."""
        return f"|{predicted:g} − {truth:g}|"


@dataclass(frozen=True, kw_only=True)
class MeanSquaredError(NumberMetric):
    """mse: the mean of (p − y)²; of several numbers a row, the mean of their means. Source: scikit-learn."""

    name: ClassVar[str] = "mse"
    title: ClassVar[str] = "MSE"
    formula: ClassVar[str] = "mean of (p − y)²"
    source: ClassVar[str] = f"{_SKLEARN}.mean_squared_error"

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """(p − y)²."""
        return np.square(predicted - truth)

    def working(self, truth: float, predicted: float) -> str:
        """(p − y)² with its numbers."""
        return f"({predicted:g} − {truth:g})²"


@dataclass(frozen=True, kw_only=True)
class RootMeanSquaredError(MeanSquaredError):
    """rmse: the root of the mean of (p − y)²; a row score is the squared error, before the root.

    Of several numbers a row, the mean of the root of each column (MCRMSE), or one root over all of them. Source:
    scikit-learn; Kaggle's MCRMSE.
    """

    name: ClassVar[str] = "rmse"
    title: ClassVar[str] = "RMSE"
    formula: ClassVar[str] = "√(mean of (p − y)²)"
    source: ClassVar[str] = f"{_SKLEARN}.root_mean_squared_error"

    columns: str = choice(
        "several numbers a row",
        None,
        each=("each column has its root, then the mean of the columns (MCRMSE)", "the mean of each column’s root"),
        together=("one root over all numbers", "one root over all columns"),
    )

    @property
    def is_mean(self) -> bool:
        """Never, because of the root."""
        return False

    def combine(self, sums: Floats, counts: Floats, scale: Floats) -> Floats:
        """The root, of each component or over all."""
        if self.columns == "together":
            return np.sqrt(ratios(sums.sum(axis=0), counts.sum(axis=0)))
        means: Floats = np.nanmean(np.sqrt(ratios(sums, counts)), axis=0)
        return means
