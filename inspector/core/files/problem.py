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
    yield from _found(
        "missing-ids",
        ids,
        rows,
        f"of the {len(ids):,} ids of the truth are missing from the submission",
        "each scores 0 unless the metric says otherwise; the site would refuse the file",
        rejects=True,
    )


def unknown_ids(ids: pa.Array, rows: Ints, sheet: Sheet) -> Iterable[Problem]:
    """Submission rows whose id the truth does not have."""
    yield from _found(
        "unknown-ids",
        ids,
        rows,
        f"of the {len(ids):,} ids of the submission are unknown to the truth",
        "they are not scored; a site whose truth lacks them would refuse the file",
        rejects=True,
        lines=(sheet, rows),
    )


def empty_predictions(ids: pa.Array, records: Ints, predictions: Ragged, sheet: Sheet) -> Iterable[Problem]:
    """Rows of the submission that predict nothing."""
    rows = np.flatnonzero((records >= 0) & (predictions.lengths == 0))
    yield from _found(
        "empty-predictions",
        ids,
        rows,
        "rows of the submission predict nothing",
        "they cannot score; some sites refuse blank cells",
        rejects=False,
        lines=(sheet, records[rows]),
    )


def repeated_labels(ids: pa.Array, records: Ints, predictions: Ragged, sheet: Sheet) -> Iterable[Problem]:
    """Rows of the submission that predict a label twice."""
    rows = np.unique(predictions.owners()[predictions.repeats()])
    yield from _found(
        "repeated-labels",
        ids,
        rows,
        "rows of the submission name a label more than once",
        "a repeat never scores, and takes a rank unless the metric says repeats=move-up",
        rejects=False,
        lines=(sheet, records[rows]),
    )


def missing_confidences(ids: pa.Array, records: Ints, predictions: Ragged, sheet: Sheet) -> Iterable[Problem]:
    """Predictions whose confidence is missing or no number."""
    if predictions.weights is None:
        return
    rows = np.unique(predictions.owners()[np.isnan(predictions.weights)])
    yield from _found(
        "missing-confidences",
        ids,
        rows,
        "rows of the submission have a confidence that is missing or no number",
        "such a prediction counts for nothing",
        rejects=True,
        lines=(sheet, records[rows]),
    )


def _found(
    kind: str,
    ids: pa.Array,
    rows: Ints,
    what: str,
    consequence: str,
    *,
    rejects: bool,
    lines: tuple[Sheet, Ints] | None = None,
) -> Iterable[Problem]:
    """The problem of these rows of `ids`, none when there is no row. lines: the sheet, and where in it they stand."""
    if not len(rows):
        return
    examples = tuple(str(ids[int(row)]) for row in rows[:_EXAMPLES])
    line = lines[0].line(int(lines[1][0])) if lines else None
    yield Problem(kind, "submission", len(rows), examples, line, f"{len(rows):,} {what}", consequence, rejects)
