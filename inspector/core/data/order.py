"""Sorting by permutation. Only `Order` converts between row and pos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from inspector.core.arrays.types import Bools, Ints, distinct, ranges

# The bits of a number but for its sign.
_MAGNITUDE = (1 << 63) - 1


@dataclass(frozen=True)
class SortKey:
    """Sort by the column of this name."""

    column: str
    descending: bool = False

    def __str__(self) -> str:
        return ("-" if self.descending else "") + self.column

    @classmethod
    def parse(cls, text: str) -> SortKey:
        """Parse `score` or `-score`."""
        return cls(text.removeprefix("-"), text.startswith("-"))


@dataclass(frozen=True, eq=False)
class Filter:
    """Which rows are shown: mask bool (n,); name is the expression as text.

    parts: the mask of each expression in it; basis: the objects that the masks were computed for.
    """

    mask: Bools
    name: str
    parts: Mapping[str, Bools] = field(default_factory=dict)
    basis: tuple[object, ...] = ()
    _made: dict[Order, Order] = field(default_factory=dict, init=False, repr=False)

    def of(self, whole: Order) -> Order:
        """The shown rows in this order; cached, so that a worker thread can compute it ahead."""
        made = self._made.get(whole)
        if made is None:
            made = whole.only(self.mask)
            self._made.clear()
            self._made[whole] = made
        return made


@dataclass(frozen=True, eq=False)
class Order:
    """Rows of a table of n rows in display order: rows int64 (shown,), rows[pos] = row."""

    rows: Ints
    n: int

    @classmethod
    def as_read(cls, n: int) -> Order:
        """All rows in the order of the truth file."""
        return cls(np.arange(n), n)

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, mask: Bools) -> Order:
        """The same order, with only the rows where mask, bool (n,), is true."""
        return Order(self.rows[mask[self.rows]], self.n)

    def row(self, pos: int) -> int:
        """The row at a pos."""
        return int(self.rows[pos])

    def pos(self, row: int) -> int:
        """The pos of a row, -1 when it is not shown."""
        return int(self._positions[row])

    @cached_property
    def _positions(self) -> Ints:
        positions = np.full(self.n, -1, np.int64)
        positions[self.rows] = np.arange(len(self.rows))
        return positions


def sort(n: int, keys: Sequence[tuple[Any, bool]]) -> Order:
    """Sort n rows by keys, the most important first: each an array (n,) of numbers and whether it descends.

    Stable, with NaN last, in both directions.
    """
    if not keys:
        return Order.as_read(n)
    (first, descending), *others = arrays = [(np.asarray(values), falls) for values, falls in keys]
    rows = _sorting(first, descending)
    tied = _equal_neighbours(first[rows])
    if any((tied & ~_equal_neighbours(values[rows])).any() for values, _ in others):  # seldom: a score decides the cost
        rows = np.arange(n)
        for values, descending in reversed(arrays):
            rows = rows[_sorting(values[rows], descending)]
    return Order(rows, n)


def _equal_neighbours(values: Any) -> Bools:
    """bool (n - 1,): whether each value is that before it; NaN is NaN."""
    before, after = values[:-1], values[1:]
    found: Bools = before == after
    return found | (np.isnan(before) & np.isnan(after)) if values.dtype.kind == "f" else found


def _sorting(values: Any, descending: bool) -> Ints:
    """int64 (n,): the indices that sort n numbers, stable, with NaN last."""
    if values.dtype.kind not in "iu":
        return _sorting_floats(-values if descending else values)  # which stays stable, unlike reversing the result
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    rest = (high - values if descending else values - low).astype(np.uint64)
    if high - low >= 1 << 32:
        return np.argsort(rest, kind="stable")
    # numpy radix-sorts 16-bit integers: first by the low 16 bits, then by the bits above.
    order = np.argsort(rest.astype(np.uint16), kind="stable")
    if high - low >= 1 << 16:
        above = (rest >> np.uint64(16)).astype(np.uint8 if high - low < 1 << 24 else np.uint16)
        order = order[np.argsort(above[order], kind="stable")]
    return order


def _sorting_floats(values: Any) -> Ints:
    """Like `_sorting`, of float64, ascending.

    The numbers become whole ones in the same order, each with its row as its last bits: numpy sorts these in a third of
    the time of sorting rows.
    """
    keys = np.where(np.isnan(values), np.nan, values + 0.0).view(np.int64)  # the bits of one NaN, and one zero
    keys ^= (keys >> 63) & _MAGNITUDE  # those of a negative number fall where it rises
    last = len(values).bit_length()
    keys &= -1 << last
    keys += np.arange(len(values))
    keys.sort()
    rows: Ints = keys & ((1 << last) - 1)
    keys >>= last
    ranked = values[rows]
    # Numbers that differ only in the bits that the rows replaced.
    wrong = distinct(keys[:-1][ranked[1:] < ranked[:-1]])
    starts, ends = np.searchsorted(keys, wrong), np.searchsorted(keys, wrong, side="right")
    at = ranges(starts, ends - starts)
    rows[at] = rows[at][np.lexsort((ranked[at], keys[at]))]
    return rows
