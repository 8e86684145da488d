"""Truth against prediction where both are few whole numbers, such as grades from 0 to 4."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Floats, Ints

MOST = 40
_FARTHEST = 1000


def levels(truth: Floats, predicted: Floats) -> Ints | None:
    """int64 (l,): the different numbers on both sides, ascending; None unless they are whole and at most MOST."""
    found = np.empty(0, np.int64)
    for values in (truth, predicted):
        known = values[~np.isnan(values)]
        least, most = known.min(initial=0.0), known.max(initial=0.0)
        if least < -_FARTHEST or most > _FARTHEST or not (known == np.rint(known)).all():
            return None
        found = np.union1d(found, np.flatnonzero(np.bincount((known - least).astype(np.int64))) + int(least))
    return found if len(found) <= MOST else None


def level_counts(truth: Floats, predicted: Floats, among: Ints) -> Ints:
    """int64 (l, l): the rows of each of some levels (lines) by what is predicted (columns); rows with NaN do not count.

    The numbers are among the levels, which are ascending.
    """
    known = ~(np.isnan(truth) | np.isnan(predicted))
    lines, columns = (np.searchsorted(among, values[known]) for values in (truth, predicted))
    return np.bincount(lines * len(among) + columns, minlength=len(among) ** 2).reshape(len(among), len(among))
