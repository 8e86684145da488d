"""The perfect submission: the truth in the form of a submission's file, for a metric that can only be asked."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats
from inspector.core.data.edits import Edit, Overlay
from inspector.core.data.numbers import values_of
from inspector.core.errors import InputError
from inspector.core.files.pair import Pair
from inspector.core.files.save import validate_edit


def perfect(pair: Pair, edits: Overlay) -> Overlay:
    """The edits after which each row predicts its truth; a row without truth, or a blank number, stays as it is.

    Raises InputError where the file of the submission cannot hold the truth, and for numbers on another scale, such as
    logarithms: their true ones would be none of the truth.
    """
    rows = np.arange(len(pair.table))
    now = edits.over(pair.table, rows)
    right = _lists(pair, now) if pair.table.kind.names_labels else _numbers(pair, now)
    validate_edit(pair, Edit(rows, right, ""), Overlay.empty())
    return Overlay(rows, right)


def _numbers(pair: Pair, now: Ragged) -> Ragged:
    truth = values_of(pair.table.truth)
    if (now.lengths != truth.shape[1]).any():
        raise _not_held(pair)
    before = values_of(now, truth.shape[1])
    if _are_elsewhere(before, truth):
        raise InputError("the predictions are on another scale than the truth", pair.submission.sheet.name)
    return Ragged(now.offsets, now.codes, np.where(np.isnan(truth), before, truth).ravel())


def _are_elsewhere(before: Floats, truth: Floats) -> bool:
    """Whether most numbers are beyond all true ones of their column."""
    low, high = np.fmin.reduce(truth), np.fmax.reduce(truth)  # NaN where none is known
    return bool(((before < low) | (before > high)).mean() > 0.5)


def _lists(pair: Pair, now: Ragged) -> Ragged:
    """The true labels, best grades first, each with a confidence of 1 where there are such."""
    truth = pair.table.truth.sorted_by_weight()
    if pair.has_class_columns and not np.isin(truth.codes, now.codes).all():
        raise _not_held(pair)  # a class may have no column
    weights = None if now.weights is None else _confidences(pair, truth)
    right = Ragged(truth.offsets, truth.codes, weights)
    known = np.flatnonzero(right.lengths > 0)
    return now.replace(known, right.take(known))


def _confidences(pair: Pair, truth: Ragged) -> Floats:
    """float64 (m,): of the true labels; they share 1 where the probabilities of a row do."""
    return np.repeat(1.0 / np.maximum(truth.lengths if pair.table.adds_up else 1, 1), truth.lengths)


def _not_held(pair: Pair) -> InputError:
    return InputError("the submission has no place for the truth", pair.submission.sheet.name)
