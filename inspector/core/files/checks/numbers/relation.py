"""How the predicted numbers of a column lie to the true ones: copies, on another scale, unrelated, or reversed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from inspector.core.arrays.types import Bools, Floats, beyond_floats, middle
from inspector.core.data.numbers import values_of
from inspector.core.data.table import Table
from inspector.core.errors import shorten
from inspector.core.files.labels.reading import Reading
from inspector.core.files.numbers.evidence import MOST_CLASSES, closeness, has_few, order_of
from inspector.core.files.problem import Problem
from inspector.core.files.schema.names import normalized

_EXAMPLES = 3
# Enough rows to compare scales, and the quantiles between which nearly all numbers are.
_FEW_ROWS, _ENDS = 20, (0.01, 0.99)
# No model spreads its numbers so many times as wide as the true ones are, but percentages in place of shares are.
_WIDER = 10
# The first rows tell most; those of which they do not, many do.
_HEAD, _MANY = 1000, 1 << 16
# Fewer equal numbers, or few different ones, may be right.
_FEWEST = 100
# So many standard deviations against the order of the true numbers are no chance, and no model does it.
_REVERSED = -6.0
# So many standard deviations with that order are surely no chance.
_RISING = 4.0
# The name of a column with the probability of no.
_NO = r"(0|no|false|neg|negative)"
_CLASS_OF_NO = re.compile(
    rf"(p|probs?|probas?|probability|class)[ _.(-]*{_NO}\)?|(?!0){_NO}([ _.-](p|probs?|probas?|score))?"
)


def relations(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the columns of the submission whose numbers are no predictions of the true ones as they stand."""
    yield from _copies(table, reading)
    yield from _other_scale(table, reading)
    yield from _unrelated(table, reading)
    yield from _reversed(table, reading)
    yield from _of_no(table, reading)
    yield from _beyond_yes_and_no(table, reading)


def _columns(table: Table, reading: Reading) -> Iterator[tuple[int, Floats, Floats, Bools]]:
    """Each column of the submission: its index, the true and the predicted numbers, and which rows have both."""
    width = len(reading.layout.labels)
    both = values_of(table.truth, width), values_of(table.predictions, width)
    for column, truth, predicted in zip(reading.layout.labels, both[0].T, both[1].T, strict=True):
        yield column, truth, predicted, np.isfinite(truth) & np.isfinite(predicted)


def _of_column(kind: str, which: tuple[Reading, int, int], message: str, consequence: str, cause: str) -> Problem:
    """The problem of a whole column. which: its file, its index, how many numbers; message: with {} for its name."""
    reading, column, count = which
    name, file = reading.sheet.names[column], reading.sheet.name
    message = message.format(shorten(name))
    return Problem(kind, "submission", count, message, consequence, file=file, column=name, cause=cause)


