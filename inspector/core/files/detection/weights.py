"""The columns that order or grade the labels of one of two files: confidences, ranks and relevance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.core.files.detection.evidence import Evidence
from inspector.core.files.detection.reader import Reader
from inspector.core.files.detection.side import NONE, LayoutChoice, Side
from inspector.core.files.schema import names
from inspector.core.files.schema.contents import is_numeric
from inspector.core.files.schema.layout import Layout

_DECIMAL = 3
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


def order_prior(reader: Reader, side: Side, layouts: tuple[Layout, Layout]) -> float | None:
    """What speaks for a column that may order the labels of a long submission, although its name does not say so.

    Any column does by chance; in its order right labels have to come first far more clearly than without it.
    """
    column = layouts[1].confidence
    if (
        layouts[1].shape != "long"
        or column is None
        or side.given_weight is not None
        or names.is_weight(side.name(column))
    ):
        return None
    without = max(0.0, reader.ordered(layouts[0], unordered(layouts[1])))
    return min(_MOST_ORDER, max(0.0, (reader.ordered(*layouts) - without - _CHANCE) / 4))


def unordered(layout: Layout) -> Layout:
    """The layout without a column that orders or grades its labels."""
    return replace(layout, confidence=None)


def grade_prior(true: LayoutChoice, evidence: Evidence) -> float:
    """A column of whole numbers is relevance if what is predicted first has higher ones."""
    if true.layout.shape != "long" or true.layout.confidence is None:
        return 0.0
    return max(-0.5, min(0.5, 2 * (evidence.graded - 0.2)))
