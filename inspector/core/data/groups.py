"""Rows in groups: those with the same text in a column, or with the same part of their id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.core.arrays.types import Floats, Ints


@dataclass(frozen=True, eq=False)
class RowGroups:
    """of_row: int64 (n,), the group of each row, from 0; count: how many groups; name: returns the text of a group;
    numbers: returns the texts of all groups as numbers, float64 (count,), NaN for those that are none.
    """

    of_row: Ints
    count: int
    name: Callable[[int], str]
    numbers: Callable[[], Floats]
