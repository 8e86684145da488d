"""Errors that are measured against the size of the numbers: RMSLE, MAPE and SMAPE."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.data.numbers import FROM_0
from inspector.core.errors import InputError
from inspector.core.metrics.choice import choice
from inspector.core.metrics.numbers.base import NumberMetric
from inspector.core.metrics.numbers.errors import RootedMetric

_LEAST = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, kw_only=True)
class LogarithmicError(RootedMetric):
    """rmsle: the root of the mean of (log(1 + p) − log(1 + y))²; a row score is the squared error, before the root.

    Raises InputError for a truth that is negative. Source: scikit-learn (root_mean_squared_log_error).
    """

    name: ClassVar[str] = "rmsle"
    by_logs: ClassVar[bool] = True
    title: ClassVar[str] = "RMSLE"
    formula: ClassVar[str] = "√(mean of (log(1 + p) − log(1 + y))²)"
    limits = replace(FROM_0, consequence="RMSLE counts a number below 0 as 0")
    source: ClassVar[str] = "Kaggle: House Prices; scikit-learn: sklearn.metrics.root_mean_squared_log_error"

    negative: str = choice(
        "a prediction below 0, which has no place in a logarithm",
        zero=("counts as 0; many sites refuse such a file", "predictions below 0 count as 0"),
        error=("is an error: nothing is scored", "predictions below 0 are an error"),
    )

    def check(self, truth: Floats) -> None:
        """Raise InputError for a truth below 0."""
        _refuse_negative("the truth", truth, "Choose rmse, or another metric without a logarithm")

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """(log(1 + p) − log(1 + y))²."""
        if self.negative == "error":
            _refuse_negative("the submission", predicted, "Choose negative=zero to score the pair all the same")
        apart: Floats = np.log1p(np.maximum(predicted, 0.0)) - np.log1p(truth)
        return np.square(apart)

    def working(self, truth: float, predicted: float) -> str:
        """The difference of the logarithms with its numbers."""
        return f"(log(1 + {max(predicted, 0.0):.10g}) − log(1 + {truth:.10g}))²"


@dataclass(frozen=True, kw_only=True)
class PercentageError(NumberMetric):
    """mape: the mean of |p − y| / |y|. Source: scikit-learn (mean_absolute_percentage_error), a share, not percent."""

    name: ClassVar[str] = "mape"
    title: ClassVar[str] = "MAPE"
    formula: ClassVar[str] = "mean of |p − y| ÷ |y|"
    source: ClassVar[str] = "scikit-learn: sklearn.metrics.mean_absolute_percentage_error"

    zeros: str = choice(
        "a truth of 0, by which nothing can be divided",
        tiny=("counts as 2.2e-16, so that any error is huge (scikit-learn)", "a truth of 0 counts as 2.2e-16"),
        skip=("is left out", "numbers whose truth is 0 are left out"),
    )

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """|p − y| / |y|; NaN for a truth of 0 that is left out."""
        size = np.maximum(np.abs(truth), _LEAST)
        if self.zeros == "skip":
            size = np.where(truth == 0, np.nan, size)
        with np.errstate(over="ignore"):
            return np.abs(predicted / 2 - truth / 2) / (size / 2)  # halves, as a difference may be beyond all floats

    def working(self, truth: float, predicted: float) -> str:
        """The division with its numbers."""
        return f"|{predicted:.10g} − {truth:.10g}| ÷ {max(abs(truth), _LEAST):.10g}"


@dataclass(frozen=True, kw_only=True)
class SymmetricPercentageError(NumberMetric):
    """smape: the mean of |p − y| / ((|p| + |y|) / 2), 0 where both are 0. Source: Kaggle, Web Traffic Forecasting."""

    name: ClassVar[str] = "smape"
    title: ClassVar[str] = "SMAPE"
    formula: ClassVar[str] = "mean of |p − y| ÷ ((|p| + |y|) ÷ 2), in percent, 0 where both are 0"
    source: ClassVar[str] = "Kaggle: Web Traffic Time Series Forecasting"

    scale: str = choice(
        "the largest possible error",
        percent=("200, in percent (Kaggle)", "in percent, at most 200"),
        share=("2, as a share", "as a share, at most 2"),
        half=("1: divided by |p| + |y|, not by half of it", "divided by |p| + |y|, at most 1"),
    )

    @property
    def most(self) -> float:
        """The largest possible error."""
        return {"percent": 200.0, "share": 2.0, "half": 1.0}[self.scale]

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """|p − y| / (|p| + |y|), times the largest possible error."""
        truth, predicted = truth / 2, predicted / 2  # the sum of both may be beyond all floats
        size = np.abs(truth) + np.abs(predicted)
        return self.most * (np.abs(predicted - truth) / np.where(size == 0, 1.0, size))

    def working(self, truth: float, predicted: float) -> str:
        """The division with its numbers."""
        if truth == predicted == 0:
            return "both are 0"
        return f"{self.most:g} · |{predicted:.10g} − {truth:.10g}| ÷ ({abs(predicted):.10g} + {abs(truth):.10g})"


def _refuse_negative(where: str, numbers: Floats, hint: str) -> None:
    if (numbers < 0).any():
        found = f"{np.nanmin(numbers):g} in {where}"
        raise InputError(
            "rmsle takes the logarithm of 1 + number", found=found, expected="numbers from 0 on", hint=hint
        )
