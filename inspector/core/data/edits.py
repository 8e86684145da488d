"""Edits as values, and the sparse overlay that holds what differs from the table. Knows nothing of scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.data.table import Table

# An edit of so few of the rows that differ already is put among them without sorting them anew.
_FEW = 64


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
        if np.array_equal(rows, self.rows):
            return self.predictions
        base = table.predictions.take(rows)
        edited = np.flatnonzero(self.covers(rows))
        at = np.searchsorted(self.rows, rows[edited])
        return base.replace(edited, self.predictions.take(at)) if len(edited) else base

    def heads(self, table: Table) -> tuple[Codes, Ints]:
        """The first code of each row's current prediction, int32 (n,), -1 where there is none; and their lengths."""
        first, lengths = table.predictions.heads()
        if not len(self):
            return first, lengths
        first, lengths = first.copy(), lengths.copy()
        first[self.rows], lengths[self.rows] = self.predictions.heads()
        return first, lengths

    def find(self, row: int, table: Table) -> tuple[Codes, Floats | None]:
        """The current prediction of one row: codes, and their confidences where there are any."""
        at = int(np.searchsorted(self.rows, row))
        edited = at < len(self.rows) and self.rows[at] == row
        lists, number = (self.predictions, at) if edited else (table.predictions, row)
        return lists[number], lists.weights_of(number)

    def apply(self, edit: Edit, table: Table) -> Overlay:
        """The overlay after an edit; rows that are back at the table's own list drop out of it."""
        changed = np.flatnonzero(~edit.predictions.same(table.predictions.take(edit.rows)) | self._added(edit, table))
        if len(edit.rows) * _FEW < len(self):
            return self._exchanged(edit.rows, edit.rows[changed], edit.predictions.take(changed))
        kept = np.flatnonzero(~np.isin(self.rows, edit.rows))
        rows = np.concatenate([self.rows[kept], edit.rows[changed]])
        lists = edit.predictions.take(changed)
        if not len(kept):
            return Overlay(rows, lists)
        lists = self.predictions.take(kept).append(lists)
        order = np.argsort(rows)
        return Overlay(rows[order], lists.take(order))

    def _exchanged(self, gone: Ints, rows: Ints, lists: Ragged) -> Overlay:
        """Without some rows and with others, few of both: what lies between them is only copied."""
        first = np.searchsorted(self.rows, gone)
        rest = np.append(0, first + self.covers(gone)).tolist()
        codes, places, number = list[Ragged](), list[Ints](), 0
        for row, start, end in zip(gone.tolist(), rest, first.tolist(), strict=False):
            codes.append(self.predictions.part(start, end))
            places.append(self.rows[start:end])
            if number < len(rows) and rows[number] == row:
                codes.append(lists.part(number, number + 1))
                places.append(rows[number : number + 1])
                number += 1
        codes.append(self.predictions.part(rest[-1], len(self)))
        places.append(self.rows[rest[-1] :])
        return Overlay(np.concatenate(places), Ragged.joined(codes))

    def _added(self, edit: Edit, table: Table) -> Bools:
        return ~table.submitted[edit.rows] & (edit.predictions.lengths > 0)
