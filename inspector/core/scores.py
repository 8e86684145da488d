"""Row scores, first hits and the overall of one metric: all at once, or again for the rows that changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays import Floats, Ints, Ranks
from inspector.core.metrics.base import Batch, Metric


@dataclass(eq=False)
class Scores:
    """row: float64 (n,), NaN for a row left out; first_hit: int32 (n,), 0 for none; ceiling: float64 (n,), the best
    score a row could have; overall: float, always a reduction of the whole vector, so that undo restores its last bit.
    """

    metric: Metric
    row: Floats
    first_hit: Ranks
    ceiling: Floats
    overall: float

    @classmethod
    def of(cls, metric: Metric, batch: Batch) -> Scores:
        """The scores of every row of a batch."""
        row = metric.score(batch)
        return cls(metric, row, metric.first_hits(batch).astype(np.int32), metric.ceiling(batch), metric.overall(row))

    def copy(self) -> Scores:
        """The same numbers in arrays of their own; the ceiling, which no edit moves, is shared."""
        return Scores(self.metric, self.row.copy(), self.first_hit.copy(), self.ceiling, self.overall)

    def rescore(self, rows: Ints, batch: Batch) -> None:
        """Score only `rows`, whose current lists are the batch, and reduce again."""
        scores, ranks = self.metric.score(batch), self.metric.first_hits(batch)
        self.row[rows], self.first_hit[rows] = scores, ranks
        self.overall = self.metric.overall(self.row)

    def preview(self, row: int, score: float) -> float:
        """The overall if one row had this score; nothing is changed."""
        kept = self.row[row]
        self.row[row] = score
        try:
            return self.metric.overall(self.row)
        finally:
            self.row[row] = kept

    @property
    def counted(self) -> int:
        """How many rows enter the overall."""
        return len(self.row) - int(np.isnan(self.row).sum())
