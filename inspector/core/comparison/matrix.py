"""The first-hit matrix: rows counted by the rank of their first hit in the baseline and in the open submission."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import signs
from inspector.core.evaluation.summary import bar_of_rank, rank_bars, rank_span
from inspector.core.task import Progress, Task

# What a row became, by its layer of the counts: the flags of the filter language.
BECAME = ("better", "same", "worse")


class FirstHitMatrix:
    """Counts of rows, kept up to date when rows are edited.

    k: the ranks with a line each; after them come lines for `after k` and for none, the columns likewise; layers:
    int64 (3, k + 2, k + 2), the rows that are BECAME, by line (baseline) and column (open submission).
    """

    def __init__(self, evaluation: Evaluation, among: Bools | None = None) -> None:
        now, before = evaluation.scores.first_hit, evaluation.compared.first_hit
        longest = max(int(now.max(initial=1)), int(before.max(initial=1)))
        self.k = rank_bars(evaluation.metric.k, longest)
        self._among = among
        # The cell of each row, in all layers.
        self._cell = self._cells(evaluation, None)
        self.layers = self._counted(self._cell if among is None else self._cell[among])

    def counts(self, became: Collection[str] = BECAME) -> Ints:
        """int64 (k + 2, k + 2): the rows that are any of BECAME."""
        counts: Ints = self.layers[[name in became for name in BECAME]].sum(axis=0)
        return counts

    def totals(self) -> dict[str, int]:
        """How many rows are each of BECAME."""
        return dict(zip(BECAME, self.layers.sum(axis=(1, 2)).tolist(), strict=True))

    def move(self, evaluation: Evaluation, rows: Ints) -> None:
        """Count again after the first hits or scores of some rows, int64, changed."""
        counted = rows if self._among is None else rows[self._among[rows]]
        self.layers -= self._counted(self._cell[counted])
        self._cell[rows] = self._cells(evaluation, rows)
        self.layers += self._counted(self._cell[counted])

    def clause(self, lines: Sequence[int], columns: Sequence[int], became: Collection[str] = BECAME) -> str:
        """The filter for the cells where successive lines and columns meet; empty for all rows."""
        every = self.k + 2
        parts = [
            rank_span(name, self.k, span[0], span[-1])
            for name, span in (("base.rank", lines), ("rank", columns))
            if len(span) < every
        ]
        if len(kept := [name for name in BECAME if name in became]) < len(BECAME):
            parts.append(" | ".join(kept))
        return " & ".join(f"({part})" if "|" in part and len(parts) > 1 else part for part in parts)

    def _cells(self, evaluation: Evaluation, rows: Ints | None) -> NDArray[np.int16]:
        """int16 (r,): 3 · 102² cells are the most."""
        chosen = slice(None) if rows is None else rows
        sides = evaluation.compared.first_hit[chosen], evaluation.scores.first_hit[chosen]
        line, column = (bar_of_rank(ranks, self.k) for ranks in sides)
        return (
            (1 - signs(evaluation, rows)) * np.int16((self.k + 2) ** 2) + line * np.int16(self.k + 2) + column
        ).astype(np.int16)

    def _counted(self, cells: NDArray[np.int16]) -> Ints:
        size = self.k + 2
        return np.bincount(cells, minlength=len(BECAME) * size**2).reshape(len(BECAME), size, size)


def first_hit_matrix(evaluation: Evaluation, among: Bools | None = None) -> Task[FirstHitMatrix]:
    """Count all rows, or those of a mask, bool (n,)."""
    evaluation.table.kind.need_labels("First hits")
    yield Progress(0.3, "Comparing first hits")
    return FirstHitMatrix(evaluation, among)
