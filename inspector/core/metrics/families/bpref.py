"""Binary preference: how often relevant labels stand before labels that were judged not relevant."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.hits import Hits, find_hits
from inspector.core.metrics.ranking import HitMetric


class BinaryPreference(HitMetric):
    """bpref = (1/m) sum over the hits of 1 - min(j, m) / min(N, m), j of the N labels judged wrong before the hit.

    Labels that nobody judged count neither way. Where the truth names no wrong labels, each hit adds 1. Source:
    trec_eval (bpref); Buckley and Voorhees, Retrieval Evaluation with Incomplete Information, 2004.
    """

    name: ClassVar[str] = "bpref"
    title: ClassVar[str] = "bpref"
    formula: ClassVar[str] = "(1/m) · Σ 1 − min(j, m) / min(N, m) over hits, j of N judged wrong before; mean over rows"
    source: ClassVar[str] = "trec_eval: bpref"
    takes_k: ClassVar[bool] = False

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """1 - min(j, m) / min(N, m) for each hit."""
        wrong, known = self._wrong_before(batch, hits)
        return 1.0 - wrong / known

    def workings(self, batch: Batch, hits: Hits) -> list[str]:
        """1 - min(j, m) / min(N, m) of each hit in numbers."""
        counts = zip(*self._wrong_before(batch, hits), strict=True)
        return [f"1 − {wrong} ÷ {known}" if wrong else "" for wrong, known in counts]

    def _wrong_before(self, batch: Batch, hits: Hits) -> tuple[Ints, Ints]:
        """min(j, m) and min(N, m) of each hit."""
        if batch.judged is None:
            return np.zeros(len(hits.row), np.int64), np.ones(len(hits.row), np.int64)
        judged, first = find_hits(batch.judged, batch.predictions).index, batch.predictions.offsets[hits.row]
        wrong = np.searchsorted(judged, hits.index) - np.searchsorted(judged, first) - (hits.nth - 1)
        m, known = batch.sizes[hits.row], (batch.judged.lengths - batch.sizes)[hits.row]
        return np.minimum(wrong, m), np.minimum(known, m).clip(1)

    def reordered(self, batch: Batch) -> Floats:
        """The score of the same labels with the hits first; the labels between them count, so the lists are scored."""
        return self.score(self.best_order(batch))

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """m as text, and how many wrong labels are known."""
        wrong = 0 if batch.judged is None else int(batch.judged.lengths[0] - batch.sizes[0])
        return f"m = {int(batch.sizes[0])} relevant labels; {wrong} judged not relevant"

    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic, where a label that nobody judged is told from a wrong one."""
        explained, judged = super().explain(batch), self.seen(batch).judged
        if judged is None:
            return explained
        known = set(judged[0].tolist())
        steps = (
            step._replace(verdict="unjudged") if step.verdict == "miss" and step.code not in known else step
            for step in explained.steps
        )
        return replace(explained, steps=tuple(steps))
