"""Signs that something else was meant: the truth, one class of several, or decimals that are thousands were read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, text
from inspector.core.arrays.types import Bools, Ints
from inspector.core.data.numbers import NEAR_SUM, values_of
from inspector.core.data.table import Table
from inspector.core.errors import quoted, shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.numbers.cells import are_numbers
from inspector.core.files.problem import Problem
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.files.schema.names import normalized
from inspector.core.plural import count_of

_SIDES: tuple[Literal["truth"], Literal["submission"]] = "truth", "submission"
_EXAMPLES = 3
# Rows that tell whether columns add up to 1, which two do by chance where one is the other's complement.
_HEAD, _FEWEST_CLASSES, _MOSTLY = 1000, 3, 0.95
# So many rows of either of two labels may have confidences apart by chance.
_FEWEST_ROWS, _LABELS = 5, 2
# No model is so near in every row, by the spread of the true numbers.
_ROUNDED = 0.001
# Whole numbers with points between thousands, those without, and what no decimals end with beside whole numbers.
_THOUSANDS, _BELOW, _ZERO = r"^\s*[+-]?[1-9]\d{0,2}(\.\d{3})+\s*$", r"^\s*[+-]?\d{1,3}\s*$", r"\.\d*0\s*$"


def problems(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the signs in both files, and in a submission with columns that are not read. reading: of the submission."""
    for which, of in enumerate(alignment.layouts):
        for column in of.labels if of.shape == "numbers" else ():
            yield from _thousands(_SIDES[which], alignment.sheets[which], column)
    sheet, layout = alignment.submission, reading.layout
    if layout.shape == "list":
        yield from _of_one(table, reading)
    if sheet is alignment.truth or layout.shape not in ("list", "numbers"):
        return
    unread = [column for column in range(len(sheet.names)) if column not in layout.used and are_numbers(sheet, column)]
    if others := [column for column in unread if not _is_in_truth(alignment, column)]:
        yield from _copies(alignment, table, reading, others)
    if layout.shape == "numbers" and len(layout.labels) == 1:
        yield from _one_of_classes(sheet, len(table), reading.label_name, [*layout.labels, *unread])


def _of_one(table: Table, reading: Reading) -> Iterable[Problem]:
    """Report confidences that are all lower under one label than under the other. reading: of the submission."""
    lists = table.predictions
    if lists.weights is None or lists.longest != 1:
        return
    labels = np.flatnonzero(lists.presence(len(table.vocab)))
    if len(labels) != _LABELS or int(table.in_truth.sum()) != _LABELS:
        return
    sides = [lists.codes == label for label in labels]
    if min(int(side.sum()) for side in sides) < _FEWEST_ROWS:
        return
    low, high = np.argsort([lists.weights[side].mean() for side in sides])
    if lists.weights[sides[low]].max() < lists.weights[sides[high]].min():
        names = table.vocab.texts(labels[[low, high]])
        yield _confidence_of_one(reading, lists.owners()[sides[low]], names[0], names[1])


def _confidence_of_one(reading: Reading, rows: Ints, *labels: str) -> Problem:
    low, high = map(quoted, labels)
    column = reading.layout.confidence
    return Problem(
        "confidence-of-one",
        "submission",
        len(rows),
        f"every confidence in a predicted {low} is below every one in a predicted {high}",
        f"what orders or weighs by confidence, such as auc, gap and log loss, has {low} the wrong way round",
        file=reading.sheet.name,
        column=None if column is None else reading.sheet.names[column],
        cause=f"it is the probability of {high}: predict it alone, or write 1 minus it where {low} is predicted",
        rows=rows,
    )


def _thousands(side: Literal["truth", "submission"], sheet: Sheet, column: int) -> Iterable[Problem]:
    """Find numbers such as 4.770 beside 958: decimals would be written as 4.77, or 958 as 958.000."""
    if not _seem_thousands(combine_chunks(sheet.columns[column].slice(0, _HEAD))):
        return
    cells = combine_chunks(sheet.columns[column])
    if not _seem_thousands(cells):
        return
    records = np.flatnonzero(flags(pc.match_substring_regex(cells, _THOUSANDS)))
    first = str(cells[int(records[0])])
    yield Problem(
        "points-in-numbers",
        side,
        len(records),
        f"{count_of(len(records), 'cell')} such as {shorten(first)} may have points between thousands, not decimals",
        f"{shorten(first)} is read as a number below 1,000",
        line=sheet.line(int(records[0])),
        file=sheet.name,
        column=sheet.names[column],
        cause=f"the numbers were formatted for people: write {first.strip().replace('.', '')}",
    )


