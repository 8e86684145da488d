"""The numbers of the rows as a last column of a sheet, for a file without ids; the file itself never has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet

_NAME = "row"


def with_row_numbers(sheet: Sheet) -> Sheet:
    """The sheet with the numbers of its rows, from 1."""
    if sheet.is_numbered:
        return sheet
    numbers = pa.chunked_array([integers(np.arange(1, len(sheet) + 1)).cast(pa.string())])
    names = (*sheet.names, name_of_numbers(sheet))
    return replace(sheet, names=names, columns=(*sheet.columns, numbers), is_numbered=True)


def name_of_numbers(sheet: Sheet) -> str:
    """The name of the column of numbers: `row`, or the first of `row 2`, `row 3` … that no column of the file has."""
    taken = {name.strip().casefold() for name in names_in_file(sheet)}
    return next(name for name in (_NAME, *(f"{_NAME} {n}" for n in range(2, len(taken) + 3))) if name not in taken)


def names_in_file(sheet: Sheet) -> tuple[str, ...]:
    """The names of the columns that the file has."""
    return sheet.names[:-1] if sheet.is_numbered else sheet.names


def write_sheet(sheet: Sheet, changes: Patch) -> Iterator[bytes]:
    """The patched file as bytes. Raises InputError for a change that the format does not support."""
    return sheet.syntax.write(in_file(sheet), changes_in_file(sheet, changes))


def in_file(sheet: Sheet) -> Sheet:
    """The sheet with the columns that the file has."""
    if not sheet.is_numbered:
        return sheet
    return replace(sheet, names=sheet.names[:-1], columns=sheet.columns[: len(sheet.names) - 1], is_numbered=False)


def changes_in_file(sheet: Sheet, changes: Patch) -> Patch:
    """The changes without those of the numbers of rows."""
    return changes.without(len(sheet.names) - 1) if sheet.is_numbered else changes
