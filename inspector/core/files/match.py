"""Which row of the submission belongs to which row of the truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import Ints
from inspector.core.arrow import integers, numbers
from inspector.core.errors import InputError, shorten
from inspector.core.files.delimited import Sheet


@dataclass(frozen=True, eq=False)
class Match:
    """records: int64 (n,), the submission's record for each truth row, -1 for none; unknown: int64, the submission's
    records whose id the truth does not have.
    """

    records: Ints
    unknown: Ints

    @property
    def found(self) -> int:
        """How many rows of the truth have one in the submission."""
        return int((self.records >= 0).sum())


def match(truth_ids: pa.Array, submission_ids: pa.Array) -> Match:
    """Find every id of the truth among the submission's. Ids are equal when their text is."""
    at = pc.index_in(truth_ids, value_set=submission_ids).cast(pa.int64())
    records: Ints = numbers(at.fill_null(integers(np.array([-1]))[0]))
    known = np.zeros(len(submission_ids), bool)
    known[records[records >= 0]] = True
    return Match(records, np.flatnonzero(~known))


def duplicates(ids: pa.Array, sheet: Sheet, column: int) -> InputError | None:
    """The error for ids that stand in more than one row, None when there are none."""
    codes = ids.dictionary_encode()
    if len(codes.dictionary) == len(ids):
        return None
    indices = numbers(codes.indices)
    again = np.ones(len(ids), bool)
    again[np.unique(indices, return_index=True)[1]] = False
    second = int(np.flatnonzero(again)[0])
    first = int(np.flatnonzero(indices == indices[second])[0])
    return InputError(
        f'{int(again.sum()):,} ids of column "{sheet.names[column]}" stand in more than one row',
        sheet.name,
        sheet.line(second),
        f"{shorten(str(ids[second]))} again, first in row {first + 1:,}",
        "one row for each id",
        "Remove all rows of an id but one, or name another column with --id-column",
    )


def strangers(
    found: Match, truth: Sheet, submission: Sheet, truth_ids: pa.Array, submission_ids: pa.Array
) -> InputError | None:
    """The error for two files without a common id, None when they have one."""
    if found.found:
        return None
    return InputError(
        "no id of the truth occurs in the submission",
        submission.name,
        found=f"ids like {shorten(str(submission_ids[0]))}",
        expected=f"ids like {shorten(str(truth_ids[0]))}, as in {truth.name}",
        hint="Check that the two files belong together, or name the column with --id-column",
    )
