"""What rows could still win, and what they won against the baseline, in points of the overall."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics.numbers.scores import NumberScores
from inspector.core.statistics.testing.corrections import p_in_groups


@dataclass(frozen=True, eq=False)
class RowGains:
    """Of each row, float64 (n,): open, what the overall would gain if the row scored its best; won, what the row adds
    to the difference of the overall to the baseline. overall: as it is; all NaN where the overall is no mean of rows.
    by_sums: scores that tell what the overall would be if groups were perfect all the same; sign: -1 of losses;
    is_mean: whether the overall is the mean of the row scores, so that what rows won can be tested.
    """

    open: Floats
    won: Floats
    overall: float
    by_sums: NumberScores | None = None
    sign: float = 1.0
    is_mean: bool = False

    @classmethod
    def of(cls, evaluation: Evaluation) -> RowGains:
        """Of all rows, edits included; a row that is not scored gains and won nothing."""
        scores, rows = evaluation.scores, evaluation.all_rows
        if not scores.tells_gains:
            nothing = np.full(len(rows), np.nan)
            return cls(nothing, nothing, float("nan"), scores if isinstance(scores, NumberScores) else None)
        won = -scores.gains(rows, evaluation.compared.row)
        sign = evaluation.metric.improvement(1.0)
        open_, won = np.nan_to_num(evaluation.costs(rows)), np.nan_to_num(won)
        return cls(open_, won, scores.overall, sign=sign, is_mean=scores.is_mean)

    def of_groups(self, of_row: Ints, groups: int, rows: Ints | Bools | None = None) -> tuple[Floats, Floats]:
        """float64 (groups,) each: the overall if the rows of a group were perfect, and what they won together.

        of_row: int64 (m,), a group of each of `rows`, (m,), None for all; a row may be in several groups.
        """
        chosen = slice(None) if rows is None else rows
        if self.by_sums is not None:
            at = np.arange(len(self.open))[chosen]
            return self.by_sums.overalls_if_perfect(at, of_row, groups), np.full(groups, np.nan)
        sums = (np.bincount(of_row, values[chosen], groups) for values in (self.open, self.won))
        perfect, won = (values.astype(np.float64, copy=False) for values in sums)
        return self.overall + self.sign * perfect, won if not np.isnan(self.overall) else np.full(groups, np.nan)

    def p_of_groups(self, of_row: Ints, groups: int, rows: Ints | Bools | None = None) -> Floats:
        """float64 (groups,): how surely each group won or lost, as `p_in_groups` has it; NaN where it cannot be tested.

        of_row, rows: as in `of_groups`.
        """
        if not self.is_mean:
            return np.full(groups, np.nan)
        return p_in_groups(self.won[slice(None) if rows is None else rows], of_row, groups)
