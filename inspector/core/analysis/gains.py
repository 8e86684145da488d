"""What rows could still win, and what they won against the baseline, in points of the overall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import compared_rows
from inspector.core.metrics.numbers.scores import NumberScores
from inspector.core.statistics.testing.corrections import p_in_groups


@dataclass(frozen=True, eq=False)
class RowGains:
    """Of each row, float64 (n,): open, what the overall would gain if the row scored its best; won, what the row adds
    to the difference of the overall to the baseline. overall: as it is; all NaN where the overall is no mean of rows,
    the first two where it is infinite.
    by_sums: the scores now and of the baseline, where these tell the same of groups, as no mean of rows does; then what
    a row won is in points of its own score; sign: -1 of losses; is_tested: whether what rows won can be tested, as the
    overall follows their mean.
    """

    open: Floats
    won: Floats
    overall: float
    by_sums: tuple[NumberScores, NumberScores] | None = None
    sign: float = 1.0
    is_tested: bool = False

    @classmethod
    def of(cls, evaluation: Evaluation) -> RowGains:
        """Of all rows, edits included; a row that is not scored gains and won nothing."""
        scores, rows, by_sums = evaluation.scores, evaluation.all_rows, _by_sums(evaluation)
        nothing = np.full(len(rows), np.nan)
        if by_sums is not None:
            apart = np.nan_to_num(evaluation.deltas())
            return cls(nothing, apart, scores.overall, by_sums, is_tested=scores.of_mean is not None)
        if not scores.tells_gains:
            return cls(nothing, nothing, float("nan"))
        if np.isinf(scores.overall):  # no difference to it says anything
            return cls(nothing, nothing, scores.overall)
        won = -scores.gains(rows, compared_rows(evaluation))
        sign = evaluation.metric.improvement(1.0)
        open_, won = np.nan_to_num(evaluation.costs(rows)), np.nan_to_num(won)
        return cls(open_, won, scores.overall, sign=sign, is_tested=scores.is_mean)

    def of_groups(self, of_row: Ints, groups: int, rows: Ints | Bools | None = None) -> tuple[Floats, Floats]:
        """float64 (groups,) each: the overall if the rows of a group were perfect, and what they won together.

        of_row: int64 (m,), a group of each of `rows`, (m,), None for all; a row may be in several groups.
        """
        chosen = slice(None) if rows is None else rows
        if self.by_sums is not None:
            at = np.arange(len(self.open))[chosen]
            now, before = self.by_sums
            perfect, as_before = (
                now.overalls_if_perfect(at, of_row, groups),
                now.overalls_with(before, at, of_row, groups),
            )
            with np.errstate(invalid="ignore"):  # of two infinite overalls nobody knows the difference
                return perfect, self.overall - as_before
        sums = (np.bincount(of_row, values[chosen], groups) for values in (self.open, self.won))
        perfect, won = (values.astype(np.float64, copy=False) for values in sums)
        return self.overall + self.sign * perfect, won if not np.isnan(self.overall) else np.full(groups, np.nan)

    def costs_of_groups(self, perfect: Floats, added: Floats) -> Floats:
        """float64 (groups,): points of the overall that perfect predictions for the rows of a group would win together.

        perfect: as in `of_groups`; added: what each row would win by itself, summed, which is told where more is not
        known.
        """
        if np.isinf(self.overall):
            return np.full(len(added), np.nan)
        if self.by_sums is None or np.isnan(self.overall):
            return added
        return np.where(np.isnan(perfect), added, np.abs(perfect - self.overall))

    def p_of_groups(self, of_row: Ints, groups: int, rows: Ints | Bools | None = None) -> Floats:
        """float64 (groups,): how surely each group won or lost, as `p_in_groups` has it; NaN where it cannot be tested.

        of_row, rows: as in `of_groups`.
        """
        if not self.is_tested:
            return np.full(groups, np.nan)
        return p_in_groups(self.won[slice(None) if rows is None else rows], of_row, groups)


def _by_sums(evaluation: Evaluation) -> tuple[NumberScores, NumberScores] | None:
    """The scores now and of the baseline, if sums tell of groups what their rows do not; None otherwise."""
    scores, compared = evaluation.scores, evaluation.compared
    if not (isinstance(scores, NumberScores) and isinstance(compared, NumberScores)):
        return None
    # A mean over other rows than before is changed by each of them, so that what single rows do does not add up.
    return None if scores.tells_gains and scores.scores_same_numbers(compared) else (scores, compared)


def tried(evaluation: Evaluation, groups: Sequence[Ints]) -> tuple[Floats, Floats]:
    """float64 (g,) each, as `RowGains.of_groups`: what no sum of rows tells, found by trying each group of rows."""
    found = np.array([_tried(evaluation, rows) for rows in groups], np.float64)
    perfect, won = found.reshape(-1, 2).T
    return perfect, won


def _tried(evaluation: Evaluation, rows: Ints) -> tuple[float, float]:
    """The overall if some rows were perfect, and what they won together."""
    scores = evaluation.scores
    gained = sum(scores.total_losses(rows, partial(evaluation.batch, rows))) if len(rows) else 0.0
    perfect = scores.overall + evaluation.metric.improvement(1.0) * gained
    # Against the file only edits make a difference, and most groups have few or none.
    changed = rows[evaluation.overlay.covers(rows)] if evaluation.baseline.is_file else rows
    return perfect, scores.overall - (_as_before(evaluation, changed) if len(changed) else scores.overall)


def _as_before(evaluation: Evaluation, rows: Ints) -> float:
    """The overall with some rows as in the baseline."""
    before = evaluation.baseline.predictions(evaluation, rows)
    return evaluation.scores.preview_rows(rows, evaluation.batch(rows), evaluation.batch(rows, before))
