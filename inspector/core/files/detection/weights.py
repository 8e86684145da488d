"""The columns that order or grade the labels of one of two files: confidences, ranks and relevance."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.files.detection.side import NONE, Side
from inspector.core.files.schema import names
from inspector.core.files.schema.contents import is_numeric

_DECIMAL = 3
# Numbers that count the rows of each id do so by no chance.
_COUNTS = 0.6

Choices = Iterator[tuple[int | None, float]]


def confidence(side: Side, label: int) -> int | None:
    """The column of confidences beside the labels of a submission: given, or named so."""
    if side.is_truth or side.given_weight is not None or side.options.weights_of(False) == NONE:
        return None if side.is_truth else side.given_weight
    return next((i for i in side.weighing if i != label), None)


def rank(side: Side, label: int) -> tuple[int | None, float]:
    """The column of the ranks of the labels, by its cells or by its name, with its prior: ranks count for each id."""
    counting = next((i for i in side.counting if i != label), None)
    if counting is not None:
        return counting, _COUNTS
    free = [i for i in side.few if i != label and not side.is_truth]
    named = next((i for i in free if names.is_rank(side.name(i)) and is_numeric(side.sheet, i)), None)
    return named, 0.0 if named is None else -0.5


def scores(side: Side, label: int) -> Choices:
    """The possible columns that order the labels of a long submission, each with its prior."""
    named = confidence(side, label)
    yield named, 0.0
    if named is None and side.options.weights_of(False) is None:
        decimal = [i for i in side.few if i != label and side.is_decimal(i)]
        yield from ((column, -0.3) for column in decimal[:_DECIMAL])


def grades(side: Side, label: int) -> Choices:
    """The possible columns of relevance of a long truth, each with its prior."""
    if side.options.weights_of(True) is not None:
        yield side.given_weight, 0.0
        return
    graded = [i for i in side.graded if i != label]
    named = [i for i in graded if names.is_grade(side.name(i))]
    if not named:
        yield None, 0.0
    for column in named[:1] or graded:
        yield column, 0.0
