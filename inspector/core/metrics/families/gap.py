"""Global average precision (GAP, micro AP): all predictions of all rows in one list, ordered by confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import BLANK
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, left_out
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.global_list import GlobalList, LabelPlace


@dataclass(frozen=True, kw_only=True)
class GlobalAveragePrecision(Metric):
    """gap: sort all predictions by confidence, descending; GAP = (1/M) sum over ranks i of P(i) rel(i).

    M is the number of rows with truth. A row's score is its own contribution (1/M) sum P(i) rel(i); contributions add
    up to the overall. A prediction without a number for its confidence counts for nothing. Source: Google Landmark
    Recognition, YouTube-8M.
    """

    name: ClassVar[str] = "gap"
    title: ClassVar[str] = "GAP"
    formula: ClassVar[str] = "(1/M) · Σ P(i)·rel(i) over all predictions by confidence, M rows with truth"
    source: ClassVar[str] = "Kaggle: Google Landmark Recognition 2018–2021"
    takes_k: ClassVar[bool] = False
    needs_confidence: ClassVar[bool] = True
    has_places: ClassVar[bool] = True

    ties: str = choice.choice(
        "equal confidences",
        id="by id, then by label, ascending",
        id_desc="by id descending, then by label",
        file="as the submission lists them",
    )
    blank: str = choice.choice(
        "a confidence without a label",
        free="is no prediction and takes no rank",
        rank="takes a rank and is never a hit",
    )
    truthless: str = choice.choice(
        "a prediction for a row without truth",
        count="takes a rank and is never a hit",
        ignore="is left out",
    )
    missing: str = choice.missing()

    def ranked(self, batch: Batch, row_place: Ints | None = None) -> GlobalList:
        """The list of all predictions of a batch; row_place: int64 (n,), when that of a larger table is meant."""
        places = self.row_place(batch) if row_place is None else row_place
        return GlobalList.of(batch, self.listed(batch), places, self.label_place(batch))

    def listed(self, batch: Batch) -> Bools:
        """bool (m,): which flat predictions stand on the list at all."""
        predictions = batch.predictions
        weights = predictions.weights
        on_list = np.zeros(len(predictions.codes), bool) if weights is None else ~np.isnan(weights)
        if self.blank == "free":
            on_list &= predictions.codes != BLANK
        if self.truthless == "ignore":
            on_list &= batch.sizes[predictions.owners()] > 0
        return on_list

    def row_place(self, batch: Batch) -> Ints:
        """int64 (n,): which row comes first among equal confidences."""
        if batch.ties is None:
            return np.arange(len(batch))
        if self.ties == "file":
            return batch.ties.file()
        return batch.ties.ids() if self.ties == "id" else -batch.ties.ids()

    def label_place(self, batch: Batch) -> LabelPlace | None:
        """Which label of a row comes first among equal confidences; None for as the row lists them."""
        return None if batch.ties is None or self.ties == "file" else batch.ties.labels

    def score(self, batch: Batch) -> Floats:
        """The contribution of each row when the batch is all there is."""
        return self.contributions(self.ranked(batch), batch.sizes, self.skipped(batch))

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows left out of the overall. Raises InputError when the choice `missing` refuses one."""
        return left_out(batch, missing=self.missing)

    def contributions(self, ranked: GlobalList, sizes: Ints, skipped: Bools) -> Floats:
        """float64 (n,): what each of n rows adds to the overall; sizes: int64 (n,), their numbers of truth labels."""
        scores = ranked.contributions(len(sizes)) / max(1, rows_with_truth(sizes, skipped))
        scores[skipped] = np.nan
        return scores

    def ceiling(self, batch: Batch) -> Floats:
        """m / M: every label of the row on the list before any wrong one."""
        return batch.sizes / max(1, int((batch.sizes > 0).sum()))

    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic of a batch of one row as if there were no other."""
        m = rows_with_truth(batch.sizes, self.skipped(batch))
        return self.explain_in(self.ranked(batch), m, 0, batch, float(self.score(batch)[0]))

    def explain_in(self, ranked: GlobalList, m: int, row: int, batch: Batch, score: float) -> Explanation:
        """Each prediction of a row, alone in its batch, at its rank among all, the precision there, and what it adds;
        m, the number of rows with truth, is the divisor.
        """
        at = np.flatnonzero(ranked.row == row)
        precision = np.cumsum(ranked.hit)[at] / (at + 1)
        return Explanation(
            steps=self._steps(batch, at + 1, precision, ranked.hit[at]),
            total=float(ranked.contributions(row + 1)[row]),
            divisor=float(m),
            divisor_rule=f"M = {m:,} rows with truth",
            score=score,
            remark=f"{len(ranked):,} predictions stand on the list of all rows.",
        )

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The sum of the contributions; NaN when there is no row."""
        return float("nan") if np.isnan(scores).all() else float(np.nansum(scores))

    def _steps(self, batch: Batch, ranks: Ints, precision: Floats, rel: Bools) -> tuple[Step, ...]:
        """The predictions as the row lists them; those on the list come in the order of their confidences."""
        weights, codes = batch.predictions.weights, batch.predictions.codes
        listed, member = np.flatnonzero(self.listed(batch)), batch.member
        places = self.label_place(batch)
        tie = listed if places is None else places(codes[listed])
        order = listed if weights is None else listed[np.lexsort((tie, -weights[listed]))]
        known = {int(place): number for number, place in enumerate(order)}
        steps = []
        for place, code in enumerate(codes.tolist()):
            number = known.get(place)
            if number is None:
                steps.append(Step(place + 1, code, "beyond K", bool(member[place]), 0, 0, float("nan"), 0.0))
                continue
            hit = bool(rel[number])
            verdict: Verdict = "hit" if hit else "no credit" if member[place] else "miss"
            value = float(precision[number])
            rank = int(ranks[number])
            steps.append(
                Step(place + 1, code, verdict, bool(member[place]), int(hit), rank, value, value if hit else 0.0)
            )
        return tuple(steps)


def rows_with_truth(sizes: Ints, skipped: Bools) -> int:
    """M: how many of the rows that count have truth labels."""
    return int(((sizes > 0) & ~skipped).sum())
