"""Lists of different lengths in two flat arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.blocks import PaddedBlock, in_blocks
from inspector.core.arrays.offsets import lengths_of, offsets_of, owners_of
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, beyond_floats, cumulative_count, ranges

# The code of a prediction that has a confidence but no label.
BLANK = -1

# Lists longer than this are sorted instead of compared column by column.
_MAX_COMPARED = 64
# The ratio of matrix cells to codes above which padding costs too much.
_MAX_PADDING = 4
# Checking whether the lists are a matrix pays off above this number of rows.
_MIN_MATRIX_ROWS = 1000
# Codes that are looked through at once.
_PIECE = 1 << 20


@dataclass(frozen=True, eq=False)
class Ragged:
    """n lists of label codes: list i is `codes[offsets[i]:offsets[i + 1]]`.

    offsets: int64 (n + 1,), from 0 to m; codes: int32 (m,); weights: float64 (m,), one per code
    (a prediction's confidence, a truth label's grade), or None.
    """

    offsets: Ints
    codes: Codes
    weights: Floats | None = None

    @classmethod
    def of(cls, lists: Sequence[Sequence[int] | Codes]) -> Ragged:
        """Build from lists of codes."""
        offsets = offsets_of(np.array([len(codes) for codes in lists], np.int64))
        flat = [np.asarray(codes, np.int32) for codes in lists]
        return cls(offsets, np.concatenate(flat) if flat else np.empty(0, np.int32))

    @classmethod
    def empty(cls, n: int = 0) -> Ragged:
        """n empty lists."""
        return cls(np.zeros(n + 1, np.int64), np.empty(0, np.int32))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, i: int) -> Codes:
        return self.codes[self.offsets[i] : self.offsets[i + 1]]

    def weights_of(self, i: int) -> Floats | None:
        """The weights of one list, or None."""
        return None if self.weights is None else self.weights[self.offsets[i] : self.offsets[i + 1]]

    @cached_property
    def lengths(self) -> Ints:
        """int64 (n,): the length of each list."""
        return lengths_of(self.offsets)

    @cached_property
    def longest(self) -> int:
        """The length of the longest list, 0 without lists."""
        return int(lengths_of(self.offsets).max(initial=0))  # not kept: some lists are never asked for their lengths

    @cached_property
    def heaviest(self) -> float:
        """The highest weight, at least 1, NaN if one is NaN; 1 without weights."""
        return 1.0 if self.weights is None else float(self.weights.max(initial=1.0))

    @cached_property
    def lightest(self) -> float:
        """The lowest weight, at most 0, NaN if one is NaN; 0 without weights."""
        return 0.0 if self.weights is None else float(self.weights.min(initial=0.0))

    @cached_property
    def width(self) -> int:
        """The common length of all lists, 0 when lengths differ."""
        first = int(self.lengths[0]) if len(self) else 0
        return first if len(self.codes) == first * len(self) and (self.lengths == first).all() else 0

    @cached_property
    def _occurring(self) -> Ints:
        """int64, ascending: the codes from 0 on that occur."""
        found = np.zeros(int(self.codes.max(initial=BLANK)) + 1, bool)
        for low in range(0, len(self.codes), _PIECE):
            part = self.codes[low : low + _PIECE]
            found[part if part.min() >= 0 else part[part >= 0]] = True
            if found.all():  # which the first lists show where there are few labels
                break
        return np.flatnonzero(found)

    def presence(self, size: int) -> Bools:
        """bool (size,): which of the codes 0..size - 1 occur; all codes are looked through once."""
        found = np.zeros(size, bool)
        found[self._occurring] = True
        return found

    def owners(self) -> Ints:
        """int64 (m,): the list that each code belongs to."""
        return owners_of(self.lengths)

    @beyond_floats
    def sums(self, values: Floats) -> Floats:
        """float64 (n,): the sum of the values, (m,), of each list; to the bit the same wherever the list stands."""
        if self.width:
            return np.add.reduceat(values, self.offsets[:-1]).astype(np.float64, copy=False)
        sums, filled = np.zeros(len(self)), self.lengths > 0
        sums[filled] = np.add.reduceat(values, self.offsets[:-1][filled])
        return sums

    @cached_property
    def weight_sums(self) -> Floats:
        """float64 (n,): the sum of the weights of each list, 0 without weights."""
        return np.zeros(len(self)) if self.weights is None else self.sums(self.weights)

    def list_of(self, at: Ints) -> Ints:
        """int64: the list that each code belongs to; `at` holds indices into `codes`."""
        if self.width == 1:
            return at
        return at // self.width if self.width else np.searchsorted(self.offsets, at, side="right") - 1

    def take(self, rows: Ints) -> Ragged:
        """The lists at `rows`, in that order; a negative row number gives an empty list."""
        if len(rows) == len(self) and np.array_equal(rows, np.arange(len(self))):
            return self
        if len(rows) > _MIN_MATRIX_ROWS and self.width and rows.min() >= 0:
            return self._rows(rows)
        lengths = np.where(rows >= 0, self.lengths[rows], 0) if len(self) else np.zeros(len(rows), np.int64)
        starts = self.offsets[rows] if len(self) else lengths
        at = ranges(starts, lengths)
        return Ragged(offsets_of(lengths), self.codes[at], None if self.weights is None else self.weights[at])

    def _rows(self, rows: Ints) -> Ragged:
        """`take` for lists of equal length, as rows of a matrix."""

        def matrix(values: NDArray[Any]) -> NDArray[Any]:
            return values.reshape(-1, self.width).take(rows, axis=0).ravel()

        weights = None if self.weights is None else matrix(self.weights)
        return Ragged(np.arange(len(rows) + 1) * self.width, matrix(self.codes), weights)

    def keep(self, mask: Bools) -> Ragged:
        """The same lists with only the codes where `mask`, bool (m,), is true."""
        before = cumulative_count(mask)
        weights = None if self.weights is None else np.compress(mask, self.weights)
        return Ragged(before[self.offsets], np.compress(mask, self.codes), weights)

    def first(self, k: int) -> Ragged:
        """The first k codes of each list."""
        if self.longest <= k:
            return self
        lengths = np.minimum(self.lengths, k)
        at = ranges(self.offsets[:-1], lengths)
        return Ragged(offsets_of(lengths), self.codes[at], None if self.weights is None else self.weights[at])

    def reordered(self, order: Ints) -> Ragged:
        """The same lists with their codes in another order, int64 (m,), that keeps each in its list; weights stay."""
        return Ragged(self.offsets, self.codes[order], self.weights)

    def append(self, other: Ragged) -> Ragged:
        """These lists followed by the other's. Both have weights, or neither."""
        return Ragged.joined([self, other])

    def replace(self, rows: Ints, lists: Ragged) -> Ragged:
        """These lists with those at `rows` replaced by `lists`, one for one. Both have weights, or neither."""
        if np.array_equal(self.lengths[rows], lists.lengths):  # as for one probability of all classes
            at, codes, weights = ranges(self.offsets[rows], lists.lengths), self.codes.copy(), None
            codes[at] = lists.codes
            if self.weights is not None and lists.weights is not None:
                weights = self.weights.copy()
                weights[at] = lists.weights
            return Ragged(self.offsets, codes, weights)
        source = np.arange(len(self))
        source[rows] = len(self) + np.arange(len(rows))
        return self.append(lists).take(source)

    @classmethod
    def one(cls, codes: Sequence[int], weights: Sequence[float] | None = None) -> Ragged:
        """A single list."""
        given = None if weights is None else np.array(weights, np.float64)
        return cls(np.array([0, len(codes)]), np.array(codes, np.int32), given)

    @classmethod
    def joined(cls, parts: Sequence[Ragged]) -> Ragged:
        """Concatenate at least one Ragged; each may be a `part`."""
        steps, at = [np.zeros(1, np.int64)], 0
        for part in parts:
            steps.append(part.offsets[1:] + (at - int(part.offsets[0])))
            at += len(part.codes)
        weights = [part.weights for part in parts if part.weights is not None]
        codes = np.concatenate([part.codes for part in parts])
        return cls(np.concatenate(steps), codes, np.concatenate(weights) if weights else None)

    def part(self, low: int, high: int) -> Ragged:
        """Lists low..high - 1, sharing memory. Its offsets do not start at 0: pass it to `joined` only."""
        start, end = int(self.offsets[low]), int(self.offsets[high])
        weights = None if self.weights is None else self.weights[start:end]
        return Ragged(self.offsets[low : high + 1], self.codes[start:end], weights)

    def first_codes(self) -> Codes:
        """int32 (n,): the first code of each list, -1 for an empty list."""
        if not len(self.codes):
            return np.full(len(self), BLANK, np.int32)
        first = self.codes[np.minimum(self.offsets[:-1], len(self.codes) - 1)]
        return np.where(self.lengths > 0, first, np.int32(BLANK))

    def first_weights(self) -> Floats:
        """float64 (n,): the first weight of each list, NaN for an empty list."""
        if self.weights is None or not len(self.codes):
            return np.full(len(self), np.nan)
        first = self.weights[np.minimum(self.offsets[:-1], len(self.codes) - 1)]
        return np.where(self.lengths > 0, first, np.nan)

    def sorted_by_weight(self) -> Ragged:
        """The same lists without weights, each sorted by descending weight; unchanged when there are no weights."""
        return self if self.weights is None else Ragged(self.offsets, self.by_weight().codes)

    def by_weight(self) -> Ragged:
        """The same lists, each sorted by descending weight; unchanged when there are no weights."""
        weights = self.weights
        if weights is None:
            return self
        starts = np.zeros(len(weights) + 1, bool)
        starts[self.offsets] = True
        if (starts[1:-1] | (weights[1:] <= weights[:-1])).all():  # as wide files are read
            return self
        order = np.lexsort((-weights, self.owners()))
        return Ragged(self.offsets, self.codes[order], weights[order])

    def rises(self) -> Bools:
        """bool (n,): the lists in which a weight is higher than the one in front of it; none without weights."""
        found = np.zeros(len(self), bool)
        if self.weights is not None:
            owner = self.owners()
            found[owner[1:][(self.weights[1:] > self.weights[:-1]) & (owner[1:] == owner[:-1])]] = True
        return found

    def in_blocks(self, work: Callable[[PaddedBlock], NDArray[Any]]) -> NDArray[Any]:
        """(m,): the result of `work` on these lists as padded matrices, a block of rows at a time."""
        return in_blocks(self.offsets, self.codes, work)

    def repeats(self) -> Bools:
        """bool (m,): true where a code already occurred earlier in its list."""
        longest = self.longest
        if longest < 2:
            return np.zeros(len(self.codes), bool)
        if longest > _MAX_COMPARED or len(self) * longest <= _MAX_PADDING * len(self.codes):
            return self.in_blocks(lambda block: repeated(block.codes))
        # A matrix would be mostly padding, so codes are compared with those at each distance before them.
        starts, found = np.repeat(self.offsets[:-1], self.lengths), np.zeros(len(self.codes), bool)
        for distance in range(1, longest):
            at = np.flatnonzero(self.codes[distance:] == self.codes[:-distance]) + distance
            found[at[at - distance >= starts[at]]] = True
        return found

    @cached_property
    def has_repeats(self) -> bool:
        """Whether a code occurs twice in any list."""
        return bool(self.repeats().any())

    def same(self, other: Ragged) -> Bools:
        """bool (n,): true where both have the same list, weights included. Both have n lists."""
        equal: Bools = self.lengths == other.lengths
        comparable = np.where(equal, np.arange(len(self)), -1)
        left, right = (self, other) if equal.all() else (self.take(comparable), other.take(comparable))
        differs = left.codes != right.codes
        if left.weights is not None and right.weights is not None:
            differs |= (left.weights != right.weights) & ~(np.isnan(left.weights) & np.isnan(right.weights))
        before = cumulative_count(differs)
        equal &= before[left.offsets[1:]] == before[left.offsets[:-1]]
        return equal


def repeated(codes: Codes) -> Bools:
    """bool, of the matrix's shape: true where the same code occurs further left in its row."""
    if codes.shape[1] > _MAX_COMPARED:
        order = np.argsort(codes, axis=1, kind="stable")
        ranked = np.take_along_axis(codes, order, axis=1)
        again = np.zeros(codes.shape, bool)
        again[:, 1:] = ranked[:, 1:] == ranked[:, :-1]
        repeated = np.zeros(codes.shape, bool)
        np.put_along_axis(repeated, order, again, axis=1)
        return repeated
    # With few columns, comparing whole columns in pairs is cheaper than sorting.
    columns = np.ascontiguousarray(codes.T)
    seen = np.zeros(columns.shape, bool)
    for right in range(1, len(columns)):
        for left in range(right):
            seen[right] |= columns[right] == columns[left]
    return np.ascontiguousarray(seen.T)
