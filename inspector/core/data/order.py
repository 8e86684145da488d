"""Sorting by permutation. Only `Order` converts between row and pos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Bools, Ints, distinct, ranges

# The bits of a number but for its sign.
_MAGNITUDE = (1 << 63) - 1
# Numbers among which the usual one is looked for.
_SAMPLE = 1000


@dataclass(frozen=True)
class SortKey:
    """Sort by the column of this name."""

    column: str
    descending: bool = False

    def __str__(self) -> str:
        return ("-" if self.descending else "") + self.column

    @property
    def words(self) -> str:
        """Such as `first hit rank falling`; a column of the files by its own name."""
        own = self.column.removeprefix("extra:")
        name = own if own != self.column else own.replace("_", " ").replace(":", " ")
        return f"{name} {'falling' if self.descending else 'rising'}"

    @classmethod
    def parse(cls, text: str) -> SortKey:
        """Parse `score` or `-score`."""
        return cls(text.removeprefix("-"), text.startswith("-"))


@dataclass(frozen=True, eq=False)
class Filter:
    """Which rows are shown: mask bool (n,); name is the expression as text.

    parts: the mask of each expression in it; basis: the objects that the masks were computed for; hint: where no row is
    shown, what else may be meant, as a remark.
    """

    mask: Bools
    name: str
    parts: Mapping[str, Bools] = field(default_factory=dict)
    basis: tuple[object, ...] = ()
    hint: str = ""
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

    def next_of(self, mask: Bools, pos: int) -> int:
        """The first pos from one on, and then from 0, whose row is true in mask, bool (n,); -1 for none."""
        found = np.flatnonzero(mask[self.rows])
        return int(found[np.searchsorted(found, pos) % len(found)]) if len(found) else -1

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
    if len(keys) > 1 and (one := _as_one(keys)) is not None:
        keys = [(one, False)]
    (first, descending), *others = ((np.asarray(values), falls) for values, falls in keys)
    ranked = _by(None, first, descending)
    tied = _equal_neighbours(first[ranked]) if others else None
    if tied is None or not _tell_apart(ranked, tied, [values for values, _ in others]):
        return Order(ranked, n)  # often, as a score decides the cost
    rows: Ints | None = None
    for values, descending in reversed(others):
        rows = _by(rows, values, descending)
    group = np.empty(n, np.int64)
    group[ranked] = offsets_of((~tied).astype(np.int64))
    return Order(_by(rows, group, False), n)


def _as_one(keys: Sequence[tuple[Any, bool]]) -> Ints | None:
    """int64 (n,): keys of whole numbers as one ascending key, to sort once; None where it would be too large."""
    one, size = np.zeros(len(keys[0][0]), np.int64), 1
    for values, descending in keys:
        if np.asarray(values).dtype.kind != "i" or not len(values):
            return None
        whole = np.asarray(values, np.int64)
        low, high = int(whole.min()), int(whole.max())
        size *= high - low + 1
        if size > 1 << 32:
            return None
        one *= high - low + 1
        one += high - whole if descending else whole - low
    return one


def _tell_apart(rows: Ints, tied: Bools, keys: Sequence[Any]) -> bool:
    """Whether any key differs between neighbours that are tied; tied: bool (n - 1,), whether each row is with the next.

    Where few rows are in a tie, as among numbers, the others are not looked at.
    """
    in_tie = np.append(tied, False) | np.append(False, tied)
    if 2 * in_tie.sum() < len(rows):
        at = np.flatnonzero(in_tie)
        rows, tied = rows[at], tied[at[:-1]]
    return any((tied & ~_equal_neighbours(values[rows])).any() for values in keys)


def _equal_neighbours(values: Any) -> Bools:
    """bool (n - 1,): whether each value is that before it; NaN is NaN."""
    before, after = values[:-1], values[1:]
    found: Bools = before == after
    return found | (np.isnan(before) & np.isnan(after)) if values.dtype.kind == "f" else found


def _by(rows: Ints | None, values: Any, descending: bool) -> Ints:
    """Sort rows, None for all in file order, by numbers (n,), stable, with NaN last."""
    if values.dtype.kind in "iu":
        return _by_integers(np.arange(len(values)) if rows is None else rows, values, descending, first=rows is None)
    # Negating keeps the sort stable, unlike reversing the result.
    known = values if rows is None else values[rows]
    order = _by_floats(-known if descending else known)
    return order if rows is None else rows[order]


def _by_integers(rows: Ints, values: Any, descending: bool, *, first: bool) -> Ints:
    """Sort rows by integers, stable; first: rows are still in file order."""
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    if high == low:
        return rows
    rest = (high - values if descending else values - low).astype(np.uint64)
    if first and high - low == len(rows) - 1 and (inverse := _inverse(rest)) is not None:
        return inverse
    known = rest if first else rest[rows]
    if high - low >= 1 << 32:
        return rows[np.argsort(known, kind="stable")]
    # numpy radix-sorts 16-bit integers: first by the low 16 bits, then by the bits above.
    within = np.argsort(known.astype(np.uint16), kind="stable")
    if high - low >= 1 << 16:
        above = (known >> np.uint64(16)).astype(np.uint8 if high - low < 1 << 24 else np.uint16)
        within = within[np.argsort(above[within], kind="stable")]
    return within if first else rows[within]


def _by_floats(values: Any) -> Ints:
    """Sort rows by numbers, stable, with NaN last."""
    none = np.isnan(values)
    if none.any():
        known = np.flatnonzero(~none)
        return np.concatenate([known[_by_floats(values[known])], np.flatnonzero(none)])
    if (usual := _usual(values)) is not None:
        below, above = (at[_by_floats(values[at])] for at in map(np.flatnonzero, (values < usual, values > usual)))
        return np.concatenate([below, np.flatnonzero(values == usual), above])
    # The numbers as whole ones in the same order, each with its row as its last bits: numpy sorts these in a fourth of
    # the time of sorting rows. `_settled` orders numbers that differ only in the bits that the rows replace.
    last, keys = len(values).bit_length(), _whole(values)
    keys >>= last
    keys <<= last
    keys += np.arange(len(values))
    keys.sort()
    rows: Ints = keys & ((1 << last) - 1)
    return _settled(rows, values[rows], keys, last)


def _usual(values: Any) -> Any:
    """The number that more than half of the rows have, as often among scores and differences; None if there is none."""
    sample = values[:: len(values) // _SAMPLE + 1]
    middle = np.partition(sample, len(sample) // 2)[len(sample) // 2] if len(sample) else None
    return middle if 2 * np.count_nonzero(values == middle) > len(values) else None


def _whole(values: Any) -> Ints:
    """int64 (n,): whole numbers in the order of n numbers without NaN, equal for equal ones: their bits."""
    bits = (np.asarray(values, np.float64) + 0.0).view(np.int64)  # -0.0 + 0.0 is 0.0
    flipped = bits >> 63  # all ones for a negative number, whose bits fall where it rises
    flipped &= _MAGNITUDE
    bits ^= flipped
    return bits


def _settled(rows: Ints, ranked: Any, keys: Ints, last: int) -> Ints:
    """Put rows right whose numbers differ only in the bits that the rows replaced.

    ranked: the numbers in the order of `rows`; keys: int64 (n,), ascending; last: how many low bits of a key hold the
    row.
    """
    wrong = distinct(keys[:-1][ranked[1:] < ranked[:-1]] >> last)
    starts, ends = (np.searchsorted(keys, edge << last) for edge in (wrong, wrong + 1))
    at = ranges(starts, ends - starts)
    rows[at] = rows[at][np.lexsort((ranked[at], keys[at] >> last))]
    return rows


def _inverse(ranks: Any) -> Ints | None:
    """The row of each rank when all ranks differ, so that no sort is needed; else None."""
    rows = np.full(len(ranks), -1, np.int64)
    rows[ranks] = np.arange(len(ranks))
    return rows if (rows >= 0).all() else None
