"""The rows of one class in the order of their numbers, so that an edit looks only at those between two numbers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Floats, Ints


@dataclass(frozen=True, eq=False)
class RankedRows:
    """Some rows of a column.

    numbers: float64 (n,), the whole column, changed by its owner; rows: int64 (r,), those of the class, lowest first.
    """

    numbers: Floats
    rows: Ints

    def copy(self, numbers: Floats) -> RankedRows:
        """The same rows of a copy of the column."""
        return RankedRows(numbers, self.rows.copy())

    def half_wins(self, number: float) -> int:
        """Twice the rows whose number is lower, and those whose number is equal once."""
        return self._first(number) + self._end(number)

    def passed(self, old: float, new: float) -> tuple[Ints, NDArray[np.int8]]:
        """int64 (r,), a view: the rows from an old number to a new one; int8 (r,): how many more half wins that is.

        1 for rows that are equal to one of both numbers, 2 for those between, negative on the way down.
        """
        low, high = min(old, new), max(old, new)
        start, end = self._first(low), self._end(high)
        more = np.full(end - start, 2 if new > old else -2, np.int8)
        more[: self._end(low) - start] //= 2
        more[self._first(high) - start :] //= 2
        return self.rows[start:end], more

    def move(self, row: int, number: float) -> None:
        """Put one of the rows where another number belongs; its owner then changes the column."""
        old = float(self.numbers[row])
        first = self._first(old)
        start = first + int(np.flatnonzero(self.rows[first : self._end(old)] == row)[0])
        end = self._first(number)
        if end > start:
            self.rows[start : end - 1] = self.rows[start + 1 : end]
            self.rows[end - 1] = row
        else:
            self.rows[end + 1 : start + 1] = self.rows[end:start]
            self.rows[end] = row

    def _first(self, number: float) -> int:
        return bisect_left(self.rows, number, key=self.numbers.__getitem__)

    def _end(self, number: float) -> int:
        return bisect_right(self.rows, number, key=self.numbers.__getitem__)
