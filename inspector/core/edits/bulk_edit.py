"""Bulk edits as values: what is done to many rows, and what it would do."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from inspector.core.errors import InputError


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

    @property
    def range(self) -> str:
        """The limits in words: `0.1 to 0.5`, `at least 0.1`, `at most 0.5`."""
        if self.low == -math.inf:
            return f"at most {self.high:.6g}"
        return f"at least {self.low:.6g}" if self.high == math.inf else f"{self.low:.6g} to {self.high:.6g}"


def refuse_arguments(bulk_edit: BulkEdit, takes: Collection[str]) -> None:
    """Raise InputError for a number, range or share that makes no sense; takes: the fields of the operation."""
    if "number" in takes and not math.isfinite(bulk_edit.number):
        raise InputError(f"{bulk_edit.number!r} is not a finite number", expected="a number such as 0.25 or 1e-3")
    if "low" in takes and not bulk_edit.low <= bulk_edit.high:
        raise InputError("the range is empty", found=bulk_edit.range)
    if "share" in takes and not 0 <= bulk_edit.share <= 1:
        raise InputError(f"{bulk_edit.share:.6g} is no share", expected="0 to 1")


def refuse_power(bulk_edit: BulkEdit) -> None:
    """Raise InputError for a power that turns probabilities round, or makes all of them the same."""
    if bulk_edit.number <= 0:
        raise InputError(f"{bulk_edit.number:.6g} is no power for probabilities", expected="more than 0, such as 1.2")


@dataclass(frozen=True)
class Operation:
    """A kind of bulk edit.

    title: its menu text; takes: its fields; done: its name in the undo menu; keeps_scores: whether all scores stay at
    their places, also in a file with one beside each label, which else goes with its label.
    """

    title: str
    takes: tuple[str, ...]
    done: str
    keeps_scores: bool = False


@dataclass(frozen=True)
class BulkPreview:
    """The effect of a bulk edit: how many rows change out of how many, and the overall before and after."""

    changed: int
    rows: int
    before: float
    after: float
