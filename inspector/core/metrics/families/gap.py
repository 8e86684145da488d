"""Global average precision (GAP, micro AP): all predictions of all rows in one list, ordered by confidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, left_out
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.global_list import GlobalList, LabelPlace


@dataclass(frozen=True, kw_only=True)
class GlobalAveragePrecision(Metric):
    """gap@K: sort all predictions by confidence, descending; GAP = (1/M) sum over ranks i of P(i) rel(i).

    A row's score is its contribution (1/M) sum P(i) rel(i); contributions add up to the overall, never above 1.
    With K, only the K most confident predictions of each row are listed, of equal ones the first in the row; those
    without a valid confidence never are.
    M = rows with truth: the evaluation of Google Landmark Recognition lists one prediction a row, which is right if it
    is any of the row's labels. So a row can be right once: its further right labels take a rank and earn nothing.
    M = all truth labels, also those that K keeps off the list: YouTube-8M (GAP@20).
    """

    name: ClassVar[str] = "gap"
    title: ClassVar[str] = "GAP"
    formula: ClassVar[str] = (
        "(1/M) · Σ P(i)·rel(i) over all predictions by confidence, M rows with truth or truth labels"
    )
    source: ClassVar[str] = "Kaggle: Google Landmark Recognition 2018–2021; YouTube-8M (divisor=labels, K = 20)"
    usually_cut: ClassVar[bool] = False
    needs_confidence: ClassVar[bool] = True
    has_places: ClassVar[bool] = True

    divisor: str = choice.choice(
        "M, what the sum is divided by",
        rows=(
            "the rows with truth; each can be right once (Google Landmark Recognition)",
            "divide by the rows with truth",
        ),
        labels=("all truth labels (YouTube-8M)", "divide by all truth labels"),
    )
    ties: str = choice.choice(
        "equal confidences",
        id=("by id, then by label, ascending", "equal confidences by id"),
        id_desc=("by id descending, then by label", "equal confidences by descending id"),
        file=("as the submission lists them", "equal confidences as listed"),
    )
    blank: str = choice.choice(
        "a confidence without a label",
        free=("is no prediction and takes no rank", "blank labels take no rank"),
        rank=("takes a rank and is never a hit", "blank labels take a rank"),
    )
    truthless: str = choice.choice(
        "a prediction for a row without truth",
        count=("takes a rank and is never a hit", "predictions without truth take a rank"),
        ignore=("is left out", "predictions without truth are left out"),
    )
    missing: str = choice.missing()

    @property
    def strip_words(self) -> str:
        """What the hit strips show."""
        return "The row's best place among all predictions, the most confident left; filled if right"

    def ranked(self, batch: Batch, row_place: Ints | None = None) -> GlobalList:
        """The list of all predictions of a batch; row_place: int64 (n,), for rows of a larger table."""
        places = self.row_place(batch) if row_place is None else row_place
        once = self.divisor == "rows"
        return GlobalList.of(batch, self.listed(batch), places, self.label_place(batch), once=once)

    def listed(self, batch: Batch) -> Bools:
        """bool (m,): which flat predictions are on the list."""
        predictions = batch.predictions
        weights = predictions.weights
        on_list = np.zeros(len(predictions.codes), bool) if weights is None else ~np.isnan(weights)
        if self.blank == "free":
            on_list &= predictions.codes != BLANK
        if self.truthless == "ignore":
            on_list &= batch.sizes[predictions.owners()] > 0
        if self.k is not None and weights is not None and predictions.longest > self.k:
            order = np.lexsort((-weights, predictions.owners()))  # NaN comes last
            rank = np.arange(len(order)) - predictions.offsets[predictions.owners()]
            on_list[order[rank >= self.k]] = False
        return on_list

    def read(self, batch: Batch) -> Batch:
        """The predictions on the list."""
        return batch.listing(self.listed(batch))

    def row_place(self, batch: Batch) -> Ints:
        """int64 (n,): the order of rows among equal confidences."""
        if batch.ties is None:
            return np.arange(len(batch))
        if self.ties == "file":
            return batch.ties.file()
        return batch.ties.ids() if self.ties == "id" else -batch.ties.ids()

    def label_place(self, batch: Batch) -> LabelPlace | None:
        """The order of a row's labels among equal confidences; None for the order of the list."""
        return None if batch.ties is None or self.ties == "file" else batch.ties.labels

    def score(self, batch: Batch) -> Floats:
        """The contribution of each row, with the batch as the whole table."""
        return self.contributions(self.ranked(batch), batch.sizes, self.skipped(batch))

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows left out of the overall. Raises InputError with missing=error."""
        return left_out(batch, missing=self.missing)

    def contributions(self, ranked: GlobalList, sizes: Ints, skipped: Bools) -> Floats:
        """float64 (n,): what each row adds to the overall; sizes: int64 (n,), the numbers of truth labels."""
        scores = ranked.contributions(len(sizes)) / max(1, self.m(sizes, skipped))
        scores[skipped] = np.nan
        return scores

    def ceiling(self, batch: Batch) -> Floats:
        """All labels of the row that can be right, listed before any wrong one, over M."""
        return self.most(batch.sizes) / max(1, self.m(batch.sizes, np.zeros(len(batch), bool)))

    def most(self, sizes: Ints) -> Ints:
        """int64 (n,): how often each row can be right; sizes: the numbers of truth labels."""
        once = np.minimum(sizes, 1) if self.divisor == "rows" else sizes
        return once if self.k is None else np.minimum(once, self.k)

    def m(self, sizes: Ints, skipped: Bools) -> int:
        """M: the counted rows with truth, or their truth labels."""
        return int(self.truths(sizes, skipped).sum())

    def truths(self, sizes: Ints, skipped: Bools) -> Ints:
        """int64 (n,): what each row adds to M."""
        return np.where(skipped, 0, np.minimum(sizes, 1) if self.divisor == "rows" else sizes)

    def best_labels(self, batch: Batch) -> Batch:
        """The truth labels that can be right, as confident as can be."""
        best = super().best_labels(batch)
        lists = best.predictions
        rank = np.arange(len(lists.codes)) - lists.offsets[lists.owners()]
        kept = rank < self.most(batch.sizes)[lists.owners()]
        return best if kept.all() else best.with_predictions(lists.keep(kept))

    def best_order(self, batch: Batch) -> Batch:
        """The same rows with their truth labels at the highest confidences, which stay where they are.

        A hit that moves up past a miss raises the precision at each hit between them, so no order is better for the
        overall, though the row's own share may fall. Between equal confidences the label may decide, so hits that are
        last as text take the highest confidences, and then misses that are last. A confidence without a label keeps
        having none.
        """
        lists = batch.predictions
        if lists.weights is None:
            return batch
        mixed = (batch.hits.counts() > 0) & (batch.hits.counts() < lists.lengths)
        at = np.flatnonzero(mixed[lists.owners()] & (lists.codes != BLANK))
        missed = ~batch.credited
        owners, place = lists.owners()[at], self.label_place(batch)
        labels = np.zeros(len(at)) if place is None else place(lists.codes[at])
        codes = lists.codes.copy()
        codes[at[np.lexsort((-lists.weights[at], owners))]] = lists.codes[at[np.lexsort((-labels, missed[at], owners))]]
        return replace(batch, predictions=Ragged(lists.offsets, codes, lists.weights)) if len(at) else batch

    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic of a batch of one row as the whole table."""
        m = self.m(batch.sizes, self.skipped(batch))
        return self.explain_in(self.ranked(batch), m, 0, batch, float(self.score(batch)[0]))

    def explain_in(self, ranked: GlobalList, m: int, row: int, batch: Batch, score: float) -> Explanation:
        """Each prediction of a row at its rank among all rows, with the precision there and its term.

        batch: this row alone; m: the divisor.
        """
        at = np.flatnonzero(ranked.row == row)
        precision = np.cumsum(ranked.hit)[at] / (at + 1)
        return Explanation(
            steps=self._steps(batch, at + 1, precision, ranked.hit[at]),
            total=float(ranked.contributions(row + 1)[row]),
            divisor=float(m),
            divisor_rule=f"M = {m:,} " + ("rows with truth" if self.divisor == "rows" else "truth labels"),
            score=score,
            remark=f"Ranked among {len(ranked):,} predictions.",
        )

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The sum of the contributions; NaN when there is no row."""
        return float("nan") if np.isnan(scores).all() else float(np.nansum(scores))

    def _steps(self, batch: Batch, ranks: Ints, precision: Floats, rel: Bools) -> tuple[Step, ...]:
        """The steps in the order of the row's list; ranks, precision, rel are in order of confidence."""
        weights, codes = batch.predictions.weights, batch.predictions.codes
        listed, member = np.flatnonzero(self.listed(batch)), batch.member
        places = self.label_place(batch)
        tie = listed if places is None else places(codes[listed])
        order = listed if weights is None else listed[np.lexsort((tie, -weights[listed]))]
        number_of = {int(index): number for number, index in enumerate(order)}
        steps = []
        for i, code in enumerate(codes.tolist()):
            number = number_of.get(i)
            if number is None:
                steps.append(Step(i + 1, code, "not counted", bool(member[i]), 0, 0, float("nan"), 0.0))
                continue
            hit = bool(rel[number])
            verdict: Verdict = "hit" if hit else "no credit" if member[i] else "miss"
            value = float(precision[number])
            rank = int(ranks[number])
            steps.append(Step(i + 1, code, verdict, bool(member[i]), int(hit), rank, value, value if hit else 0.0))
        return tuple(steps)
