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
from inspector.core.metrics.losses import WRONG_OR_MISSING
from inspector.core.metrics.ranking import not_counted
from inspector.core.metrics.strip import BY_COUNT, Frame, Strips


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

    @property
    def stacked(self) -> Ints:
        """int64 (3, n): tp, fp and fn."""
        return np.array([self.tp, self.fp, self.fn], np.int64)


@dataclass(frozen=True, kw_only=True)
class SetMetric(Metric):
    """score = `credit` x tp / `divisor_of(counts)`; overall the mean over rows unless the metric pools.

    With a threshold only the labels of at least this confidence count as predicted, with @K only the first K of them;
    copies and blanks take no place.
    """

    usually_cut: ClassVar[bool] = False
    loss_names: ClassVar[tuple[str, str]] = ("wrong order", WRONG_OR_MISSING)

    both_empty: str = choice.both_empty()
    missing: str = choice.missing()
    threshold: float | None = choice.threshold()
    group: str = choice.group()
    weights: str = choice.weights()

    @property
    def counts_all(self) -> bool:
        """Whether every label listed counts as predicted, without a threshold or @K."""
        return self.k is None and self.threshold is None

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
        counts = Counts.of(self.within_k(batch))
        scores = ratio((self.credit * counts.tp).astype(np.float64), self.divisor_of(counts))
        if self.both_empty == "one":
            scores[_is_empty(self.within_k(batch)) & batch.submitted] = 1.0
        scores[self.skipped(batch)] = np.nan
        return scores

    def best_order(self, batch: Batch) -> Batch:
        """The hits first with @K or a threshold; else the batch itself, because order does not matter for sets."""
        if self.threshold is not None:
            return batch.right_first(self.threshold)
        return batch if self.k is None else batch.hits_first()

    def ceiling(self, batch: Batch) -> Floats:
        """The score of as much of the truth as counts, or for a row without truth that of an empty prediction.

        NaN where that leaves the row out.
        """
        tp = batch.sizes if self.k is None else np.minimum(batch.sizes, self.k)
        counts = Counts(tp, np.zeros_like(tp), batch.sizes - tp)
        best = ratio((self.credit * tp).astype(np.float64), self.divisor_of(counts))
        nothing = {"zero": 0.0, "one": 1.0, "skip": float("nan")}[self.both_empty]
        return np.where(batch.sizes > 0, best, np.where(batch.submitted, nothing, 0.0))

    def within_k(self, batch: Batch) -> Batch:
        """The batch with only the predictions that count, the first K above the threshold."""
        near = self.read(batch)
        return near.cut(self.k, near.uncounted) if self.k else near

    def read(self, batch: Batch) -> Batch:
        """The predictions of at least the threshold."""
        return batch if self.threshold is None else batch.above(self.threshold)

    def explain(self, batch: Batch) -> Explanation:
        """Each label with its verdict, the sum, and the divisor."""
        counts = Counts.of(self.within_k(batch))
        return Explanation(
            steps=self._steps(batch),
            total=float((self.credit * counts.tp)[0]),
            divisor=float(np.asarray(self.divisor_of(counts))[0]),
            divisor_rule=self.divisor_rule(*counts.stacked[:, 0].tolist()),
            score=float(self.score(batch)[0]),
            remark=self._remark(batch),
        )

    def first_hits(self, batch: Batch) -> Ints:
        """The rank of each row's first hit among the labels that count, 0 for none."""
        return self.read(batch).hits.first()

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows left out of the overall."""
        skipped = left_out(batch, missing=self.missing)
        if self.both_empty != "skip":
            return skipped
        return skipped | (_is_empty(self.within_k(batch)) & batch.submitted)

    @property
    def strip_words(self) -> str:
        """What the hit strips show."""
        return BY_COUNT

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """A cell for each label that is right, wrong or missed."""
        return frame.by_count(*Counts.of(self.within_k(batch)).stacked)

    def _steps(self, batch: Batch) -> tuple[Step, ...]:
        truth, predicted, nan = batch.truth[0].tolist(), batch.predictions[0].tolist(), float("nan")
        near = self.read(batch)
        at = range(len(predicted)) if near.origin is None else near.origin.tolist()
        steps = [*not_counted(batch, truth, set(at))]
        uncounted, repeated, place = near.uncounted.tolist(), near.predictions.repeats().tolist(), 0
        for i, code in enumerate(near.predictions[0].tolist()):
            place += not uncounted[i]
            rel, beyond = int(code in truth and not uncounted[i]), self.k is not None and place > self.k
            term = 0.0 if beyond else self.credit * rel
            verdict = _verdict(repeated[i], beyond, bool(rel))
            steps.append(Step(at[i] + 1, code, verdict, code in truth, rel, 0, nan, term))
        missed = [code for code in truth if code not in predicted]
        return (
            *sorted(steps, key=lambda step: step.position),
            *(Step(0, code, "missed", True, 0, 0, nan, 0.0) for code in missed),
        )

    def _remark(self, batch: Batch) -> str:
        if not batch.submitted[0]:
            return f"The submission has no row with this id: it {self.choices()['missing'].values[self.missing]}."
        if _is_empty(self.within_k(batch))[0]:
            return f"Neither truth nor prediction: it {self.choices()['both_empty'].values[self.both_empty]}."
        return ""


def _verdict(repeated: bool, beyond: bool, right: bool) -> Verdict:
    if repeated:
        return "no credit"
    return "beyond K" if beyond else "hit" if right else "wrong"


def _is_empty(batch: Batch) -> Bools:
    """bool (n,): no truth label and no predicted label."""
    is_empty: Bools = (batch.sizes == 0) & (batch.distinct == 0)
    return is_empty
