"""Check the numbers of a file: numbers to predict, probabilities of wide files and their sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from inspector.core.arrays.types import Bools, Floats, Ints, distinct, middle
from inspector.core.data.numbers import NEAR_SUM, UNEVEN, uneven, values_of
from inspector.core.data.table import Table
from inspector.core.errors import shorten
from inspector.core.files.checks.pair import first_in_file
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.numbers.cells import what_is_wrong
from inspector.core.files.numbers.evidence import MOST_CLASSES, closeness, has_few
from inspector.core.files.problem import Problem
from inspector.core.plural import count_of

_EXAMPLES = 3
# Enough rows to compare scales, and the quantiles between which nearly all numbers are.
_FEW_ROWS, _ENDS = 20, (0.01, 0.99)
# No model spreads its numbers so many times as wide as the true ones are, but percentages in place of shares are.
_WIDER = 10
_FEW_SHARE = 0.05
_HEAD = 1000
# Fewer equal numbers, or few different ones, may be right.
_FEWEST = 100


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find all problems of the numbers of both files."""
    for which, reading in enumerate(readings):
        if reading.odd is not None and len(reading.odd.rows):
            found = _odd_probabilities if table.kind.names_labels else _odd_numbers
            yield from found(_OddCase(alignment.sheets[which], table, reading, reading.odd))
    if not table.kind.names_labels:
        yield from _copies(table, readings[1])
        yield from _other_scale(table, readings[1])
        yield from _unrelated(table, readings[1])
        yield from _counts(table, readings)
    yield from _uneven_rows(table, readings[1])


@dataclass(frozen=True, eq=False)
class _OddCase:
    """A file with cells that hold no number that counts."""

    sheet: Sheet
    table: Table
    reading: Reading
    odd: OddCells

    @cached_property
    def entries(self) -> Ints:
        """int64: the entry of the file that each odd cell is of."""
        return self.odd.rows if self.reading.is_truth else self.table.entry_of_row[self.odd.rows]

    @cached_property
    def cells(self) -> pa.StringArray:
        """The text of each odd cell."""
        texts = np.empty(len(self.odd.rows), object)
        records = self.reading.entries.first[self.entries]
        for at, column in enumerate(self.reading.layout.labels):
            here = np.flatnonzero(self.odd.labels == at)
            if len(here):
                texts[here] = self.sheet.texts_at(column, records[here]).to_pylist()
        return pa.array(texts, pa.string())

    def problem(self, kind: str, at: Ints, message: str, consequence: str, cause: str) -> Problem:
        """The problem of some of the odd cells."""
        first = int(at[0])
        rows = distinct(self.odd.rows[at])
        column = self.reading.layout.labels[int(self.odd.labels[first])]
        return Problem(
            kind,
            "truth" if self.reading.is_truth else "submission",
            len(at),
            f"{_counted(self.odd, at)} {message}, such as {shorten(str(self.cells[first]))}",
            consequence,
            examples=tuple(self.table.id(row) for row in rows[:_EXAMPLES].tolist()),
            line=self.reading.line(int(self.entries[first])),
            rejects=not self.reading.is_truth,
            file=self.sheet.name,
            column=self.sheet.names[column],
            cause=cause,
            rows=rows,
        )


def _odd_probabilities(case: _OddCase) -> Iterable[Problem]:
    """The cells of a file with a column a label that were read as 0 because they hold no number from 0 to 1."""
    yield case.problem(
        "odd-probabilities",
        np.arange(len(case.odd.rows)),
        "not a number from 0 to 1",
        "each is read as 0: its label is not " + ("true" if case.reading.is_truth else "predicted"),
        "a missing value, text, or scores that are not probabilities",
    )


# What is wrong with cells without a number: the kind of the problem, what they are, and the usual cause.
_ODD_NUMBERS = {
    "missing": ("missing-numbers", "empty or not a number", "a missing value, or a model that gave no number"),
    "infinite": ("infinite-numbers", "not finite", "a division by zero, a logarithm of zero, or an overflow"),
    "grouped": ("grouped-numbers", "written with signs between thousands", "the numbers were formatted for people"),
    "text": ("odd-numbers", "not a number", "text, or another decimal point than in the other rows"),
}


def _odd_numbers(case: _OddCase) -> Iterable[Problem]:
    """The cells of a file of numbers that hold no finite one, by what is wrong with them."""
    coded = case.cells.dictionary_encode()
    wrong = np.array([*map(what_is_wrong, coded.dictionary.to_pylist())])[coded.indices.to_numpy()]
    consequence = "such a number cannot be scored" + ("" if case.reading.is_truth else "; a site would reject the file")
    for name, (kind, what, cause) in _ODD_NUMBERS.items():
        if len(at := np.flatnonzero(wrong == name)):
            yield case.problem(kind, at, what, consequence, cause)


