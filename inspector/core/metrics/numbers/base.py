"""The base of metrics that add up what each number of each row loses."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.kind import NUMBERS, Kind
from inspector.core.data.numbers import values_of, worst_errors
from inspector.core.metrics.base import Metric, left_out
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import choice, parameter
from inspector.core.metrics.explanation import Explanation, Step
from inspector.core.metrics.strip import BY_ERROR, Frame, Strips

_MISSING = {
    "skip": ("is left out", "rows without a prediction are left out"),
    "zero": ("counts as a prediction of 0", "rows without a prediction count as 0"),
    "error": ("is an error: nothing is scored", "rows without a prediction are an error"),
}


@dataclass(frozen=True, kw_only=True)
class NumberMetric(Metric):
    """A family declares what a number loses, `loss`, and how the sums of all losses make the overall, `combine`.

    A row score is the mean loss of the row's numbers. A number that is NaN in truth or prediction is not scored.
    """

    kind: ClassVar[Kind | None] = NUMBERS
    takes_k: ClassVar[bool] = False
    usually_cut: ClassVar[bool] = False

    missing: str = choice("a row without a prediction", None, **_MISSING)
    weight: str = parameter("weight", "the column whose numbers weigh the rows; empty for all alike", "")

    @abstractmethod
    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """What numbers lose, float64 of the same shape as both; at least 0, 0 for a perfect prediction."""

    @abstractmethod
    def working(self, truth: float, predicted: float) -> str:
        """How the loss of one number comes about, such as `(3 − 2.5)²`."""

    def combine(self, sums: Floats, counts: Floats, scale: Floats) -> Floats:
        """The overall, float64 (r,), from sums of losses, (c, r), over so many rows, (c, 1).

        scale: of each component, (c, 1), as `scale_of` has it. By default the mean of the components' means.
        """
        means: Floats = np.nanmean(ratios(sums, counts), axis=0)
        return means

    def scale_of(self, truth: Floats, scored: Bools) -> Floats:
        """What else the overall needs of the truth of each component, float64 (c,); both (c, n), scored a mask."""
        return np.ones(len(truth))

    @property
    def lower_is_better(self) -> bool:
        """Whether the overall is a loss."""
        return True

    @property
    def is_mean(self) -> bool:
        """Whether the overall is the mean of the row scores, as long as all rows have all numbers."""
        return not self.weight

    def losses_of(self, batch: Batch) -> Floats:
        """float64 (n, c): what each number loses, NaN where it is not scored. Raises InputError as `missing` says."""
        left_out(batch, missing=self.missing)
        truth = values_of(batch.truth)
        predicted = values_of(batch.predictions, truth.shape[1])
        if self.missing == "zero":
            predicted = np.where(np.isnan(predicted), 0.0, predicted)
        return self.loss(truth, predicted)

    def score(self, batch: Batch) -> Floats:
        """The mean loss of each row's numbers."""
        return means_of(self.losses_of(batch))

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows without a number that is scored."""
        return np.isnan(self.score(batch))

    def ceiling(self, batch: Batch) -> Floats:
        """0 for every row: a loss."""
        return np.zeros(len(batch))

    def best_order(self, batch: Batch) -> Batch:
        """The batch itself: numbers have no order."""
        return batch

    def best_labels(self, batch: Batch) -> Batch:
        """The same rows with the truth as the prediction."""
        truth = batch.truth
        return batch.with_predictions(Ragged(truth.offsets, truth.codes, truth.weights))

    def first_hits(self, batch: Batch) -> Ints:
        """0 for every row: no number is a hit."""
        return np.zeros(len(batch), np.int64)

    @property
    def strip_words(self) -> str:
        """What the strips show."""
        return BY_ERROR

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """The error of the worst number of each row, to the left where it is too low."""
        truth = values_of(batch.truth)
        return frame.by_error(worst_errors(truth, values_of(batch.predictions, truth.shape[1])))

    def explain(self, batch: Batch) -> Explanation:
        """What each number of the row loses, and their mean."""
        losses = self.losses_of(batch)[0]
        truth = values_of(batch.truth)
        predicted = values_of(batch.predictions, truth.shape[1])[0]
        numbers = zip(batch.truth[0].tolist(), truth[0].tolist(), predicted.tolist(), losses.tolist(), strict=True)
        steps = tuple(self._step(at, *of) for at, of in enumerate(numbers))
        counted = int(np.count_nonzero(~np.isnan(losses)))
        total = float(np.nansum(losses))
        rule = "1 number" if len(steps) == 1 else f"{counted} numbers"
        score = total / counted if counted else float("nan")
        return Explanation(steps, total, float(counted), rule, score, "" if counted else "Without a number to score.")

    def _step(self, at: int, code: int, truth: float, predicted: float, loss: float) -> Step:
        nan = float("nan")
        if np.isnan(loss):
            return Step(at + 1, code, "not counted", False, 0, 0, nan, 0.0, truth=truth)
        working = self.working(truth, predicted)
        return Step(at + 1, code, "number", False, 0, 0, nan, loss, working=working, truth=truth)


def ratios(sums: Floats, counts: Floats) -> Floats:
    """sums / counts, NaN where nothing is counted."""
    found: Floats = np.divide(sums, counts, out=np.full(np.broadcast(sums, counts).shape, np.nan), where=counts > 0)
    return found


def means_of(losses: Floats) -> Floats:
    """float64 (n,): the mean of each row, (n, c), without NaN; NaN for a row of nothing else."""
    counted = ~np.isnan(losses)
    return ratios(np.where(counted, losses, 0.0).sum(axis=1), counted.sum(axis=1))
