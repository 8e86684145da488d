"""Match the entries of two sheets of known layouts by id."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, integers, numbers, take_ascending
from inspector.core.arrays.types import Ints
from inspector.core.data.usage import is_ignored
from inspector.core.errors import InputError, quoted
from inspector.core.files.formats.row_numbers import in_file
from inspector.core.files.formats.separator import free_sign
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.entries import Entries, by_rank, refuse_repeats
from inspector.core.files.matching.ids import code_ids
from inspector.core.files.matching.joined import joining_sign
from inspector.core.files.matching.match import Match, duplicate_ids, match, no_common_ids
from inspector.core.files.schema.layout import Layout, id_texts

# Joins the parts of ids, the first that occurs in none.
_ID_SIGNS = ("_", "-", "/", "|", "·", "\x1f")

Refused = Literal["duplicate-ids", "no-common-ids"]


@dataclass(frozen=True, eq=False)
class Alignment:
    """Two sheets (the same one twice if a file contains both) with their layouts, entries and match.

    known: the id of each record of the truth; ignored: the number of its ids that the site does not score; refusal:
    why the two cannot be scored together; in_truth: whether the truth is the cause.
    """

    truth: Sheet
    submission: Sheet
    layouts: tuple[Layout, Layout]
    entries: tuple[Entries, Entries]
    found: Match
    known: pa.StringArray
    ignored: int = 0
    refusal: InputError | None = None
    refused: Refused | None = None
    in_truth: bool = False

    @property
    def sheets(self) -> tuple[Sheet, Sheet]:
        """The truth and the submission."""
        return self.truth, self.submission

    @property
    def ids(self) -> pa.StringArray:
        """The ids of the truth's entries."""
        return _of_entries(self.known, self.entries[0])

    def under(self, sign: str) -> Alignment:
        """The same match, with another sign between the parts of the ids. Raises InputError if parts contain it."""
        if sign == self.layouts[0].id_sign:
            return self
        layouts = replace(self.layouts[0], id_sign=sign), replace(self.layouts[1], id_sign=sign)
        ids = [combine_chunks(id_texts(*one)) for one in zip(self.sheets, layouts, strict=True)]
        signs = pc.max(pc.count_substring(ids[1], sign)).as_py() or 0
        if 1 < len(layouts[1].ids) <= signs:
            what, hint = f"ids of several columns contain {quoted(sign)}", "Write them in one column, as it was before"
            raise InputError(what, self.submission.name, hint=hint)
        return replace(self, layouts=layouts, known=ids[0])

    @property
    def submission_ids(self) -> pa.ChunkedArray:
        """The ids of the submission's entries."""
        return _of_entries(id_texts(self.submission, self.layouts[1]), self.entries[1])


def aligned(truth: Sheet, submission: Sheet, layouts: tuple[Layout, Layout], likely: Ints | None = None) -> Alignment:
    """Match the entries of two sheets of known layouts; a mismatch is returned as the alignment's refusal.

    likely: see `code_ids`.
    """
    sign = _id_sign(truth, submission, layouts)
    layouts = replace(layouts[0], id_sign=sign), replace(layouts[1], id_sign=sign)
    ids = combine_chunks(id_texts(truth, layouts[0])), id_texts(submission, layouts[1])
    codes = code_ids(*ids, likely)
    entries = [
        by_rank(sheet, layout, Entries.grouped(code)) if layout.shape == "long" else _filled(sheet, layout, code)
        for sheet, layout, code in zip((truth, submission), layouts, codes, strict=True)
    ]
    if submission.roles:
        refuse_repeats(submission, layouts[1], entries[1])
    found = Alignment(truth, submission, layouts, (entries[0], entries[1]), match(*entries), ids[0])
    checked = _checked(found)
    return checked if checked.refusal is not None else _without_ignored(checked)


def _filled(sheet: Sheet, layout: Layout, codes: Ints) -> Entries:
    """A row for each id, without empty rows."""
    short = np.flatnonzero(numbers(combine_chunks(pc.binary_length(sheet.columns[layout.id]))) <= 1)
    short = np.arange(len(sheet)) if sheet.is_numbered else short
    entries, empty = Entries(codes), empty_records(sheet, short)
    return entries.take(np.delete(np.arange(len(entries)), empty)) if len(empty) else entries


def empty_records(sheet: Sheet, among: Ints) -> Ints:
    """int64: of these records, ascending, those without any text, as a spreadsheet writes them behind a table."""
    empty = among
    for column in in_file(sheet).columns:
        if len(empty):
            texts = take_ascending(column, empty)
            empty = empty[numbers(pc.binary_length(pc.utf8_trim_whitespace(texts))) == 0]
    return empty


def _id_sign(truth: Sheet, submission: Sheet, layouts: tuple[Layout, Layout]) -> str:
    """A sign that joins the parts of ids and occurs in none of them; empty for ids of one column.

    Where only one file has them in several columns, it is the sign that makes the ids of the other.
    """
    sheets = zip((truth, submission), layouts, strict=True)
    ids, parts = sorted(([sheet.columns[i] for i in layout.ids] for sheet, layout in sheets), key=len)
    if len(ids) == 1 < len(parts) and (sign := joining_sign(parts, ids[0])):
        return sign
    several = [*ids, *parts] if len(ids) > 1 else parts if len(parts) > 1 else []
    return free_sign(map(combine_chunks, several), _ID_SIGNS) if several else ""


def _checked(alignment: Alignment) -> Alignment:
    """The alignment with a refusal if its ids repeat or do not match."""
    truth, submission = alignment.truth, alignment.submission
    for which, sheet in enumerate((truth, submission)):
        layout, entries = alignment.layouts[which], alignment.entries[which]
        error = duplicate_ids(sheet, layout, entries, is_truth=which == 0) if layout.shape != "long" else None
        if error is not None:
            in_truth = which == 0 and truth is not submission
            return replace(alignment, refusal=error, refused="duplicate-ids", in_truth=in_truth)
    if alignment.found.found:
        return alignment
    error = no_common_ids(truth, submission, alignment.ids, alignment.submission_ids)
    return replace(alignment, refusal=error, refused="no-common-ids")


def _without_ignored(alignment: Alignment) -> Alignment:
    """The alignment without the ids that the site does not score."""
    layout, entries = alignment.layouts[0], alignment.entries[0]
    if layout.usage is None:
        return alignment
    kept = np.flatnonzero(~is_ignored(alignment.truth.texts_at(layout.usage, entries.first)))
    if len(kept) == len(entries):
        return alignment
    return replace(
        alignment,
        entries=(entries.take(kept), alignment.entries[1]),
        found=Match(alignment.found.entry_of_row[kept], alignment.found.unknown),
        ignored=len(entries) - len(kept),
    )


def _of_entries(ids: pa.StringArray | pa.ChunkedArray, entries: Entries) -> pa.StringArray | pa.ChunkedArray:
    """The id of each entry, from the id of each record."""
    return ids if entries.order is None else ids.take(integers(entries.first))
