"""Jaccard and exact match of label sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.sets import Counts, SetMetric


@dataclass(frozen=True, kw_only=True)
class Jaccard(SetMetric):
    """jaccard: labels in both truth and prediction over labels in either. Source: scikit-learn."""

    name: ClassVar[str] = "jaccard"
    title: ClassVar[str] = "Jaccard"
    formula: ClassVar[str] = "tp / (tp + fp + fn); mean over rows"
    source: ClassVar[str] = "scikit-learn: jaccard_score, average='samples'"

    @property
    def credit(self) -> float:
        """1."""
        return 1.0

    def divisor_of(self, counts: Counts) -> Floats | Ints:
        """tp + fp + fn."""
        return counts.tp + counts.fp + counts.fn

    def divisor_rule(self, tp: int, fp: int, fn: int) -> str:
        """The size of the union."""
        return f"{tp} right + {fp} wrong + {fn} missed"


@dataclass(frozen=True, kw_only=True)
class Accuracy(SetMetric):
    """accuracy: 1 when the predicted set equals the truth, else 0. Source: scikit-learn (subset accuracy)."""

    name: ClassVar[str] = "accuracy"
    title: ClassVar[str] = "Accuracy"
    formula: ClassVar[str] = "1 when the label sets are equal, else 0; mean over rows"
    source: ClassVar[str] = "scikit-learn: accuracy_score of label sets"

    @property
    def credit(self) -> float:
        """1; the divisor m makes a full set add up to 1."""
        return 1.0

    def divisor_of(self, counts: Counts) -> Floats | Ints:
        """m when nothing is wrong or missed, else infinity."""
        return np.where((counts.fp == 0) & (counts.fn == 0), counts.tp.astype(np.float64), np.inf)

    def divisor_rule(self, tp: int, fp: int, fn: int) -> str:
        """Whether the sets are equal."""
        return "the sets are equal" if not fp and not fn else f"{fp} wrong and {fn} missed: any of them makes it 0"
