"""A preview of the first changes of a repair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from inspector.core.files.formats.csv.reader import Delimited
from inspector.core.files.formats.patch import Patch, each_row, row_count
from inspector.core.files.formats.sheet import Sheet
from inspector.core.plural import count_of

_MOST = 5
_NOTHING = ""


@dataclass(frozen=True)
class CellChange:
    """One change. line: from 1, None if there are no lines; column: its name; before, after: texts, empty for none."""

    line: int | None
    column: str
    before: str
    after: str


@dataclass(frozen=True)
class RepairDiff:
    """The first changes, and the number of changed, dropped and added records, 0 if only the header changes.

    Every record changes if columns are dropped or moved, or separated by another sign.
    """

    changes: tuple[CellChange, ...]
    records: int


def repair_diff(sheet: Sheet, changes: Patch) -> RepairDiff:
    """Preview the first changes of a patch to a sheet."""
    header = list(_header(sheet, changes))
    first = islice(_records(sheet, changes), _MOST - min(_MOST, len(header)))
    is_whole = changes.columns is not None or changes.delimiter is not None
    records = len(sheet) if is_whole else len(changes.touched) + row_count(changes.appended)
    return RepairDiff((*header[:_MOST], *first), records)


def _header(sheet: Sheet, changes: Patch) -> Iterator[CellChange]:
    for column, name in sorted(changes.names.items()):
        yield CellChange(1, "header", sheet.names[column], name)
    if changes.columns is not None:
        before, after = list(range(len(sheet.names))), list(changes.columns)
        if before != after:
            names = [changes.names.get(i, name) for i, name in enumerate(sheet.names)]
            yield CellChange(1, "header", ", ".join(sheet.names), ", ".join(names[i] for i in after))
    if changes.delimiter is not None:
        yield CellChange(1, "sign between columns", sheet.syntax.description, repr(changes.delimiter))
    if changes.drop_leading and isinstance(sheet.syntax, Delimited):
        yield CellChange(1, "before the header", count_of(sheet.syntax.leading, "line"), _NOTHING)
    if changes.drop_bom:
        yield CellChange(1, "byte order mark", "EF BB BF", _NOTHING)


def _records(sheet: Sheet, changes: Patch) -> Iterator[CellChange]:
    kept = range(len(sheet.names)) if changes.columns is None else changes.columns
    for column in sorted({*range(len(sheet.names))} - {*kept}):
        for record in range(min(_MOST, len(sheet))):
            yield CellChange(sheet.line(record), sheet.names[column], str(sheet.columns[column][record]), _NOTHING)
    for record in changes.touched.tolist():
        if np.isin(record, changes.dropped):
            row = ", ".join(str(column[record]) for column in sheet.columns)
            yield CellChange(sheet.line(record), "the whole row", row, _NOTHING)
        for column, new in changes.cells.items():
            for text in new.between(record, record + 1).array.to_pylist():
                yield CellChange(sheet.line(record), sheet.names[column], str(sheet.columns[column][record]), text)
    for cells in each_row(changes.appended):
        yield CellChange(None, "a new row", _NOTHING, ", ".join(text for text in cells.values() if text))
