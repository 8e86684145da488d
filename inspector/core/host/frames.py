"""What a host's metric is given: both files as the host would read them, and the rows that they have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import text
from inspector.core.arrays.types import Ints, union
from inspector.core.data.edits import Overlay
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.columnar import as_csv, row_order
from inspector.core.files.formats.csv.reader import Delimited
from inspector.core.files.formats.detect import reopened
from inspector.core.files.formats.patch import Patch, Rows, row_count
from inspector.core.files.labels.reading import Reading
from inspector.core.files.pair import Pair
from inspector.core.files.save import patch_of

_SHOWN = 3


@dataclass(frozen=True, eq=False)
class Content:
    """A file as sent. data: CSV in UTF-8; owner: int64, the table's row of each record, -1 for none."""

    data: bytes
    owner: Ints


@dataclass(frozen=True, eq=False)
class Frames:
    """The files of a pair. Cheap to make and to keep: files are read when they are sent."""

    pair: Pair

    @cached_property
    def has_one_record_a_row(self) -> bool:
        """Whether each row is one record in both files, so that predictions can change places."""
        return all(
            reading.entries.bounds is None or bool((np.diff(reading.entries.bounds) == 1).all())
            for reading in (self.pair.truth, self.pair.submission)
        )

    @property
    def ids(self) -> list[int]:
        """The columns of ids in both files; the first, where several make an id."""
        return [self.pair.truth.layout.id, self.pair.submission.layout.id]

    @property
    def kept(self) -> list[list[int] | None]:
        """The columns of both files that are handed over: all but `Usage`; of one file, to each what is its own."""
        (truth, used), (submission, theirs) = ((r, r.layout.used) for r in (self.pair.truth, self.pair.submission))
        is_one_file = truth.sheet.syntax is submission.sheet.syntax
        dropped = {truth.layout.usage, *(theirs - used if is_one_file else ())}
        own = sorted(column for column in theirs if column is not None) if is_one_file else None
        return [[column for column in range(len(truth.sheet.names)) if column not in dropped], own]

    @property
    def solution(self) -> Content:
        """The truth."""
        reading = self.pair.truth
        return Content(_csv(reading, Patch()), _owner(reading, np.arange(len(self.pair.table))))

    def submission(self, changes: Patch | None = None) -> Content:
        """The submission as it would be saved with some changes. Raises InputError for a file that has changed."""
        reading, patch = self.pair.submission, changes or Patch()
        owner = _owner(reading, self.pair.entry_of_row)
        if not is_cells_only(patch):
            both = [owner, *(self._owner_of_new(rows) for rows in (patch.inserted, patch.appended))]
            owner = np.concatenate(both)[row_order(len(owner), patch)]
        return Content(_csv(reading, patch), owner)

    def patch(self, overlay: Overlay, rows: Ints | None = None) -> Patch:
        """The changes to the submission's file by some edited rows, or by all."""
        if rows is None:
            return patch_of(self.pair, overlay.rows, overlay.predictions)
        return patch_of(self.pair, rows, overlay.over(self.pair.table, rows))

    def records(self, rows: Ints) -> Ints:
        """int64: the records of rows in the submission's file."""
        entries = self.pair.entry_of_row[rows]
        return self.pair.submission.entries.all_records(entries)[1]

    def changed(self, before: Overlay, after: Overlay) -> Ints:
        """int64, ascending: the rows whose predictions differ."""
        rows, table = union(before.rows, after.rows), self.pair.table
        return rows[~before.over(table, rows).same(after.over(table, rows))]

    def refuse_missing(self, overlay: Overlay) -> None:
        """Raise InputError unless each row has a prediction, as the host requires."""
        added = overlay.rows[overlay.predictions.lengths > 0]
        lacking = np.flatnonzero(~self.pair.table.submitted)
        missing = lacking[~np.isin(lacking, added)]
        if len(missing):
            ids = ", ".join(shorten(self.pair.table.id(int(row))) for row in missing[:_SHOWN])
            what = f"the submission has no row for {len(missing):,} ids of the truth"
            hint = "The host's metric is called with the same ids in both files. Add these rows"
            found = ids + (", …" if len(missing) > _SHOWN else "")
            raise InputError(what, self.pair.submission.sheet.name, found=found, hint=hint)

    def _owner_of_new(self, rows: Rows) -> Ints:
        """The table's row of each new record, by its id."""
        if not row_count(rows):
            return np.empty(0, np.int64)
        layout = self.pair.submission.layout
        parts: list[pa.StringArray] = [rows[column] for column in layout.ids]
        ids = parts[0] if len(parts) == 1 else pc.binary_join_element_wise(*parts, text(layout.id_sign))
        return self.pair.table.rows_of(ids)


def is_cells_only(patch: Patch) -> bool:
    """Whether a patch changes cells, and no record comes, goes or gets another number."""
    return not (len(patch.dropped) or len(patch.after) or row_count(patch.appended) or patch.restructures)


def _owner(reading: Reading, entry_of_row: Ints) -> Ints:
    """int64: the row of each record of a file."""
    owner = np.full(reading.rows, -1)
    offsets, records = reading.entries.all_records(entry_of_row)
    owner[records] = np.repeat(np.arange(len(entry_of_row)), np.diff(offsets))
    return owner


def _csv(reading: Reading, changes: Patch) -> bytes:
    """A file as CSV: its own bytes where it is such, with a header and ids, as the host gets it."""
    sheet = reading.sheet
    is_such = isinstance(sheet.syntax, Delimited) and sheet.syntax.header and sheet.syntax.delimiter == ","
    if is_such and not sheet.is_numbered:
        return b"".join(sheet.syntax.write(sheet, changes))
    return b"".join(as_csv(reopened(sheet), changes))
