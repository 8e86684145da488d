"""What the name and the cells of a column say about whether it may hold ids."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.schema.contents import numbers_apart, numbers_rows
from inspector.core.files.schema.layout import usage_column
from inspector.core.files.schema.names import (
    id_hint,
    is_fold,
    is_index,
    is_likelihood,
    is_predicted,
    is_true,
    normalized,
)

Columns = tuple[int, ...]

# So many cells of a column, from so many places of it, tell what it holds.
_CELLS, _PLACES = 240, 6
_MOST_COLUMNS = 12
_ENDS = 500
_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?")
_FRACTION = re.compile(r"[+-]?\d*[.,]\d*[1-9]\d*([eE][+-]?\d+)?")
_DECIMAL = re.compile(r"[+-]?\d*[.,]\d+([eE][+-]?\d+)?")


def possible_columns(sheet: Sheet) -> list[int]:
    """The columns that may hold ids: not an index unless nothing else is left, and not too many of a wide file."""
    count, usage = len(sheet.names), usage_column(sheet)
    columns = [i for i in ends(range(count)) if i != usage and not is_index_column(sheet, i)]
    columns = columns if len(columns) > 1 else list(range(count))  # ids need labels beside them
    columns = [i for i in columns if not is_binary(sheet, i)] or columns
    distinct = {i: len({*some_cells(sheet, i)}) for i in columns[1:]}
    ranked = sorted(distinct, key=lambda i: (is_decimal(sheet, i), -distinct[i], -id_hint(normalized(sheet.names[i]))))
    return sorted([columns[0], *ranked[: _MOST_COLUMNS - 1]])


def ends(columns: Sequence[int]) -> list[int]:
    """The columns; of very many, the first and the last, as the others of a wide file are all alike."""
    return [*columns] if len(columns) <= 2 * _ENDS else [*columns[:_ENDS], *columns[-_ENDS:]]


def is_binary(sheet: Sheet, column: int) -> bool:
    """Whether all cells are 0 or 1, in numbers or words, or blank."""
    cells = {*map(str.strip, some_cells(sheet, column))}
    return len(sheet) > len(cells) and cells <= {"0", "1", "True", "False", ""}


def is_decimal(sheet: Sheet, column: int) -> bool:
    """Whether most cells are numbers with decimals."""
    cells = some_cells(sheet, column)
    return sum(_DECIMAL.fullmatch(cell) is not None for cell in cells) > len(cells) / 2


def are_fractions(sheet: Sheet, columns: Columns) -> bool:
    """Whether most cells of a column are numbers that are not whole, as no ids are."""
    cells = [*map(str.strip, some_cells(sheet, columns[0]))]
    return len(columns) == 1 and 2 * sum(_FRACTION.fullmatch(cell) is not None for cell in cells) > len(cells)


def some_cells(sheet: Sheet, column: int) -> list[str]:
    """Cells from all over a column: the first ones may all be of one id."""
    cells = sheet.columns[column]
    if len(cells) <= _CELLS:
        return list(cells.to_pylist())
    run = _CELLS // _PLACES
    starts = [place * (len(cells) - run) // (_PLACES - 1) for place in range(_PLACES)]
    return [cell for start in starts for cell in cells.slice(start, run).to_pylist()]


def is_index_column(sheet: Sheet, column: int) -> bool:
    """Whether a column only numbers the rows: by its name, and by its cells."""
    return is_index(normalized(sheet.names[column])) and numbers_rows(sheet, column)


def may_be_index(sheet: Sheet, column: int) -> bool:
    """Whether a column of some rows, in any order, may be the index of all: by its name, and by its cells."""
    return is_index(normalized(sheet.names[column])) and numbers_apart(sheet, column)


def prior_of(sheet: Sheet, columns: Columns) -> float:
    """How likely some columns are the ids, by the name and the place of the first."""
    column = columns[0]
    is_leading = all(is_index_column(sheet, i) for i in range(column))
    return id_hint(normalized(sheet.names[column])) + 0.3 * is_leading - is_decimal(sheet, column)


def index_of(sheet: Sheet) -> int | None:
    """The first index column, if no other column looks like ids."""
    columns = ends(range(len(sheet.names)))
    index = next((i for i in columns if is_index_column(sheet, i)), None)
    if index is None or index in possible_columns(sheet):
        return None
    return None if any(look_like_ids(sheet, i) for i in columns if i != index) else index


def name_each_row(sheet: Sheet, columns: Columns) -> bool:
    """Whether a column has the name of ids, and another one in each row."""
    return id_hint(normalized(sheet.names[columns[0]])) > 0 and look_like_ids(sheet, columns[0])


def named_ids(sheet: Sheet) -> list[Columns]:
    """The columns with names of ids, if each of them names each row.

    Then no feature need be tried as the ids: of a wide table that would take minutes.
    """
    named: list[Columns] = [(i,) for i in ends(range(len(sheet.names))) if id_hint(normalized(sheet.names[i])) > 0]
    return named if all(name_each_row(sheet, these) for these in named) else []


def look_like_ids(sheet: Sheet, column: int) -> bool:
    """Whether cells are all different, and are text or under the name of ids."""
    cells = some_cells(sheet, column)
    if len({*cells}) < len(cells):
        return False
    return id_hint(normalized(sheet.names[column])) > 0 or not any(map(_NUMBER.fullmatch, map(str.strip, cells)))


def may_name_rows(name: str) -> bool:
    """Whether a normalized name is not that of what is true or predicted, or of the folds of a cross-validation."""
    return not (is_true(name) or is_predicted(name) or is_likelihood(name) or is_fold(name))
