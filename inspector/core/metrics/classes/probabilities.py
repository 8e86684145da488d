"""Losses of the probabilities of classes: multi-class log loss and the Brier score."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, repeat_chunked
from inspector.core.data.numbers import NEAR_SUM
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, left_out, require_confidences
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.numbers.base import ratios
from inspector.core.metrics.numbers.probabilities import clips, log_of, logs
from inspector.core.metrics.ranking import remark

# Probabilities that have to be divided by their sum may be any number, and their sum has to stay one.
_MOST = 1e100
# Workings that fit the line of a formula.
_MOST_WORKINGS = 3


@dataclass(frozen=True)
class Likely:
    """The probability of each prediction and of each truth label, and which prediction that is.

    weights: float64 (m,), of the predictions; sums: float64 (n,), what those of each row are divided by; true: float64
    (t,), 0 for labels that are not listed; at: int64 (t,), -1 for those.
    """

    lists: Ragged
    weights: Floats
    sums: Floats
    true: Floats
    at: Ints

    @cached_property
    def listed(self) -> Floats:
        """float64 (m,): the probability of each prediction."""
        listed: Floats = self.weights / repeat_chunked(self.sums, self.lists.lengths)
        return listed


@dataclass(frozen=True, kw_only=True)
class ClassLoss(Metric):
    """A row score adds up what its labels lose, divided by the number of its true labels, as a rule 1.

    The confidences of a row are the probabilities of its labels; a label without one has 0. Of copies the most likely
    one counts. A row without truth is left out.
    """

    takes_k: ClassVar[bool] = False
    usually_cut: ClassVar[bool] = False
    needs_confidence: ClassVar[bool] = True
    loss_names: ClassVar[tuple[str, str]] = ("wrong order", "unsure probabilities")
    scores_class_probabilities: ClassVar[bool] = True

    sums: str = choice.choice(
        "probabilities of a row that do not add up to 1",
        scale=("are divided by their sum (Kaggle)", "probabilities divided by their sum"),
        as_they_are=("count as they are", "probabilities not divided by their sum"),
    )
    missing: str = choice.choice(
        "a row absent from the submission",
        zero=("gives its class the probability 0", "missing rows give their class probability 0"),
        skip=("is left out", "missing rows are left out"),
        error=("is an error: nothing is scored", "missing rows are an error"),
    )

    @abstractmethod
    def terms(self, batch: Batch, likely: Likely) -> tuple[Floats, Floats]:
        """What predictions lose, float64 (m,), and what truth labels lose that are not listed, float64 (t,).

        The term of a listed truth label stands with its prediction.
        """

    def totals(self, batch: Batch, likely: Likely) -> Floats:
        """float64 (n,): the sum of the terms of each row."""
        listed, missed = self.terms(batch, likely)
        return batch.predictions.sums(listed) + batch.truth.sums(missed)

    @property
    def lower_is_better(self) -> bool:
        """Always: a loss."""
        return True

    def likely(self, batch: Batch) -> Likely:
        """The probabilities of a batch."""
        require_confidences(self.name, batch)
        lists = batch.predictions
        weights = self._weights(lists)
        sums = self._sums(lists, weights)
        listed, at = _most_likely(batch, weights)
        if batch.truth.width == 1 and len(listed) == len(batch.truth):  # then they are in order
            return Likely(lists, weights, sums, weights[at] / sums[batch.truth.list_of(listed)], at)
        true, found = np.zeros(len(batch.truth.codes)), np.full(len(batch.truth.codes), -1)
        true[listed], found[listed] = weights[at] / sums[batch.truth.list_of(listed)], at
        return Likely(lists, weights, sums, true, found)

    def score(self, batch: Batch) -> Floats:
        """The losses of each row over the number of its true labels."""
        return ratios(self.totals(batch, self.likely(batch)), self._divisors(batch))

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows without truth, and those that `missing` leaves out."""
        return left_out(batch, empty="skip", missing=self.missing)

    def within_k(self, batch: Batch) -> Batch:
        """The batch with only the most probable class of each row, for counts of labels."""
        likeliest_first = batch.with_predictions(batch.predictions.by_weight())
        return likeliest_first.cut(1, np.zeros(len(batch.predictions.codes), bool))

    def best_order(self, batch: Batch) -> Batch:
        """The hits at the highest confidences."""
        lists = batch.predictions
        is_ranked = not lists.has_repeats and lists.by_weight() is lists  # as wide files are read
        return batch.hits_first() if is_ranked else batch.hits_most_confident()

    def best_labels(self, batch: Batch) -> Batch:
        """The truth, as sure as can be."""
        best = super().best_labels(batch)
        lists = best.predictions
        return best.with_predictions(Ragged(lists.offsets, lists.codes, np.ones(len(lists.codes))))

    def ceiling(self, batch: Batch) -> Floats:
        """Of a sure and right prediction, which is the same for all rows of as many labels: one of each is scored."""
        kinds = 2 * batch.sizes + batch.submitted
        row_of = np.full(int(kinds.max(initial=0)) + 1, -1)
        row_of[kinds] = np.arange(len(batch))
        scores, known = np.full(len(row_of), np.nan), np.flatnonzero(row_of >= 0)
        scores[known] = super().ceiling(batch.take(row_of[known]))
        found: Floats = scores[kinds]
        return found

    def explain(self, batch: Batch) -> Explanation:
        """What each label of the row loses."""
        likely = self.likely(batch)
        listed, missed = self.terms(batch, likely)
        divisor = float(self._divisors(batch)[0])
        m = int(batch.sizes[0])
        rule = "1 true label" if m == 1 else f"{m} true labels"
        steps = self._steps(batch, likely, listed, missed)
        return Explanation(
            steps=steps,
            total=float(self.totals(batch, likely)[0]),
            divisor=divisor,
            divisor_rule="" if divisor == 1 else rule,
            score=float(self.score(batch)[0]),
            remark=remark(self, batch) or (self._of_sum(batch) if divisor else "The row has no truth: it is left out."),
            working=_sum_of(steps),
        )

    def _of_sum(self, batch: Batch) -> str:
        """That the probabilities of the row do not add up to 1, and what becomes of that; else empty."""
        weights = batch.predictions.weights
        if weights is None or not len(weights) or not np.isfinite(weights).all():
            return ""
        total = float(weights.sum())
        if abs(total - 1) <= NEAR_SUM:
            return ""
        how = "each counts as it is" if self.sums == "as-they-are" else "each is divided by that"
        return f"⚠ The probabilities add up to {total:.6g}, not to 1; {how}."

    def true_probabilities(self, batch: Batch) -> Floats:
        """float64 (n,): the probability of the true class, of several the mean; 0 if not listed, NaN without truth."""
        return ratios(batch.truth.sums(self.likely(batch).true), batch.sizes.astype(np.float64))

    def _weights(self, lists: Ragged) -> Floats:
        """float64 (m,): the probability of each prediction as given, within its limits; 0 for no number."""
        if lists.weights is None:
            return np.zeros(len(lists.codes))
        most = 1.0 if self.sums == "as-they-are" else _MOST
        if lists.lightest >= 0 and lists.heaviest <= most:
            return lists.weights
        # Of a number and NaN, fmax takes the number.
        weights = np.fmax(lists.weights, 0.0)
        return np.fmin(weights, most, out=weights)

    def _sums(self, lists: Ragged, weights: Floats) -> Floats:
        """float64 (n,): what the probabilities of each row are divided by."""
        if self.sums == "as-they-are":
            return np.ones(len(lists))
        sums = lists.weight_sums if weights is lists.weights else lists.sums(weights)
        is_positive = sums > 0
        return sums if is_positive.all() else np.where(is_positive, sums, 1.0)

    def _divisors(self, batch: Batch) -> Floats:
        """float64 (n,): the number of true labels, 0 for rows that are left out."""
        return np.where(self.skipped(batch), 0.0, batch.sizes)

    def _steps(self, batch: Batch, likely: Likely, listed: Floats, missed: Floats) -> tuple[Step, ...]:
        """The labels in the order of the row's list, then truth labels that are not listed."""
        nan, credited = float("nan"), set(likely.at.tolist())
        truth, codes = batch.truth[0].tolist(), batch.predictions[0].tolist()
        steps = []
        for i, (code, term) in enumerate(zip(codes, listed.tolist(), strict=True)):
            is_true = code in truth
            verdict: Verdict = "hit" if i in credited else "no credit" if is_true or code in codes[:i] else "miss"
            working = self.working(float(likely.listed[i]), is_right=i in credited) if term else ""
            steps.append(Step(i + 1, code, verdict, is_true, int(i in credited), 0, nan, term, working=working))
        lost = zip(truth, likely.at.tolist(), missed.tolist(), strict=True)
        rest = [
            Step(0, code, "missed", True, 1, 0, nan, term, working=self.working(0.0, is_right=True))
            for code, at, term in lost
            if at < 0
        ]
        return (*steps, *rest)

    @abstractmethod
    def working(self, probability: float, *, is_right: bool) -> str:
        """How the term of a label comes about."""


