"""Losses of probabilities: log loss, the Brier score, and the divergence of distributions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.data.numbers import FROM_0_TO_1
from inspector.core.errors import InputError
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import choice
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import NumberFamily, NumberMetric, explained, ratios
from inspector.core.metrics.numbers.errors import SquaredLoss

LEAST = {"eps": float(np.finfo(np.float64).eps), "1e-15": 1e-15, "none": 0.0}
# What is nearer to 1 is written by what it lacks.
_NEAR = 1e-9
_CLIPS = {
    "eps": ("is kept 2.2e-16 away from 0 and 1 (scikit-learn)", "clipped at 2.2e-16"),
    "1e-15": ("is kept 1e-15 away from 0 and 1 (Kaggle's older contests)", "clipped at 1e-15"),
    "none": ("is taken as it is: being sure and wrong costs infinitely much", "not clipped"),
}


def clips(*values: str) -> Any:
    """How near to 0 and 1 a probability may come, with the default first."""
    return choice("a probability of 0 or 1", **{value: _CLIPS[value] for value in values})


def logs(probabilities: Floats, clip: str) -> Floats:
    """The logarithms of probabilities of any shape, clipped as the choice says; -inf for 0 without clipping."""
    least = LEAST[clip]
    with np.errstate(divide="ignore"):
        found: Floats = np.log(np.clip(probabilities, least, 1.0 - least))
    return found


def log_of(probability: float, clip: str) -> str:
    """`−log(0.25)` of a probability, clipped as the choice says; of nearly 1 as `−log(1 − 2.22e-16)`."""
    lacks = max(1.0 - probability, LEAST[clip])
    return f"−log(1 − {lacks:.4g})" if 0 < lacks < _NEAR else f"−log({max(probability, LEAST[clip]):.10g})"


class YesNoFamily(NumberFamily):
    """The truth is 1 for yes and 0 for no; a prediction is the probability of yes, or the higher the likelier."""

    def check(self, truth: Floats) -> None:
        """Raise InputError for a truth, any shape, with other numbers than 0, 1 and NaN."""
        odd = truth[(truth != 0) & (truth != 1) & ~np.isnan(truth)]
        if len(odd):
            raise InputError(
                f"{self.name} needs a truth of 0 and 1",
                found=f"{odd[0]:g} in the truth",
                expected="1 for yes and 0 for no in every row",
                hint="Choose another metric, such as rmse",
            )


@dataclass(frozen=True, kw_only=True)
class LogLoss(YesNoFamily, NumberMetric):
    """logloss: the mean of −log of the probability of what is true: p for 1, 1 − p for 0.

    Of several columns, the mean of their means. Probabilities below 0 and above 1 count as 0 and 1. Raises InputError
    for a truth other than 0 and 1. Source: scikit-learn (log_loss); Kaggle (clipped at 1e-15).
    """

    name: ClassVar[str] = "logloss"
    title: ClassVar[str] = "Log loss"
    formula: ClassVar[str] = "mean of −log(p) where the truth is 1, −log(1 − p) where it is 0"
    source: ClassVar[str] = "scikit-learn: sklearn.metrics.log_loss; Kaggle wiki: Log Loss"
    limits = replace(FROM_0_TO_1, consequence="log loss counts a number below 0 as 0, and one above 1 as 1")

    clip: str = clips("eps", "1e-15", "none")

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """−log of the probability of the truth."""
        lost = -logs(np.where(truth == 1, predicted, 1.0 - predicted), self.clip)
        lost[np.isnan(truth)] = np.nan
        return lost

    def working(self, truth: float, predicted: float) -> str:
        """The logarithm with its number; with the one that is taken instead where the number is clipped."""
        least = LEAST[self.clip]
        if truth == 1 or not least <= predicted <= 1.0 - least:
            return log_of(min(max(predicted if truth == 1 else 1.0 - predicted, 0.0), 1.0), self.clip)
        return f"−log(1 − {predicted:.10g})"


class BrierScore(YesNoFamily, SquaredLoss):
    """brier: the mean of (p − y)², y 0 or 1; of several columns the mean of their means.

    Raises InputError for a truth other than 0 and 1. Source: scikit-learn (brier_score_loss).
    """

    name: ClassVar[str] = "brier"
    title: ClassVar[str] = "Brier score"
    formula: ClassVar[str] = "mean of (p − y)², y 1 or 0"
    source: ClassVar[str] = "scikit-learn: sklearn.metrics.brier_score_loss"
    limits = replace(FROM_0_TO_1, consequence="the Brier score takes it as it is, so that it may lose more than 1")


@dataclass(frozen=True, kw_only=True)
class Divergence(NumberMetric):
    """kl: the mean over rows of Σ y log(y / p) over the columns, 0 where y is 0.

    A row score is its sum. A row of which a number is missing is left out. Raises InputError for a truth below 0.
    Source: Kaggle (Harmful Brain Activity); scipy (rel_entr).
    """

    name: ClassVar[str] = "kl"
    limits = replace(FROM_0_TO_1, consequence="the divergence counts a number below 0 as 0, and one above 1 as 1")
    title: ClassVar[str] = "KL divergence"
    formula: ClassVar[str] = "Σ y·log(y ÷ p) over the columns; mean over rows"
    source: ClassVar[str] = "Kaggle: HMS Harmful Brain Activity; scipy: scipy.special.rel_entr"

    clip: str = clips("1e-15", "eps", "none")
    sums: str = choice(
        "predictions of a row that do not add up to 1",
        as_they_are=("count as they are; many sites refuse such a file", "predictions not divided by their sum"),
        scale=("are divided by their sum", "predictions divided by their sum"),
    )

    def check(self, truth: Floats) -> None:
        """Raise InputError for a truth below 0."""
        if (truth < 0).any():
            raise InputError(
                "kl needs a distribution over the columns as the truth",
                found=f"{np.nanmin(truth):g} in the truth",
                expected="numbers from 0 to 1 that add up to 1 in each row",
            )

    @property
    def takes_numbers_apart(self) -> bool:
        """Unless they are divided by their sum."""
        return self.sums == "as-they-are"

    def numbers_of(self, batch: Batch) -> tuple[Floats, Floats]:
        """The truth and the predictions, which add up to 1 if they are to. Raises InputError."""
        truth, predicted = super().numbers_of(batch)
        if self.sums == "as-they-are":
            return truth, predicted
        total = predicted.sum(axis=1, keepdims=True)
        return truth, predicted / np.where(total > 0, total, 1.0)

    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """y log(y / p); NaN in rows of which a number is missing."""
        is_some = truth > 0
        likely = np.where(is_some, logs(predicted, self.clip), 0.0)
        lost = np.where(is_some, truth * (np.log(np.where(is_some, truth, 1.0)) - likely), 0.0)
        lost[(np.isnan(truth) | np.isnan(predicted)).any(axis=1)] = np.nan
        return lost

    def rows_of(self, losses: Floats) -> Floats:
        """The sum of the losses of each row."""
        return np.asarray(losses.sum(axis=1), np.float64)

    def combine(self, sums: Floats, counts: Floats, scale: Floats) -> Floats:
        """The sum of the components' means."""
        return np.asarray(ratios(sums, counts).sum(axis=0), np.float64)

    def explain(self, batch: Batch) -> Explanation:
        """What each number of the row loses, and their sum."""
        return explained(batch, self.losses_of(batch)[0], self.workings(batch), adds=True, limits=self.limits)

    def working(self, truth: float, predicted: float) -> str:
        """The product with its numbers."""
        return f"{truth:.10g} · log({truth:.10g} ÷ {predicted:.10g})" if truth else "0"
