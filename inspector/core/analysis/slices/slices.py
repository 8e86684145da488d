"""Scores of groups of rows, and the share of each group in the total loss."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from inspector.core.analysis.gains import RowGains, tried
from inspector.core.analysis.slices.bias import Bias, bias_of_groups, means_of_groups
from inspector.core.analysis.slices.grouping import Grouping, Split
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import baseline_of, is_compared

# The metric of each of more groups would take long, and so would trying each where all rows are ranked anew for it.
_MOST_SCORED, _MOST_TRIED = 200, 5_000_000


@dataclass(frozen=True, eq=False)
class Slices:
    """One entry for each group with rows.

    groups: int64 (s,), ascending; rows: int64 (s,), their number; mean: float64 (s,), of the scores of the scored rows,
    or the metric of these rows alone where the overall is no mean; NaN for none; mean_name: which of both; baseline:
    float64 (s,), the same of the baseline, NaN where nothing is compared; share: float64 (s,), the share of each group
    in the costs of all rows, 0 when there are none; cost: float64 (s,), points of the overall that perfect predictions
    for its rows would win together, or what each would by itself, added up, where that is not known; perfect, won, p:
    float64 (s,), of `RowGains.of_groups` and `p_of_groups`; bias: to which side predictions are off, None where they
    are no numbers.
    """

    split: Split
    groups: Ints
    rows: Ints
    mean: Floats
    baseline: Floats
    share: Floats
    cost: Floats
    perfect: Floats
    won: Floats
    p: Floats
    mean_name: str
    bias: Bias | None = None

    def __len__(self) -> int:
        return len(self.groups)

    def name(self, line: int) -> str:
        """The name of the group of an entry."""
        return str(self.split.names[int(self.groups[line])])

    def clause(self, line: int) -> str:
        """The filter for the rows of an entry."""
        return self.split.clause(int(self.groups[line]))


def slices(evaluation: Evaluation, grouping: Grouping, among: Bools | None = None) -> Slices:
    """Score the groups of the pair, edits included; among: bool (n,), the rows to count, None for all."""
    return slices_of(evaluation, grouping.split(evaluation), among)


def slices_of(evaluation: Evaluation, split: Split, among: Bools | None = None) -> Slices:
    """The same for a split that is known, which may be that of another submission of the same truth."""
    found = _summed(evaluation, split, among)
    parts = _parts(evaluation, found, among) if _is_scored(evaluation, found) else None
    if is_compared(evaluation):
        found = replace(found, baseline=_means(baseline_of(evaluation), found, among, parts))
    found = replace(found, mean=_means(evaluation, found, among, parts))
    return found if parts is None else _tried(evaluation, found, parts)


def _summed(evaluation: Evaluation, split: Split, among: Bools | None) -> Slices:
    """The groups, each with what adds up over its rows."""
    chosen = slice(None) if among is None else among
    of_row = split.of_row[chosen]
    costs = np.nan_to_num(evaluation.costs(evaluation.all_rows))[chosen]
    rows = np.bincount(of_row, minlength=len(split.names))
    lost = np.bincount(of_row, costs, len(rows)).astype(np.float64, copy=False)
    gains, groups = RowGains.of(evaluation), np.flatnonzero(rows)
    perfect, won = gains.of_groups(of_row, len(rows), among)
    nothing = np.full(len(groups), np.nan)
    return Slices(
        split=split,
        groups=groups,
        rows=rows[groups],
        mean=nothing,
        baseline=nothing,
        share=lost[groups] / (float(lost.sum()) or 1.0),
        cost=gains.costs_of_groups(perfect, lost)[groups],
        perfect=perfect[groups],
        won=won[groups],
        p=gains.p_of_groups(of_row, len(rows), among)[groups],
        mean_name=evaluation.scores.mean_name,
        bias=bias_of_groups(evaluation, np.searchsorted(groups, of_row), len(groups), among),
    )


def _tried(evaluation: Evaluation, found: Slices, parts: list[Ints]) -> Slices:
    """The groups under the name of the metric, and with what trying each of them tells where no sum does."""
    scores, found = evaluation.scores, replace(found, mean_name=evaluation.metric.label)
    are_few = scores.is_of_sums or len(found) * len(evaluation.table) <= _MOST_TRIED
    if not np.isnan(found.perfect).all() or not are_few:
        return found
    perfect, won = tried(evaluation, parts)
    gained = np.asarray(evaluation.metric.improvement(perfect - scores.overall))
    return replace(found, cost=np.where(np.isnan(gained), found.cost, gained), perfect=perfect, won=won)


def _is_scored(evaluation: Evaluation, found: Slices) -> bool:
    """Whether each group gets the metric of its rows alone, since no mean tells it."""
    return evaluation.scores.of_mean is None and len(found) <= _MOST_SCORED and evaluation.scores.tells_parts


def _means(evaluation: Evaluation, found: Slices, among: Bools | None, parts: list[Ints] | None) -> Floats:
    """float64 (s,): the mean score of the groups; with their rows as `parts`, the metric of these alone."""
    scores = evaluation.scores
    if parts is not None:
        return np.array([scores.part(rows, partial(evaluation.batch, rows)) for rows in parts])
    chosen = slice(None) if among is None else among
    means = means_of_groups(found.split.of_row[chosen], scores.row[chosen], len(found.split.names))[found.groups]
    return means if scores.of_mean is None else np.array([*map(scores.of_mean, means.tolist())])


def _parts(evaluation: Evaluation, found: Slices, among: Bools | None) -> list[Ints]:
    """The rows of each group."""
    counted = evaluation.all_rows if among is None else np.flatnonzero(among)
    of_row = found.split.of_row[counted]
    order = np.argsort(of_row, kind="stable")
    ends = np.searchsorted(of_row[order], found.groups, side="right")
    return [counted[part] for part in np.split(order, ends[:-1])]
