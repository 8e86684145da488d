"""What several submissions say together: suspect truths, how far they agree, and the best of them in each row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats
from inspector.core.ensemble.agreement import first_labels, pairwise_agreement
from inspector.core.ensemble.best import BestOf
from inspector.core.ensemble.suspects import Suspects, find_suspects, if_truth_were
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Progress, Task


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
    suspects = find_suspects(all_, first=first, among=among)
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
