"""Global average precision (GAP, micro AP): all predictions of all rows in one list, ordered by confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import BLANK
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.errors import InputError
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.gap_scores import GapScores
from inspector.core.metrics.global_list import LabelPlace
from inspector.core.metrics.scores import Scores


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

    def open(self, batch: Batch) -> Scores:
        """The scores of the whole table. Raises InputError when the submission has no confidences."""
        if batch.predictions.weights is None:
            raise InputError(
                "gap needs a confidence for every prediction",
                found="labels without confidences",
                expected='cells like "8815 0.637822", or a confidence column',
                hint="Choose another metric, or check how the submission was read",
            )
        return GapScores(self, batch)

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
        return GapScores(self, batch).row

    def ceiling(self, batch: Batch) -> Floats:
        """m / M: every label of the row on the list before any wrong one."""
        return batch.sizes / max(1, int((batch.sizes > 0).sum()))

    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic of a batch of one row as if there were no other."""
        return GapScores(self, batch).explain(0, batch)

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The sum of the contributions; NaN when there is no row."""
        return float("nan") if np.isnan(scores).all() else float(np.nansum(scores))
