"""Find the submission's entry for each entry of the truth; errors for repeated ids and for no common ids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.entries import Entries
from inspector.core.files.schema.contents import has_single_labels
from inspector.core.files.schema.layout import Layout, Repeats, id_texts
from inspector.core.plural import count_of


@dataclass(frozen=True, eq=False)
class Match:
    """Matched entries.

    entry_of_row: int64 (n,), the submission's entry for each entry of the truth, -1 for none; unknown: int64, the
    submission's entries whose id is not in the truth.
    """

    entry_of_row: Ints
    unknown: Ints

    @property
    def found(self) -> int:
        """The number of the truth's ids that are in the submission."""
        return int((self.entry_of_row >= 0).sum())


def match(truth: Entries, submission: Entries) -> Match:
    """Find every id of the truth in the submission; the first of several entries with the same id wins."""
    if _ascend(truth.codes) and np.array_equal(truth.codes, submission.codes):
        # Ascending codes from 0 to n - 1 are the numbers of the entries.
        are_numbers = len(truth) > 0 and truth.codes[[0, -1]].tolist() == [0, len(truth) - 1]
        return Match(truth.codes if are_numbers else np.arange(len(truth)), np.empty(0, np.int64))
    size = 1 + int(max(truth.codes.max(initial=-1), submission.codes.max(initial=-1)))
    entry_of_code = np.full(size, -1)
    entry_of_code[submission.codes[::-1]] = np.arange(len(submission))[::-1]
    known = np.zeros(size, bool)
    known[truth.codes] = True
    return Match(entry_of_code[truth.codes], np.flatnonzero(~known[submission.codes]))


def repeated(codes: Ints) -> Ints:
    """int64: the records whose id occurs in an earlier record."""
    again = np.ones(len(codes), bool)
    again[np.unique(codes, return_index=True)[1]] = False
    return np.flatnonzero(again)


def repeats(codes: Ints) -> Repeats:
    """Count the repeated ids, given as codes."""
    if _ascend(codes):
        return Repeats(0, 0, len(codes))
    counts = np.bincount(codes)
    return Repeats(int(np.maximum(counts - 1, 0).sum()), int((counts > 1).sum()), int((counts > 0).sum()))


def _ascend(codes: Ints) -> bool:
    """Whether each code is above the one before it, as in most files: then all are different."""
    return bool((codes[1:] > codes[:-1]).all())


def duplicate_ids(sheet: Sheet, layout: Layout, entries: Entries, *, is_truth: bool) -> InputError | None:
    """The error for ids in more than one row, None if there are none."""
    found = repeats(entries.codes)
    if not found.records:
        return None
    again = int(repeated(entries.codes)[0])
    first = int(np.flatnonzero(entries.codes == entries.codes[again])[0])
    first, second = entries.first[[first, again]].tolist()
    text = combine_chunks(id_texts(sheet, layout).take(integers(np.array([second]))))[0]
    hint, options = "Keep one row for each id, or choose other id columns, several as in a+b", ["id_column"]
    if layout.shape == "list" and has_single_labels(sheet, layout.labels[0]):
        hint = "Keep one row for each id, choose another id column, or the shape long if each row has one label"
        options.append(f"shape={'long/' if is_truth else '/long'}")
    many = f"{found.ids:,} ids of column" if found.ids > 1 else "an id of column"
    return InputError(
        f"{many} {shorten(layout.id_name(sheet))} {'are' if found.ids > 1 else 'is'} in more than one row",
        sheet.name,
        sheet.line(second),
        f"{shorten(str(text))} again" + (f", first in line {line:,}" if (line := sheet.line(first)) else ""),
        "one row for each id",
        hint,
        tuple(options if is_truth else ["submission_id_column", *options[1:]]),
    )


def no_common_ids(
    truth: Sheet, submission: Sheet, truth_ids: pa.ChunkedArray, submission_ids: pa.ChunkedArray
) -> InputError:
    """The error for two files without common ids."""
    return InputError(
        "no id of the truth is in the submission",
        submission.name,
        found=f"{count_of(len(submission_ids), 'id')} like {shorten(str(submission_ids[0]))}",
        expected=f"{count_of(len(truth_ids), 'id')} like {shorten(str(truth_ids[0]))}, as in {truth.name}",
        hint="Check that the two files belong together, or choose other id columns",
        options=("id_column", "submission_id_column"),
    )
