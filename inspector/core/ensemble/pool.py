"""All labels that several submissions predict for some rows, each once a row, with its rank in each submission."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Codes, Floats, Ints, Ranks

# Rows are sorted side by side unless that makes a table of more than so many places for each candidate.
_MOST_BLANK = 4
# Sums of the same numbers in another order agree to so many digits; powers of ten are exact up to this.
_DIGITS, _EXACT = 12, 22


@dataclass(frozen=True, eq=False)
class Pool:
    """u candidates of n rows from s submissions.

    offsets: int64 (n + 1,), of the candidates of each row; codes: int32 (u,); ranks: int32 (s, u), the rank of each
    candidate in each submission, from 1, 0 where it does not list it; confidences: float64 (s, u), 0 where it does not
    list it, or has none; longest: int64 (n,), the length of the longest list of each row.
    """

    offsets: Ints
    codes: Codes
    ranks: Ranks
    confidences: Floats
    longest: Ints

    @classmethod
    def of(cls, submissions: Sequence[Ragged]) -> Pool:
        """The candidates of lists of the same n rows; blanks and repeated labels do not count, nor take a rank."""
        lists = [_distinct(one) for one in submissions]
        rows, codes = (
            np.concatenate(parts) for parts in zip(*((one.owners(), one.codes) for one in lists), strict=True)
        )
        ranks = np.concatenate([np.arange(1, len(one.codes) + 1) - one.offsets[one.owners()] for one in lists])
        weights = np.concatenate([np.zeros(len(one.codes)) if one.weights is None else one.weights for one in lists])
        source = np.repeat(np.arange(len(lists)), [len(one.codes) for one in lists])
        # In the order of row, then of code: a candidate's entries stand together.
        size = 1 + int(codes.max(initial=0))
        keys, of_entry = np.unique(rows * size + codes, return_inverse=True)
        row, code = keys // size, (keys % size).astype(np.int32)
        at = np.zeros((len(lists), len(keys)), np.int32)
        confidences = np.zeros(at.shape)
        at[source, of_entry], confidences[source, of_entry] = ranks, np.nan_to_num(weights)
        lengths = np.bincount(row, minlength=len(lists[0]))
        return cls(offsets_of(lengths), code, at, confidences, np.max([one.lengths for one in lists], axis=0))

    def row_of_each(self) -> Ints:
        """int64 (u,): the row of each candidate."""
        return np.repeat(np.arange(len(self.longest)), np.diff(self.offsets))

    def ranked(self, points: Floats, most: Ints) -> Ragged:
        """The candidates of each row by descending points, float64 (u,), at most as many as `most`, int64 (n,), says.

        Those with equal points are in the order of their best rank, then of the submission that has it there. The
        points are the weights of the lists, rounded, because the order in which they are added up must not matter.
        """
        row, points = self.row_of_each(), _rounded(points)
        order = self._equals[self._descending(points[self._equals])]
        place = np.arange(len(order)) - self.offsets[row]
        kept = order[place < most[row]]
        lengths = np.minimum(np.diff(self.offsets), most)
        return Ragged(offsets_of(lengths), self.codes[kept], points[kept])

    def _descending(self, points: Floats) -> Ints:
        """int64 (u,): the order of the candidates of each row by descending points, equal ones as they stand."""
        lengths = np.diff(self.offsets)
        size = len(lengths), int(lengths.max(initial=0))
        if size[0] * size[1] > _MOST_BLANK * len(points):
            return np.lexsort((-points, self.row_of_each()))
        # Rows of one width are sorted in a fraction of the time.
        filled = np.arange(size[1]) < lengths[:, None]
        table = np.full(size, np.inf)
        table[filled] = -points
        order: Ints = np.argsort(table, axis=1, kind="stable") + self.offsets[:-1, None]
        return order[filled]

    @cached_property
    def _equals(self) -> Ints:
        """int64 (u,): the candidates of each row in the order of those with equal points."""
        count = len(self.ranks)
        places = self.ranks * np.float64(count) + np.arange(count)[:, None]
        return self._descending(-np.where(self.ranks > 0, places, np.inf).min(axis=0))


def _rounded(values: Floats) -> Floats:
    """The values with _DIGITS decimal digits that count, so that a file gets 0.26256 and no last bits of a sum."""
    size = np.abs(values)
    places = _DIGITS - 1 - np.floor(np.log10(size, where=size > 0, out=np.zeros(size.shape)))
    scale = 10.0 ** np.clip(places, -_EXACT, _EXACT)
    rounded: Floats = np.rint(values * scale) / scale
    return rounded


def _distinct(lists: Ragged) -> Ragged:
    """The lists without blanks and repeats, in the order in which they are scored."""
    kept = lists.keep(lists.codes >= 0)
    return kept.keep(~kept.repeats())
