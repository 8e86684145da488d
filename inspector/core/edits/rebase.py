"""Carries edits over to another reading of a pair: finds rows by id and labels by text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Ints, presence_mask, union
from inspector.core.data.edits import Edit, Overlay
from inspector.core.data.table import Table
from inspector.core.edits.replay import Edits, Recovered, applicable, changed_in_file, in_codes_of, recover
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.plural import count_of


def rebase(before: Evaluation, after: Evaluation, saved: Overlay | None = None) -> Recovered:
    """The unsaved edits of `before` as one edit of `after`; saved: the edits that are in the file already.

    Raises InputError if the files cannot hold them any more.
    """
    saved = saved or Overlay.empty()
    rows = _unsaved(before, saved)
    if len(rows) and _are_other_rows(before.table, after.table):
        raise _other_rows(after)
    recovered = recover(after, edits_of(before.table, rows, before.predictions(rows)))
    if refused := recovered.refused:
        raise InputError(
            "the edits cannot be carried over",
            after.pair.submission.sheet.name,
            found=f"{count_of(refused, 'edited row')} that the submission cannot hold",
            expected=f"a submission like the one before: {before.pair.submission}",
            hint="The files are open as they were; save the edits under another name",
        )
    edit = replace(recovered.edit, name=f"carry {count_of(len(recovered.edit.rows), 'edited row')} over")
    return replace(recovered, edit=edit, conflicts=_conflicts(before, after, edit, saved))


def _are_other_rows(before: Table, after: Table) -> bool:
    """Whether a number may be that of another row now; of readings of another kind, only their lengths tell."""
    if not (before.is_numbered or after.is_numbered):
        return False
    if len(before) != len(after) or before.is_numbered != after.is_numbered:
        return True
    return before.kind is after.kind and before.row_print != after.row_print


def _other_rows(after: Evaluation) -> InputError:
    return InputError(
        "the edits cannot be carried over",
        after.pair.submission.sheet.name,
        found="other true values, and no ids: the number of a row may be that of another one now",
        hint="The files are open as they were; save the edits under another name",
    )


def still_in_file(saved: Overlay, before: Evaluation, after: Evaluation) -> Overlay:
    """The edits that were saved, without those that another program took out of the file: these are unsaved again.

    What was edited since, or has no place in the new file, stays as it was saved.
    """
    now, refused, lists = applicable(after, edits_of(before.table, saved.rows, saved.predictions))
    stays = (now < 0) | refused | ~before.predictions(saved.rows).same(saved.predictions)
    other = np.flatnonzero(~stays)
    stays[other] = lists.take(other).same(after.table.predictions.take(now[other]))
    kept = np.flatnonzero(stays)
    return Overlay(saved.rows[kept], saved.predictions.take(kept))


def _unsaved(evaluation: Evaluation, saved: Overlay) -> Ints:
    """int64, ascending: the rows whose predictions differ from the file, also those whose saved edit was undone."""
    rows = union(evaluation.overlay.rows, saved.rows)
    return rows[~evaluation.predictions(rows).same(saved.over(evaluation.table, rows))]


def _conflicts(before: Evaluation, after: Evaluation, edit: Edit, saved: Overlay) -> Ints:
    """int64: the rows of edits carried over that were `changed_in_file`."""
    rows = before.table.rows_of(after.table.ids.take(integers(edit.rows)))
    was = edits_of(before.table, rows, saved.over(before.table, rows))
    return changed_in_file(after.table, edit, in_codes_of(after.table, was.labels, was.lists))


def carried_over(edits: Overlay, table: Table, after: Evaluation) -> Overlay:
    """Edits of a table as an overlay on another reading, without rows that it lacks or cannot hold."""
    return recovered_overlay(edits_of(table, edits.rows, edits.predictions), after)


def changed_rows(table: Table, after: Evaluation) -> Ints:
    """int64, ascending: the rows of a table that another reading of its file has with other predictions."""
    every = Overlay(np.arange(len(table)), table.predictions)
    return np.sort(table.rows_of(after.table.ids.take(integers(carried_over(every, table, after).rows))))


def recovered_overlay(edits: Edits, after: Evaluation) -> Overlay:
    """Edits by id and label text as an overlay, without rows that the submission lacks or cannot hold."""
    return Overlay.empty().apply(recover(after, edits, keeps_newer=False).edit, after.table)


def edits_of(table: Table, rows: Ints, lists: Ragged) -> Edits:
    """Predictions of some rows by id and label text."""
    vocab = table.vocab
    used = np.flatnonzero(presence_mask(lists.codes, len(vocab)))
    used[used == len(vocab)] = BLANK
    number = np.zeros(len(vocab) + 1, np.int32)
    number[used] = np.arange(len(used))  # the last entry is for BLANK, -1
    weights = np.full(len(lists.codes), np.nan) if lists.weights is None else lists.weights
    return Edits(
        table.ids.take(integers(rows)),
        Ragged(lists.offsets, number[lists.codes], weights),
        vocab.texts(used),
        np.full(len(lists), table.predictions.weights is not None),
    )