@dataclass(frozen=True, kw_only=True)
class MultiLogLoss(ClassLoss):
    """mlogloss: the mean over rows of −log of the probability of the true class; of several true ones their mean.

    Source: Kaggle (Multi Class Log Loss); scikit-learn (log_loss), which does not divide by the sum of a row.
    """

    name: ClassVar[str] = "mlogloss"
    title: ClassVar[str] = "Log loss of classes"
    formula: ClassVar[str] = "−log of the probability of the true class; mean over rows"
    source: ClassVar[str] = "Kaggle wiki: Multi Class Log Loss; scikit-learn: sklearn.metrics.log_loss"

    clip: str = clips("eps", "1e-15")

    def terms(self, batch: Batch, likely: Likely) -> tuple[Floats, Floats]:
        """−log of the probabilities of the truth labels."""
        lost, is_listed = -logs(likely.true, self.clip), likely.at >= 0
        listed = np.zeros(len(batch.predictions.codes))
        listed[likely.at[is_listed]] = lost[is_listed]
        return listed, np.where(is_listed, 0.0, lost)

    def totals(self, batch: Batch, likely: Likely) -> Floats:
        """The term of the truth label, since no other prediction loses anything."""
        # Several truth labels are added up as they are listed, so that their order in the truth moves no last bit.
        is_one = batch.truth.longest <= 1
        return batch.truth.sums(-logs(likely.true, self.clip)) if is_one else super().totals(batch, likely)

    def working(self, probability: float, *, is_right: bool) -> str:
        """The logarithm with its number."""
        return log_of(probability, self.clip)


