"""What is wrong, or only odd, in a pair that could be read: a value for each finding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa

from inspector.core.arrays import Ints
from inspector.core.files.delimited import Sheet
from inspector.core.ragged import Ragged

_EXAMPLES = 3


@dataclass(frozen=True)
class Problem:
    """One finding. line: of the first case, from 1, where a file has it; consequence: what it does to the score;
    rejects: whether the contest's site would refuse the file for it.
    """

    kind: str
    where: Literal["truth", "submission"]
    count: int
    examples: tuple[str, ...]
    line: int | None
    message: str
    consequence: str
    rejects: bool


def missing_ids(ids: pa.Array, records: Ints) -> Iterable[Problem]:
    """Truth rows without a row in the submission."""
    rows = np.flatnonzero(records < 0)
    if len(rows):
        yield Problem(
            "missing-ids",
            "submission",
            len(rows),
            _some(ids, rows),
            None,
            f"{len(rows):,} of the {len(ids):,} ids of the truth are missing from the submission",
            "each scores 0 unless the metric says otherwise; the site would refuse the file",
            rejects=True,
        )


def unknown_ids(ids: pa.Array, rows: Ints, sheet: Sheet) -> Iterable[Problem]:
    """Submission rows whose id the truth does not have."""
    if len(rows):
        yield Problem(
            "unknown-ids",
            "submission",
            len(rows),
            _some(ids, rows),
            sheet.line(int(rows[0])),
            f"{len(rows):,} of the {len(ids):,} ids of the submission are unknown to the truth",
            "they are not scored; a site whose truth lacks them would refuse the file",
            rejects=True,
        )


def empty_predictions(ids: pa.Array, records: Ints, predictions: Ragged, sheet: Sheet) -> Iterable[Problem]:
    """Rows of the submission that predict nothing."""
    rows = np.flatnonzero((records >= 0) & (predictions.lengths == 0))
    if len(rows):
        yield Problem(
            "empty-predictions",
            "submission",
            len(rows),
            _some(ids, rows),
            sheet.line(int(records[rows[0]])),
            f"{len(rows):,} rows of the submission predict nothing",
            "they cannot score; some sites refuse blank cells",
            rejects=False,
        )


def repeated_labels(ids: pa.Array, records: Ints, predictions: Ragged, sheet: Sheet) -> Iterable[Problem]:
    """Rows of the submission that predict a label twice."""
    rows = np.unique(predictions.owners()[predictions.repeats()])
    if len(rows):
        yield Problem(
            "repeated-labels",
            "submission",
            len(rows),
            _some(ids, rows),
            sheet.line(int(records[rows[0]])),
            f"{len(rows):,} rows of the submission name a label more than once",
            "a repeat never scores, and takes a rank unless the metric says repeats=move-up",
            rejects=False,
        )


def missing_confidences(ids: pa.Array, records: Ints, predictions: Ragged, sheet: Sheet) -> Iterable[Problem]:
    """Predictions whose confidence is missing or no number."""
    if predictions.weights is None:
        return
    rows = np.unique(predictions.owners()[np.isnan(predictions.weights)])
    if len(rows):
        yield Problem(
            "missing-confidences",
            "submission",
            len(rows),
            _some(ids, rows),
            sheet.line(int(records[rows[0]])),
            f"{len(rows):,} rows of the submission have a confidence that is missing or no number",
            "such a prediction counts for nothing",
            rejects=True,
        )


def _some(ids: pa.Array, rows: Ints) -> tuple[str, ...]:
    return tuple(str(ids[int(row)]) for row in rows[:_EXAMPLES])
