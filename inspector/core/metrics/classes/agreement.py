"""The base of metrics that compare one class a row with the true one, from counts of each class over all rows."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.data.evidence import Evidence, LabelSums
from inspector.core.errors import InputError
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, left_out
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.label_counts import pool_of
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.losses import WRONG_OR_MISSING, Losses
from inspector.core.metrics.ranking import not_counted, remark
from inspector.core.metrics.strip import Frame, Strips


@dataclass(frozen=True, eq=False)
class Moves:
    """Rows that one at a time get another class: int32 (n,) each, codes, -1 for no class; true: the true ones."""

    true: Codes
    now: Codes
    then: Codes

    @property
    def won(self) -> Ints:
        """int64 (n,): 1 for a row that becomes right, -1 for one that becomes wrong."""
        won: Ints = (self.then == self.true).astype(np.int64) - (self.now == self.true)
        return won


@dataclass(frozen=True, kw_only=True)
class ClassAgreement(Metric):
    """A row scores 1 where the first label of its list is its class, else 0; of a prediction no other label counts.

    The overall comes from how many rows each class has, gets and gets rightly. What a row does to it is its influence:
    the overall less what it would be without the row. A row without truth is left out, and one without a label of at
    least the threshold is wrong; unless no label is a class, too, such as that of no where the only label is yes.
    Raises InputError for a truth of several labels in a row.
    """

    takes_k: ClassVar[bool] = False
    usually_cut: ClassVar[bool] = False
    has_influence: ClassVar[bool] = True
    loss_names: ClassVar[tuple[str, str]] = ("wrong order", WRONG_OR_MISSING)

    threshold: float | None = choice.threshold()
    empty: str = choice.choice(
        "a row without truth",
        skip=("is left out", "rows without truth are left out"),
        own_class=("is of a class of its own, as are rows without a predicted label", "no label is a class, too"),
    )
    missing: str = choice.choice(
        "a row absent from the submission",
        zero=("counts as wrong, with a class that no row has", "missing rows are wrong"),
        skip=("is left out", "missing rows are left out"),
        error=("is an error: nothing is scored", "missing rows are an error"),
    )

    @abstractmethod
    def of_counts(self, tp: Ints, predicted: Ints, support: Ints) -> float:
        """The overall from the rows of each class that are right, predicted and true, int64 (c,) each.

        There is at least one row; the rows without a class are those that `predicted` lacks.
        """

    @abstractmethod
    def gains(self, tp: Ints, predicted: Ints, support: Ints, moves: Moves) -> Floats:
        """float64 (n,): what the overall gains by each of the moves alone; counts as of `of_counts`."""

    @abstractmethod
    def without(self, tp: Ints, predicted: Ints, support: Ints, true: Codes, first: Codes) -> Floats:
        """float64 (n,): the overall without each of some rows, int32 (n,) each; NaN without any row."""

    @abstractmethod
    def working(self, tp: Ints, predicted: Ints, support: Ints) -> str:
        """How the overall of these counts comes about, such as `14.5 ÷ 20`."""

    def score(self, batch: Batch) -> Floats:
        """1 for a row that is right, else 0."""
        true, first = self.classes_of(batch)
        return np.where(self.skipped(batch), np.nan, (true == first).astype(np.float64))

    def ceiling(self, batch: Batch) -> Floats:
        """1; for a row without truth NaN, or where no label is a class, 1 if the submission has it, else 0."""
        none = np.nan if self.empty == "skip" else batch.submitted
        return np.where(batch.sizes > 0, 1.0, none)

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows without truth, and those that `missing` leaves out."""
        return left_out(batch, empty=self.empty, missing=self.missing)

    def classes_of(self, batch: Batch) -> tuple[Codes, Codes]:
        """int32 (n,) each: the true and the predicted class of each row, -1 for none. Raises InputError for several.

        They are the codes of labels; where no label is a class, that is 0, and a label is its code and 1.
        """
        if batch.truth.longest > 1:
            raise InputError(
                f"{self.name} compares one class a row",
                found=f"a row of {batch.truth.longest} true labels",
                expected="one true label in each row",
                hint="Choose a metric of sets or of ranked lists, such as f1(average=macro)",
            )
        true, first = batch.truth.first_codes(), self.read(batch).predictions.first_codes()
        return (true, first) if self.empty == "skip" else (true + 1, np.where(batch.submitted, first + 1, -1))

    def read(self, batch: Batch) -> Batch:
        """The predictions of at least the threshold."""
        return batch if self.threshold is None else batch.above(self.threshold)

    def within_k(self, batch: Batch) -> Batch:
        """The batch with only the first prediction of each row that reaches the threshold."""
        near = self.read(batch)
        return near.cut(1, np.zeros(len(near.predictions.codes), bool))

    def best_order(self, batch: Batch) -> Batch:
        """The right label first; with a threshold, at the highest confidence."""
        return super().best_order(batch) if self.threshold is None else batch.right_first(self.threshold)

    def first_hits(self, batch: Batch) -> Ints:
        """The rank of the right label among those that reach the threshold, 0 for none."""
        return self.read(batch).hits.first()

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """One cell, filled where the first prediction is right."""
        near = self.read(batch)
        return frame.by_rank(1, near.predictions.lengths, near.hits)

    def pool(self, batch: Batch) -> Ints:
        """int64 (3, c): tp, fp, fn of each class over the rows that count."""
        true, first = self.classes_of(batch)
        counted = ~self.skipped(batch)
        size = 1 + max(int(true.max(initial=-1)), int(first.max(initial=-1)))
        rows = counted & (true == first), counted & (first >= 0), counted
        codes = [part[kept] for part, kept in zip((true, first, true), rows, strict=True)]
        return pool_of(np.array([np.bincount(part, minlength=size) for part in codes]))

    def evidence(self, batch: Batch) -> Evidence:
        """Each class that is right, predicted or true."""
        true, first = self.classes_of(batch)
        counted = ~self.skipped(batch)
        rows = [np.flatnonzero(kept) for kept in (counted & (true == first), counted & (first >= 0), counted)]
        codes = [part[at] for part, at in zip((true, first, true), rows, strict=True)]
        kinds = np.repeat(np.arange(3), [*map(len, rows)])
        labels = np.concatenate(codes).astype(np.int64)
        return LabelSums(np.concatenate(rows), kinds, labels, 3, lambda sums: self.overall(np.empty(0), pool_of(sums)))

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The agreement; NaN when no row counts."""
        tp, predicted, support = counts_of(np.zeros((3, 0), np.int64) if pool is None else pool)
        return self.of_counts(tp, predicted, support) if support.any() else float("nan")

    def pooled_losses(self, batch: Batch, pool: Ints) -> Losses:
        """What the overall would gain if only this row had its right label first, or at all; no less than nothing."""
        ordering = np.maximum(self._gains(batch, self.best_order(batch), pool), 0.0)
        cost = np.maximum(self._gains(batch, self.best_labels(batch), pool), ordering)
        return Losses(ordering, cost - ordering)

    def explain(self, batch: Batch) -> Explanation:
        """The first label and whether it is the class."""
        score = float(self.score(batch)[0])
        has_none = np.isnan(score) or (score == 1.0 and not batch.sizes[0])
        return Explanation(
            steps=self._steps(batch),
            total=0.0 if has_none else score,
            divisor=0.0 if has_none else 1.0,
            divisor_rule="only the first label counts",
            score=score,
            remark=self._remark(batch),
        )

    def _gains(self, now: Batch, then: Batch, pool: Ints) -> Floats:
        """float64 (n,): the change of the overall if one row at a time had other predictions; NaN for rows left out."""
        (true, first), (_, other) = self.classes_of(now), self.classes_of(then)
        width = 1 + max(int(codes.max(initial=-1)) for codes in (true, first, other))
        wide = np.pad(pool, ((0, 0), (0, max(0, width - pool.shape[1]))))
        counted = np.flatnonzero(~self.skipped(now))
        gains = np.full(len(now), np.nan)
        if len(counted):
            moves = Moves(*(codes[counted] for codes in (true, first, other)))
            gains[counted] = np.nan_to_num(self.gains(*counts_of(wide), moves))
        return gains

    def _remark(self, batch: Batch) -> str:
        if self.empty == "skip" and not batch.sizes[0]:
            return "The row has no truth: it is left out."
        if batch.sizes[0] or not batch.submitted[0]:
            return remark(self, batch)
        return "The row has no truth, which is a class of its own: without a predicted label it scores 1."

    def _steps(self, batch: Batch) -> tuple[Step, ...]:
        truth, near, nan = batch.truth[0].tolist(), self.read(batch), float("nan")
        at = range(len(batch.predictions[0])) if near.origin is None else near.origin.tolist()
        steps = [*not_counted(batch, truth, set(at))]
        repeats = near.predictions.repeats().tolist()
        for i, (code, repeated) in enumerate(zip(near.predictions[0].tolist(), repeats, strict=True)):
            hit = code in truth
            verdict: Verdict = "no credit" if repeated else "beyond K" if i else "hit" if hit else "miss"
            term = float(hit and not i and not self.skipped(batch)[0])
            steps.append(Step(at[i] + 1, code, verdict, hit, int(hit and not repeated), 0, nan, term))
        missed = [code for code in truth if code not in batch.predictions[0]]
        steps.sort(key=lambda step: step.position)
        return (*steps, *(Step(0, code, "missed", True, 0, 0, nan, 0.0) for code in missed))


def counts_of(pool: Ints) -> tuple[Ints, Ints, Ints]:
    """int64 (c,) each: the rows of each class that are right, predicted and true, from tp, fp and fn."""
    tp, fp, fn = pool
    return tp, tp + fp, tp + fn


def with_row(pool: Ints, true: int, first: int, times: int = 1) -> Ints:
    """The pool, int64 (3, c), with a row of this class that gets this one, -1 for none; without it, times being -1."""
    width = 1 + max(true, first)
    more = np.pad(pool, ((0, 0), (0, max(0, width - pool.shape[1]))))
    more[0 if true == first else 2, true] += times
    if first not in (true, -1):
        more[1, first] += times
    return more
