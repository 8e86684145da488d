"""Rows in groups: those with the same text in a column, or with the same part of their id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError


class NoColumnError(InputError):
    """The name of a column that rows cannot be grouped by. columns: the names of those that there are."""

    columns: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class RowGroups:
    """of_row: int64 (n,), the group of each row, from 0; count: how many groups; name: returns the text of a group;
    numbers: returns the texts of all groups as numbers, float64 (count,), NaN for those that are none; row: returns
    the id of the first row of a group.
    """

    of_row: Ints
    count: int
    name: Callable[[int], str]
    numbers: Callable[[], Floats]
    row: Callable[[int], str]
