"""Scores of groups of rows, and the share of each group in the total loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pyarrow as pa

from inspector.core.analysis.gains import RowGains, tried
from inspector.core.analysis.slices.bias import Bias, bias_of_groups, means_of_groups
from inspector.core.analysis.slices.grouping import Grouping, Split
from inspector.core.analysis.slices.lines import Lines
from inspector.core.arrays.types import Bools, Floats, Ints, beyond_floats
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import baseline_of, is_compared
from inspector.core.statistics.testing.corrections import benjamini_hochberg

# The metric of each of more groups would take long, and so would trying each where all rows are ranked anew for it.
_MOST_SCORED, _MOST_TRIED = 200, 5_000_000


@dataclass(frozen=True, eq=False)
class Slices:
    """One entry, a line, for each group with rows.

    names: string (s,); clause(line): the filter for its rows; rows: int64 (s,), their number; mean: float64 (s,), of
    the scores of the scored rows, or the metric of these rows alone where the overall is no mean; NaN for none;
    mean_name: which of both; baseline: float64 (s,), the same of the baseline, NaN where nothing is compared; share:
    float64 (s,), the share of each group in the costs of all rows, 0 when there are none; excess: float64 (s,), how
    much that is over its share of the scored rows, so that it is 0 where its rows cost what others do; cost: float64
    (s,), points of the overall that perfect predictions for its rows would win together, or what each would by itself,
    added up, where that is not known; perfect, won: float64 (s,), of `RowGains.of_groups`; p: float64 (s,), of
    `RowGains.p_of_groups`, corrected for the number of lines; bias: to which side predictions are off, None where they
    are no numbers.
    """

    names: pa.StringArray
    clause: Callable[[int], str]
    rows: Ints
    mean: Floats
    baseline: Floats
    share: Floats
    excess: Floats
    cost: Floats
    perfect: Floats
    won: Floats
    p: Floats
    mean_name: str
    bias: Bias | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def name(self, line: int) -> str:
        """The name of the group of an entry."""
        return str(self.names[line])


def slices(evaluation: Evaluation, grouping: Grouping, among: Bools | None = None) -> Slices:
    """Score the groups of the pair, edits included; among: bool (n,), the rows to count, None for all."""
    found = uncorrected(evaluation, grouping.split(evaluation), among)
    return replace(found, p=benjamini_hochberg(found.p))


def uncorrected(evaluation: Evaluation, split: Split, among: Bools | None = None) -> Slices:
    """The same for a split that is known, where the p of each line is that of the only one."""
    lines = Lines.of(split, among)
    found = _summed(evaluation, lines)
    parts = lines.parts() if _is_scored(evaluation, lines) else None
    if is_compared(evaluation):
        found = replace(found, baseline=_means(baseline_of(evaluation), lines, parts))
    found = replace(found, mean=_means(evaluation, lines, parts))
    return found if parts is None else _tried(evaluation, found, parts)


def _summed(evaluation: Evaluation, lines: Lines) -> Slices:
    """The groups, each with what adds up over its rows."""
    costs = np.nan_to_num(evaluation.costs(evaluation.all_rows))[lines.chosen]
    lost = np.bincount(lines.of_row, costs, len(lines)).astype(np.float64, copy=False)
    gains, nothing = RowGains.of(evaluation), np.full(len(lines), np.nan)
    perfect, won = gains.of_groups(lines.of_row, len(lines), lines.among)
    share, excess = _shares(evaluation, lines, lost)
    return Slices(
        names=lines.names,
        clause=lines.clause,
        rows=lines.rows,
        mean=nothing,
        baseline=nothing,
        share=share,
        excess=excess,
        cost=gains.costs_of_groups(perfect, lost) if evaluation.scores.tells_losses else nothing,
        perfect=perfect,
        won=won,
        p=gains.p_of_groups(lines.of_row, len(lines), lines.among),
        mean_name=evaluation.scores.mean_name,
        bias=bias_of_groups(evaluation, lines.of_row, len(lines), lines.among),
    )


@beyond_floats
def _shares(evaluation: Evaluation, lines: Lines, lost: Floats) -> tuple[Floats, Floats]:
    """The share and the excess of each line, float64 (s,), by what its rows lose; NaN where nobody knows that."""
    if not evaluation.scores.tells_losses:
        return np.full(len(lines), np.nan), np.full(len(lines), np.nan)
    if not lost.any():
        return np.zeros(len(lines)), np.zeros(len(lines))
    share = lost / lost.sum()
    is_scored = ~np.isnan(evaluation.scores.row[lines.chosen])  # the others cost nothing
    scored = np.bincount(lines.of_row[is_scored], minlength=len(lines))
    return share, share - scored / max(1, int(scored.sum()))


@beyond_floats
def _tried(evaluation: Evaluation, found: Slices, parts: list[Ints]) -> Slices:
    """The groups under the name of the metric, and with what trying each of them tells where no sum does."""
    scores, found = evaluation.scores, replace(found, mean_name=evaluation.metric.label)
    are_few = scores.is_of_sums or len(found) * len(evaluation.table) <= _MOST_TRIED
    if not np.isnan(found.perfect).all() or not are_few:
        return found
    perfect, won = tried(evaluation, parts)
    gained = np.asarray(evaluation.metric.improvement(perfect - scores.overall))
    return replace(found, cost=np.where(np.isnan(gained), found.cost, gained), perfect=perfect, won=won)


def _is_scored(evaluation: Evaluation, lines: Lines) -> bool:
    """Whether each group gets the metric of its rows alone, since no mean tells it."""
    return evaluation.scores.of_mean is None and len(lines) <= _MOST_SCORED and evaluation.scores.tells_parts


def _means(evaluation: Evaluation, lines: Lines, parts: list[Ints] | None) -> Floats:
    """float64 (s,): the mean score of the groups; with their rows as `parts`, the metric of these alone."""
    scores = evaluation.scores
    if parts is not None:
        return np.array([scores.part(rows, partial(evaluation.batch, rows)) for rows in parts])
    means = means_of_groups(lines.of_row, scores.row[lines.chosen], len(lines))
    return means if scores.of_mean is None else np.array([*map(scores.of_mean, means.tolist())])
