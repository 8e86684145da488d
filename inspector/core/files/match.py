"""Which row of the submission belongs to which row of the truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.delimited import Sheet


@dataclass(frozen=True, eq=False)
class Match:
    """records: int64 (n,), the submission's record for each truth row, -1 for none; unknown: int64, the submission's
    records whose id the truth does not have.
    """

    records: Ints
    unknown: Ints


def match(truth_ids: pa.Array, submission_ids: pa.Array) -> Match:
    """Find every id of the truth among the submission's. Ids are equal when their text is."""
    at = pc.index_in(truth_ids, value_set=submission_ids).fill_null(-1)
    records = at.to_numpy(zero_copy_only=False).astype(np.int64)
    known = np.zeros(len(submission_ids), bool)
    known[records[records >= 0]] = True
    return Match(records, np.flatnonzero(~known))


def refuse_duplicates(ids: pa.Array, sheet: Sheet, column: int) -> None:
    """Raise InputError when an id stands in more than one row."""
    codes = ids.dictionary_encode()
    if len(codes.dictionary) == len(ids):
        return
    indices = codes.indices.to_numpy()
    again = np.ones(len(ids), bool)
    again[np.unique(indices, return_index=True)[1]] = False
    second = int(np.flatnonzero(again)[0])
    first = int(np.flatnonzero(indices == indices[second])[0])
    raise InputError(
        f'{int(again.sum()):,} ids of column "{sheet.names[column]}" stand in more than one row',
        sheet.name,
        sheet.line(second),
        f"{shorten(str(ids[second]))} again, first in row {first + 1:,}",
        "one row for each id",
        "Remove all rows of an id but one, or name another column with --id-column",
    )


def strangers(truth: Sheet, submission: Sheet, truth_ids: pa.Array, submission_ids: pa.Array) -> InputError:
    """The error for two files without a common id, which would score nothing."""
    return InputError(
        "no id of the truth occurs in the submission",
        submission.name,
        found=f"ids like {shorten(str(submission_ids[0]))}",
        expected=f"ids like {shorten(str(truth_ids[0]))}, as in {truth.name}",
        hint="Check that the two files belong together, or name the column with --id-column",
    )
