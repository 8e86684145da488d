"""The edited rows: what each predicted and predicts now, and what its edit alone does to the overall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.baseline import by_edits
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.figures import figure
from inspector.core.task import Progress, Task

# Where rows depend on each other, each edit is tried by itself: no more than these, which change their rows most.
MOST_TRIED = 1000


@dataclass(frozen=True, eq=False)
class EditedRows:
    """Every edited row.

    rows: int64 (e,), ascending; file, now: their e lists in the submission and with the edits; delta: float64 (e,), the
    change of the row's score by all edits; alone: float64 (e,), what the overall of the files would gain by this edit
    alone, NaN where it has to be tried, but for the MOST_TRIED whose rows change most.
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
    delta = by_edits(evaluation, rows)
    unknown = np.flatnonzero(np.isnan(alone))
    tries = unknown[np.argsort(-np.abs(delta[unknown]), kind="stable")][:MOST_TRIED].tolist()
    for number, at in enumerate(tries):
        yield Progress(0.1 + 0.9 * number / len(tries), "Trying each edit alone")
        alone[at] = _tried(evaluation, rows[at : at + 1], file.take(np.array([at])), now.take(np.array([at])))
    return EditedRows(rows, file, now, delta, alone)


def _tried(evaluation: Evaluation, row: Ints, file: Ragged, now: Ragged) -> float:
    """What the overall of the files gains by one edit alone; 0 if it has none before or after."""
    base = evaluation.base
    gain = base.preview(int(row[0]), evaluation.batch(row, file), evaluation.batch(row, now)).overall - base.overall
    return 0.0 if np.isnan(gain) else gain


def difference(evaluation: Evaluation, file: Prediction, now: Prediction, shown: Callable[[str], str] = str) -> str:
    """The first rank where two predictions differ, with both labels: `2: b → c`, with ` …` where more ranks differ.

    Of probabilities of classes and of several numbers, the one that changed most: `cat 0.25 → 0.5`. shown: what is
    shown of a label.
    """
    are_numbers = not evaluation.table.kind.names_labels
    has_each = (are_numbers or evaluation.pair.has_class_columns) and None not in (file.confidence, now.confidence)
    changed = _changed_most(file, now) if has_each else []
    if changed:
        label, *both = changed[0]
        values = map(figure, both) if are_numbers else (f"{value:.4g}" for value in both)
        return f"{shown(label)} {' → '.join(values)}" + _and_more(changed)
    if file.labels == now.labels:
        return "other confidences"
    pairs = [*zip_longest(file.labels, now.labels)]
    ranks = [rank for rank, (before, after) in enumerate(pairs) if before != after]
    labels = ("(nothing)" if label is None else shown(label) for label in pairs[ranks[0]])
    return f"{ranks[0] + 1}: {' → '.join(labels)}" + _and_more(ranks)


def _changed_most(file: Prediction, now: Prediction) -> list[tuple[str, float, float]]:
    """The labels with another probability, with both: the one that changed most first, the risen one of two."""
    before, after = (dict(zip(one.labels, one.confidence or (), strict=True)) for one in (file, now))
    both = [(label, before.get(label, 0.0), after.get(label, 0.0)) for label in {**after, **before}]
    changed = [change for change in both if change[1] != change[2] and not np.isnan(change[1:]).all()]
    # Where one gives what another gets, both are as large but for rounding. What one lacks is the largest change.
    return sorted(changed, key=lambda change: (-round(_size(*change[1:]), 9), change[2] < change[1]))


def _size(before: float, after: float) -> float:
    return float(np.nan_to_num(abs(after - before), nan=np.inf))


def _and_more(places: Sequence[object]) -> str:
    return " …" if len(places) > 1 else ""
