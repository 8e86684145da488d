"""Scores under a metric whose overall is the mean of what the rows lose."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.scores import Scores, best_of


class LossScores(Scores):
    """Row scores of which the lower one is better; their range is as far as they reach, not up to the ceiling."""

    def __init__(self, metric: Metric, batch: Batch) -> None:
        super().__init__(metric, batch)
        self._stretch(self.row)

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again; before, after: their old and new lists."""
        reached = bool((self.row[rows] >= self.top).any())
        super().rescore(rows, before, after)
        if reached:  # the range may end elsewhere now
            self.top = best_of(self.ceiling)
        self._stretch(self.row if reached else self.row[rows])

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: in their best orders, then with their best labels."""
        ordering, candidates = super().total_losses(rows, batch)
        return max(0.0, self.metric.improvement(ordering)), max(0.0, self.metric.improvement(candidates))

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` could win, None for all rows; batch: their lists."""
        raised = super().losses(rows, batch)
        # The best edits never lose anything, except by rounding.
        return Losses(
            *(np.maximum(self.metric.improvement(part), 0.0) for part in (raised.ordering, raised.candidates))
        )

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """The sum of both losses."""
        return np.maximum(self.metric.improvement(super().costs(rows, batch)), 0.0)

    def _stretch(self, scores: Floats) -> None:
        """Let the range of row scores reach these."""
        self.top = max(self.top, float(np.max(scores[np.isfinite(scores)], initial=0.0)))
