"""Bulk edits as values: what is done to many rows, and what it would do."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class BulkEdit:
    """An operation on rows. kind: its name, a key of `bulk.operations`; the other fields are those that it takes.

    label, other: label texts; rank, other_rank: from 1; number: to multiply by, to add or to set; low, high: limits,
    infinite for none; digits: behind the point, below 0 before it; share: how far towards the truth, 0 to 1; component:
    the name of the number that changes, empty for all of a row.
    """

    kind: str
    label: str = ""
    other: str = ""
    rank: int = 1
    other_rank: int = 2
    number: float = 1.0
    low: float = -math.inf
    high: float = math.inf
    digits: int = 0
    share: float = 0.1
    component: str = ""


@dataclass(frozen=True)
class Operation:
    """A kind of bulk edit. title: its menu text; takes: its fields; done: its name in the undo menu."""

    title: str
    takes: tuple[str, ...]
    done: str


@dataclass(frozen=True)
class BulkPreview:
    """The effect of a bulk edit: how many rows change out of how many, and the overall before and after."""

    changed: int
    rows: int
    before: float
    after: float
