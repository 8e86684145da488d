"""The sum of a long vector that changes here and there, to the last bit what numpy makes of the whole vector.

numpy adds the two halves of a vector, and their halves, down to short pieces. The sums of pieces of that very tree are
kept here; those in which something changed are added up afresh, so nothing is ever carried along. Knows no scores.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.types import Floats, Ints

_PIECE = 1 << 15

# A piece by its number, or the two halves of something longer.
Tree: TypeAlias = "int | tuple[Tree, Tree]"


class Total:
    """The sum over n places, of which `piece` gives a slice: float64 (slice,)."""

    def __init__(self, n: int, piece: Callable[[slice], Floats]) -> None:
        self._piece = piece
        self._starts: list[int] = []
        self._tree = self._halved(0, n)
        self._ends = np.array([*self._starts[1:], n])
        self._sums = [0.0] * len(self._starts)
        self._stale = set(range(len(self._starts)))

    def touch(self, places: Ints) -> None:
        """Something changed at these places."""
        self._stale.update(np.unique(np.searchsorted(self._ends, places, side="right")).tolist())

    def value(self) -> float:
        """The sum as it is now."""
        for number in self._stale:
            self._sums[number] = float(self._piece(slice(self._starts[number], int(self._ends[number]))).sum())
        self._stale.clear()
        return self._added(self._tree, self._sums)

    def value_with(self, place: int, value: float) -> float:
        """The sum if there were another value at one place; nothing is changed."""
        self.value()
        number = int(np.searchsorted(self._ends, place, side="right"))
        piece = self._piece(slice(self._starts[number], int(self._ends[number]))).copy()
        piece[place - self._starts[number]] = value
        sums = [*self._sums[:number], float(piece.sum()), *self._sums[number + 1 :]]
        return self._added(self._tree, sums)

    def _halved(self, start: int, n: int) -> Tree:
        if n <= _PIECE:
            self._starts.append(start)
            return len(self._starts) - 1
        half = n // 2 - n // 2 % 8
        return self._halved(start, half), self._halved(start + half, n - half)

    def _added(self, tree: Tree, sums: list[float]) -> float:
        return sums[tree] if isinstance(tree, int) else self._added(tree[0], sums) + self._added(tree[1], sums)


class Mean:
    """The mean of a vector, float64 (n,), without its NaN; NaN when there is nothing else."""

    def __init__(self, values: Floats) -> None:
        self._values = values
        self._begin()

    def touch(self, rows: Ints) -> None:
        """The values of these rows are others now."""
        if self._counted is None:
            self._total.touch(rows)
        elif np.array_equal(np.isnan(self._values[rows]), self._left_out[rows]):
            self._total.touch(np.searchsorted(self._counted, rows[~self._left_out[rows]]))
        else:
            self._begin()

    def value(self) -> float:
        """The mean as it is now."""
        if self._counted is None:
            total = self._total.value()
            if not np.isnan(total):
                return total / len(self._values) if len(self._values) else float("nan")
            self._begin()
        counted = 0 if self._counted is None else len(self._counted)
        return self._total.value() / counted if counted else float("nan")

    def value_with(self, row: int, value: float) -> float:
        """The mean if a row had another value; nothing is changed, so that others may read the vector meanwhile."""
        self.value()
        if np.isnan(value) or np.isnan(self._values[row]):
            values = self._values.copy()
            values[row] = value
            return Mean(values).value()
        if self._counted is None:
            return self._total.value_with(row, value) / len(self._values)
        return self._total.value_with(int(np.searchsorted(self._counted, row)), value) / len(self._counted)

    def _begin(self) -> None:
        self._left_out = np.isnan(self._values)
        self._counted = np.flatnonzero(~self._left_out) if self._left_out.any() else None
        counted, values = self._counted, self._values
        if counted is None:
            self._total = Total(len(values), lambda part: values[part])
        else:
            self._total = Total(len(counted), lambda part: values[counted[part]])
