"""Precision@K and Recall@K (by rows, pooled or by label), R-precision, and precision at levels of recall."""

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
from inspector.core.metrics.ranking import HitMetric


@dataclass(frozen=True, kw_only=True)
class LabelsWithinK(LabelAverages, HitMetric):
    """Hits within K over a divisor: by rows, pooled, or tp / (tp + fp or fn) of each label within K.

    With a threshold only the labels of at least this confidence count as predicted.
    """

    counts_all_without_k: ClassVar[bool] = True

    average: str = choice.average("mean", "pooled")
    threshold: float | None = choice.threshold()

    def seen(self, batch: Batch) -> Batch:
        """The batch with only the truth labels that count, and the predictions of at least the threshold."""
        seen = super().seen(batch)
        return seen if self.threshold is None else seen.above(self.threshold)

    def best_order(self, batch: Batch) -> Batch:
        """The hits first; with a threshold, at the confidences that reach it."""
        if self.threshold is None or self.one_label:
            return super().best_order(batch)
        right = batch.from_grade(self.least_grade).right_first(self.threshold, by_name=self.ties == "name-desc")
        return batch.predicting(right)

    def reordered(self, batch: Batch) -> Floats:
        """The score in the best order."""
        return super().reordered(batch) if self.threshold is None else self.score(self.best_order(batch))

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """1 for each hit."""
        return np.ones(len(hits.row))

    def within_k(self, batch: Batch) -> Batch:
        """The batch with only the truth labels and the first K predictions that count."""
        seen = self.seen(batch)
        repeats = seen.predictions.repeats()
        return seen.cut(self.k, repeats if self.repeats == "move-up" else np.zeros_like(repeats)) if self.k else seen


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
        seen = self.seen(batch)
        hits = self.ranked(seen).within(self.k)
        tp = hits.counts()
        return np.array([tp, np.asarray(self.divisor_of(seen, hits), np.int64) - tp, seen.sizes - tp])


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
        m=("m: all truth labels", "divide by m"),
        min_m_k=("min(m, K): truth labels that can be found in K places", "divide by min(m, K)"),
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
        if self.divisor == "m":
            return super().divisor_rule(batch, hits)
        return f"min(m = {int(batch.sizes[0])}, K = {self.k_text})"

    def of_counts(self, counts: Ints) -> Floats:
        """tp / (tp + fn) of each column."""
        return ratio(counts[0], counts[0] + counts[2])

    def counts_of_rows(self, batch: Batch) -> Ints:
        """int64 (3, n): hits, 0, what is left of the divisor."""
        seen = self.seen(batch)
        hits = self.ranked(seen).within(self.k)
        tp = hits.counts()
        return np.array([tp, np.zeros_like(tp), np.asarray(self.divisor_of(seen, hits), np.int64) - tp])


class RPrecision(HitMetric):
    """rprecision: hits among the first m labels, divided by m. Source: trec_eval (Rprec)."""

    name: ClassVar[str] = "rprecision"
    title: ClassVar[str] = "R-precision"
    formula: ClassVar[str] = "hits among the first m / m, m truth labels; mean over rows"
    source: ClassVar[str] = "trec_eval: Rprec"
    takes_k: ClassVar[bool] = False

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """1 for a hit at rank m or better."""
        return (hits.rank <= batch.sizes[hits.row]).astype(np.float64)


@dataclass(frozen=True, kw_only=True)
class InterpolatedPrecision(HitMetric):
    """iprec: the highest P(k) of all ranks k at which at least a share of the truth labels is found.

    A share r is reached with r·m hits, rounded; beyond the hits of the row its precision is 0. The mean over the shares
    0, 0.1, ..., 1 is the 11-point average. Source: trec_eval (iprec_at_recall_0.00 to _1.00, 11pt_avg).
    """

    name: ClassVar[str] = "iprec"
    title: ClassVar[str] = "Interpolated precision"
    formula: ClassVar[str] = "max P(k) over the ranks k with at least r·m hits, r = 0, 0.1, …, 1; mean over rows"
    source: ClassVar[str] = "trec_eval: iprec_at_recall, 11pt_avg"
    takes_k: ClassVar[bool] = False

    recall: str = choice.choice(
        "r, the share of the truth labels that must be found",
        mean=("the mean of the eleven levels 0.0 to 1.0 (11pt_avg)", "mean of eleven levels of recall"),
        **{
            f"{level / 10}": (f"{level * 10} % (iprec_at_recall_{level / 10:.2f})", f"recall {level * 10} %")
            for level in range(11)
        },
    )
    needed: str = choice.choice(
        "r·m hits, where that is no whole number",
        up=("rounded up (trec_eval 9, pytrec_eval)", "hits rounded up"),
        nearest=("rounded to the nearest (trec_eval 10)", "hits rounded to the nearest"),
    )

    @property
    def label(self) -> str:
        """The title with the level of recall."""
        return self.title if self.recall == "mean" else f"{self.title} at recall {self.recall}"

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """P(k) of a hit, once for each level at which no later hit has a higher one."""
        precision = hits.nth / hits.rank
        levels = np.zeros(len(hits.row))
        for level in self._levels:
            levels[self._highest(hits, precision, self._hits_needed(batch.sizes, level))] += 1
        return levels * precision

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """The number of levels."""
        return np.full(len(batch), len(self._levels))

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """The levels, and the hits that they need."""
        if self.recall == "mean":
            return "eleven levels of recall"
        needed = int(self._hits_needed(batch.sizes, float(self.recall))[0])
        return f"not divided: the highest P(k) from hit {max(1, needed)} on, of m = {int(batch.sizes[0])}"

    @property
    def _levels(self) -> list[float]:
        return [level / 10 for level in range(11)] if self.recall == "mean" else [float(self.recall)]

    def _hits_needed(self, m: Ints, level: float) -> Ints:
        """int64 (n,): the hits that reach a level of recall, in the arithmetic of trec_eval."""
        needed: Ints = np.floor(level * m + (0.9 if self.needed == "up" else 0.5)).astype(np.int64)
        return needed

    def _highest(self, hits: Hits, precision: Floats, needed: Ints) -> Ints:
        """int64: for each row with enough hits, the first one of highest precision from the needed one on."""
        at = np.flatnonzero(hits.nth >= needed[hits.row])
        best = at[np.lexsort((-precision[at], hits.row[at]))]
        return best[np.diff(hits.row[best], prepend=-1) > 0]
