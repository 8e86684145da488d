"""F-max: the best F of averaged precision and recall over all thresholds of confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, require_confidences
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.thresholds import THRESHOLDS, Sums, Tallies, blocks, counted
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.losses import WRONG_OR_MISSING, Losses
from inspector.core.metrics.ranking import remark
from inspector.core.metrics.strip import BY_COUNT, Frame, Strips


@dataclass(frozen=True, kw_only=True)
class FMax(Metric):
    """fmax: the maximum over t = 0.01, 0.02, ..., 1 of F(t) = 2 pr(t) rc(t) / (pr(t) + rc(t)).

    pr(t) is the mean precision of the rows that predict any label with a confidence of at least t, rc(t) the mean
    recall of all rows. The score of a row is its own F at the threshold that suits it best. Source: CAFA (Radivojac et
    al. 2013, Jiang et al. 2016: protein-centric maximum F-measure).
    """

    name: ClassVar[str] = "fmax"
    title: ClassVar[str] = "Fmax"
    formula: ClassVar[str] = "max over t of F(mean precision of rows that predict at t, mean recall of all rows)"
    source: ClassVar[str] = "CAFA: protein-centric maximum F-measure"
    takes_k: ClassVar[bool] = False
    needs_confidence: ClassVar[bool] = True
    loss_names: ClassVar[tuple[str, str]] = ("wrong order", WRONG_OR_MISSING)

    empty: str = choice.empty()
    missing: str = choice.missing()

    def score(self, batch: Batch) -> Floats:
        """The best F of each row at any one threshold."""
        require_confidences(self.name, batch)
        scores = np.concatenate([np.empty(0), *(Tallies.of(part).f.max(axis=1) for part in blocks(batch))])
        scores[self.skipped(batch)] = np.nan
        return scores

    def ceiling(self, batch: Batch) -> Floats:
        """1; for a row without truth 0, or NaN if it is left out."""
        return np.where(batch.sizes > 0, 1.0, float("nan") if self.empty == "skip" else 0.0)

    def pool(self, batch: Batch) -> Ints:
        """int64 (4, t, c): at each threshold, of the rows with i predicted labels their hits and their number; of the
        rows with i truth labels their hits and their number. Fractions of equal denominators add up as whole numbers.
        """
        longest = max(batch.confident.longest, int(batch.sizes.max(initial=0)))
        pool = np.zeros((4, len(THRESHOLDS), longest + 1), np.int64)
        for part in blocks(batch):
            tallies = Tallies.of(part).where(~self.skipped(part))
            sizes = np.broadcast_to(tallies.sizes[:, None], tallies.hits.shape)
            for kind, by in ((0, tallies.predicted), (2, sizes)):
                pool[kind] += counted(by, tallies.hits, longest + 1)
                pool[kind + 1] += counted(by, np.ones_like(by), longest + 1)
        return pool

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The best F of the averages; NaN when there is no row."""
        sums = Sums.of(pool) if pool is not None else None
        return float(sums.f().max()) if sums is not None and sums.rows else float("nan")

    def about(self, pool: Ints | None) -> str:
        """The threshold of the overall."""
        if pool is None:
            return ""
        best = THRESHOLDS[int(Sums.of(pool).f().argmax())]
        return f"The overall is best with the labels of at least {best:g} in every row."

    def explain(self, batch: Batch) -> Explanation:
        """The labels at or above the row's own best threshold."""
        tallies = Tallies.of(batch)
        at = int(tallies.f[0].argmax())
        tp, predicted, m = int(tallies.hits[0, at]), int(tallies.predicted[0, at]), int(tallies.sizes[0])
        return Explanation(
            steps=self._steps(batch, float(THRESHOLDS[at])),
            total=2.0 * tp,
            divisor=float(predicted + m),
            divisor_rule=f"{predicted} predicted with at least {THRESHOLDS[at]:g} + {m} truth labels",
            score=float(self.score(batch)[0]),
            remark=remark(self, batch),
        )

    @property
    def strip_words(self) -> str:
        """What the hit strips show."""
        return f"{BY_COUNT}; at the row's best threshold"

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """A cell for each label that is right, wrong or missed at the row's own best threshold."""
        tallies = Tallies.of(batch)
        at = np.arange(len(batch)), tallies.f.argmax(axis=1)
        right, predicted = tallies.hits[at], tallies.predicted[at]
        return frame.by_count(right, predicted - right, tallies.sizes - right)

    def best_order(self, batch: Batch) -> Batch:
        """The hits at the highest confidences, which is best at every threshold."""
        return batch.hits_most_confident()

    def pooled_losses(self, batch: Batch, pool: Ints) -> Losses:
        """What the overall would gain if only this row were in its best order, or had its best labels."""
        sums, left_out = Sums.of(pool), self.skipped(batch)
        parts = zip(blocks(batch), blocks(self.best_order(batch)), blocks(self.best_labels(batch)), strict=True)
        gains = [self._gains(sums, *map(Tallies.of, part)) for part in parts]
        ordering, cost = np.where(left_out, np.nan, np.concatenate([np.empty((2, 0)), *gains], axis=1))
        return Losses(ordering, cost - ordering)

    def _gains(self, sums: Sums, now: Tallies, order: Tallies, labels: Tallies) -> Floats:
        """float64 (2, n): the gain by order, and in all."""
        best = sums.f().max()
        ordering = np.maximum(sums.f(now, order).max(axis=1) - best, 0.0)
        return np.stack([ordering, np.maximum(sums.f(now, labels).max(axis=1) - best, ordering)])

    def _steps(self, batch: Batch, threshold: float) -> tuple[Step, ...]:
        codes, truth, nan = batch.predictions[0].tolist(), batch.truth[0].tolist(), float("nan")
        weights = batch.predictions.weights_of(0)
        counts: Bools = np.zeros(len(codes), bool) if weights is None else weights >= threshold
        steps, earned = [], set[int]()
        for i, code in enumerate(codes):
            rel = int(code in truth and bool(counts[i]) and code not in earned)
            verdict: Verdict = "hit" if rel else "no credit" if code in earned else "miss"
            earned |= {code} if rel else set()
            shown: Verdict = verdict if counts[i] else "not counted"
            steps.append(Step(i + 1, code, shown, code in truth, rel, 0, nan, 2.0 * rel))
        missed = [code for code in truth if code not in codes]
        return (*steps, *(Step(0, code, "missed", True, 0, 0, nan, 0.0) for code in missed))
