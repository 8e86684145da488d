"""The metrics of classes, and what scores them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.numbers import uneven
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.classes.agreement import ClassAgreement
from inspector.core.metrics.classes.agreement_scores import AgreementScores
from inspector.core.metrics.classes.balanced import BalancedAccuracy
from inspector.core.metrics.classes.matthews import MatthewsCorrelation
from inspector.core.metrics.classes.probabilities import ClassLoss, MultiBrier, MultiLogLoss
from inspector.core.metrics.classes.scores import LossScores
from inspector.core.metrics.scores import Scores

FAMILIES_OF_CLASSES: tuple[type[Metric], ...] = (MultiLogLoss, MultiBrier, BalancedAccuracy, MatthewsCorrelation)
# By base.
SCORES_OF_CLASSES: Mapping[type, Callable[[Any, Batch], Scores]] = {
    ClassLoss: LossScores,
    ClassAgreement: AgreementScores,
}


def is_one_of_classes(truth: Ragged, predictions: Ragged) -> bool:
    """Whether each row is of one class, and predicted by probabilities of all classes that add up to 1."""
    return truth.longest == 1 and uneven(predictions) is not None
