"""Each of several numbers of the rows by itself: what the metric gives for it, and what it costs the overall."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, beyond_floats
from inspector.core.data.numbers import errors_of, values_of
from inspector.core.errors import InputError
from inspector.core.evaluation.batches import batch_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names, row_weights
from inspector.core.metrics import Metric, open_scores
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.numbers.base import ratios
from inspector.core.task import Progress, Task


@dataclass(frozen=True, eq=False)
class Targets:
    """One entry for each number of a row, (c,).

    rows: int64, those with an error; overall: float64, the metric of the number alone; bias: float64, the mean of
    prediction − truth; cost: float64, points of the overall that perfect predictions of the number would win; won:
    float64, how far `overall` is above that of the baseline. NaN where nothing is known.
    """

    names: tuple[str, ...]
    rows: Ints
    overall: Floats
    bias: Floats
    cost: Floats
    won: Floats

    def __len__(self) -> int:
        return len(self.names)


def targets(evaluation: Evaluation, among: Bools | None = None) -> Task[Targets]:
    """A task: score each number of the rows, edits included; among: bool (n,), the rows to count, None for all."""
    of, metric, every = names(evaluation), evaluation.metric, evaluation.all_rows
    whole = batch_of(evaluation.table).with_predictions(evaluation.predictions(every))
    before = whole.with_predictions(evaluation.baseline.predictions(evaluation, every))
    truth, predicted, compared = (
        values_of(lists, len(of)) for lists in (whole.truth, whole.predictions, before.predictions)
    )
    counted = np.ones(len(truth), bool) if among is None else among
    errors = np.where(counted[:, None], errors_of(truth, predicted), np.nan)
    rows = (~np.isnan(errors)).sum(axis=0)
    if_right = evaluation.scores.overalls_if_right(counted)
    perfect = np.full(len(of), np.nan) if if_right is None else if_right
    overall, won = np.full((2, len(of)), np.nan)
    for at, name in enumerate(of):
        yield Progress(at / len(of), f"Scoring {name}")
        true = np.where(counted, truth[:, at], np.nan)
        overall[at] = _alone(metric, whole, true, predicted[:, at])
        is_same = np.array_equal(predicted[:, at], compared[:, at], equal_nan=True)
        won[at] = 0.0 if is_same else float(overall[at]) - _alone(metric, whole, true, compared[:, at])
        if if_right is None:
            right = predicted.copy()
            right[counted, at] = np.where(np.isnan(predicted), np.nan, truth)[counted, at]
            perfect[at] = _overall(metric, whole.with_predictions(_lists(right)))
    cost = np.asarray(metric.improvement(errors_of(np.array(evaluation.scores.known_overall), perfect)))
    return Targets(tuple(of), rows, overall, _means(errors, row_weights(evaluation)), cost, won)


@beyond_floats
def _means(errors: Floats, weights: Floats | None) -> Floats:
    """float64 (c,): the mean of each column of errors, (n, c), without NaN; NaN for none. weights: of the rows."""
    shares = np.ones(len(errors)) if weights is None else weights
    sums: Floats = np.nansum(errors * shares[:, None], axis=0)
    return ratios(sums, shares @ ~np.isnan(errors))


def _alone(metric: Metric, batch: Batch, truth: Floats, predicted: Floats) -> float:
    """The metric of one number of each row, float64 (n,) each."""
    return _overall(metric, replace(batch, truth=_lists(truth[:, None]), predictions=_lists(predicted[:, None])))


def _overall(metric: Metric, batch: Batch) -> float:
    try:
        return open_scores(metric, batch).overall
    except InputError:  # such as a number of which all are the same
        return float("nan")


def _lists(values: Floats) -> Ragged:
    """Numbers, (n, c), as lists of all components."""
    rows, width = values.shape
    return Ragged(np.arange(rows + 1) * width, np.tile(np.arange(width, dtype=np.int32), rows), values.ravel())
