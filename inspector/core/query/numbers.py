"""The values of fields about numbers: true and predicted ones, how far these are off, and probabilities of classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.types import Bools, Floats
from inspector.core.evaluation.class_probabilities import has_class_probabilities, probabilities_of
from inspector.core.evaluation.numbers import errors, log_errors, names, numbers, of_number
from inspector.core.evaluation.sides import baseline_of
from inspector.core.query.labels import predicted

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

# How the fields of the baseline begin.
BASE = "base."
# The field that only metrics of logarithms name.
_LOGS = "log_error"


def _error(evaluation: Evaluation, at: int) -> Floats:
    true, predicted = of_number(evaluation, at)
    return predicted - true


_OF_ONE: Mapping[str, Callable[[Evaluation, int], Floats]] = {
    "true": lambda evaluation, at: of_number(evaluation, at)[0],
    "predicted": lambda evaluation, at: of_number(evaluation, at)[1],
    "error": _error,
    _LOGS: lambda evaluation, at: log_errors(evaluation, evaluation.all_rows, at),
}

# The field of a class holds its probability.
_OF_CLASS = "p"

# float64 (n,), NaN for rows without one: of several numbers a row the first, and the error of the one furthest off.
OF_NUMBERS: Mapping[str, Callable[[Evaluation], Floats]] = {
    "error": lambda evaluation: errors(evaluation, evaluation.all_rows),
    _LOGS: lambda evaluation: log_errors(evaluation, evaluation.all_rows),
    "true": lambda evaluation: of_number(evaluation, 0)[0],
    "predicted": lambda evaluation: of_number(evaluation, 0)[1],
}


def names_one(name: str) -> bool:
    """Whether a name has the form of a field of one of several numbers, or of one class, on either side."""
    value, dot, _ = name.removeprefix(BASE).partition(".")
    return bool(dot) and (value in _OF_ONE or value == _OF_CLASS)


def is_of_true(name: str) -> bool:
    """Whether a name has the form of the field of one of several true numbers."""
    return name.removeprefix(BASE).startswith("true.")


def component_fields(evaluation: Evaluation) -> list[str]:
    """The fields of each of several numbers, such as `error.NAME`, or of each class of the files, such as `p.NAME`."""
    if has_class_probabilities(evaluation):
        vocab = evaluation.table.vocab
        return [f"{_OF_CLASS}.{name}" for name in vocab.texts(np.arange(vocab.in_files))]
    if evaluation.table.kind.names_labels or len(found := names(evaluation)) < 2:
        return []
    known = (value for value in _OF_ONE if value != _LOGS or evaluation.metric.by_logs)
    return [f"{value}.{name}" for value in known for name in found]


def of_one(evaluation: Evaluation, name: str) -> Floats | None:
    """float64 (n,): a field of one of several numbers, or of one class, on either side; None for another field."""
    if name.removeprefix(BASE) not in component_fields(evaluation):
        return None
    value, _, number = name.removeprefix(BASE).partition(".")
    side = baseline_of(evaluation) if name.startswith(BASE) else evaluation
    if value == _OF_CLASS:
        return predicted(side, probabilities_of(side, side.table.vocab.find(number)))
    return _OF_ONE[value](side, names(evaluation).index(number))


def has_none(evaluation: Evaluation) -> Bools:
    """bool (n,): the rows that predict no number."""
    none: Bools = np.logical_and.reduce(np.isnan(numbers(evaluation, evaluation.all_rows)[1]), axis=1)
    return none
