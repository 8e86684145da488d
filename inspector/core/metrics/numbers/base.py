"""The bases of metrics of numbers: of all, and of those that add up what each number of each row loses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, Ranks, beyond_floats
from inspector.core.data.kind import NUMBERS, Kind
from inspector.core.data.numbers import Limits, logs_of, values_of, worst_errors
from inspector.core.metrics.base import Metric, left_out
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import Choice, choice, parameter
from inspector.core.metrics.explanation import Explanation, Step
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.scores import Scores
from inspector.core.metrics.strip import BY_ERROR, Frame, Strips

_MISSING = {
    "skip": ("is left out", "rows without a prediction are left out"),
    "zero": ("counts as a prediction of 0", "rows without a prediction count as 0"),
    "error": ("is an error: nothing is scored", "rows without a prediction are an error"),
}


@dataclass(frozen=True, kw_only=True)
class NumberFamily(Metric):
    """What all metrics of numbers share: the numbers of each row, what a missing row counts for, and how rows look."""

    kind: ClassVar[Kind | None] = NUMBERS
    takes_k: ClassVar[bool] = False
    usually_cut: ClassVar[bool] = False

    missing: str = choice("a row without a prediction", **_MISSING)

    def check(self, truth: Floats) -> None:
        """Raise InputError for a truth, (n, c), that the metric cannot score."""

    def offered(self, truth: Ragged) -> Mapping[str, Choice]:
        """All choices; `columns`, which says what becomes of several, only where there are several."""
        return {name: asked for name, asked in self.choices().items() if name != "columns" or truth.longest > 1}

    def numbers_of(self, batch: Batch) -> tuple[Floats, Floats]:
        """The truth and the predictions, float64 (n, c) each, NaN where there is none. Raises InputError."""
        left_out(batch, missing=self.missing)
        truth = values_of(batch.truth)
        self.check(truth)
        predicted = values_of(batch.predictions, truth.shape[1])
        return truth, np.where(np.isnan(predicted), 0.0, predicted) if self.missing == "zero" else predicted

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows without a number that is scored."""
        return np.isnan(self.score(batch))

    def ceiling(self, batch: Batch) -> Floats:
        """1 for every row, or 0 of a loss."""
        return np.zeros(len(batch)) if self.lower_is_better else np.ones(len(batch))

    def best_order(self, batch: Batch) -> Batch:
        """The batch itself: numbers have no order."""
        return batch

    def best_labels(self, batch: Batch) -> Batch:
        """The same rows with the truth as the prediction."""
        return batch.with_predictions(batch.truth)

    def first_hits(self, batch: Batch) -> Ints:
        """0 for every row: no number is a hit."""
        return np.zeros(len(batch), np.int64)

    @property
    def strip_words(self) -> str:
        """What the strips show."""
        return BY_ERROR

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """The error of the worst number of each row, to the left where it is too low."""
        sides = (true := values_of(batch.truth)), values_of(batch.predictions, true.shape[1])
        return frame.by_error(worst_errors(*(map(logs_of, sides) if self.by_logs else sides)))


@beyond_floats
def explained(
    batch: Batch, terms: Floats, workings: Sequence[str], *, adds: bool = False, limits: Limits | None = None
) -> Explanation:
    """The steps of a batch of one row: what each number scores, (c,), NaN for none, and how that comes about.

    adds: whether the score is the sum of the terms; else it is their mean; limits: of the metric.
    """
    truth = values_of(batch.truth)[0].tolist()
    numbers = zip(batch.truth[0].tolist(), terms.tolist(), truth, workings, strict=True)
    steps = tuple(_step(at, *of) for at, of in enumerate(numbers))
    counted, total = int(np.count_nonzero(~np.isnan(terms))), float(np.nansum(terms))
    rule = "1 number" if counted == 1 else f"{counted} numbers"
    divisor, rule = (1.0, f"the sum of {rule}") if adds and counted else (float(counted), rule)
    score = total / divisor if counted else float("nan")
    return Explanation(steps, total, divisor, rule, score, _remark(batch, counted, limits))


def _remark(batch: Batch, counted: int, limits: Limits | None) -> str:
    """What is odd about a row."""
    predicted = values_of(batch.predictions)[0]
    if np.isnan(predicted).all() and not np.isnan(values_of(batch.truth)).all():
        if counted:
            return "No prediction: it counts as 0 (missing=zero)."
        return "No prediction: the row is left out of the score; with missing=zero it would count as 0."
    if limits is not None and len(odd := predicted[limits.are_beyond(predicted)]):
        return f"{odd[0]:g} is {limits.others}: {limits.consequence}."
    return "" if counted else "Without a number to score."


def _step(at: int, code: int, term: float, truth: float, working: str) -> Step:
    nan = float("nan")
    if np.isnan(term):
        return Step(at + 1, code, "not counted", False, 0, 0, nan, 0.0, truth=truth)
    return Step(at + 1, code, "number", False, 0, 0, nan, term, working=working, truth=truth)


