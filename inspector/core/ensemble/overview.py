"""What several submissions say together: suspect truths, how far they agree, and the best of them in each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.ensemble.suspects import Suspects, find_suspects, first_labels, if_truth_were, pairwise_agreement
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Progress, Task


@dataclass(frozen=True, eq=False)
class BestOf:
    """The best score of each of r rows among s submissions.

    rows: int64 (r,); score: float64 (r,), NaN where none scores the row; overall: their mean, the most that choosing
    between submissions could win, NaN without any, or where the overall is no such mean; best: bool (s, r), which
    submissions have it; alone: int64 (s,), the rows in which one alone is better than all others.
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
        scores = np.stack([submissions[0].scores.comparable(one.scores, at) for one in submissions])
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


@dataclass(frozen=True, eq=False, kw_only=True)
class Overview:
    """Of s submissions. names: of them; agreement: float64 (s, s), see `pairwise_agreement`; if_rival, if_left_out:
    float64 (r,), the overall of the open submission if the truth of one suspect row were its rival, or were not there.
    """

    names: tuple[str, ...]
    suspects: Suspects
    if_rival: Floats
    if_left_out: Floats
    agreement: Floats
    best: BestOf


def overview_task(opened: Evaluation, submissions: Mapping[str, Evaluation], among: Bools | None) -> Task[Overview]:
    """Count over the rows `among`, bool (n,), None for all; submissions: by name; `opened` need not be one."""
    opened.table.kind.need_labels("Agreement and suspect truths")
    all_, rows = [*submissions.values()], opened.all_rows if among is None else np.flatnonzero(among)
    yield Progress(0.1, "Finding the first labels")
    first = first_labels(all_)
    yield Progress(0.4, "Finding suspect truths")
    suspects = find_suspects(all_, first, among)
    yield Progress(0.7, "Changing truths")
    if_rival, if_left_out = if_truth_were(opened, suspects.rows, suspects.rival)
    yield Progress(0.8, "Comparing submissions")
    return Overview(
        names=(*submissions,),
        suspects=suspects,
        if_rival=if_rival,
        if_left_out=if_left_out,
        agreement=pairwise_agreement(first[:, rows]),
        best=BestOf.of(all_, rows),
    )
