"""The number to multiply by, to add or to raise to with which some rows score best under the metric in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.numbers import are_whole
from inspector.core.edits import bulk
from inspector.core.edits.best.search import Search
from inspector.core.edits.bulk_edit import BulkEdit
from inspector.core.edits.bulk_numbers import with_odds_raised
from inspector.core.edits.bulk_probabilities import raised
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names, numbers
from inspector.core.task import Progress, Task

# By kind of bulk edit, the number that changes nothing.
NEUTRAL: Mapping[str, float] = {"scale": 1.0, "shift": 0.0, "power": 1.0}
# Factors that are tried first, each about twice the one before.
_FACTORS = np.geomspace(0.01, 100, 13)
# Powers that are tried first; the best one for probabilities is hardly beyond.
_POWERS = np.geomspace(0.1, 10, 13)
# Parts of what each row alone would need: the best number for all of them is between the least and the most.
_PARTS = np.linspace(0, 1, 17)
# By kind of bulk edit, numbers with another factor, summand or power of their odds.
_CHANGED: Mapping[str, Callable[[Floats, float], Floats]] = {
    "scale": np.multiply,
    "shift": np.add,
    "power": with_odds_raised,
}
_WHAT = "looking for the best number"


def best_number(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> Task[float | None]:
    """Find the number with which distinct rows, int64 (r,), score best; None where none is better than doing nothing.

    It has three digits, or more where these would lose much; what is added to whole numbers is whole where this loses
    little. bulk_edit: of a kind of NEUTRAL; its own number does not matter. Changes nothing. Raises InputError for an
    edit that cannot be made, or where nobody knows what other numbers score.
    """
    neutral = NEUTRAL[bulk_edit.kind]
    bulk.refuse(evaluation, replace(bulk_edit, number=neutral))
    trial, first = _Trial(evaluation, np.sort(rows), bulk_edit), _candidates(evaluation, rows, bulk_edit)
    search = Search(trial.score, neutral)
    for at, number in enumerate(first):
        yield Progress(at / (2 * len(first)), _WHAT)
        search.score(number)
    if search.knows_nothing:
        raise InputError("nobody knows what other numbers score under this metric", hint="Type the number")
    for part in search.refine(first):
        yield Progress((1 + part) / 2, _WHAT)
    return search.shortened(prefers_whole=bulk_edit.kind == "shift" and trial.is_whole)


class _Trial:
    """What the overall would be with other numbers in some ascending rows; changes nothing."""

    def __init__(self, evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> None:
        self._evaluation, self._rows, self._kind = evaluation, rows, bulk_edit.kind
        self._before = evaluation.batch(rows)
        codes = self._before.predictions.codes
        name = bulk_edit.component
        self._changes: Bools = codes == evaluation.table.vocab.find(name) if name else np.ones(len(codes), bool)

    @property
    def is_whole(self) -> bool:
        """Whether the numbers that change are whole, as grades and counts are."""
        weights = self._before.predictions.weights
        changed = np.empty(0) if weights is None else weights[self._changes]
        return are_whole(changed)

    def score(self, number: float) -> float:
        """The overall with the number, higher is better; NaN where nobody knows."""
        after = self._before.with_predictions(self._with(number))
        overall = self._evaluation.scores.preview_rows(self._rows, self._before, after)
        return float(self._evaluation.metric.improvement(overall))

    def _with(self, number: float) -> Ragged:
        """The lists of the rows with other numbers, not yet rounded as those of the edit."""
        lists = self._before.predictions
        if lists.weights is None:
            return lists
        if self._kind == "power" and self._evaluation.table.kind.names_labels:
            return raised(lists, number, keeps_sums=self._evaluation.table.adds_up)
        with np.errstate(over="ignore", invalid="ignore"):
            other = _CHANGED[self._kind](lists.weights, number)
        return Ragged(lists.offsets, lists.codes, np.where(self._changes, other, lists.weights))


def _candidates(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> list[float]:
    """Ascending numbers to begin with: what changes nothing, and what some of the rows or their mean would need."""
    if bulk_edit.kind == "power":
        return sorted({NEUTRAL["power"], *_POWERS.tolist()})
    name, known = bulk_edit.component, names(evaluation)
    part = [known.index(name)] if name else slice(None)
    truth, predicted = (side[:, part].ravel() for side in numbers(evaluation, rows))
    both = np.isfinite(truth) & np.isfinite(predicted)
    needed = _factors if bulk_edit.kind == "scale" else _summands
    with np.errstate(all="ignore"):  # what is infinite is left out
        found = np.append(needed(truth[both], predicted[both]), NEUTRAL[bulk_edit.kind])
    return [float(number) for number in np.unique(found[np.isfinite(found)])]


def _factors(truth: Floats, predicted: Floats) -> Floats:
    """float64 (f,): factors from a hundredth to a hundred, and those that n predictions, float64 (n,), need."""
    needed = truth[predicted != 0] / predicted[predicted != 0]
    of_least_squares = (truth * predicted).sum() / (predicted * predicted).sum()
    return np.concatenate([_FACTORS, _parts_of(needed), [of_least_squares]])


def _summands(truth: Floats, predicted: Floats) -> Floats:
    """float64 (f,): the numbers that must be added to n predictions, float64 (n,), and their mean."""
    needed = truth - predicted
    return np.append(_parts_of(needed), needed.sum() / len(needed))


def _parts_of(needed: Floats) -> Floats:
    return np.quantile(needed[np.isfinite(needed)], _PARTS) if np.isfinite(needed).any() else np.empty(0)
