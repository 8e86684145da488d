"""Sorting by permutation, and the only place that turns a row into a pos or back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from inspector.core.arrays.types import Bools, Ints


@dataclass(frozen=True)
class SortKey:
    """Sort by a column, by its name; ascending unless said otherwise."""

    column: str
    descending: bool = False

    def __str__(self) -> str:
        return ("-" if self.descending else "") + self.column

    @classmethod
    def parse(cls, text: str) -> SortKey:
        """`score` or `-score`."""
        return cls(text.removeprefix("-"), text.startswith("-"))


@dataclass(frozen=True, eq=False)
class Filter:
    """Which rows are shown: bool (n,), and in words.

    parts: the masks of the expressions that it was made from; edits: the overlay that lay over the table then.
    """

    mask: Bools
    name: str
    parts: Mapping[str, Bools] = field(default_factory=dict)
    edits: object = None
    _made: dict[Order, Order] = field(default_factory=dict, init=False, repr=False)

    def of(self, whole: Order) -> Order:
        """The rows of an order that it shows; kept, so that it may be worked out before it is shown."""
        made = self._made.get(whole)
        if made is None:
            made = whole.only(self.mask)
            self._made.clear()
            self._made[whole] = made
        return made


@dataclass(frozen=True, eq=False)
class Order:
    """Rows in the order they are shown: rows is int64 (shown,), rows[pos] = row, of a table of n rows."""

    rows: Ints
    n: int

    @classmethod
    def as_read(cls, n: int) -> Order:
        """All rows as the truth file has them."""
        return cls(np.arange(n), n)

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, mask: Bools) -> Order:
        """The same order of only the rows where mask, bool (n,), is true."""
        return Order(self.rows[mask[self.rows]], self.n)

    def row(self, pos: int) -> int:
        """The row shown at a pos."""
        return int(self.rows[pos])

    def pos(self, row: int) -> int:
        """The pos at which a row is shown, -1 when it is not."""
        return int(self._positions[row])

    @cached_property
    def _positions(self) -> Ints:
        positions = np.full(self.n, -1, np.int64)
        positions[self.rows] = np.arange(len(self.rows))
        return positions


def sort(n: int, keys: Sequence[tuple[Any, bool]]) -> Order:
    """All n rows ordered by keys, the most important first: each an array (n,) of numbers and whether it descends.

    Stable in both directions; NaN stands last in both.
    """
    rows = np.arange(n)
    for number, (values, descending) in enumerate(reversed(keys)):
        values = np.asarray(values)
        if values.dtype.kind in "iu":
            rows = _by_integers(rows, values, descending, first=number == 0)
        else:
            # Negating keeps equal values in their order, which reversing a sort would not; numpy puts NaN last.
            known = values if number == 0 else values[rows]
            rows = rows[np.argsort(-known if descending else known, kind="stable")]
    return Order(rows, n)


def _by_integers(rows: Ints, values: Any, descending: bool, *, first: bool) -> Ints:
    """The rows by whole numbers, stable; first: the rows still stand as read."""
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    if high == low:
        return rows
    rest = (high - values if descending else values - low).astype(np.uint64)
    if first and high - low == len(rows) - 1 and (known_places := _inverse(rest)) is not None:
        return known_places
    known = rest if first else rest[rows]
    if high - low >= 1 << 32:
        return rows[np.argsort(known, kind="stable")]
    # numpy sorts numbers of 16 bits without comparing them: by the lower half, then by what is above.
    within = np.argsort(known.astype(np.uint16), kind="stable")
    if high - low >= 1 << 16:
        above = (known >> np.uint64(16)).astype(np.uint8 if high - low < 1 << 24 else np.uint16)
        within = within[np.argsort(above[within], kind="stable")]
    return within if first else rows[within]


def _inverse(places: Any) -> Ints | None:
    """The row at each place when no two rows have the same, which needs no sorting; else None."""
    rows = np.full(len(places), -1, np.int64)
    rows[places] = np.arange(len(places))
    return rows if (rows >= 0).all() else None
