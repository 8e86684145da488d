"""Average precision and its mean, MAP@K, with all divisors in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.hits import Hits
from inspector.core.metrics.ranking import HitMetric


@dataclass(frozen=True, kw_only=True)
class AveragePrecision(HitMetric):
    """MAP@K: each row's AP@K = (1/D) sum over k <= min(n, K) of P(k) rel(k); overall the mean over rows.

    Source: the evaluation pages of Humpback Whale Identification and H&M Personalized Fashion Recommendations.
    """

    name: ClassVar[str] = "map"
    title: ClassVar[str] = "MAP"
    formula: ClassVar[str] = "AP@K = (1/D) · Σ P(k)·rel(k) over k ≤ min(n, K); mean over rows"
    source: ClassVar[str] = "Kaggle: Humpback Whale Identification (MAP@5), H&M (MAP@12); divided by m: trec_eval, ranx"

    divisor: str = choice.choice(
        "D, what the sum is divided by",
        min_m_k=("min(m, K): truth labels that can be found in K places (Kaggle)", "divide by min(m, K)"),
        m=("m: all truth labels (trec_eval, ranx, ir_measures)", "divide by m"),
        min_n_k=("min(n, K): labels predicted", "divide by min(n, K)"),
        k=("K: the cut-off itself", "divide by K"),
        hits=("the number of hits", "divide by the hits"),
        _1=("1: the bare sum", "not divided"),
    )

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """P(k): the hit is the nth of its row, at rank k."""
        return hits.nth / hits.rank

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """D of each row."""
        match self.divisor:
            case "min-m-k":
                return self.cut(batch.sizes)
            case "m":
                return batch.sizes
            case "min-n-k":
                return self.cut(self.predicted(batch))
            case "k":
                return self.predicted(batch) if self.k is None else np.full(len(batch), self.k)
            case "hits":
                return hits.counts()
        return np.ones(len(batch), np.int64)

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """The divisor as text."""
        m, n = int(batch.sizes[0]), int(self.predicted(batch)[0])
        return {
            "min-m-k": f"min(m = {m}, K = {self.k_text})",
            "m": f"m = {m} truth labels",
            "min-n-k": f"min(n = {n}, K = {self.k_text})",
            "k": f"K = {n if self.k is None else self.k}",
            "hits": f"{len(hits.row)} hits",
            "1": "not divided",
        }[self.divisor]
