"""The area under the ROC curve: the share of pairs, one row of each class, that are ranked right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, Ranks
from inspector.core.data.numbers import values_of
from inspector.core.errors import InputError
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import choice
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import explained, mean_of_columns, ratios
from inspector.core.metrics.numbers.probabilities import YesNoFamily


@dataclass(frozen=True, kw_only=True)
class RocAUC(YesNoFamily):
    """rocauc: the share of pairs (row of 1, row of 0) in which the row of 1 has the higher number; equal ones half.

    A row score is the share of the rows of the other class that the row beats, so that the mean over the rows of
    either class is the AUC; of several columns the mean of those that have both classes. Raises InputError for a
    truth other than 0 and 1. Source: scikit-learn (roc_auc_score, average="macro").
    """

    name: ClassVar[str] = "rocauc"
    title: ClassVar[str] = "ROC AUC"
    formula: ClassVar[str] = (
        "share of pairs (row of 1, row of 0) in the right order, equal ones half; mean over columns"
    )
    source: ClassVar[str] = "scikit-learn: sklearn.metrics.roc_auc_score"

    classes: str = choice(
        "a column whose rows are all of one class",
        skip=("is left out", "columns of one class are left out"),
        error=("is an error: nothing is scored", "columns of one class are an error"),
    )

    def score(self, batch: Batch) -> Floats:
        """The share of the other class that each row beats, with the batch as the whole table."""
        truth, predicted = self.numbers_of(batch)
        return self.rows_of(*wins_of(truth, predicted))

    def rows_of(self, wins: Ranks | Ints, others: Ranks, out: Floats | None = None) -> Floats:
        """float64 (n,): the scores of rows from half wins and the sizes of the other class, int32 (n, c).

        out: float64 (n,), an array that may be written over, because new memory takes as long as the scores.
        """
        if wins.shape[1] == 1:
            with np.errstate(invalid="ignore"):  # a row that is not scored has neither: 0 / 0 is NaN
                shares: Floats = np.true_divide(wins[:, 0], others[:, 0], out=out)
            shares *= 0.5  # to the bit as if divided by twice as many, and faster
            return shares
        total, count = np.zeros(len(wins)), np.zeros(len(wins), np.int64)
        for won, other in zip(wins.T, others.T, strict=True):  # columns are contiguous
            total += np.divide(won, 2 * other, out=np.zeros(len(wins)), where=other > 0)
            count += other > 0
        return ratios(total, count)

    def overall_of(self, halves: Ints, pairs: Ints) -> float:
        """The mean over columns, from the half wins of rows of 1 and the number of pairs, int64 (c,). May raise."""
        if self.classes == "error" and (pairs == 0).any():
            raise InputError(
                "AUC needs rows of both classes",
                found=f"{int((pairs == 0).sum())} of {len(pairs)} columns with one class only",
                hint="Choose classes=skip to leave them out",
            )
        return float(mean_of_columns(ratios(halves, 2 * pairs)[:, None])[0])

    def best_labels(self, batch: Batch) -> Batch:
        """The same rows, each with numbers above all others where the truth is 1, and below them where it is 0."""
        truth = batch.truth
        assert truth.weights is not None  # noqa: S101  # of numbers
        return batch.with_predictions(Ragged(truth.offsets, truth.codes, best_of(truth.weights)))

    def explain(self, batch: Batch) -> Explanation:
        """What each number of a batch of one row beats, as the whole table."""
        truth, predicted = self.numbers_of(batch)
        return self.explain_in(batch, *(part[0] for part in wins_of(truth, predicted)))

    def explain_in(self, batch: Batch, wins: Ranks | Ints, others: Ranks | Ints) -> Explanation:
        """What each number of the row beats: half wins and sizes of the other class, (c,)."""
        workings = [f"{_halved(won)} ÷ {count}" for won, count in zip(wins.tolist(), others.tolist(), strict=True)]
        found, truth = explained(batch, ratios(wins, 2 * others), workings), values_of(batch.truth)[0]
        other, side = ("0", "lower") if truth[0] == 1 else ("1", "higher")
        if not np.any(others) and not np.isnan(truth + values_of(batch.predictions, len(truth))[0]).all():
            whose = f"whose truth is {other}" if len(truth) == 1 else "of the other class"
            return replace(found, remark=f"AUC needs rows of both classes, and there are none {whose}.")
        if found.remark or len(workings) > 1:
            return found
        beaten = f"{_halved(int(wins[0]), ',')} of the {int(others[0]):,} rows whose truth is {other}"
        return replace(found, remark=f"{beaten} have a {side} number; an equal one counts half.")


def _halved(wins: int, form: str = "") -> str:
    """Half of some wins with all its digits; form: how its whole part is written."""
    return f"{wins // 2:{form}}{'.5' if wins % 2 else ''}"


def best_of(truth: Floats) -> Floats:
    """The numbers that are best for a truth of any shape: infinite; NaN for NaN."""
    return np.where(np.isnan(truth), np.nan, np.where(truth > 0, np.inf, -np.inf))


def classes_of(truth: Floats, predicted: Floats) -> tuple[Bools, Bools]:
    """bool, of the shape of both: the rows of 1 and those of 0 that are scored."""
    scored = ~np.isnan(predicted)
    return scored & (truth == 1), scored & (truth == 0)


def orders_of(predicted: Floats) -> Ints:
    """int64 (n, c): the rows of each column by their number; those without one come last."""
    return np.argsort(predicted.T, axis=1).T  # contiguous columns


def wins_of(truth: Floats, predicted: Floats, orders: Ints | None = None) -> tuple[Ranks, Ranks]:
    """int32 (n, c) each: twice the rows of the other class that a row beats, equal ones once; and how many there are.

    Both 0 for a number that is not scored. orders: int64 (n, c), as `orders_of` gives them, where they are known.
    """
    known = orders_of(predicted) if orders is None else orders
    columns = [_column(*column) for column in zip(truth.T, predicted.T, known.T, strict=True)]
    wins, others = (np.stack(parts).T for parts in zip(*columns, strict=True))  # contiguous columns
    return wins, others


def _column(truth: Floats, predicted: Floats, order: Ints) -> tuple[Ranks, Ranks]:
    """`wins_of` one column, int32 (n,) each: halves of a billion rows fit, and an edit looks at most of them."""
    positive, negative = classes_of(truth, predicted)
    ranked, is_one, is_zero = predicted[order], positive[order], negative[order]
    starts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1])[: len(ranked)])
    sizes = np.diff(np.append(starts, len(ranked)))
    half = np.zeros((2, len(ranked)), np.int32)
    for at, is_other in enumerate((is_zero, is_one)):
        total = np.add.reduceat(is_other, starts, dtype=np.int64) if len(starts) else np.empty(0, np.int64)
        below = np.cumsum(total) - total
        half[at] = np.repeat(2 * below + total, sizes)
    ones, zeros = int(is_one.sum()), int(is_zero.sum())
    wins = np.zeros(len(ranked), np.int32)
    wins[order] = np.where(is_one, half[0], np.where(is_zero, 2 * ones - half[1], 0))
    return wins, np.where(positive, zeros, np.where(negative, ones, 0)).astype(np.int32)
