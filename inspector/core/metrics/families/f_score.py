"""F-beta of label sets: by row, pooled over rows (micro), or by label (macro, weighted)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError, shorten
from inspector.core.metrics import choice
from inspector.core.metrics.base import ratio
from inspector.core.metrics.by_label.averages import LabelAverages
from inspector.core.metrics.sets import Counts, SetMetric

# Beyond these bounds beta squared dominates everything else, or overflows.
_MIN_BETA = 1e-6


def _beta(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"beta cannot be {shorten(text)}", expected="a number above 0, like f(beta=0.5)") from None


@dataclass(frozen=True, kw_only=True)
class FScore(LabelAverages, SetMetric):
    """F-beta = (1 + b²) tp / ((1 + b²) tp + b² fn + fp) by rows, pooled or by label; with @K of the first K labels.

    The weight is beta squared. Source: Kaggle's wiki, Mean F-Score; Plant Pathology 2021 (rows), iMet 2020 (micro),
    Human Protein Atlas (macro), scikit-learn (weighted), rankereval (@K).
    """

    name: ClassVar[str] = "f"
    title: ClassVar[str] = "F"
    formula: ClassVar[str] = "Fβ = (1+β²)·tp / ((1+β²)·tp + β²·fn + fp); mean over rows, pooled, or mean over labels"
    source: ClassVar[str] = "Kaggle wiki: Mean F-Score; iMet 2020 (micro), Human Protein Atlas (macro)"

    beta: float = choice.parameter(
        "beta", "the weight of recall against precision", 1.0, _beta, lambda beta: repr(beta).removesuffix(".0")
    )
    average: str = choice.average()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not _MIN_BETA <= self.beta <= 1 / _MIN_BETA:
            raise InputError(f"beta cannot be {self.beta!r}", expected="a number above 0, like f(beta=0.5)")

    def __str__(self) -> str:
        changed = [*self._changed_parameters(), *self._changed_choices()]
        if self.beta in (1.0, 2.0):
            return self._text(f"f{self.beta:g}", [part for part in changed if not part.startswith("beta=")])
        return self._text("f", changed)

    @property
    def label(self) -> str:
        """`F1`, `F2`, `F0.5`, with K and the average."""
        return super().label.replace("F", f"F{self.beta:g}", 1)

    @property
    def credit(self) -> float:
        """1 + beta squared."""
        return 1.0 + self.beta**2

    def divisor_of(self, counts: Counts) -> Floats | Ints:
        """(1 + b²) tp + b² fn + fp."""
        return self.credit * counts.tp + self.beta**2 * counts.fn + counts.fp

    def divisor_rule(self, tp: int, fp: int, fn: int) -> str:
        """The divisor as text."""
        weight = "" if self.beta == 1 else f"{self.beta**2:g} · "
        return f"{self.credit:g} · {tp} right + {weight}{fn} missed + {fp} wrong"

    def of_counts(self, counts: Ints) -> Floats:
        """The F of each column of tp, fp, fn, int64 (3, c); float64 (c,), 0 where all are 0."""
        tp, fp, fn = counts
        return ratio(self.credit * tp, self.credit * tp + self.beta**2 * fn + fp)