class UnorderedScores(Scores):
    """Scores of rows in which there is nothing to order: all that a row could win, it wins by other numbers."""

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` could win, None for all rows: nothing by order, all by its numbers."""
        at = np.arange(len(self.row)) if rows is None else rows
        return Losses(np.where(np.isnan(self.row[at]), np.nan, 0.0), self.costs(at, batch))


@dataclass(frozen=True, kw_only=True)
class NumberMetric(NumberFamily):
    """A family declares what a number loses, `loss`, and how the sums of all losses make the overall, `combine`.

    A row score is the mean loss of the row's numbers. A number that is NaN in truth or prediction is not scored.
    """

    weight: str = parameter("weight", "the column whose numbers weigh the rows; empty for all alike", "")

    @abstractmethod
    def loss(self, truth: Floats, predicted: Floats) -> Floats:
        """What numbers lose, float64 of the same shape as both; 0, but for clipping, for a perfect prediction."""

    @abstractmethod
    def working(self, truth: float, predicted: float) -> str:
        """How the loss of one number comes about, such as `(3 − 2.5)²`."""

    def combine(self, sums: Floats, counts: Floats, scale: Floats) -> Floats:
        """The overall, float64 (r,), from sums of losses, (c, r), over so many rows, (c, 1).

        scale: of each component, (c, 1), as `scale_of` has it. By default the mean of the components' means.
        """
        return mean_of_columns(ratios(sums, counts))

    def scale_of(self, truth: Floats, scored: Bools, weights: Floats | None) -> Floats:
        """What else the overall needs of the truth of each component, float64 (c,).

        truth, scored: (c, n), numbers and which of them are scored; weights: (n,), None for all alike.
        """
        return np.ones(len(truth))

    def scale_without(self, truth: Floats, scored: Bools, shares: Floats) -> Floats:
        """`scale_of` all rows but one, for each, float64 (c, n); shares: (c, n), weights of numbers, 0 for none."""
        return np.ones(truth.shape)

    def scale_with(self, truth: Floats, shares: Floats, counts: Floats, summed: Callable[[Floats], Floats]) -> Floats:
        """`scale_of` the rows that are scored in each of g other cases, float64 (c, g).

        truth, shares: (c, n), as above, of now; counts: (c, g), the sums of the shares then; summed: makes of any
        numbers, (c, n), their sums then, each times its share, (c, g).
        """
        return np.ones(counts.shape)

    @property
    def lower_is_better(self) -> bool:
        """Whether the overall is a loss."""
        return True

    @property
    def is_mean(self) -> bool:
        """Whether the overall is the mean of the row scores, as long as all rows have all numbers."""
        return not self.weight

    @property
    def of_mean(self) -> Callable[[float], float] | None:
        """The overall of a single column from the mean of its losses; None where that does not tell it."""
        return None

    def mean_of(self, overall: float) -> float:
        """The mean of the losses of which `of_mean` makes an overall."""
        return overall

    @property
    def takes_numbers_apart(self) -> bool:
        """Whether what a number loses does not depend on the other numbers of its row."""
        return True

    def losses_of(self, batch: Batch) -> Floats:
        """float64 (n, c): what each number loses, NaN where it is not scored. Raises InputError as `missing` says."""
        losses = self.loss(*self.numbers_of(batch))
        losses += 0.0  # a loss of -0.0 becomes 0.0
        return losses

    def rows_of(self, losses: Floats) -> Floats:
        """float64 (n,): the scores of rows from their losses, (n, c), NaN where nothing is scored."""
        return means_of(losses)

    def score(self, batch: Batch) -> Floats:
        """The mean loss of each row's numbers."""
        return self.rows_of(self.losses_of(batch))

    def explain(self, batch: Batch) -> Explanation:
        """What each number of the row loses, and their mean."""
        return explained(batch, self.losses_of(batch)[0], self.workings(batch), limits=self.limits)

    def workings(self, batch: Batch) -> list[str]:
        """How the loss of each number of a batch of one row comes about."""
        truth, predicted = (side[0] + 0.0 for side in self.numbers_of(batch))  # no -0
        return [self.working(*pair) for pair in zip(truth.tolist(), predicted.tolist(), strict=True)]


def ratios(sums: Floats | Ints | Ranks, counts: Floats | Ints | Ranks) -> Floats:
    """sums / counts, NaN where nothing is counted."""
    found: Floats = np.divide(sums, counts, out=np.full(np.broadcast(sums, counts).shape, np.nan), where=counts > 0)
    return found


def in_groups(values: Floats, of_row: Ints, groups: int) -> Floats:
    """float64 (c, groups): the sum of values, (c, r), over the rows of each group."""
    return np.array([np.bincount(of_row, line, groups) for line in values])


def mean_of_columns(values: Floats) -> Floats:
    """float64 (r,): the mean over the components, (c, r), that are not NaN; NaN where there is none."""
    return means_of(values.T)


@beyond_floats
def means_of(losses: Floats) -> Floats:
    """float64 (n,): the mean of each row, (n, c), without NaN; NaN for a row of nothing else."""
    if losses.shape[1] == 1:
        return losses[:, 0].copy()
    counted = ~np.isnan(losses)
    return ratios(np.where(counted, losses, 0.0).sum(axis=1), counted.sum(axis=1))
