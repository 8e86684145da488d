"""Edits as values, and the sparse overlay of predictions that differ from the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.data.table import Table

# An edit of fewer than 1 in this many edited rows is inserted without sorting again.
_INSERT_RATIO = 64

Column = TypeVar("Column", bound=NDArray[Any])


@dataclass(frozen=True, eq=False)
class Edit:
    """New prediction lists for some rows of the table.

    rows: int64 (e,), ascending and distinct; predictions: e lists; name: the text of the undo menu.
    """

    rows: Ints
    predictions: Ragged
    name: str


@dataclass(frozen=True, eq=False)
class Overlay:
    """The rows whose predictions differ from the table's: rows int64 (e,) ascending, predictions e lists."""

    rows: Ints
    predictions: Ragged

    @classmethod
    def empty(cls) -> Overlay:
        """An overlay without rows."""
        return cls(np.empty(0, np.int64), Ragged.empty())

    def __len__(self) -> int:
        return len(self.rows)

    def covers(self, rows: Ints) -> Bools:
        """bool (len(rows),): true for the rows that differ from the table."""
        if not len(self):
            return np.zeros(len(rows), bool)
        # np.isin would scan the whole overlay even for a single row.
        at = np.minimum(np.searchsorted(self.rows, rows), len(self) - 1)
        covered: Bools = self.rows[at] == rows
        return covered

    def differing(self, other: Overlay) -> int:
        """How many rows have another prediction than under another overlay of the same table."""
        both, here, there = np.intersect1d(self.rows, other.rows, assume_unique=True, return_indices=True)
        alike = int(self.predictions.take(here).same(other.predictions.take(there)).sum()) if len(both) else 0
        return len(self) + len(other) - len(both) - alike

    def submitted(self, table: Table, rows: Ints | None = None) -> Bools:
        """bool (r,): which of some rows, None for all, the submission has; edits may add and remove rows."""
        found = table.submitted.copy()
        found[self.rows] = table.submitted_with(self.rows, self.predictions.lengths)
        return found if rows is None else found[rows]

    def over(self, table: Table, rows: Ints) -> Ragged:
        """The current predictions of `rows`: from the overlay where it covers them, else from the table."""
        if len(rows) and np.array_equal(rows, self.rows):
            return self.predictions
        base = table.predictions.take(rows)
        edited = np.flatnonzero(self.covers(rows))
        at = np.searchsorted(self.rows, rows[edited])
        return base.replace(edited, self.predictions.take(at)) if len(edited) else base

    def column(self, table: Table, of: Callable[[Ragged], Column]) -> Column:
        """(n,): what a function of lists gives of the current predictions; it is asked again for edited rows alone."""
        values = of(table.predictions)
        if len(self):
            values[self.rows] = of(self.predictions)
        return values

    def find(self, row: int, table: Table) -> tuple[Codes, Floats | None]:
        """The current prediction of one row: its codes, and its confidences or None."""
        at = int(np.searchsorted(self.rows, row))
        edited = at < len(self.rows) and self.rows[at] == row
        lists, number = (self.predictions, at) if edited else (table.predictions, row)
        return lists[number], lists.weights_of(number)

    def apply(self, edit: Edit, table: Table) -> Overlay:
        """The overlay after an edit; rows that equal the table again drop out."""
        changed = np.flatnonzero(~edit.predictions.same(table.predictions.take(edit.rows)) | self._added(edit, table))
        if len(edit.rows) * _INSERT_RATIO < len(self):
            return self._inserted(edit.rows, edit.rows[changed], edit.predictions.take(changed))
        kept = np.flatnonzero(~np.isin(self.rows, edit.rows))
        rows = np.concatenate([self.rows[kept], edit.rows[changed]])
        lists = edit.predictions.take(changed)
        if not len(kept):
            return Overlay(rows, lists)
        lists = self.predictions.take(kept).append(lists)
        order = np.argsort(rows)
        return Overlay(rows[order], lists.take(order))

    def _inserted(self, removed: Ints, rows: Ints, lists: Ragged) -> Overlay:
        """Remove a few rows and insert others; the stretches between them are copied."""
        first = np.searchsorted(self.rows, removed)
        rest = np.append(0, first + self.covers(removed)).tolist()
        parts, row_parts, number = list[Ragged](), list[Ints](), 0
        for row, start, end in zip(removed.tolist(), rest, first.tolist(), strict=False):
            parts.append(self.predictions.part(start, end))
            row_parts.append(self.rows[start:end])
            if number < len(rows) and rows[number] == row:
                parts.append(lists.part(number, number + 1))
                row_parts.append(rows[number : number + 1])
                number += 1
        parts.append(self.predictions.part(rest[-1], len(self)))
        row_parts.append(self.rows[rest[-1] :])
        return Overlay(np.concatenate(row_parts), Ragged.joined(parts))

    def _added(self, edit: Edit, table: Table) -> Bools:
        return ~table.submitted[edit.rows] & (edit.predictions.lengths > 0)
