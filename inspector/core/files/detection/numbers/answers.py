"""Answers of 0 and 1 in a submission beside the probabilities they were made from, or confidences in them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.data.numbers import are_answers
from inspector.core.files.detection.ids.columns import ends
from inspector.core.files.detection.numbers.pairs import number_columns
from inspector.core.files.detection.part import Part
from inspector.core.files.detection.side import Side
from inspector.core.files.numbers.answers import are_halved, are_of_answers, rise_with
from inspector.core.files.numbers.evidence import order_of
from inspector.core.files.schema import names

# An order of so many standard deviations is hardly chance.
_CHANCE = 2


def no_probabilities(true: Side, predicted: Side, part: Part) -> frozenset[int]:
    """The columns of a submission that are not the probability of a yes, by another one beside them.

    They are the answers that were made from the probability; where numbers are as high beside a no as beside a yes,
    they are confidences in the answers.
    """
    columns = [] if predicted.given else ends(number_columns(predicted))
    asked = [i for i in ends(number_columns(true)) if _are_answers(part, 0, i)]
    if not asked or len(columns) <= len(asked):  # each may be the prediction of a target
        return frozenset()
    answers = [i for i in columns if _are_answers(part, 1, i)]
    answers = [i for i in answers if not true.is_one_file or names.is_predicted(predicted.name(i))]
    likely = [*_probabilities(true, predicted, part, (i for i in columns if not _are_answers(part, 1, i)))]
    pairs = [*product(answers, likely)]
    made = {answer for answer, column in pairs if _is_made_from(predicted, part, answer, column)}
    return frozenset(made or {column for answer, column in pairs if _is_sure_of(predicted, part, answer, column)})


def _are_answers(part: Part, which: int, column: int) -> bool:
    values = part.known(which, column)
    return len(values) > 0 and are_answers(values)


def _probabilities(true: Side, predicted: Side, part: Part, columns: Iterable[int]) -> Iterable[int]:
    """The columns that are neither of the truth, too, nor stand beside labels, and hold only numbers from 0 to 1."""
    of_truth = set[str]() if true.is_one_file else {true.name(i) for i in true.rest}
    for column in columns:
        name, values = predicted.name(column), part.known(1, column)
        if name not in of_truth and not names.is_beside(name) and ((values >= 0) & (values <= 1)).all():
            yield column


def _is_made_from(side: Side, part: Part, answer: int, column: int) -> bool:
    """Whether an answer is yes where the numbers of a column are high."""
    answers, values = _known(part, answer, column)
    name = side.name(column)
    if names.is_probability(name) and are_halved(values, answers):
        return True
    is_named = names.is_weight(name) or names.is_predicted(name)
    return rise_with(values, answers) and (is_named or order_of(answers, values) > _CHANCE)


def _is_sure_of(side: Side, part: Part, answer: int, column: int) -> bool:
    """Whether a column that is named as confidences tells how sure an answer is."""
    return names.is_likelihood(side.name(column)) and are_of_answers(*reversed(_known(part, answer, column)))


def _known(part: Part, *columns: int) -> list[Floats]:
    """Each float64 (n,): the numbers of the rows of a submission that have all of them."""
    values = [part.values(1, column) for column in columns]
    both = np.isfinite(values).all(axis=0)
    return [found[both] for found in values]
