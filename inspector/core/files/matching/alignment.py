"""Align two sheets: detect their layouts and match their entries by id."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers
from inspector.core.data.usage import is_ignored
from inspector.core.errors import InputError
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.entries import Entries, by_rank, refuse_repeats
from inspector.core.files.matching.ids import code_ids
from inspector.core.files.matching.match import Match, duplicate_ids, match, no_common_ids, repeats
from inspector.core.files.options import Options
from inspector.core.files.schema.layout import Layout, detect_layout, ids_by_content, ids_by_name

Refused = Literal["duplicate-ids", "no-common-ids"]


@dataclass(frozen=True, eq=False)
class Alignment:
    """Two sheets (the same one twice if a file contains both) with their layouts, entries and match.

    known: the id of each record of the truth; ignored: the number of its ids that the host does not score; refusal:
    why the two cannot be scored together; in_truth: whether the truth is the cause; separator: between labels, if set
    by the user.
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
    separator: str | None = None

    @property
    def ids(self) -> pa.StringArray:
        """The ids of the truth's entries."""
        return _of_entries(self.known, self.entries[0])

    @property
    def submission_ids(self) -> pa.ChunkedArray:
        """The ids of the submission's entries."""
        return _of_entries(self.submission.columns[self.layouts[1].id], self.entries[1])


def align(truth: Sheet, submission: Sheet, options: Options) -> Alignment:
    """Align by column names, or by content if the names lead to no common id.

    A mismatch is returned as the alignment's refusal. Raises InputError for options that do not apply to the files.
    """
    first = _tried(truth, submission, ids_by_name(truth, submission, options), options)
    if first.refusal is None:
        return _without_ignored(first)
    if not options.names_ids and not truth.roles and not submission.roles:
        second = _tried(truth, submission, ids_by_content(truth, submission), options)
        # Use the other columns only if they match more ids of the truth.
        if second.refusal is None and second.found.found > first.found.found:
            return _without_ignored(second)
    return first


def _tried(truth: Sheet, submission: Sheet, ids: tuple[int, int], options: Options) -> Alignment:
    """Align by the given id columns."""
    known = combine_chunks(truth.columns[ids[0]])
    codes = code_ids(known, submission.columns[ids[1]])
    layouts, entries = [], []
    for which, (sheet, other) in enumerate(((truth, submission), (submission, truth))):
        layout = detect_layout(sheet, ids[which], other, repeats(codes[which]), options, is_truth=which == 0)
        is_long = layout.shape == "long"
        layouts.append(layout)
        entries.append(by_rank(sheet, layout, Entries.grouped(codes[which])) if is_long else Entries(codes[which]))
    if submission.roles:
        refuse_repeats(submission, layouts[1], entries[1])
    both, found = (entries[0], entries[1]), match(*entries)
    return _checked(
        Alignment(truth, submission, (layouts[0], layouts[1]), both, found, known, separator=options.separator)
    )


def _checked(alignment: Alignment) -> Alignment:
    """The alignment with a refusal if its ids repeat or do not match."""
    truth, submission = alignment.truth, alignment.submission
    for which, sheet in enumerate((truth, submission)):
        layout, codes = alignment.layouts[which], alignment.entries[which].codes
        error = duplicate_ids(sheet, layout.id, codes, ("long/", "/long")[which]) if layout.shape != "long" else None
        if error is not None:
            in_truth = which == 0 and truth is not submission
            return replace(alignment, refusal=error, refused="duplicate-ids", in_truth=in_truth)
    if alignment.found.found:
        return alignment
    error = no_common_ids(truth, submission, alignment.ids, alignment.submission_ids)
    return replace(alignment, refusal=error, refused="no-common-ids")


def _without_ignored(alignment: Alignment) -> Alignment:
    """The alignment without the ids that the host does not score."""
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
