"""Check the sums of the numbers of rows: probabilities that do not add up to 1, and counts in place of shares."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, beyond_floats
from inspector.core.data.numbers import NEAR_SUM, UNEVEN, uneven, values_of
from inspector.core.data.table import Table
from inspector.core.files.checks.pair import first_in_file
from inspector.core.files.labels.reading import Reading
from inspector.core.files.problem import Problem

_EXAMPLES = 3
_FEW_SHARE = 0.05


def counts(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find out whether the truth has counts in its columns where the submission has shares of them."""
    width = len(readings[1].layout.labels)
    if width < 2:
        return
    truth, predicted = (_sums(lists, width) for lists in (table.truth, table.predictions))
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


def uneven_rows(table: Table, reading: Reading) -> Iterable[Problem]:
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


@beyond_floats
def _sums(lists: Ragged, width: int) -> Floats:
    """float64 (n,): the sums of the rows; infinite where they are beyond all floats."""
    sums: Floats = values_of(lists, width).sum(axis=1)
    return sums
