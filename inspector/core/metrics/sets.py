"""The base of set metrics: true positives, false positives and false negatives of a row, in no order."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, left_out, ratio
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation, Step, Verdict


@dataclass(frozen=True)
class Counts:
    """tp, fp, fn: int64 (n,): distinct labels of each row that are right, wrong and missed."""

    tp: Ints
    fp: Ints
    fn: Ints

    @classmethod
    def of(cls, batch: Batch) -> Counts:
        """Count right, wrong and missed labels of each row."""
        tp = batch.hits.counts()
        return cls(tp, batch.distinct - tp, batch.sizes - tp)


@dataclass(frozen=True, kw_only=True)
class SetMetric(Metric):
    """score = `credit` x tp / `divisor_of(counts)`; overall the mean over rows unless the metric pools."""

    takes_k: ClassVar[bool] = False

    both_empty: str = choice.both_empty()
    missing: str = choice.missing()

    @property
    @abstractmethod
    def credit(self) -> float:
        """The term that a right label adds to the sum."""

    @abstractmethod
    def divisor_of(self, counts: Counts) -> Floats | Ints:
        """The divisor of each row's sum, (n,)."""

    @abstractmethod
    def divisor_rule(self, tp: int, fp: int, fn: int) -> str:
        """The divisor of one row as text."""

    def score(self, batch: Batch) -> Floats:
        """The sum over the divisor."""
        counts = Counts.of(batch)
        scores = ratio((self.credit * counts.tp).astype(np.float64), self.divisor_of(counts))
        if self.both_empty == "one":
            scores[_is_empty(batch) & batch.submitted] = 1.0
        scores[self.skipped(batch)] = np.nan
        return scores

    def best_order(self, batch: Batch) -> Batch:
        """The batch itself: order does not matter for sets."""
        return batch

    def ceiling(self, batch: Batch) -> Floats:
        """1, or for a row without truth the score of an empty prediction, NaN where that leaves the row out."""
        nothing = {"zero": 0.0, "one": 1.0, "skip": float("nan")}[self.both_empty]
        return np.where(batch.sizes > 0, 1.0, np.where(batch.submitted, nothing, 0.0))

    def explain(self, batch: Batch) -> Explanation:
        """Each label with its verdict, the sum, and the divisor."""
        counts = Counts.of(batch)
        tp, fp, fn = int(counts.tp[0]), int(counts.fp[0]), int(counts.fn[0])
        return Explanation(
            steps=self._steps(batch),
            total=float((self.credit * counts.tp)[0]),
            divisor=float(np.asarray(self.divisor_of(counts))[0]),
            divisor_rule=self.divisor_rule(tp, fp, fn),
            score=float(self.score(batch)[0]),
            remark=self._remark(batch),
        )

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows left out of the overall."""
        skipped = left_out(batch, missing=self.missing)
        return skipped | (_is_empty(batch) & batch.submitted) if self.both_empty == "skip" else skipped

    def _steps(self, batch: Batch) -> tuple[Step, ...]:
        truth, predicted = batch.truth[0].tolist(), batch.predictions[0].tolist()
        repeated, nan = batch.predictions.repeats().tolist(), float("nan")
        steps = []
        for i, code in enumerate(predicted):
            rel = int(code in truth and not repeated[i])
            verdict: Verdict = "no credit" if repeated[i] else "hit" if rel else "miss"
            steps.append(Step(i + 1, code, verdict, code in truth, rel, 0, nan, self.credit * rel))
        missed = [code for code in truth if code not in predicted]
        return (*steps, *(Step(0, code, "missed", True, 0, 0, nan, 0.0) for code in missed))

    def _remark(self, batch: Batch) -> str:
        if not batch.submitted[0]:
            return f"The submission has no row with this id: it {self.choices()['missing'].values[self.missing]}."
        if _is_empty(batch)[0]:
            return f"Neither truth nor prediction: it {self.choices()['both_empty'].values[self.both_empty]}."
        return ""


def _is_empty(batch: Batch) -> Bools:
    """bool (n,): no truth label and no predicted label."""
    is_empty: Bools = (batch.sizes == 0) & (batch.distinct == 0)
    return is_empty
