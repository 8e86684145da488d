"""Edits of one reading of a pair on another reading of it: rows are found again by id, labels by text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import Ints
from inspector.core.arrow import integers, numbers
from inspector.core.edits import Edit
from inspector.core.errors import InputError
from inspector.core.prediction import Prediction
from inspector.core.ragged import BLANK, Ragged
from inspector.core.state import State


@dataclass(frozen=True)
class Carried:
    """The edit that makes the edited rows of another reading again, and the ids of those for which there is no row."""

    edit: Edit
    gone: list[str]


def carry(before: State, after: State) -> Carried:
    """What was edited in `before`, as one edit of `after`. Raises InputError when the files cannot hold it any more."""
    rows, lists = before.overlay.rows, before.overlay.predictions
    _refuse(before, after)
    ids = before.table.ids.take(integers(rows))
    at = pc.index_in(ids, value_set=after.table.ids).cast(pa.int64())
    found: Ints = numbers(at.fill_null(integers(np.array([-1]))[0]))
    kept = np.flatnonzero(found >= 0)
    kept = kept[np.argsort(found[kept])]
    name = f"carry {len(kept):,} edited row{'' if len(kept) == 1 else 's'} over"
    edit = Edit(found[kept], _translated(lists.take(kept), before, after), name)
    return Carried(edit, ids.take(integers(np.flatnonzero(found < 0))).to_pylist())


def _refuse(before: State, after: State) -> None:
    """Raise InputError when the submission is written in another way that has no place for these lists."""
    lists, grammar = before.overlay.predictions, after.pair.submission.grammar
    had, has = (state.table.predictions.weights is not None for state in (before, after))
    if len(lists) and had != has:
        raise InputError(
            "the edits cannot be carried over",
            found=f"a submission {'with' if has else 'without'} confidences",
            expected=f"one {'with' if had else 'without'} them, as before",
            hint="The files are open as they were; save the edits under another name",
        )
    if grammar != before.pair.submission.grammar:
        for label in filter(None, before.table.vocab.texts(np.unique(lists.codes))):
            after.pair.submission.refuse(Prediction((label,), (0.5,) if has else None))


def _translated(lists: Ragged, before: State, after: State) -> Ragged:
    """The same labels in the codes of another vocabulary."""
    used = np.flatnonzero(np.bincount(lists.codes[lists.codes != BLANK]))
    # The last place is that of BLANK, which is -1.
    known = np.full(len(before.table.vocab) + 1, BLANK, np.int32)
    known[used] = after.table.vocab.add_all(before.table.vocab.strings(used.astype(np.int32)))
    return Ragged(lists.offsets, known[lists.codes], lists.weights)
