"""The sum of a vector that changes in places, equal to numpy's sum of the whole vector to the last bit.

numpy sums pairwise: it splits a vector into halves down to short pieces. This keeps the sums of the pieces of the same
tree and adds up changed pieces again, so that no rounding errors accumulate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.types import Floats, Ints, beyond_floats

_PIECE = 1 << 15

# The number of a piece, or two halves.
Tree: TypeAlias = "int | tuple[Tree, Tree]"


class Total:
    """The sum of n numbers; `piece` returns a slice of them, float64."""

    def __init__(self, n: int, piece: Callable[[slice], Floats]) -> None:
        self._piece = piece
        self._starts: list[int] = []
        self._tree = self._halved(0, n)
        self._ends = np.array([*self._starts[1:], n])
        self._sums = [0.0] * len(self._starts)
        self._stale = set(range(len(self._starts)))
        self._sum = 0.0

    def touch(self, indices: Ints) -> None:
        """Mark the numbers at these indices as changed."""
        pieces = np.searchsorted(self._ends, indices, side="right")
        self._stale.update(np.flatnonzero(np.bincount(pieces)).tolist())  # np.unique would first import numpy.ma

    @beyond_floats
    def value(self) -> float:
        """The current sum."""
        if self._stale:
            for number in self._stale:
                self._sums[number] = float(self._piece(slice(self._starts[number], int(self._ends[number]))).sum())
            self._sum = self._added(self._tree, self._sums)
            self._stale.clear()  # at last: another thread that finds nothing stale takes the sum
        return self._sum

    @beyond_floats
    def value_with(self, index: int, value: float) -> float:
        """The sum with another number at one index; changes nothing."""
        self.value()
        number = int(np.searchsorted(self._ends, index, side="right"))
        piece = self._piece(slice(self._starts[number], int(self._ends[number]))).copy()
        piece[index - self._starts[number]] = value
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
