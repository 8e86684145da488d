"""F-beta of label sets: by row, pooled over rows (micro), or by label (macro)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.errors import InputError
from inspector.core.metrics import choice
from inspector.core.metrics.base import ratio
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.label_counts import label_counts
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.sets import Counts, SetMetric

# Beyond these bounds beta squared dominates everything else, or overflows.
_MIN_BETA = 1e-6


@dataclass(frozen=True, kw_only=True)
class FScore(SetMetric):
    """F-beta = (1 + b²) tp / ((1 + b²) tp + b² fn + fp) of each row; overall by rows, micro or macro.

    The weight is beta squared. Source: Kaggle's wiki, Mean F-Score; Plant Pathology 2021 (rows), iMet 2020 (micro),
    Human Protein Atlas (macro).
    """

    name: ClassVar[str] = "f"
    title: ClassVar[str] = "F"
    formula: ClassVar[str] = "Fβ = (1+β²)·tp / ((1+β²)·tp + β²·fn + fp); mean over rows, pooled, or mean over labels"
    source: ClassVar[str] = "Kaggle wiki: Mean F-Score; iMet 2020 (micro), Human Protein Atlas (macro)"

    beta: float = 1.0
    average: str = choice.choice(
        "how rows make the overall",
        rows="the mean of the row scores (Kaggle: mean F1)",
        micro="tp, fp and fn of all rows together make one F",
        macro="an F for each label, then their mean",
    )
    labels: str = choice.choice(
        "the labels that average=macro is taken over",
        truth="those that occur in the truth",
        both="those that occur in truth or submission",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not _MIN_BETA <= self.beta <= 1 / _MIN_BETA:
            raise InputError(f"beta cannot be {self.beta!r}", expected="a number above 0, like f(beta=0.5)")

    def __str__(self) -> str:
        changed = [f"{name}={self.value(name)}" for name in self.choices() if not self.is_default(name)]
        if self.beta in (1.0, 2.0):
            return self._text(f"f{self.beta:g}", changed)
        return self._text("f", [f"beta={repr(self.beta).removesuffix('.0')}", *changed])

    @property
    def label(self) -> str:
        """`F1`, `F2`, `F0.5`, with the average unless it is by rows."""
        return f"F{self.beta:g}" + ("" if self.average == "rows" else f" {self.average}")

    @property
    def credit(self) -> float:
        """1 + beta squared."""
        return 1.0 + self.beta**2

    def divisor_of(self, counts: Counts) -> Floats | Ints:
        """(1 + b²) tp + b² fn + fp."""
        return self.credit * counts.tp + self.beta**2 * counts.fn + counts.fp

    def divisor_rule(self, tp: int, fp: int, fn: int) -> str:
        """The divisor as text."""
        return f"{self.credit:g} · {tp} right + {self.beta**2:g} · {fn} missed + {fp} wrong"

    def pool(self, batch: Batch) -> Ints | None:
        """micro: int64 (3,), tp, fp, fn of all counted rows; macro: int64 (3, labels), the same for each label."""
        if self.average == "rows":
            return None
        counted = ~self.skipped(batch)
        if self.average == "macro":
            return label_counts(batch, counted)
        counts = Counts.of(batch)
        return np.array([part[counted].sum() for part in (counts.tp, counts.fp, counts.fn)], np.int64)

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The mean over rows, the F of the pooled counts, or the mean F of the labels; NaN for none."""
        if pool is None:
            return super().overall(scores)
        if self.average == "micro":
            return float(self.of_counts(pool[:, None])[0]) if pool.any() else float("nan")
        averaged = self._averaged(pool)
        return float(self.of_counts(pool[:, averaged]).mean()) if averaged.any() else float("nan")

    def of_counts(self, counts: Ints) -> Floats:
        """The F of each column of tp, fp, fn, int64 (3, c); float64 (c,), 0 where all are 0."""
        tp, fp, fn = counts
        return ratio(self.credit * tp, self.credit * tp + self.beta**2 * fn + fp)

    def pooled_losses(self, batch: Batch, pool: Ints) -> Losses:
        """What the overall would gain if only this row were right; order does not matter for sets."""
        gains = self._micro_gains(batch, pool) if self.average == "micro" else self._macro_gains(batch, pool)
        skipped = self.skipped(batch)
        return Losses(np.where(skipped, np.nan, 0.0), np.where(skipped, np.nan, gains))

    def _micro_gains(self, batch: Batch, pool: Ints) -> Floats:
        counts = Counts.of(batch)
        right = np.array([pool[0] + counts.fn, pool[1] - counts.fp, pool[2] - counts.fn])
        return self.of_counts(right) - self.of_counts(pool[:, None])

    def _macro_gains(self, batch: Batch, pool: Ints) -> Floats:
        """Each label of a row changes the F of that label only, so gains add up.

        With labels=both, a label that only this row predicts and no truth has leaves the average.
        """
        one = np.array([[1], [0], [-1]])
        averaged = self._averaged(pool)
        now = self.of_counts(pool)
        found = np.where(averaged & (pool[2] > 0), self.of_counts(pool + one) - now, 0.0)
        dropped = np.where(averaged & (pool[1] > 0), self.of_counts(pool - np.array([[0], [1], [0]])) - now, 0.0)
        missed = np.ones(len(batch.truth.codes), bool)
        wrong = ~batch.predictions.repeats() & (batch.predictions.codes >= 0)
        missed[batch.hits.indices_in(batch.truth)] = False
        wrong[batch.hits.index] = False
        gains = np.bincount(batch.truth.owners()[missed], found[batch.truth.codes[missed]], len(batch))
        owners, codes = batch.predictions.owners()[wrong], batch.predictions.codes[wrong]
        gains = gains + np.bincount(owners, dropped[codes], len(batch))
        leaves = averaged & (pool[0] + pool[2] == 0) & (pool[1] == 1)
        left = np.bincount(owners[leaves[codes]], minlength=len(batch))
        count, total = int(averaged.sum()), float(now[averaged].sum())
        fewer = (total + gains) / np.maximum(1, count - left) - total / max(1, count)
        return np.where(left > 0, fewer, gains / max(1, count))

    def _averaged(self, pool: Ints) -> Bools:
        """bool (labels,): the labels that average=macro is taken over."""
        return np.asarray((pool[0] + pool[2] > 0) if self.labels == "truth" else pool.any(axis=0), np.bool_)
