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

# So many terms of the ideal are written out.
_MOST_TERMS = 3


@dataclass(frozen=True, kw_only=True)
class NDCG(RankingMetric):
    """ndcg@K: the sum of gain / discount over the hits within K, over the same sum of the best K truth labels.

    Source: trec_eval (ndcg, ndcg_cut_K); Kaggle: Airbnb New User Bookings (K = 5). The discount log2(rank) is that of
    Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002, with base 2.
    """

    name: ClassVar[str] = "ndcg"
    title: ClassVar[str] = "NDCG"
    formula: ClassVar[str] = "Σ gain / discount within K, discount log2(rank + 1), over the ideal sum; mean over rows"
    source: ClassVar[str] = "trec_eval: ndcg_cut_K; Kaggle: Airbnb New User Bookings (NDCG@5)"

    gain: str = choice.choice(
        "the gain of a label of grade g (1 without grades)",
        linear=("g", "gain g"),
        exp2=("2^g − 1", "gain 2^g − 1"),
    )
    discount: str = choice.choice(
        "what the gain at a rank is divided by",
        log2_plus_1=("log2(rank + 1) (trec_eval, Kaggle)", "divided by log2(rank + 1)"),
        log2=(
            "log2(rank), and 1 at rank 1, as the ranks 1 and 2 are alike (Järvelin and Kekäläinen)",
            "divided by log2(rank)",
        ),
    )

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """The discounted gain of each hit."""
        if batch.truth.weights is None:
            return 1.0 / self._discounts(hits.rank)
        return self._gains(batch.truth)[hits.indices_in(batch.truth)] / self._discounts(hits.rank)

    def workings(self, batch: Batch, hits: Hits) -> list[str]:
        """The gain of each hit, divided by its discount."""
        weights = batch.truth.weights
        grades = np.ones(len(hits.rank)) if weights is None else weights[hits.indices_in(batch.truth)]
        return [self._term_text(grade, rank) for grade, rank in zip(grades, hits.rank, strict=True)]

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """The ideal sum: of the best K truth labels in the best order, added in that order."""
        if batch.truth.weights is None:
            ranks = np.arange(int(batch.sizes.max(initial=0))) + 1
            sums = np.concatenate([[0.0], np.cumsum(1.0 / self._discounts(ranks))])
            return sums[self.cut(batch.sizes)]
        gains, owners = self._gains(batch.truth), batch.truth.owners()
        order = np.lexsort((-gains, owners))
        rank = np.arange(len(order)) - batch.truth.offsets[owners] + 1
        terms = gains[order] / self._discounts(rank)
        near = slice(None) if self.k is None else rank <= self.k
        return np.bincount(owners[near], weights=terms[near], minlength=len(batch))

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """The ideal as text: `the ideal, the best 10 truth labels at the ranks 1..10: 3 ÷ log2(2) + …`."""
        best = int(self.cut(batch.sizes)[0])
        grades = np.ones(best) if batch.truth.weights is None else -np.sort(-batch.truth.weights)[:best]
        shown = best if best <= _MOST_TERMS + 1 else _MOST_TERMS
        terms = [self._term_text(grade, rank) for rank, grade in enumerate(grades[:shown].tolist(), 1)]
        rule = f"the ideal, the best {best} truth labels at the ranks 1..{best}"
        return f"{rule}: {' + '.join([*terms, *(['…'] if shown < best else [])])}" if best else rule

    def _term_text(self, grade: float, rank: int) -> str:
        gain = f"{grade:g}" if self.gain == "linear" else f"(2^{grade:g} − 1)"
        if self.discount == "log2-plus-1":
            return f"{gain} ÷ log2({rank + 1})"
        return f"{gain} ÷ log2({rank})" if rank > 1 else f"{gain} ÷ 1"

    def _discounts(self, ranks: Ints) -> Floats:
        """The divisor of the gain at each rank, from 1 on."""
        return np.log2(ranks + 1) if self.discount == "log2-plus-1" else np.log2(np.maximum(ranks, 2))

    def _gains(self, truth: Ragged) -> Floats:
        grades = np.ones(len(truth.codes)) if truth.weights is None else truth.weights
        return grades if self.gain == "linear" else np.exp2(grades) - 1.0
