"""Other confidences for groups of rows, as one edit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.edits import Edit
from inspector.core.edits.bulk_edit import BulkPreview
from inspector.core.edits.normalize import normalize_for_file
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.ladder.rescaling import METHODS, rescaled


@dataclass(frozen=True, eq=False)
class Rescaling:
    """of_row: int64 (n,), the group of each row; method: a key of METHODS; values: float64 (g,), one a group;
    precision: float64 (g,), of each group, NaN for none; by: what the groups have in common, for the undo menu.
    """

    of_row: Ints
    method: str
    values: Floats
    precision: Floats
    by: str


def plan(evaluation: Evaluation, rescaling: Rescaling) -> Edit:
    """Re-scale the confidences of all rows of the groups whose value is not neutral; labels stay.

    Raises InputError naming a row for confidences that the file cannot hold.
    """
    chosen = rescaling.values != METHODS[rescaling.method].neutral
    rows = np.flatnonzero(chosen[rescaling.of_row])
    lists = evaluation.predictions(rows)
    if lists.weights is None:
        rows = rows[:0]
        return Edit(rows, lists.take(rows), "")
    group = rescaling.of_row[rows][lists.owners()]
    weights = rescaled(lists.weights, group, rescaling.method, rescaling.values, rescaling.precision)
    if len(broken := np.flatnonzero(np.isfinite(lists.weights) & ~np.isfinite(weights))):
        what = "the confidence would be infinite or no number"
        row = int(rows[lists.owners()[broken[0]]])
        raise InputError(what, found=f"row {shorten(evaluation.table.id(row))}", hint="Choose a smaller value")
    rows, after = normalize_for_file(evaluation, rows, Ragged(lists.offsets, lists.codes, weights))
    return Edit(rows, after, f"re-scale confidences by {rescaling.by} in {len(rows):,} rows")


def preview(evaluation: Evaluation, rescaling: Rescaling) -> BulkPreview:
    """The effect of a re-scaling; changes nothing. Raises InputError like `plan`."""
    planned, before = plan(evaluation, rescaling), evaluation.scores.known_overall
    after = evaluation.preview_edit(planned, {}) if len(planned.rows) else before
    return BulkPreview(len(planned.rows), len(rescaling.of_row), before, after)
