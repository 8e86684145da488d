"""The rows of a table as metrics score them."""

from __future__ import annotations

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.table import Table
from inspector.core.data.tie_break import TieBreak
from inspector.core.metrics import Batch


def batch_of(table: Table) -> Batch:
    """The batch of all rows of a table, as loaded."""
    return Batch(
        table.truth, table.predictions, table.submitted, table.ties, table.judged, table.groups, kind=table.kind
    )


def rows_of(table: Table, rows: Ints, lists: Ragged, ties: TieBreak | None = None) -> Batch:
    """The batch of some rows with other predictions, one list each; ties: None for those of the table."""
    submitted = table.submitted_with(rows, lists.lengths)
    judged = None if table.judged is None else table.judged.take(rows)
    return Batch(table.truth.take(rows), lists, submitted, ties or table.ties, judged, table.groups, kind=table.kind)
