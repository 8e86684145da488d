"""The best of several submissions in each row: the most that choosing between them could win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class BestOf:
    """The best score of each of r rows among s submissions.

    rows: int64 (r,); score: float64 (r,), NaN where none scores the row; overall: their mean, NaN without any, or
    where the overall is no such mean; best:
    bool (s, r), which submissions have it; alone: int64 (s,), the rows in which one alone is better than all others.
    """

    rows: Ints
    score: Floats
    overall: float
    best: Bools
    alone: Ints

    @classmethod
    def of(cls, submissions: Sequence[Evaluation], rows: Ints | None = None) -> BestOf:
        """The best of submissions of the same truth under the same metric, in some rows or in all."""
        at = submissions[0].all_rows if rows is None else rows
        scores = np.stack([one.scores.row[at] for one in submissions])
        gains = np.asarray(submissions[0].metric.improvement(scores))
        known = np.where(np.isnan(scores), -np.inf, gains)
        top = known.max(axis=0)
        best = (known == top) & (top > -np.inf)
        score = np.where(top > -np.inf, np.asarray(submissions[0].metric.improvement(top)), np.nan)
        counted = score[~np.isnan(score)]
        overall = float(counted.mean()) if len(counted) and submissions[0].scores.is_mean else float("nan")
        return cls(at, score, overall, best, (best & (best.sum(axis=0) == 1)).sum(axis=1))

    def rows_alone(self, number: int) -> Ints:
        """int64: the rows in which a submission, by number, is better than all others."""
        alone: Ints = self.rows[self.best[number] & (self.best.sum(axis=0) == 1)]
        return alone
