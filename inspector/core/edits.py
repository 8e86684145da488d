"""Edits as values, and the sparse overlay that holds what differs from the table. Knows nothing of scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays import Bools, Codes, Floats, Ints
from inspector.core.ragged import Ragged
from inspector.core.table import Table


@dataclass(frozen=True, eq=False)
class Edit:
    """New prediction lists for some rows of the table.

    rows: int64 (e,), ascending and distinct; predictions: e lists; name: what was done, as the undo menu says it.
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
        """No row differs."""
        return cls(np.empty(0, np.int64), Ragged.empty())

    def __len__(self) -> int:
        return len(self.rows)

    def covers(self, rows: Ints) -> Bools:
        """bool (len(rows),): true for the rows that differ from the table."""
        if not len(self):
            return np.zeros(len(rows), bool)
        # Not np.isin, which looks through the whole overlay for a single row.
        at = np.minimum(np.searchsorted(self.rows, rows), len(self) - 1)
        covered: Bools = self.rows[at] == rows
        return covered

    def over(self, table: Table, rows: Ints) -> Ragged:
        """The current predictions of `rows`: the overlay's where it covers them, the table's elsewhere."""
        base = table.predictions.take(rows)
        edited = np.flatnonzero(self.covers(rows))
        at = np.searchsorted(self.rows, rows[edited])
        return base.replace(edited, self.predictions.take(at)) if len(edited) else base

    def find(self, row: int, table: Table) -> tuple[Codes, Floats | None]:
        """The current prediction of one row: codes, and their confidences where there are any."""
        at = int(np.searchsorted(self.rows, row))
        edited = at < len(self.rows) and self.rows[at] == row
        lists, number = (self.predictions, at) if edited else (table.predictions, row)
        return lists[number], lists.weights_of(number)

    def apply(self, edit: Edit, table: Table) -> Overlay:
        """The overlay after an edit; rows that are back at the table's own list drop out of it."""
        kept = np.flatnonzero(~np.isin(self.rows, edit.rows))
        changed = np.flatnonzero(~edit.predictions.same(table.predictions.take(edit.rows)) | self._added(edit, table))
        rows = np.concatenate([self.rows[kept], edit.rows[changed]])
        lists = edit.predictions.take(changed)
        lists = self.predictions.take(kept).append(lists) if len(kept) else lists
        order = np.argsort(rows)
        return Overlay(rows[order], lists.take(order))

    def _added(self, edit: Edit, table: Table) -> Bools:
        return ~table.submitted[edit.rows] & (edit.predictions.lengths > 0)
