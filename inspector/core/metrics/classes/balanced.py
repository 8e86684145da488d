"""Balanced accuracy: the mean of the recalls of all classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.classes.agreement import ClassAgreement, Moves
from inspector.core.metrics.numbers.base import ratios


@dataclass(frozen=True, kw_only=True)
class BalancedAccuracy(ClassAgreement):
    """balancedaccuracy: the mean over the C classes of the truth of right rows / rows of the class.

    Adjusted, (mean − 1/C) / (1 − 1/C): 0 for chance, and NaN for a truth of one class. A class that only the submission
    has makes rows wrong and is not averaged. Source: scikit-learn (balanced_accuracy_score).
    """

    name: ClassVar[str] = "balancedaccuracy"
    title: ClassVar[str] = "Balanced accuracy"
    formula: ClassVar[str] = "mean over the classes of the truth of right rows / rows of the class"
    source: ClassVar[str] = "scikit-learn: balanced_accuracy_score (adjusted=True: adjusted=yes)"

    adjusted: str = choice.choice(
        "what guessing one class for all rows scores",
        {"false": "no", "true": "yes"},
        no=("1/C, where C is the number of classes", "not adjusted for chance"),
        yes=("0: chance is taken off, (mean − 1/C) / (1 − 1/C)", "adjusted for chance"),
    )

    @property
    def label(self) -> str:
        """The display name, which says whether it is adjusted."""
        return f"{super().label} adjusted" if self.adjusted == "yes" else super().label

    def of_counts(self, tp: Ints, predicted: Ints, support: Ints) -> float:
        """The mean of the recalls."""
        has_rows = support > 0
        recalls = tp[has_rows] / support[has_rows]
        return float(self._of_mean(np.asarray(recalls.mean()), np.asarray(len(recalls))))

    def working(self, tp: Ints, predicted: Ints, support: Ints) -> str:
        """The sum of the recalls over their number, less chance where it is adjusted."""
        has_rows = support > 0
        recalls = tp[has_rows] / support[has_rows]
        mean = f"{recalls.sum():.6g} ÷ {len(recalls)}"
        return mean if self.adjusted == "no" else f"({mean} − 1 ÷ {len(recalls)}) ÷ (1 − 1 ÷ {len(recalls)})"

    def gains(self, tp: Ints, predicted: Ints, support: Ints, moves: Moves) -> Floats:
        """What the recall of the row's class gains, over the number of classes."""
        classes = np.count_nonzero(support)
        won = moves.won / support[moves.true] / classes
        return won if self.adjusted == "no" else won / (1.0 - 1.0 / classes) if classes > 1 else np.zeros(len(won))

    def without(self, tp: Ints, predicted: Ints, support: Ints, true: Codes, first: Codes) -> Floats:
        """The mean with another recall of the row's class, or without that."""
        has_rows, left = support > 0, support[true] - 1
        recall = ratios(tp[true] - (true == first), left)
        change = np.where(left > 0, recall, 0.0) - tp[true] / support[true]
        classes = np.count_nonzero(support) - (left == 0)
        return self._of_mean(ratios((tp[has_rows] / support[has_rows]).sum() + change, classes), classes)

    def _of_mean(self, mean: Floats, classes: Ints) -> Floats:
        """The mean of the recalls of so many classes, or its part of the range above chance; NaN without such."""
        chance = 1.0 / np.maximum(classes, 1)
        return mean if self.adjusted == "no" else ratios(mean - chance, 1.0 - chance)
