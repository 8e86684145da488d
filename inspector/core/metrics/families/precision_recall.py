"""Precision@K and Recall@K, by rows, pooled or by label, and R-precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import ratio
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.averages import LabelAverages
from inspector.core.metrics.hits import Hits
from inspector.core.metrics.ranking import RankingMetric


@dataclass(frozen=True, kw_only=True)
class LabelsWithinK(LabelAverages, RankingMetric):
    """Hits within K over a divisor: by rows, pooled, or tp / (tp + fp or fn) of each label within K."""

    average: str = choice.average("mean", "pooled")

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """1 for each hit."""
        return np.ones(len(hits.row))

    def within_k(self, batch: Batch) -> Batch:
        """The batch with only the first K predictions."""
        repeats = batch.predictions.repeats()
        return batch.cut(self.k, repeats if self.repeats == "move-up" else np.zeros_like(repeats)) if self.k else batch


@dataclass(frozen=True, kw_only=True)
class Precision(LabelsWithinK):
    """precision@K: hits in the first K / K, even if fewer labels are predicted; without @K, / labels predicted.

    Source: trec_eval (P_5, P_10, ...); scikit-learn (precision_score: macro, weighted, of one label).
    """

    name: ClassVar[str] = "precision"
    title: ClassVar[str] = "Precision"
    formula: ClassVar[str] = (
        "P@K = hits among the first K / K; mean over rows, Σ hits / Σ K, or by label tp / (tp + fp)"
    )
    source: ClassVar[str] = "trec_eval: P_K; scikit-learn: precision_score (by label)"

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """K, or n without a cut-off."""
        return self.predicted(batch) if self.k is None else np.full(len(batch), self.k)

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """K or n."""
        return f"n = {int(self.predicted(batch)[0])} labels predicted" if self.k is None else f"K = {self.k}"

    def of_counts(self, counts: Ints) -> Floats:
        """tp / (tp + fp) of each column."""
        return ratio(counts[0], counts[0] + counts[1])

    def counts_of_rows(self, batch: Batch) -> Ints:
        """int64 (3, n): hits, what is left of the divisor, missed labels."""
        hits = self.ranked(batch).within(self.k)
        tp = hits.counts()
        return np.array([tp, np.asarray(self.divisor_of(batch, hits), np.int64) - tp, batch.sizes - tp])


@dataclass(frozen=True, kw_only=True)
class Recall(LabelsWithinK):
    """recall@K: hits in the first K, divided by m; by rows, pooled, or of each label.

    Source: trec_eval (recall_K); OTTO (divisor=min-m-k, average=pooled); scikit-learn (recall_score: macro, also called
    balanced accuracy, weighted, of one label).
    """

    name: ClassVar[str] = "recall"
    title: ClassVar[str] = "Recall"
    formula: ClassVar[str] = (
        "R@K = hits among the first K / D; mean over rows, Σ hits / Σ D, or by label tp / (tp + fn)"
    )
    source: ClassVar[str] = "trec_eval: recall_K; Kaggle: OTTO (divisor=min-m-k, average=pooled, K = 20)"

    divisor: str = choice.choice(
        "D, what the hits are divided by",
        m="m: all truth labels",
        min_m_k="min(m, K): truth labels that can be found in K places",
    )

    def applies(self, choice: str) -> bool:
        """A recall by label is divided by the rows that have the label."""
        by_label = self.one_label or self.average in ("macro", "weighted")
        return not (choice == "divisor" and by_label) and super().applies(choice)

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """m, or min(m, K)."""
        return batch.sizes if self.divisor == "m" else self.cut(batch.sizes)

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """The divisor as text."""
        m = int(batch.sizes[0])
        return f"m = {m} truth labels" if self.divisor == "m" else f"min(m = {m}, K = {self.k_text})"

    def of_counts(self, counts: Ints) -> Floats:
        """tp / (tp + fn) of each column."""
        return ratio(counts[0], counts[0] + counts[2])

    def counts_of_rows(self, batch: Batch) -> Ints:
        """int64 (3, n): hits, 0, what is left of the divisor."""
        hits = self.ranked(batch).within(self.k)
        tp = hits.counts()
        return np.array([tp, np.zeros_like(tp), np.asarray(self.divisor_of(batch, hits), np.int64) - tp])


@dataclass(frozen=True, kw_only=True)
class RPrecision(RankingMetric):
    """rprecision: hits among the first m labels, divided by m. Source: trec_eval (Rprec)."""

    name: ClassVar[str] = "rprecision"
    title: ClassVar[str] = "R-precision"
    formula: ClassVar[str] = "hits among the first m / m, m truth labels; mean over rows"
    source: ClassVar[str] = "trec_eval: Rprec"
    takes_k: ClassVar[bool] = False

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """1 for a hit at rank m or better."""
        return (hits.rank <= batch.sizes[hits.row]).astype(np.float64)

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """m."""
        return batch.sizes

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """m as text."""
        return f"m = {int(batch.sizes[0])} truth labels"
