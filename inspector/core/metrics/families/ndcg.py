"""Normalised discounted cumulative gain, with grades where the truth has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.hits import Hits
from inspector.core.metrics.ranking import RankingMetric


@dataclass(frozen=True, kw_only=True)
class NDCG(RankingMetric):
    """ndcg@K: the sum of gain / log2(rank + 1) over the hits within K, over the same sum of the best K truth labels.

    Source: trec_eval (ndcg, ndcg_cut_K); Kaggle: Airbnb New User Bookings (K = 5).
    """

    name: ClassVar[str] = "ndcg"
    title: ClassVar[str] = "NDCG"
    formula: ClassVar[str] = "Σ gain / log2(rank + 1) within K, over the ideal sum; mean over rows"
    source: ClassVar[str] = "trec_eval: ndcg_cut_K; Kaggle: Airbnb New User Bookings (NDCG@5)"

    gain: str = choice.choice(
        "the gain of a label of grade g (1 without grades)",
        linear="g",
        exp2="2^g − 1",
    )

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """The discounted gain of each hit."""
        if batch.truth.weights is None:
            return 1.0 / np.log2(hits.rank + 1)
        return self._gains(batch.truth)[hits.indices_in(batch.truth)] / np.log2(hits.rank + 1)

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """The ideal sum: of the best K truth labels in the best order, added in that order."""
        if batch.truth.weights is None:
            sums = np.concatenate([[0.0], np.cumsum(1.0 / np.log2(np.arange(int(batch.sizes.max(initial=0))) + 2))])
            return sums[self.cut(batch.sizes)]
        gains, owners = self._gains(batch.truth), batch.truth.owners()
        order = np.lexsort((-gains, owners))
        rank = np.arange(len(order)) - batch.truth.offsets[owners] + 1
        terms = gains[order] / np.log2(rank + 1)
        near = slice(None) if self.k is None else rank <= self.k
        return np.bincount(owners[near], weights=terms[near], minlength=len(batch))

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """The ideal as text."""
        best = int(self.cut(batch.sizes)[0])
        return f"the ideal: the best {best} truth labels at the ranks 1..{best}"

    def _gains(self, truth: Ragged) -> Floats:
        grades = np.ones(len(truth.codes)) if truth.weights is None else truth.weights
        return grades if self.gain == "linear" else np.exp2(grades) - 1.0
