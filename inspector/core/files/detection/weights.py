"""The columns that order or grade the labels of one of two files: confidences, ranks and relevance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from inspector.core.files.detection.evidence import Evidence
from inspector.core.files.detection.reader import Reader
from inspector.core.files.detection.side import NONE, LayoutChoice, Side
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.schema import names
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import normalized

_MOST = 3
# Numbers that count the rows of each id do so by no chance.
_COUNTS = 0.6
# Standard deviations that are no evidence, and the most that an order counts.
_CHANCE, _MOST_ORDER = 1.8, 0.6

Choices = Iterator[tuple[int | None, float]]


def confidence(side: Side, label: int) -> int | None:
    """The column of confidences beside the labels of a submission: given, or named so."""
    if side.is_truth or side.given_weight is not None or side.options.weights_of(False) == NONE:
        return None if side.is_truth else side.given_weight
    return next((i for i in side.weighing if i != label), None)


def rank(side: Side, label: int) -> tuple[int | None, float]:
    """The column of the ranks of the labels, by its cells or by its name, and its prior."""
    counting, named = ([i for i in found if i != label] for found in (side.counting, side.ranking))
    if counting:
        return next((i for i in named if i in counting), counting[0]), _COUNTS
    return (named[0], -0.5) if named else (None, 0.0)


def scores(side: Side, label: int) -> Choices:
    """The possible columns that order the labels of a long submission, each with its prior."""
    named = [i for i in side.ordering if i != label]
    if side.given_weight is not None or side.options.weights_of(False) is not None:
        yield side.given_weight, 0.0
        return
    yield from ((column, 0.0) for column in named[:_MOST])
    if not named:
        yield None, 0.0
        yield from islice(((column, -0.3) for column in side.counted if column != label), _MOST)


def grades(side: Side, label: int) -> Choices:
    """The possible columns of relevance of a long truth, each with its prior."""
    if side.options.weights_of(True) is not None:
        yield side.given_weight, 0.0
        return
    graded = [i for i in side.graded if i != label]
    named = [i for i in graded if names.is_grade(side.name(i))]
    if not named:
        yield None, 0.0
    for column in named or graded:
        yield column, 0.0


def order_prior(reader: Reader, side: Side, layouts: tuple[Layout, Layout]) -> float | None:
    """What speaks for a column that may order the labels of a long submission, although its name does not say so.

    Any column does by chance; in its order right labels have to come first far more clearly than without it. Numbers
    that count the rows of each id may count from the worst on.
    """
    true, predicted = layouts
    if predicted.shape != "long" or side.given_weight is not None:
        return None
    if predicted.rank is not None:
        is_named = names.is_rank(side.name(predicted.rank))
        return None if is_named else min(0.0, max(-_MOST_ORDER, (reader.ordered(*layouts) + _CHANCE) / 4))
    if predicted.confidence is None or predicted.confidence in side.ordering:
        return None
    without = max(0.0, reader.ordered(true, replace(predicted, confidence=None)))
    return min(_MOST_ORDER, max(0.0, (reader.ordered(*layouts) - without - _CHANCE) / 4))


def grade_prior(true: LayoutChoice, evidence: Evidence, truth: Sheet) -> float:
    """A column of whole numbers is relevance if what is predicted first has higher ones, or if it is named so."""
    column = true.layout.confidence
    if true.layout.shape != "long" or column is None or names.is_grade(normalized(truth.names[column])):
        return 0.0
    # Where all that is predicted was judged, only its relevance tells what is right.
    prior = 0.5 if evidence.all_right else max(-0.5, min(0.5, 2 * (evidence.graded - 0.2)))
    # A few whole numbers with 0 beside the labels, called the label themselves, are those of pairs that were clicked.
    return max(0.2, prior) if names.is_true(normalized(truth.names[column])) else prior
