"""Cells of a file that hold no number that counts, told by what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from inspector.core.arrays.types import Ints, distinct
from inspector.core.data.table import Table
from inspector.core.errors import shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.numbers.cells import what_is_wrong
from inspector.core.files.problem import Problem
from inspector.core.plural import count_of

_EXAMPLES = 3


def odd_cells(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find the cells of both files that hold no number to predict, or no probability."""
    for which, reading in enumerate(readings):
        if reading.odd is not None and len(reading.odd.rows):
            found = _odd_probabilities if table.kind.names_labels else _odd_numbers
            yield from found(_OddCase(alignment.sheets[which], table, reading, reading.odd))


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
