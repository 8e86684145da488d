"""The metrics of numbers, what scores them, and guessing one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.numbers import values_of
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.numbers.auc import RocAUC
from inspector.core.metrics.numbers.auc_scores import AUCScores
from inspector.core.metrics.numbers.base import NumberMetric
from inspector.core.metrics.numbers.errors import MeanAbsoluteError, MeanSquaredError, PinballLoss, RootMeanSquaredError
from inspector.core.metrics.numbers.kappa import QuadraticKappa
from inspector.core.metrics.numbers.kappa_scores import KappaScores
from inspector.core.metrics.numbers.median import MedianAbsoluteError, MedianScores
from inspector.core.metrics.numbers.probabilities import BrierScore, Divergence, LogLoss
from inspector.core.metrics.numbers.r_squared import RSquared, RSquaredScores
from inspector.core.metrics.numbers.relative import LogarithmicError, PercentageError, SymmetricPercentageError
from inspector.core.metrics.numbers.scores import NumberScores
from inspector.core.metrics.scores import Scores

# Whole numbers of a wider range than this are no ratings.
_MOST_RATINGS = 12

FAMILIES_OF_NUMBERS: tuple[type[Metric], ...] = (
    RootMeanSquaredError,
    MeanAbsoluteError,
    MeanSquaredError,
    LogarithmicError,
    RSquared,
    MedianAbsoluteError,
    PercentageError,
    SymmetricPercentageError,
    PinballLoss,
    RocAUC,
    LogLoss,
    BrierScore,
    Divergence,
    QuadraticKappa,
)
# By family or base; the one that is nearest to a family counts.
SCORES_OF_NUMBERS: Mapping[type, Callable[[Any, Batch], Scores]] = {
    NumberMetric: NumberScores,
    MedianAbsoluteError: MedianScores,
    RSquared: RSquaredScores,
    RocAUC: AUCScores,
    QuadraticKappa: KappaScores,
}


def guess_for_numbers(truth: Ragged, predictions: Ragged) -> Metric:
    """Guess the metric of numbers: AUC for yes and no, QWK for ratings on both sides, else RMSE."""
    right, guessed = values_of(truth), values_of(predictions, max(1, truth.longest))
    known = ~np.isnan(right + guessed)
    right, guessed = right[known], guessed[known]
    if not len(right):
        return RootMeanSquaredError()
    low, high = float(right.min()), float(right.max())
    if low == high or (right != np.rint(right)).any():
        return RootMeanSquaredError()
    if (low, high) == (0, 1):  # scores of any range order the rows
        return RocAUC()
    is_within = bool(low <= guessed.min() and guessed.max() <= high)
    is_rating = high - low < _MOST_RATINGS and bool((guessed == np.rint(guessed)).all())
    return QuadraticKappa() if is_within and is_rating else RootMeanSquaredError()
