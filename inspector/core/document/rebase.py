"""Edits of one reading of a pair on another reading of it: rows are found again by id, labels by text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import presence_mask
from inspector.core.document.replay import Edits, Recovered, recover
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation


def rebase(before: Evaluation, after: Evaluation) -> Recovered:
    """What was edited in `before`, as one edit of `after`. Raises InputError when the files cannot hold it any more."""
    laid = recover(after, _edits(before))
    if laid.refused:
        raise InputError(
            "the edits cannot be carried over",
            after.pair.submission.sheet.name,
            found=f"{laid.refused:,} edited row{'' if laid.refused == 1 else 's'} that the submission has no place for",
            expected=f"a submission like the one before: {before.pair.submission}",
            hint="The files are open as they were; save the edits under another name",
        )
    count = len(laid.edit.rows)
    return replace(laid, edit=replace(laid.edit, name=f"carry {count:,} edited row{'' if count == 1 else 's'} over"))


def _edits(evaluation: Evaluation) -> Edits:
    """The edits of an evaluation by id and by text."""
    lists, vocab = evaluation.overlay.predictions, evaluation.table.vocab
    used = np.flatnonzero(presence_mask(lists.codes, len(vocab)))
    used[used == len(vocab)] = BLANK
    number = np.zeros(len(vocab) + 1, np.int32)
    number[used] = np.arange(len(used))  # that of BLANK, which is -1, stands last
    weights = np.full(len(lists.codes), np.nan) if lists.weights is None else lists.weights
    return Edits(
        evaluation.table.ids.take(integers(evaluation.overlay.rows)),
        Ragged(lists.offsets, number[lists.codes], weights),
        vocab.texts(used),
        np.full(len(lists), evaluation.table.predictions.weights is not None),
    )