class MultiBrier(ClassLoss):
    """mbrier: the mean over rows of Σ (p − y)² over all classes, y 1 for the true class, else 0.

    Of several true classes the sum is divided by their number. Source: scikit-learn (brier_score_loss of classes).
    """

    name: ClassVar[str] = "mbrier"
    title: ClassVar[str] = "Brier score of classes"
    formula: ClassVar[str] = "Σ (p − y)² over the classes, y 1 or 0; mean over rows"
    source: ClassVar[str] = "scikit-learn: sklearn.metrics.brier_score_loss; Brier 1950"

    def terms(self, batch: Batch, likely: Likely) -> tuple[Floats, Floats]:
        """(1 − p)² of truth labels, p² of others."""
        listed, is_listed = np.square(likely.listed), likely.at >= 0
        listed[likely.at[is_listed]] = np.square(1.0 - likely.true[is_listed])
        return listed, np.where(is_listed, 0.0, 1.0)

    def working(self, probability: float, *, is_right: bool) -> str:
        """The square with its number."""
        return f"(1 − {probability:.10g})²" if is_right else f"{probability:.10g}²"


def _sum_of(steps: tuple[Step, ...]) -> str:
    """How the terms add up: each with its working, or none where they are more than can be read."""
    workings = [step.working for step in steps if step.working]
    return " + ".join(workings) if len(workings) <= _MOST_WORKINGS else ""


def _most_likely(batch: Batch, weights: Floats) -> tuple[Ints, Ints]:
    """int64 (h,): the truth labels that are listed; int64 (h,): the prediction of each, of copies the most likely."""
    lists, truth, hits = batch.predictions, batch.truth, batch.hits
    listed = hits.indices_in(truth)
    if not lists.has_repeats:
        return listed, hits.index
    width = int(max(lists.codes.max(initial=0), truth.codes.max(initial=0))) + 2
    keys, wanted = lists.owners() * width + lists.codes, truth.owners() * width + truth.codes
    order = np.lexsort((-weights, keys))
    return listed, order[np.searchsorted(keys[order], wanted[listed])]
