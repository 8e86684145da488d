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
