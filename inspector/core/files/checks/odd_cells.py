"""Check wide files for cells that hold no probability."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.arrays.types import distinct
from inspector.core.data.table import Table
from inspector.core.errors import shorten
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem

_EXAMPLES = 3


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find the cells of both files that were read as 0 because they hold no number from 0 to 1."""
    for which, reading in enumerate(readings):
        if reading.odd is not None and len(reading.odd.rows):
            yield _problem(alignment, table, which, reading, reading.odd)


def _problem(alignment: Alignment, table: Table, which: int, reading: Reading, odd: OddCells) -> Problem:
    sheet, is_truth = (alignment.truth, alignment.submission)[which], which == 0
    row, column = int(odd.rows[0]), reading.layout.labels[int(odd.labels[0])]
    entry = row if is_truth else int(table.entry_of_row[row])
    cell = str(sheet.columns[column][reading.entries.records(entry)[0]])
    rows = distinct(odd.rows)
    return Problem(
        "odd-probabilities",
        "truth" if is_truth else "submission",
        len(odd.rows),
        tuple(table.id(row) for row in rows[:_EXAMPLES].tolist()),
        reading.line(entry),
        f"{_counted(odd)} not a number from 0 to 1, such as {shorten(cell)}",
        "each is read as 0: its label is not " + ("true" if is_truth else "predicted"),
        rejects=not is_truth,
        file=sheet.name,
        column=sheet.names[column],
        cause="a missing value, text, or scores that are not probabilities",
        rows=rows,
    )


def _counted(odd: OddCells) -> str:
    """`1 cell is`, `12 cells in 3 columns are`."""
    cells, columns = len(odd.rows), int((np.bincount(odd.labels) > 0).sum())
    if cells == 1:
        return "1 cell is"
    return f"{cells:,} cells in {columns:,} column{'s' if columns > 1 else ''} are"
