"""Half wins of the rows of 1 over the rows of 0, where some rows get other numbers: no row is ranked again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats


@dataclass(frozen=True, eq=False)
class OtherNumbers:
    """r rows of a column that get other numbers: those before and after, float64 (r,), and the rows of 1 and of 0 that
    are scored, bool (r,), which stay the same.
    """

    before: Floats
    after: Floats
    ones: Bools
    zeros: Bools

    def gained(self, wins: int, all_ones: Floats, all_zeros: Floats) -> int:
        """How many half wins the column gains.

        wins: those that these rows have now; all_ones, all_zeros: the numbers of all rows of both classes now, lowest
        first. A pair of two of these rows counts in both sums over all rows, and with the old number of one of them.
        """
        ones, zeros = self.before[self.ones], np.sort(self.before[self.zeros])
        new_ones, new_zeros = self.after[self.ones], np.sort(self.after[self.zeros])
        now = wins - half_wins(ones, zeros)
        against_all = half_wins(new_ones, all_zeros) + _half_losses(new_zeros, all_ones)
        twice = half_wins(new_ones, zeros) + half_wins(ones, new_zeros) - half_wins(new_ones, new_zeros)
        return against_all - twice - now


def half_wins(ones: Floats, zeros: Floats) -> int:
    """Twice the pairs in which a number of 1 is higher than one of 0, and once those that are equal.

    zeros: lowest first.
    """
    ranked = np.sort(ones)  # searching for numbers in order is many times faster
    return int(np.searchsorted(zeros, ranked, "left").sum() + np.searchsorted(zeros, ranked, "right").sum())


def _half_losses(zeros: Floats, ones: Floats) -> int:
    """The half wins of all numbers of 1, lowest first, over some of 0."""
    return 2 * len(zeros) * len(ones) - half_wins(zeros, ones)
