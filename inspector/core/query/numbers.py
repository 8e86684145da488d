"""The values of fields about numbers: the true ones, the predicted ones, and how far these are off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.types import Bools, Floats
from inspector.core.evaluation.numbers import errors, names, numbers, of_number
from inspector.core.evaluation.sides import baseline_of

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

# How the fields of the baseline begin.
BASE = "base."


def _error(evaluation: Evaluation, at: int) -> Floats:
    true, predicted = of_number(evaluation, at)
    return predicted - true


_OF_ONE: Mapping[str, Callable[[Evaluation, int], Floats]] = {
    "true": lambda evaluation, at: of_number(evaluation, at)[0],
    "predicted": lambda evaluation, at: of_number(evaluation, at)[1],
    "error": _error,
}

# float64 (n,), NaN for rows without one: of several numbers a row the first, and the error of the one furthest off.
OF_NUMBERS: Mapping[str, Callable[[Evaluation], Floats]] = {
    "error": lambda evaluation: errors(evaluation, evaluation.all_rows),
    "true": lambda evaluation: of_number(evaluation, 0)[0],
    "predicted": lambda evaluation: of_number(evaluation, 0)[1],
}


def names_one(name: str) -> bool:
    """Whether a name has the form of a field of one of several numbers, on either side."""
    return name.removeprefix(BASE).partition(".")[0] in _OF_ONE and "." in name.removeprefix(BASE)


def is_of_true(name: str) -> bool:
    """Whether a name has the form of the field of one of several true numbers."""
    return name.removeprefix(BASE).startswith("true.")


def component_fields(evaluation: Evaluation) -> list[str]:
    """The fields of each of several numbers, such as `error.NAME`; none where a row has one number."""
    if evaluation.table.kind.names_labels or len(found := names(evaluation)) < 2:
        return []
    return [f"{value}.{name}" for value in _OF_ONE for name in found]


def of_one(evaluation: Evaluation, name: str) -> Floats | None:
    """float64 (n,): the values of a field of one of several numbers, on either side; None for another field."""
    if name.removeprefix(BASE) not in component_fields(evaluation):
        return None
    value, _, number = name.removeprefix(BASE).partition(".")
    side = baseline_of(evaluation) if name.startswith(BASE) else evaluation
    return _OF_ONE[value](side, names(evaluation).index(number))


def has_none(evaluation: Evaluation) -> Bools:
    """bool (n,): the rows that predict no number."""
    none: Bools = np.logical_and.reduce(np.isnan(numbers(evaluation, evaluation.all_rows)[1]), axis=1)
    return none