def _counted(odd: OddCells, at: Ints) -> str:
    """`1 cell is`, `12 cells in 3 columns are`."""
    columns = int((np.bincount(odd.labels[at]) > 0).sum())
    return "1 cell is" if len(at) == 1 else f"{len(at):,} cells in {count_of(columns, 'column')} are"


def _columns(table: Table, reading: Reading) -> Iterator[tuple[int, Floats, Floats, Bools]]:
    """Each column of the submission: its index, the true and the predicted numbers, and which rows have both."""
    width = len(reading.layout.labels)
    both = values_of(table.truth, width), values_of(table.predictions, width)
    for column, truth, predicted in zip(reading.layout.labels, both[0].T, both[1].T, strict=True):
        yield column, truth, predicted, np.isfinite(truth) & np.isfinite(predicted)


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
        (least, most), (low, high), name = found.predicted, found.true, shorten(reading.sheet.names[column])
        yield Problem(
            "other-scale",
            "submission",
            int(known.sum()),
            f"nearly all numbers of {name} are {found.how}: {least:,.6g} to {most:,.6g}, not {low:,.6g} to {high:,.6g}",
            "the errors are then those of the scale, not of the model",
            file=reading.sheet.name,
            column=reading.sheet.names[column],
            cause="logarithms, percentages, another unit, or another column than the truth has",
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
    head = []
    for _, truth, predicted, known in _columns(table, reading):
        rows = np.flatnonzero(known)[:_HEAD]
        head.append((truth[rows], predicted[rows]))
    sure = np.array([closeness(*both).sure for both in head])
    varies = np.array([len(guess) >= _FEW_ROWS and bool(np.ptp(guess)) for _, guess in head])
    for at in np.flatnonzero((sure == 0) & varies).tolist() if sure.max() == 1 else []:
        column = reading.sheet.names[reading.layout.labels[at]]
        yield Problem(
            "unrelated-numbers",
            "submission",
            len(head[at][0]),
            f"the numbers of {shorten(column)} are no nearer to the true ones than numbers of other rows",
            "the score counts them like those of the other columns",
            file=reading.sheet.name,
            column=column,
            cause="the column is not to be predicted: --truth-column and --submission-column name those that are",
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


def _counts(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find out whether the truth has counts in its columns where the submission has shares of them."""
    width = len(readings[1].layout.labels)
    if width < 2:
        return
    truth, predicted = (values_of(lists, width).sum(axis=1) for lists in (table.truth, table.predictions))
    known = np.isfinite(truth) & np.isfinite(predicted)
    if not known.any() or (np.abs(predicted[known] - 1) > NEAR_SUM).mean() > _FEW_SHARE:
        return
    rows = np.flatnonzero(known & (np.abs(truth - 1) > NEAR_SUM))
    if len(rows) < known.sum() / 2:
        return
    sheet = readings[0].sheet
    yield Problem(
        "true-counts",
        "truth",
        len(rows),
        f"{len(rows):,} rows of the truth do not add up to 1, as those of the submission do",
        "the numbers are compared as they are",
        examples=tuple(table.id(row) for row in rows[:_EXAMPLES].tolist()),
        file=sheet.name,
        column=sheet.names[readings[0].layout.labels[0]],
        cause="the truth has counts or votes: divide each row by its sum",
        rows=rows,
    )


def _uneven_rows(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the rows whose probabilities do not add up to 1, where those of the others do."""
    if table.kind.names_labels and reading.layout.shape != "wide":
        return
    odd, weights = uneven(table.predictions), table.predictions.weights
    if odd is None or weights is None or not odd.any():
        return
    rows = np.flatnonzero(odd)
    first = first_in_file(table, rows, _EXAMPLES)
    at = slice(*table.predictions.offsets[first[0] : first[0] + 2].tolist())
    total = float(weights[at].sum())
    counted = "1 row has" if len(rows) == 1 else f"{len(rows):,} rows have"
    yield Problem(
        "uneven-probabilities",
        "submission",
        len(rows),
        f"{counted} probabilities that do not add up to 1, such as {total:.6g}; those of the other rows do",
        UNEVEN[0],
        examples=tuple(table.id(row) for row in first.tolist()),
        line=reading.line(int(table.entry_of_row[first[0]])),
        file=reading.sheet.name,
        cause=UNEVEN[1],
        rows=rows,
    )