def _seem_thousands(cells: pa.StringArray) -> bool:
    """Whether all filled cells are whole numbers if points separate thousands, of both sizes and some ending with 0."""
    large, below, zero = (flags(pc.match_substring_regex(cells, of)) for of in (_THOUSANDS, _BELOW, _ZERO))
    empty = flags(pc.equal(pc.utf8_trim_whitespace(cells), text("")))
    return bool((large | below | empty).all() and below.any() and zero.any())


def _is_in_truth(alignment: Alignment, column: int) -> bool:
    """Whether the truth has the same column, as of features."""
    truth, sheet = alignment.sheets
    return any(
        name == sheet.names[column] and known.equals(sheet.columns[column])
        for name, known in zip(truth.names, truth.columns, strict=True)
    )


def _copies(alignment: Alignment, table: Table, reading: Reading, unread: list[int]) -> Iterable[Problem]:
    """Find predictions that equal the truth in all rows, in a column of its name, as an out-of-fold file has it."""
    sides = zip(alignment.sheets, alignment.layouts, strict=True)
    true, names = ([sheet.names[column] for column in layout.labels] for sheet, layout in sides)
    scored = table.submitted & (table.truth.lengths > 0)
    if [*map(normalized, true)] != [*map(normalized, names)] or not scored.any() or not _equal(table)[scored].all():
        return
    rows = np.flatnonzero(scored)
    yield Problem(
        "true-column",
        "submission",
        len(rows),
        f"all {len(rows):,} predictions in {' and '.join(map(quoted, names[:_EXAMPLES]))} {_how(table)} the truth; "
        f"{_listed(alignment.submission, unread)} not read",
        "the score says nothing about a model",
        file=reading.sheet.name,
        column=reading.label_name,
        cause="a copy of the truth was read as the prediction: choose the column with --submission-column",
        rows=rows,
    )


def _how(table: Table) -> str:
    """How predictions are the truth."""
    is_rounded = not table.kind.names_labels and not table.truth.same(table.predictions).all()
    return "are as near as rounding to" if is_rounded else "equal"


def _equal(table: Table) -> Bools:
    """bool (n,): the rows whose prediction is the truth."""
    if table.kind.names_labels:
        return table.truth.same(table.predictions)
    width = max(table.truth.longest, table.predictions.longest)
    true, predicted = values_of(table.truth, width), values_of(table.predictions, width)
    # Rounded numbers are copies, too.
    near = _ROUNDED * np.nan_to_num(true).std(axis=0)
    equal: Bools = np.all((np.abs(true - predicted) <= near) | np.isnan(true), axis=1)
    return equal


def _one_of_classes(sheet: Sheet, rows: int, read: str, columns: list[int]) -> Iterable[Problem]:
    """Find a column of numbers, `read`, that adds up to 1 with those beside it: they are the classes of a truth."""
    if len(columns) < _FEWEST_CLASSES:
        return
    heads = [combine_chunks(sheet.columns[column].slice(0, _HEAD)) for column in columns]
    cells = np.array([trimmed_numbers(head) for head in heads])
    if not len(cells[0]) or not (np.abs(cells.sum(axis=0) - 1) <= NEAR_SUM).mean() > _MOSTLY or (cells < 0).any():
        return
    yield Problem(
        "one-of-classes",
        "submission",
        rows,
        f"{_listed(sheet, sorted(columns)).removesuffix(' are')} add up to 1, and only {quoted(read)} is read",
        "the probability of one class is scored as a number",
        file=sheet.name,
        column=read,
        cause="the truth has its classes as numbers, which no column is named by: give both the same names",
    )


def _listed(sheet: Sheet, columns: list[int]) -> str:
    """`"pred" is`, or `"a", "b" and 3 more are`."""
    named = [quoted(sheet.names[column]) for column in columns[:_EXAMPLES]]
    more = [f"{len(columns) - _EXAMPLES} more"] if len(columns) > _EXAMPLES else []
    first, last = [*named, *more][:-1], [*named, *more][-1]
    return f"{', '.join(first)} and {last} are" if first else f"{last} is"
