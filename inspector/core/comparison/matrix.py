"""The first-hit matrix: rows counted by the rank of their first hit in the baseline and in the open submission."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.summary import bar_of_rank, rank_bars, rank_span
from inspector.core.task import Progress, Task

# What a first hit became: nearer to rank 1, where it was, or farther from it. Cells below, on and above the diagonal.
BECAME = ("better", "same", "worse")


class FirstHitMatrix:
    """Counts of rows, kept up to date when rows are edited.

    k: the ranks with a line each; after them come lines for `after k` and for none, the columns likewise; cells:
    int64 (k + 2, k + 2), the rows by line (baseline) and column (open submission).
    """

    def __init__(self, evaluation: Evaluation, among: Bools | None = None) -> None:
        now, before = evaluation.scores.first_hit, evaluation.compared.first_hit
        self._longest = max(int(now.max(initial=1)), int(before.max(initial=1)))
        self.k = rank_bars(evaluation.metric.k, self._longest)
        self._among = among
        self._cell = self._cells_of(evaluation, None)
        self.cells = self._counted(self._cell if among is None else self._cell[among])

    def counts(self, became: Collection[str] = BECAME) -> Ints:
        """int64 (k + 2, k + 2): the rows whose first hit is any of BECAME."""
        return np.where(self._are(became), self.cells, 0)

    def totals(self) -> dict[str, int]:
        """The first hits of how many rows are each of BECAME."""
        return {name: int(self.counts([name]).sum()) for name in BECAME}

    def move(self, evaluation: Evaluation, rows: Ints) -> None:
        """Count again after the first hits of some rows, int64, changed."""
        counted = rows if self._among is None else rows[self._among[rows]]
        self.cells -= self._counted(self._cell[counted])
        self._cell[rows] = self._cells_of(evaluation, rows)
        self._longest = max(self._longest, int(evaluation.scores.first_hit[rows].max(initial=1)))
        self.cells += self._counted(self._cell[counted])

    def clause(self, lines: Sequence[int], columns: Sequence[int], became: Collection[str] = BECAME) -> str:
        """The filter for the cells where successive lines and columns meet; empty for all rows."""
        every = self.k + 2
        parts = [
            rank_span(name, self.k, span[0], span[-1])
            for name, span in (("base.rank", lines), ("rank", columns))
            if len(span) < every
        ]
        if not self._are(became)[np.ix_(lines, columns)].all():
            parts.append(self._clause_of(became))
        open_ends = [len(parts) > 1 and "|" in part and not part.startswith("!") for part in parts]
        return " & ".join(f"({part})" if is_open else part for part, is_open in zip(parts, open_ends, strict=True))

    def _are(self, became: Collection[str]) -> Bools:
        """bool (k + 2, k + 2): the cells of first hits that are any of BECAME."""
        rank = np.arange(self.k + 2)
        moved = np.sign(rank - rank[:, None])
        return np.isin(moved, [BECAME.index(name) - 1 for name in became])

    def _clause_of(self, became: Collection[str]) -> str:
        """The filter for first hits that are one or two of BECAME; a rank beyond k counts as any other beyond it."""
        if len(became) > 1:
            (other,) = set(BECAME) - set(became)
            return f"!({self._clause_of([other])})"
        is_cut = self._longest > self.k
        if "same" in became:
            beyond = f" | rank>{self.k} & base.rank>{self.k}" if is_cut else ""
            return f"rank=base.rank{beyond} | rank=none & base.rank=none"
        near, far = ("rank", "base.rank") if "better" in became else ("base.rank", "rank")
        within = f" & {near}<={self.k}" if is_cut else ""
        return f"{near}<{far}{within} | {far}=none & {near}!=none"

    def _cells_of(self, evaluation: Evaluation, rows: Ints | None) -> NDArray[np.int16]:
        """int16 (r,): the cell of each row; 102² cells are the most."""
        chosen = slice(None) if rows is None else rows
        sides = evaluation.compared.first_hit[chosen], evaluation.scores.first_hit[chosen]
        line, column = (bar_of_rank(ranks, self.k) for ranks in sides)
        return (line * np.int16(self.k + 2) + column).astype(np.int16)

    def _counted(self, cells: NDArray[np.int16]) -> Ints:
        size = self.k + 2
        return np.bincount(cells, minlength=size**2).reshape(size, size)


def first_hit_matrix(evaluation: Evaluation, among: Bools | None = None) -> Task[FirstHitMatrix]:
    """Count all rows, or those of a mask, bool (n,)."""
    evaluation.table.kind.need_labels("First hits")
    yield Progress(0.3, "Comparing first hits")
    return FirstHitMatrix(evaluation, among)
