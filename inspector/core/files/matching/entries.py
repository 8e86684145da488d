"""Entries: the records of a file grouped by id, in ranked order."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, numbers
from inspector.core.arrays.offsets import indices_of, offsets_of, owners_of
from inspector.core.arrays.types import Floats, Ints, ranges
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.files.schema.layout import Layout


@dataclass(frozen=True, eq=False)
class Entries:
    """e entries in the order of their first records. codes: int64 (e,), equal for equal ids in both files.

    order, bounds: the records of entry i are `order[bounds[i]:bounds[i + 1]]`; None if each record is an entry.
    ranks: float64 (records,), of a column; None if there is none, or if they are 1, 2, … in the order of each entry.
    """

    codes: Ints
    order: Ints | None = None
    bounds: Ints | None = None
    ranks: Floats | None = None

    @classmethod
    def grouped(cls, codes: Ints) -> Entries:
        """Group records by code; the records of an entry keep the order of the file."""
        _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        entry_of_code = np.empty(len(first), np.int64)
        entry_of_code[np.argsort(first)] = np.arange(len(first))
        entry = entry_of_code[inverse]
        bounds = offsets_of(np.bincount(entry, minlength=len(first)))
        return cls(codes[np.sort(first)], np.argsort(entry, kind="stable"), bounds)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def first(self) -> Ints:
        """int64 (e,): the first record of each entry."""
        if self.order is None or self.bounds is None:
            return np.arange(len(self.codes))
        return self.order[self.bounds[:-1]]

    def records(self, entry: int) -> list[int]:
        """The records of an entry."""
        if self.order is None or self.bounds is None:
            return [entry]
        records: list[int] = self.order[self.bounds[entry] : self.bounds[entry + 1]].tolist()
        return records

    def count(self, entries: Ints) -> int:
        """The number of records of some entries."""
        return len(entries) if self.bounds is None else int(np.diff(self.bounds)[entries].sum())

    def all_records(self, entries: Ints) -> tuple[Ints, Ints]:
        """Offsets (len + 1,) and the concatenated records of several entries; a negative entry has none."""
        if self.order is None or self.bounds is None:
            lengths = (entries >= 0).astype(np.int64)
            return offsets_of(lengths), entries[entries >= 0]
        lengths = np.where(entries >= 0, np.diff(self.bounds)[entries], 0)
        records = self.order[ranges(self.bounds[:-1][entries], lengths)]
        return offsets_of(lengths), records

    def take(self, entries: Ints) -> Entries:
        """A selection of the entries."""
        if self.order is None:
            return Entries(self.codes[entries], entries, np.arange(len(entries) + 1))
        bounds, order = self.all_records(entries)
        return Entries(self.codes[entries], order, bounds, self.ranks)


def by_rank(sheet: Sheet, layout: Layout, entries: Entries) -> Entries:
    """Sort the records of each entry by rank, or by descending score and then descending label, as trec_eval does."""
    if entries.order is None or entries.bounds is None or (layout.rank is None and layout.confidence is None):
        return entries
    owner = owners_of(np.diff(entries.bounds))
    score = score_column(sheet, layout)
    rank = None if layout.rank is None else _column(sheet, layout.rank)
    keys: list[Ints | Floats] = []
    if score is not None:
        keys = [_ties(sheet, layout)[entries.order], -_column(sheet, score)[entries.order]]
    elif rank is not None:
        keys = [rank[entries.order]]
    order = entries.order[np.lexsort((*keys, owner))]
    is_usual = rank is None or np.array_equal(rank[order], indices_of(np.diff(entries.bounds)) + 1)
    return replace(entries, order=order, ranks=None if is_usual else rank)


def score_column(sheet: Sheet, layout: Layout) -> int | None:
    """The column whose scores order the labels of an id, None if a rank does, or the order of the file."""
    if sheet.roles is not None:
        return sheet.roles.score
    return layout.confidence if layout.shape == "long" and layout.rank is None else None


def refuse_repeats(sheet: Sheet, layout: Layout, entries: Entries) -> None:
    """Raise InputError when a TREC run repeats a document within a topic."""
    if entries.order is None or entries.bounds is None:
        return
    labels = combine_chunks(sheet.columns[layout.labels[0]]).dictionary_encode()
    codes = numbers(labels.indices).astype(np.int64)
    owner = np.empty(len(codes), np.int64)
    owner[entries.order] = owners_of(np.diff(entries.bounds))
    pair = owner * (int(codes.max(initial=0)) + 1) + codes
    _, first = np.unique(pair, return_index=True)
    if len(first) < len(pair):
        record = int(np.setdiff1d(np.arange(len(pair)), first)[0])
        label = str(sheet.columns[layout.labels[0]][record])
        found = f"{shorten(label)} again"
        what = "a document is repeated within a topic"
        raise InputError(what, sheet.name, sheet.line(record), found, "each document once in a topic")


def _ties(sheet: Sheet, layout: Layout) -> Ints:
    """int64: sort key among equal scores, by descending label."""
    ranks = pc.rank(sheet.columns[layout.labels[0]], tiebreaker="dense")
    keys: Ints = numbers(ranks).astype(np.int64)
    return -keys


def _column(sheet: Sheet, column: int) -> Floats:
    return np.concatenate([trimmed_numbers(chunk) for chunk in sheet.columns[column].chunks])
