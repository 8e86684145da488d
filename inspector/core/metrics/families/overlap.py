"""Jaccard and exact match of label sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import ratio
from inspector.core.metrics.by_label.averages import LabelAverages
from inspector.core.metrics.sets import Counts, SetMetric


@dataclass(frozen=True, kw_only=True)
class Jaccard(LabelAverages, SetMetric):
    """jaccard: labels in both truth and prediction over labels in either, by rows, pooled or by label.

    Source: scikit-learn (jaccard_score with average samples, micro, macro and weighted).
    """

    name: ClassVar[str] = "jaccard"
    title: ClassVar[str] = "Jaccard"
    formula: ClassVar[str] = "tp / (tp + fp + fn); mean over rows, pooled, or mean over labels"
    source: ClassVar[str] = "scikit-learn: jaccard_score (rows: average='samples')"

    average: str = choice.average()

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

    def of_counts(self, counts: Ints) -> Floats:
        """tp / (tp + fp + fn) of each column."""
        return ratio(counts[0], counts.sum(axis=0))


@dataclass(frozen=True, kw_only=True)
class Accuracy(SetMetric):
    """accuracy: 1 when the predicted set equals the truth, else 0; two empty sets are equal.

    Source: scikit-learn (accuracy_score of label sets, called subset accuracy).
    """

    name: ClassVar[str] = "accuracy"
    title: ClassVar[str] = "Accuracy"
    formula: ClassVar[str] = "1 when the label sets are equal, else 0; mean over rows"
    source: ClassVar[str] = "scikit-learn: accuracy_score of label sets"

    both_empty: str = choice.both_empty("one")

    @property
    def credit(self) -> float:
        """1; the divisor m makes a full set add up to 1."""
        return 1.0

    def divisor_of(self, counts: Counts) -> Floats | Ints:
        """m when nothing is wrong or missed, else infinity."""
        return np.where((counts.fp == 0) & (counts.fn == 0), counts.tp.astype(np.float64), np.inf)

    def divisor_rule(self, tp: int, fp: int, fn: int) -> str:
        """Whether the sets are equal."""
        return "the sets are equal" if not fp and not fn else f"{fp} wrong and {fn} missed, any of which makes it 0"
