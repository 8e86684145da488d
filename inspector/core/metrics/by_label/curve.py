"""The base of metrics that take an average over labels, each from the list of all rows by their confidence for it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, ratio, require_confidences
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.label_lists import LabelLists, Standing, key_of
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.hits import find_hits
from inspector.core.metrics.ranking import remark


@dataclass(frozen=True, kw_only=True)
class LabelCurve(Metric):
    """The mean over labels of the mean credit of the rows that have the label.

    The score of a row is its contribution, (1/L) times the sum over its truth labels of credit / rows with the label;
    contributions add up to the overall, except for what `constant` adds.
    """

    takes_k: ClassVar[bool] = False
    needs_confidence: ClassVar[bool] = True

    missing: str = choice.choice(
        "a row absent from the submission",
        zero=("ranks last for every label", "missing rows rank last"),
        skip=("is left out", "missing rows are left out"),
        error=("is an error: nothing is scored", "missing rows are an error"),
    )

    @abstractmethod
    def credit(self, standing: Standing) -> Floats:
        """float64 (p,): the credit, 0 to 1, of rows that have a label and stand there on its list."""

    @abstractmethod
    def divisors(self, lists: LabelLists) -> Ints:
        """int64 (c,): what the credits of each label are divided by; 0 for a label that is not averaged."""

    def constant(self, lists: LabelLists) -> float:
        """What the overall has beside the contributions of the rows."""
        return 0.0

    def lists(self, batch: Batch) -> LabelLists:
        """The lists of all labels of a batch."""
        require_confidences(self.name, batch)
        return LabelLists.of(batch, ~self.skipped(batch))

    def score(self, batch: Batch) -> Floats:
        """The contribution of each row, with the batch as the whole table."""
        return self.contributions(self.lists(batch))

    def ceiling(self, batch: Batch) -> Floats:
        """The contribution of each row with all credits."""
        return self.most(self.lists(batch))

    def contributions(self, lists: LabelLists) -> Floats:
        """float64 (n,): what each row adds to the overall; NaN for rows that are left out."""
        scores = _sums(lists.truth.owners(), self._terms(lists), len(lists.truth)) / max(1, self.averaged(lists))
        scores[~lists.counted] = np.nan
        return scores

    def most(self, lists: LabelLists) -> Floats:
        """float64 (n,): the contribution of each row with all credits."""
        return self._with_credits(lists, np.ones(len(lists.truth.codes)))

    def reachable(self, lists: LabelLists, most: Floats) -> Floats:
        """float64 (n,): the contribution of each row with its labels as sure as can be.

        That is `most`, unless another row has an infinite confidence, which no row gets above.
        """
        codes = lists.truth.codes
        if not np.isneginf(lists.listed.imag).any():
            return most
        standing = lists.standing(key_of(codes, np.full(len(codes), np.inf)), ~np.isneginf(lists.pairs.imag))
        return self._with_credits(lists, np.where(lists.on_list, self.credit(standing), 1.0))

    def _with_credits(self, lists: LabelLists, credits_: Floats) -> Floats:
        """float64 (n,): the contribution of each row; credits_: (t,), of its truth labels."""
        divisors = self.divisors(lists)[lists.truth.codes]
        shares = _sums(lists.truth.owners(), ratio(credits_, divisors), len(lists.truth))
        return np.asarray(shares / max(1, self.averaged(lists)), np.float64)

    def averaged(self, lists: LabelLists) -> int:
        """L: the number of labels that are averaged."""
        return int((self.divisors(lists) > 0).sum())

    def perfect(self, lists: LabelLists) -> float:
        """The overall when every row predicts its truth; NaN when no label is averaged."""
        return 1.0 if self.averaged(lists) else float("nan")

    def overall_of(self, lists: LabelLists, scores: Floats) -> float:
        """The mean over labels; NaN when there is none."""
        return float(np.nansum(scores)) + self.constant(lists) if self.averaged(lists) else float("nan")

    def best_order(self, batch: Batch) -> Batch:
        """The hits at the highest confidences: no right pair of rows turns wrong. Another order may win more.

        Copies and invalid confidences count for nothing and are left out.
        """
        return batch.with_predictions(batch.confident.by_weight()).hits_first()

    def in_front(self, lists: LabelLists, rows: Ints, batch: Batch) -> Floats:
        """float64 (len(rows),): what rows gain for themselves if their hits had their highest confidences."""
        ranked = batch.confident.by_weight()
        hits, weights = find_hits(batch.truth, ranked), ranked.weights
        assert weights is not None  # noqa: S101  # of `Batch.confident`
        best, own = weights[ranked.offsets[hits.row] + hits.nth - 1], weights[hits.index]
        now, then = (key_of(hits.code, confidence) for confidence in (own, best))
        gained = self.credit(lists.standing(then, best > own)) - self.credit(lists.standing(now))
        divisors = self.divisors(lists)[hits.code]
        gains = np.bincount(hits.row, ratio(gained, divisors), len(rows)) / max(1, self.averaged(lists))
        return np.where(lists.counted[rows], np.maximum(gains, 0.0), np.nan)

    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic of a batch of one row as the whole table."""
        return self.explain_in(self.lists(batch), 0, batch)

    def explain_in(self, lists: LabelLists, row: int, batch: Batch) -> Explanation:
        """Each label at its place on the list of all rows; batch: this row alone."""
        own = slice(int(lists.truth.offsets[row]), int(lists.truth.offsets[row + 1]))
        terms, averaged = self._terms(lists)[own], self.averaged(lists)
        about = f"Each label ranks {int(lists.counted.sum()):,} rows; a credit is divided by the rows with the label."
        return Explanation(
            steps=self._steps(lists, batch, dict(zip(batch.truth[0].tolist(), terms.tolist(), strict=True))),
            total=float(_sums(np.zeros(len(terms), np.int64), terms, 1)[0]),
            divisor=float(averaged),
            divisor_rule=f"{averaged:,} labels are averaged",
            score=float(self.contributions(lists)[row]),
            remark=remark(self, batch) or about,
        )

    def _terms(self, lists: LabelLists) -> Floats:
        """float64 (t,): the credit of each truth label over its divisor; 0 in rows that are left out."""
        credit, divisors = self.credit(lists.standing(lists.pairs)), self.divisors(lists)[lists.truth.codes]
        return np.where(lists.on_list, ratio(credit, divisors), 0.0)

    def _steps(self, lists: LabelLists, batch: Batch, terms: dict[int, float]) -> tuple[Step, ...]:
        """The labels in the order of the row; terms: of its truth labels."""
        best = batch.confident
        assert best.weights is not None  # noqa: S101  # of `Batch.confident`
        standing = lists.standing(key_of(best.codes, best.weights))
        places, earned = standing.upto.tolist(), self.credit(standing).tolist()
        at = {code: number for number, code in enumerate(best.codes.tolist())}
        weights, nan = batch.predictions.weights_of(0), float("nan")
        steps: list[Step] = []
        for i, code in enumerate(batch.predictions[0].tolist()):
            number, hit = at.get(code), code in terms
            if number is None or weights is None or weights[i] != best.weights[number]:
                copied: Verdict = "no credit" if code in batch.predictions[0][:i] else "not counted"
                steps.append(Step(i + 1, code, copied, hit, 0, 0, nan, 0.0))
                continue
            del at[code]  # the next one of this confidence is a copy
            credit, term, verdict = (earned[number], terms[code], "hit") if hit else (nan, 0.0, "miss")
            steps.append(Step(i + 1, code, cast(Verdict, verdict), hit, int(hit), places[number], credit, term))
        missed = [code for code in terms if code not in best.codes]
        return (*steps, *(Step(0, code, "missed", True, 1, 0, nan, terms[code]) for code in missed))


def _sums(rows: Ints, terms: Floats, n: int) -> Floats:
    """float64 (n,): the sum of the terms of each row, the same in any order of its labels."""
    order = np.lexsort((terms, rows))
    return np.bincount(rows[order], terms[order], n).astype(np.float64, copy=False)
