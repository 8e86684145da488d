"""The edited rows: what each predicted and predicts now, and what its edit alone does to the overall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.baseline import by_edits
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Progress, Task

# Where rows depend on each other, each edit is tried by itself: no more than these.
MOST_TRIED = 1000


@dataclass(frozen=True, eq=False)
class EditedRows:
    """Every edited row.

    rows: int64 (e,), ascending; file, now: their e lists in the submission and with the edits; delta: float64 (e,), the
    change of the row's score by all edits; alone: float64 (e,), what the overall of the files would gain by this edit
    alone, NaN beyond MOST_TRIED where it has to be tried.
    """

    rows: Ints
    file: Ragged
    now: Ragged
    delta: Floats
    alone: Floats

    def __len__(self) -> int:
        return len(self.rows)


def edited_rows(evaluation: Evaluation) -> Task[EditedRows]:
    """Find the edited rows and what each edit does."""
    yield Progress(0.0, "Comparing edits with the file")
    overlay = evaluation.overlay
    rows, now = overlay.rows, overlay.predictions
    file = evaluation.table.predictions.take(rows)
    yield Progress(0.1, "Comparing edits with the file")
    alone = evaluation.base.gains(rows, evaluation.scores.row[rows])
    tries = np.flatnonzero(np.isnan(alone))[:MOST_TRIED].tolist()
    for number, at in enumerate(tries):
        yield Progress(0.1 + 0.9 * number / len(tries), "Trying each edit alone")
        alone[at] = _tried(evaluation, rows[at : at + 1], file.take(np.array([at])), now.take(np.array([at])))
    return EditedRows(rows, file, now, by_edits(evaluation, rows), alone)


def _tried(evaluation: Evaluation, row: Ints, file: Ragged, now: Ragged) -> float:
    """What the overall of the files gains by one edit alone; 0 if it has none before or after."""
    base = evaluation.base
    gain = base.preview(int(row[0]), evaluation.batch(row, file), evaluation.batch(row, now)).overall - base.overall
    return 0.0 if np.isnan(gain) else gain


def difference(file: Prediction, now: Prediction, shown: Callable[[str], str] = str) -> str:
    """The first rank where two predictions differ, with both labels: `2: b → c`, with ` …` where more ranks differ.

    shown: what is shown of a label.
    """
    if file.labels == now.labels:
        return "other confidences"
    pairs = [*zip_longest(file.labels, now.labels)]
    ranks = [rank for rank, (before, after) in enumerate(pairs) if before != after]
    labels = ("(nothing)" if label is None else shown(label) for label in pairs[ranks[0]])
    return f"{ranks[0] + 1}: {' → '.join(labels)}" + (" …" if len(ranks) > 1 else "")
