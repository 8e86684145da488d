"""Proofs that a repaired file, read again, differs from the original exactly as its repair says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import integers, numbers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Codes, Ints
from inspector.core.errors import InputError
from inspector.core.files.checks.respelling import all_lists
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.shape import Lists
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.matching.entries import Entries
from inspector.core.files.schema.layout import Layout

# A Python number as a scalar would import pandas.
_NONE = integers(np.full(1, -1)).cast(pa.int32())[0]


def refuse_other_text(expected: Sheet, again: Sheet) -> None:
    """Raise InputError unless the repaired file, read again, has exactly these cells."""
    same = expected.names == again.names and all(map(pa.ChunkedArray.equals, expected.columns, again.columns))
    if not same:
        raise _refusal(again, "the format of the file cannot hold what the repair would write")


def refuse_other_reading(
    before: Alignment, after: Alignment, which: int, changes: Patch, labels: Mapping[str, str]
) -> None:
    """Raise InputError unless all lists are read from the repaired file as before, and those of new rows are empty.

    which: the repaired file; labels: the labels that are meant to differ, with their new texts.
    """
    for side in (0, 1):
        made, corrected = (changes, labels) if side == which else (Patch(), {})
        layouts = _moved(before.layouts[side], made), after.layouts[side]
        # The lists show the labels of wide columns, and signs between parts of cells.
        alike = {replace(layout, id_sign="", label_names=(), separator=None) for layout in layouts}
        if len(alike) > 1 or not _lists_equal(before, after, side, made, corrected):
            raise _refusal(after.sheets[which], "the labels would be read otherwise after the repair")


def _refusal(sheet: Sheet, what: str) -> InputError:
    return InputError(what, sheet.name, hint="Nothing was changed. Correct the file by hand")


def _moved(layout: Layout, changes: Patch) -> Layout:
    """The layout with the new indices of its columns."""
    if changes.columns is None:
        return layout
    new: dict[int | None, int] = {column: index for index, column in enumerate(changes.columns)}
    ids, labels = (tuple(new.get(column, -1) for column in columns) for columns in (layout.ids, layout.labels))
    labels = tuple(sorted(labels)) if layout.shape == "wide" else labels
    confidence, rank, usage = (new.get(column) for column in (layout.confidence, layout.rank, layout.usage))
    return replace(layout, ids=ids, labels=labels, confidence=confidence, rank=rank, usage=usage)


def _lists_equal(before: Alignment, after: Alignment, which: int, changes: Patch, labels: Mapping[str, str]) -> bool:
    if which == 0 and before.truth is after.truth and before.layouts[0] == after.layouts[0]:
        return True  # a truth that stays is read as before, but a submission depends on its truth
    old, new = all_lists(before, which), all_lists(after, which)
    names = new.names.unique()
    origins = _origins(before.entries[which], after.entries[which], len(before.sheets[which]), changes.dropped)
    return _equal(_ragged(old, names, labels).take(origins), _ragged(new, names, {}))


def _origins(before: Entries, after: Entries, n: int, dropped: Ints) -> Ints:
    """int64: for each entry of the repaired file the entry that it was, -1 for a new one. n: records before."""
    survivors, first = np.delete(np.arange(n), dropped), after.first
    entry_of_record = np.full(n, -1)
    entry_of_record[before.first] = np.arange(len(before))
    is_new = first >= len(survivors)
    return np.where(is_new, -1, entry_of_record[survivors[np.where(is_new, 0, first)]])


def _ragged(lists: Lists, names: pa.StringArray, labels: Mapping[str, str]) -> Ragged:
    """The lists as codes of `names`, -1 for other labels."""
    codes = [_codes(chunk, names, labels) for chunk in lists.labels.chunks]
    ragged = Ragged(lists.offsets, np.concatenate([np.empty(0, np.int32), *codes]), lists.weights)
    return ragged if lists.indices is None else ragged.take(lists.indices)


def _codes(chunk: pa.DictionaryArray, names: pa.StringArray, labels: Mapping[str, str]) -> Codes:
    known = chunk.dictionary
    if labels:
        known = texts([labels.get(label, label) for label in known.to_pylist()])
    found: Codes = numbers(pc.fill_null(pc.index_in(known, value_set=names), _NONE).take(chunk.indices))
    return found


def _equal(lists: Ragged, others: Ragged) -> bool:
    if not np.array_equal(lists.offsets, others.offsets) or not np.array_equal(lists.codes, others.codes):
        return False
    if lists.weights is None or others.weights is None:
        return lists.weights is others.weights
    return np.array_equal(lists.weights, others.weights, equal_nan=True)
