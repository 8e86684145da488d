"""The best of several submissions in each row: the most that choosing between them could win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class BestOf:
    """The best score of each row among s submissions.

    score: float64 (n,), NaN where none scores the row; overall: their mean, NaN without any; best: bool (s, n), which
    submissions have it; alone: int64 (s,), the rows in which a submission alone is better than all others.
    """

    score: Floats
    overall: float
    best: Bools
    alone: Ints

    @classmethod
    def of(cls, submissions: Sequence[Evaluation]) -> BestOf:
        """The best of submissions of the same truth under the same metric."""
        scores = np.stack([one.scores.row for one in submissions])
        known = np.where(np.isnan(scores), -np.inf, scores)
        top = known.max(axis=0)
        best = (known == top) & (top > -np.inf)
        alone = best & (best.sum(axis=0) == 1)
        score = np.where(top > -np.inf, top, np.nan)
        counted = score[~np.isnan(score)]
        overall = float(counted.mean()) if len(counted) else float("nan")
        return cls(score, overall, best, alone.sum(axis=1))
