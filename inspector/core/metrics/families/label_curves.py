"""ROC AUC and average precision of each label over all rows, and their means over labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError, shorten
from inspector.core.metrics import choice
from inspector.core.metrics.base import ratio
from inspector.core.metrics.by_label.curve import LabelCurve
from inspector.core.metrics.by_label.label_lists import LabelLists, Standing, key_of

_MOST_PADDING = 1_000_000


class MacroAUC(LabelCurve):
    """auc: the mean over labels of the share of pairs (row with the label, row without) that are ranked right.

    Pairs of equal confidence count half. Labels that all or none of the rows have are left out. Source: scikit-learn
    (roc_auc_score, average="macro"); Kaggle: BirdCLEF 2024.
    """

    name: ClassVar[str] = "auc"
    title: ClassVar[str] = "ROC AUC"
    formula: ClassVar[str] = "share of pairs (row with the label, row without) in the right order; mean over labels"
    source: ClassVar[str] = "Kaggle: BirdCLEF 2024; scikit-learn: roc_auc_score, average='macro'"

    def credit(self, standing: Standing) -> Floats:
        """The share of rows without the label that are ranked below, equal ones half."""
        upto, above = standing.upto - standing.hits_upto, standing.above - standing.hits_above
        without = standing.rows - standing.hits
        return ratio((2 * without - upto - above).astype(np.float64), 2 * without)

    def divisors(self, lists: LabelLists) -> Ints:
        """The rows with the label; 0 if there is no row with or no row without it."""
        support = lists.support
        return np.where(support < int(lists.counted.sum()), support, 0)


def _padding(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= _MOST_PADDING:
        raise InputError(f"padding cannot be {shorten(text)}", expected=f"a whole number from 0 to {_MOST_PADDING:,}")
    return number


@dataclass(frozen=True, kw_only=True)
class PaddedAveragePrecision(LabelCurve):
    """cmap: the mean over labels of the average precision of the rows by their confidence for the label.

    `padding` rows that have every label, with confidence 1 for each, are added first, so that labels with few rows
    weigh less. Rows of equal confidence share their last place. Source: BirdCLEF 2023 (padded_cmap, padding_factor 5);
    scikit-learn (average_precision_score, average="macro").
    """

    name: ClassVar[str] = "cmap"
    title: ClassVar[str] = "cmAP"
    formula: ClassVar[str] = "AP of all rows by confidence for the label, after rows of ones; mean over labels"
    source: ClassVar[str] = "Kaggle: BirdCLEF 2023 (padded cmAP); scikit-learn: average_precision_score"

    padding: int = choice.parameter("padding", "the rows of ones that are added", 5, _padding)
    labels: str = choice.choice(
        "the labels that are averaged",
        both=("those that occur in truth or submission, as loaded", "labels of both files"),
        truth=("those that occur in the truth", "labels of the truth"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        _padding(str(self.padding))

    @property
    def label(self) -> str:
        """`cmAP`; without padding it is what others call average precision."""
        return super().label if self.padding else "Average precision"

    def credit(self, standing: Standing) -> Floats:
        """The precision among the rows with at least this confidence."""
        added = np.where(standing.confidence <= 1.0, self.padding, 0)
        return ratio(standing.hits_upto + added, standing.upto + added)

    def divisors(self, lists: LabelLists) -> Ints:
        """The rows with the label, those added included; at least 1."""
        support = lists.support
        averaged = support > 0
        if self.labels == "both":
            averaged[: len(lists.known)] |= lists.known
        return np.where(averaged, np.maximum(1, support + self.padding), 0)

    def perfect(self, lists: LabelLists) -> float:
        """1 for each label with a row that has it, those added included."""
        divisors, support = self.divisors(lists), lists.support
        right = (divisors > 0) & (support + self.padding > 0)
        return float(right.sum()) / self.averaged(lists) if self.averaged(lists) else float("nan")

    def constant(self, lists: LabelLists) -> float:
        """What the added rows themselves earn."""
        divisors = self.divisors(lists)
        codes = np.flatnonzero(divisors)
        earned = self.padding * self.credit(lists.standing(key_of(codes, np.ones(len(codes))))) / divisors[codes]
        return float(earned.sum()) / max(1, len(codes))
