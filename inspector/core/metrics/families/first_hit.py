"""Hit rate and reciprocal rank: metrics of a row's first hit."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.hits import Hits
from inspector.core.metrics.ranking import HitMetric


class HitRate(HitMetric):
    """hit@K: 1 when a truth label is among the first K, else 0; hit@1 is top-1 accuracy. Source: trec_eval."""

    name: ClassVar[str] = "hit"
    title: ClassVar[str] = "Hit"
    formula: ClassVar[str] = "1 when any of the first K is right, else 0; mean over rows"
    source: ClassVar[str] = "trec_eval: success_K"
    counts_all_without_k: ClassVar[bool] = True

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """1 for the first hit."""
        return np.where(hits.nth == 1, 1.0, 0.0)

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """1."""
        return np.ones(len(batch), np.int64)

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """Nothing is divided."""
        return "not divided: only the first hit counts"


class ReciprocalRank(HitRate):
    """mrr@K: 1 / rank of the first hit, 0 when it is beyond K. Source: trec_eval (recip_rank)."""

    name: ClassVar[str] = "mrr"
    title: ClassVar[str] = "MRR"
    formula: ClassVar[str] = "1 / rank of the first hit, 0 behind K; mean over rows"
    source: ClassVar[str] = "trec_eval: recip_rank"
    counts_all_without_k: ClassVar[bool] = False

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """1 / rank for the first hit."""
        return np.where(hits.nth == 1, 1.0 / hits.rank, 0.0)

    def workings(self, batch: Batch, hits: Hits) -> list[str]:
        """1 ÷ rank for the first hit."""
        return [f"1 ÷ {rank}" if nth == 1 else "" for nth, rank in zip(hits.nth, hits.rank, strict=True)]
