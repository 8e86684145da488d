"""Find all problems of the numbers of two files."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.core.data.table import Table
from inspector.core.files.checks.numbers.as_labels import labels_like_numbers
from inspector.core.files.checks.numbers.cells import odd_cells
from inspector.core.files.checks.numbers.relation import relations
from inspector.core.files.checks.numbers.sums import counts, uneven_rows
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find all problems of the numbers of both files."""
    yield from odd_cells(alignment, table, readings)
    if not table.kind.names_labels:
        yield from relations(table, readings[1])
        yield from counts(table, readings)
    else:
        yield from labels_like_numbers(table, readings)
    yield from uneven_rows(table, readings[1])
