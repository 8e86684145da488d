"""The overall from right, wrong and missed labels of all rows: pooled, averaged over labels, or of one label alone."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.evidence import Evidence, LabelSums, RowSums
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.label_counts import label_counts, label_entries, pool_of
from inspector.core.metrics.by_label.row_gains import WRONG, LabelChanges, nth_hits
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.sets import Counts
from inspector.core.metrics.strip import BY_COUNT, Frame, Strips

_BY_LABEL = ("macro", "weighted")
_BY_ROWS = ("rows", "mean")


@dataclass(frozen=True, kw_only=True)
class LabelAverages(Metric):
    """A measure of tp, fp and fn, taken of each row, of the sums over all rows, or of each label.

    A family names its averages in the choice `average`: the first for rows, then one for the sums, then `macro` and
    `weighted`. It comes before the class that scores rows among the bases of the family.
    """

    labels: str = choice.choice(
        "which labels a macro average is over",
        truth=("those that occur in the truth", "labels of the truth"),
        both=("those that occur in truth or submission", "labels of both files"),
    )
    one_label: str = choice.parameter("label", "the only label that counts; empty for all", "")

    @abstractmethod
    def of_counts(self, counts: Ints) -> Floats:
        """The measure of each column of tp, fp, fn, int64 (3, c); float64 (c,), 0 where it is not defined."""

    def counts_of_rows(self, batch: Batch) -> Ints:
        """int64 (3, n): tp, fp, fn of each row as the sums over all rows take them."""
        return Counts.of(self.within_k(batch)).stacked

    @property
    def label(self) -> str:
        """The display name, with the average unless it is by rows, or with the one label."""
        average = "" if self.value("average") in _BY_ROWS else f" {self.value('average')}"
        return super().label + (f" of {self.one_label}" if self.one_label else average)

    def applies(self, choice: str) -> bool:
        """`labels` is about the macro average; one label alone leaves nothing to average."""
        if choice in ("average", "labels") and self.one_label:
            return False
        return self.value("average") == "macro" if choice == "labels" else super().applies(choice)

    def score(self, batch: Batch) -> Floats:
        """The measure of each row; of one label, NaN for rows that neither have nor predict it."""
        if not self.one_label:
            return super().score(batch)  # type: ignore[safe-super]  # of the family's next base
        counts = self._counts(batch)
        scores = self.of_counts(counts)
        scores[self.skipped(batch) | ~counts.any(axis=0)] = np.nan
        return scores

    def ceiling(self, batch: Batch) -> Floats:
        """The best score of each row; of one label, 1 for the rows that have it."""
        if not self.one_label:
            return super().ceiling(batch)
        return (self._only_label(batch).sizes > 0).astype(np.float64)

    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic of a row; of one label, only its term counts."""
        explained = super().explain(batch)  # type: ignore[safe-super]  # of the family's next base
        if not self.one_label:
            return explained
        code, (tp, fp, fn) = batch.code_of(self.one_label), self._counts(batch)[:, 0].tolist()
        steps = tuple(step if step.code == code else step._replace(term=0.0) for step in explained.steps)
        total = sum(step.term for step in steps)
        return replace(
            explained,
            steps=steps,
            total=total,
            divisor=total or float(fp or fn),
            divisor_rule=f"only {self.one_label} counts: {tp} right, {fp} wrong, {fn} missed",
            score=float(self.score(batch)[0]),
            remark=explained.remark
            or ("" if tp or fp or fn else f"The row neither has nor predicts {self.one_label}: it is left out."),
        )

    @property
    def strip_words(self) -> str:
        """What the hit strips show."""
        return BY_COUNT if self.one_label else super().strip_words

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """The strips of the family; of one label, whether it is right, wrong or missed."""
        return frame.by_count(*self._counts(batch)) if self.one_label else super().strips(batch, frame)

    def pool(self, batch: Batch) -> Ints | None:
        """int64 (3, c): tp, fp, fn of each label, or in one column of all or of the one; None for the mean of rows."""
        counted = ~self.skipped(batch)
        if self._is_by_label:
            return label_counts(self.within_k(batch), counted)
        if self._is_by_rows:
            return None
        total: Ints = self._counts(batch)[:, counted].sum(axis=1, keepdims=True)
        return total

    def evidence(self, batch: Batch) -> Evidence | None:
        """tp, fp and fn of each row, or each label that is right, predicted or true; the mean of rows has none."""
        counted = ~self.skipped(batch)
        if self._is_by_label:
            row, kind, label = label_entries(self.within_k(batch), counted)
            return LabelSums(row, kind, label, 3, lambda sums: self.overall(np.empty(0), pool_of(sums)))
        return RowSums(self._counts(batch) * counted, self.of_counts)

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The mean over rows, or the weighted mean of the measure over the columns of the pool; NaN for none."""
        if pool is None:
            return super().overall(scores)
        every = self._weights(pool)
        # Labels that do not count stay out of the sum: how it is rounded depends on how many numbers are added.
        pool, weights = pool[:, every > 0], every[every > 0]
        return float((weights * self.of_counts(pool)).sum() / weights.sum()) if len(weights) else float("nan")

    def about(self, pool: Ints | None) -> str:
        """Which counts the overall is made of."""
        if self._is_by_rows:
            return ""
        if not self._is_by_label:
            return "The overall is that of the counts of all rows, no mean of rows."
        weights = ", weighted by their rows" if self.value("average") == "weighted" else ""
        return f"The overall is the mean of the labels{weights}, not of the rows."

    def best_order(self, batch: Batch) -> Batch:
        """The best order, which matters only with @K; the one label that counts comes first if it is right, else last.

        By label, hits in front win, but another order may win more, because labels weigh differently.
        """
        threshold = getattr(self, "threshold", None)
        if not self.one_label or (self.k is None and threshold is None):
            return super().best_order(batch)
        lists, truth, code = batch.predictions, self.within_k(batch).truth, batch.code_of(self.one_label)
        has_label = np.bincount(truth.owners()[truth.codes == code], minlength=len(batch)) > 0
        owners, late = lists.owners(), np.ones(len(lists.codes), np.int64)
        at = lists.codes == code
        late[at] = np.where(has_label[owners[at]], 0, 2)
        return batch.placed(np.lexsort((late, owners)), threshold)

    def best_labels(self, batch: Batch) -> Batch:
        """The truth; with @K the one label that counts first, or the hits, so that it is no worse than the order."""
        best = super().best_labels(batch)
        if self.k is None:
            return best
        lists = best.predictions
        owners, late = lists.owners(), nth_hits(lists, batch.hits)
        if self.one_label:
            late = (lists.codes != batch.code_of(self.one_label)).astype(np.int64)
        return best.with_predictions(lists.reordered(np.lexsort((late, owners))))

    def pooled_losses(self, batch: Batch, pool: Ints) -> Losses:
        """What the overall would gain if only this row were in its best order, and if it had its best labels."""
        order = self.best_order(batch)
        ordering = np.zeros(len(batch)) if order is batch else np.maximum(self._gains(batch, order, pool), 0.0)
        cost = np.maximum(self._gains(batch, self.best_labels(batch), pool), ordering)
        left_out = np.isnan(self.score(batch))
        ordering[left_out] = cost[left_out] = np.nan
        return Losses(ordering, cost - ordering)

    @property
    def _is_by_label(self) -> bool:
        return not self.one_label and self.value("average") in _BY_LABEL

    @property
    def _is_by_rows(self) -> bool:
        return not self.one_label and self.value("average") in _BY_ROWS

    def _weights(self, pool: Ints) -> Floats:
        """float64 (c,): the weight of each column of the pool."""
        support = pool[0] + pool[2]
        if self._is_by_label and self.value("average") == "weighted":
            return np.asarray(support, np.float64)
        only_truth = self._is_by_label and self.labels == "truth"
        return np.asarray(support > 0 if only_truth else pool.any(axis=0), np.float64)

    def _gains(self, now: Batch, then: Batch, pool: Ints) -> Floats:
        """float64 (n,): the change of the overall if one row at a time had other predictions."""
        if not self._is_by_label:
            counts = pool + self._counts(then) - self._counts(now)
            return np.asarray(self._weights(pool) * (self.of_counts(counts) - self.of_counts(pool)), np.float64)
        changes = LabelChanges.of(self.within_k(now), self.within_k(then))
        # The other predictions may have labels that no row had within K or above the threshold.
        pool = np.pad(pool, ((0, 0), (0, max(0, changes.width - pool.shape[1]))))
        weights, value = self._weights(pool), self.of_counts(pool)
        gains = changes.gains(lambda change: weights * (self.of_counts(pool + change) - value))
        # A label that no truth has joins the average with the first row that predicts it, and leaves with the last.
        joins = self._weights(pool + WRONG) > weights
        leaves = (weights > 0) & (pool[0] + pool[2] == 0) & (pool[1] == 1)
        total, count = float((weights * value).sum()), float(weights.sum())
        then_count = count + changes.predicted(joins) - changes.dropped(leaves)
        return np.where(then_count > 0, (total + gains) / np.maximum(1.0, then_count) - total / max(1.0, count), 0.0)

    def _counts(self, batch: Batch) -> Ints:
        if not self.one_label:
            return self.counts_of_rows(batch)
        return Counts.of(self._only_label(batch)).stacked

    def _only_label(self, batch: Batch) -> Batch:
        """The rows with nothing but the one label, where they have or predict it."""
        code, near = batch.code_of(self.one_label), self.within_k(batch)
        truth, predictions = near.truth, near.predictions
        return replace(
            near, truth=truth.keep(truth.codes == code), predictions=predictions.keep(predictions.codes == code)
        )
