"""Which entry of the submission answers which entry of the truth, and what is wrong with ids that repeat or miss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.entries import Entries
from inspector.core.files.schema.layout import Repeats


@dataclass(frozen=True, eq=False)
class Match:
    """records: int64 (n,), the submission's entry for each of the truth's, -1 for none; unknown: int64, the
    submission's entries whose id the truth does not have.
    """

    records: Ints
    unknown: Ints

    @property
    def found(self) -> int:
        """How many ids of the truth have an entry in the submission."""
        return int((self.records >= 0).sum())


def match(truth: Entries, submission: Entries) -> Match:
    """Find every id of the truth among the submission's. Of several entries with the same id the first is taken."""
    size = 1 + int(max(truth.codes.max(initial=-1), submission.codes.max(initial=-1)))
    place = np.full(size, -1)
    place[submission.codes[::-1]] = np.arange(len(submission))[::-1]
    known = np.zeros(size, bool)
    known[truth.codes] = True
    return Match(place[truth.codes], np.flatnonzero(~known[submission.codes]))


def repeated(codes: Ints) -> Ints:
    """int64: the records whose id stood in an earlier record."""
    again = np.ones(len(codes), bool)
    again[np.unique(codes, return_index=True)[1]] = False
    return np.flatnonzero(again)


def repeats(codes: Ints) -> Repeats:
    """How often the ids repeat that these codes stand for."""
    counts = np.bincount(codes)
    return Repeats(int(np.maximum(counts - 1, 0).sum()), int((counts > 1).sum()), int((counts > 0).sum()))


def duplicates(sheet: Sheet, column: int, codes: Ints, shape: str) -> InputError | None:
    """The error for ids that stand in more than one row, None when there are none; shape: what would allow it."""
    if not repeats(codes).records:
        return None
    again = repeated(codes)
    second = int(again[0])
    first = int(np.flatnonzero(codes == codes[second])[0])
    text = combine_chunks(sheet.columns[column].take(integers(again[:1])))[0]
    return InputError(
        f"{len(again):,} ids of column {shorten(sheet.names[column])} stand in more than one row",
        sheet.name,
        sheet.line(second),
        f"{shorten(str(text))} again{_first_seen(sheet, first)}",
        "one row for each id",
        "Remove all rows of an id but one, choose another column for the ids, or the shape long if a row is one label",
        ("id_column" if shape.startswith("long") else "submission_id_column", f"shape={shape}"),
    )


def _first_seen(sheet: Sheet, record: int) -> str:
    line = sheet.line(record)
    return f", first in line {line:,}" if line else ""


def unknown_labels(
    truth: Sheet, submission: Sheet, truth_ids: pa.ChunkedArray, submission_ids: pa.ChunkedArray
) -> InputError:
    """The error for two files without a common id."""
    return InputError(
        "no id of the truth occurs in the submission",
        submission.name,
        found=f"ids like {shorten(str(submission_ids[0]))}",
        expected=f"ids like {shorten(str(truth_ids[0]))}, as in {truth.name}",
        hint="Check that the two files belong together, or choose other columns for the ids",
        options=("id_column", "submission_id_column"),
    )