def _copies(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the columns of the submission that hold the true number in every row."""
    for column, truth, predicted, known in _columns(table, reading):
        if known.sum() < _FEWEST or ((truth != predicted) & known).any() or has_few(truth[known], MOST_CLASSES):
            continue
        rows, sheet = np.flatnonzero(known), reading.sheet
        yield Problem(
            "true-numbers",
            "submission",
            len(rows),
            f"all {len(rows):,} numbers of {shorten(sheet.names[column])} equal the true ones",
            "the score says nothing about a model",
            examples=tuple(table.id(row) for row in rows[:_EXAMPLES].tolist()),
            line=reading.line(int(table.entry_of_row[rows[0]])),
            file=sheet.name,
            column=sheet.names[column],
            cause="a copy of the truth was read as the prediction: choose the column with --submission-column",
            rows=rows,
        )


def _other_scale(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the columns of the submission whose numbers are beside the true ones, or spread far wider than those."""
    for column, truth, predicted, known in _columns(table, reading):
        if known.sum() < _FEW_ROWS:
            continue
        if (found := _beside(truth, predicted, known) or _far_wider(truth[known], predicted[known])) is None:
            continue
        (least, most), (low, high) = found.predicted, found.true
        ends = f"{least:,.6g} to {most:,.6g}, not {low:,.6g} to {high:,.6g}"
        yield _of_column(
            "other-scale",
            (reading, column, int(known.sum())),
            f"nearly all numbers of {{}} are {found.how}: {ends}",
            "the errors are then those of the scale, not of the model",
            "logarithms, percentages, another unit, or another column than the truth has",
        )


class _Scale(NamedTuple):
    """How predicted numbers lie to the true ones, and between which nearly all of both are."""

    how: str
    predicted: tuple[float, float]
    true: tuple[float, float]


def _beside(truth: Floats, predicted: Floats, known: Bools) -> _Scale | None:
    """On which side of the true numbers nearly all predicted ones are, or None."""
    if _overlap(truth, predicted, known) or has_few(truth[known], MOST_CLASSES):
        return None
    (low, high), (least, most) = (np.quantile(values[known], _ENDS).tolist() for values in (truth, predicted))
    if least <= high and low <= most:
        return None
    return _Scale(f"{'below' if most < low else 'above'} the true ones", (least, most), (low, high))


@beyond_floats
def _far_wider(truth: Floats, predicted: Floats) -> _Scale | None:
    """That predicted numbers are spread far wider than the true ones, of which all count: few may be yes; or None."""
    low, high = float(truth.min()), float(truth.max())
    if predicted[:_HEAD].max() - predicted[:_HEAD].min() <= _WIDER * (high - low):
        return None
    least, most = np.quantile(predicted, _ENDS).tolist()
    times = (most - least) / (high - low) if high > low else 0.0
    how = f"spread {times:,.0f} times as wide as the true ones"
    return _Scale(how, (least, most), (low, high)) if times > _WIDER else None


def _unrelated(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find columns whose numbers are no nearer to the true ones than by chance, where those of others surely are."""
    if len(reading.layout.labels) < 2:
        return
    sides = [(truth, guess, known) for _, truth, guess, known in _columns(table, reading)]
    heads = [_first(_HEAD, *both) for both in sides]
    sure = np.array([closeness(*head).sure for head in heads])
    varies = np.array([len(guess) >= _FEW_ROWS and _varies(guess) for _, guess in heads])
    for at in np.flatnonzero((sure == 0) & varies).tolist() if sure.max() == 1 else []:
        truth, predicted = _first(_MANY, *sides[at])
        # Equal true numbers are as near to those of other rows; or a little nearer, which few rows do not show.
        if not _varies(truth) or closeness(truth, predicted).sure > 0:
            continue
        yield _of_column(
            "unrelated-numbers",
            (reading, reading.layout.labels[at], len(truth)),
            "the numbers of {} are no nearer to the true ones than numbers of other rows",
            "the score counts them like those of the other columns",
            "the column is not to be predicted: --truth-column and --submission-column name those that are",
        )


def _varies(numbers: Floats) -> bool:
    return bool((numbers != numbers[0]).any())


def _first(count: int, truth: Floats, predicted: Floats, known: Bools) -> tuple[Floats, Floats]:
    """The first numbers of both sides of a column that are known."""
    rows = np.flatnonzero(known)[:count]
    return truth[rows], predicted[rows]


def _reversed(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find columns whose numbers fall where the true ones rise."""
    for column, truth, predicted, known in _columns(table, reading):
        head = _first(_HEAD, truth, predicted, known)
        if len(head[0]) < _FEW_ROWS or order_of(*head) > _REVERSED:
            continue
        yield _of_column(
            "reversed-numbers",
            (reading, column, int(known.sum())),
            "the numbers of {} are low where the true ones are high",
            "the score is that of the reverse order",
            "the probability of the other class, ranks of which 1 is the best, or another sign",
        )


def _of_no(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find probabilities under the name of no, unless they surely rise with yes."""
    for column, truth, predicted, known in _columns(table, reading):
        name = normalized(reading.sheet.names[column])
        if not _CLASS_OF_NO.fullmatch(name) or not np.isin(truth[known], (0, 1)).all() or not known.any():
            continue
        if _REVERSED < order_of(*_first(_HEAD, truth, predicted, known)) < _RISING or known.sum() < _FEW_ROWS:
            yield _of_column(
                "probability-of-no",
                (reading, column, int(known.sum())),
                "{} is named as the probability of no, and read as that of yes",
                "the score is that of the other class",
                "the first of two columns was kept: take that of yes, or 1 minus these numbers",
            )


def _beyond_yes_and_no(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find probabilities beside a truth of two or three whole numbers that are not all 0 and 1."""
    for column, truth, predicted, known in _columns(table, reading):
        true, given = truth[known], predicted[known]
        if known.sum() < _FEW_ROWS or not has_few(true, 3) or not ((given >= 0) & (given <= 1)).all():
            continue
        values = np.unique(true)
        if not (values % 1 == 0).all() or (values.min() >= 0 and values.max() <= 1) or (given % 1 == 0).mean() > 0.5:
            continue
        listed = " and ".join(f"{value:g}" for value in values)
        yield _of_column(
            "not-yes-and-no",
            (reading, column, int(known.sum())),
            f"the numbers of {{}} are from 0 to 1, but the true ones are {listed}",
            "differences are counted; metrics of yes and no need a truth of 0 and 1",
            "another number stands for no, or for rows without an answer",
        )


def _overlap(truth: Floats, predicted: Floats, known: Bools) -> bool:
    """Whether a number lies well between the ends of both, as one from the middle of the first true ones mostly does.

    Then their quantiles need not be looked for. known: bool (n,), the rows that have both.
    """
    first = truth[:_HEAD][known[:_HEAD]]
    if not len(first):
        return False
    half = middle(first)
    # Twice as many as lie beyond the ends, so that it does not matter how these are interpolated.
    enough = 2 * _ENDS[0] * len(truth) + 1
    sides = (side & known for part in (truth, predicted) for side in (part <= half, part >= half))
    return all(side.sum() > enough for side in sides)
