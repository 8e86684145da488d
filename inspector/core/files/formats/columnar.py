"""Columnar data: read DataFrames as sheets of text, and write columns with changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers, texts
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.block import joined_lines
from inspector.core.files.formats.csv.fields import quoted
from inspector.core.files.formats.entries import EntryKeys, in_rank_order, keys_of, words_of
from inspector.core.files.formats.patch import Patch, Texts, row_count
from inspector.core.files.formats.separator import free_separator
from inspector.core.files.formats.sheet import Sheet, Syntax
from inspector.core.files.io.source import Source

_SLICE = 10_000
# Python itself refuses to write whole numbers of more than 4,300 digits.
_MOST_BITS = 3322
MINIMUM = "an id column, a label column and at least one row"


@dataclass(frozen=True, eq=False)
class Frame(Syntax):
    """Data from Python, such as a pandas DataFrame; it has no source file and is written as CSV.

    is_generated: whether the program made it, so that nothing else holds it until it is saved.
    """

    source: Source | None = None
    description: str = "a DataFrame"
    is_generated: bool = False

    takes_any_text = True

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The rows and columns as CSV."""
        return as_csv(sheet, changes)


def is_generated(sheet: Sheet) -> bool:
    """Whether the program made the data, such as a blend, so that no file holds it until it is saved."""
    return isinstance(sheet.syntax, Frame) and sheet.syntax.is_generated


def sheet_of(frame: Any) -> Sheet:
    """Convert a pandas DataFrame to text. Cells may be text, numbers or lists; missing values become empty text.

    An index with a name, of text or of chosen rows is read as columns.
    """
    frame = _with_index(frame)
    if len(frame.columns) < 2 or not len(frame):
        found = f"{len(frame)} rows, {len(frame.columns)} columns"
        raise InputError("the DataFrame has too few rows or columns", found=found, expected=MINIMUM)
    names = tuple(map(str, frame.columns))
    keys = [_keys(cells) for _, cells in frame.items()]
    named = zip(names, keys, frame.items(), strict=True)
    columns = [_alike(cells) or _cells(name, found, cells) for name, found, (_, cells) in named]
    lists = [cell for column in columns if isinstance(column, list) for cell in column if not isinstance(cell, str)]
    separator = free_separator(label for cell in lists for label in cell)
    joined = (column if isinstance(column, pa.StringArray) else _joined(column, separator) for column in columns)
    entries = {place: found for place, found in enumerate(keys) if found is not None}
    chunks = tuple(pa.chunked_array([column]) for column in joined)
    return Sheet(names, chunks, Frame(), separator if lists else None, entries=entries)


def _joined(column: Sequence[str | list[str]], separator: str) -> pa.StringArray:
    return texts([cell if isinstance(cell, str) else separator.join(cell) for cell in column])


def _alike(cells: Any) -> pa.StringArray | None:
    """A column of nothing but text, of whole numbers or of floats, empty where a value is missing; else None."""
    # Arrow writes some floats in another way than Python.
    if isinstance(cells.dtype, np.dtype) and cells.dtype.kind == "f":
        return texts(["" if cell != cell else str(cell) for cell in cells.tolist()])
    try:
        array = pa.array(cells, from_pandas=True)
    except (pa.ArrowException, UnicodeEncodeError, OverflowError):
        return None
    if not any(is_of(array.type) for is_of in (pa.types.is_string, pa.types.is_large_string, pa.types.is_integer)):
        return None
    return combine_chunks(pa.chunked_array(array)).cast(pa.string()).fill_null("")


def _with_index(frame: Any) -> Any:
    """The DataFrame with its index as its first columns, if it may hold ids."""
    names = list(frame.index.names) if None not in frame.index.names else _names_of_unnamed(frame)
    return frame.reset_index(names=names) if names and not {*names} & {*frame.columns} else frame


def _names_of_unnamed(frame: Any) -> list[str]:
    """A name for an index without one, if it may hold ids: text, or whole numbers that do not just count the rows."""
    kind = frame.index.inferred_type
    if kind != "integer":
        return ["id"] if kind == "string" else []
    # Beside ids, these are the places that rows had before they were mixed or chosen.
    counts = np.array_equal(np.asarray(frame.index), np.arange(len(frame)))
    return [] if counts or any(_are_ids(name, cells) for name, cells in frame.items()) else ["index"]


def _are_ids(name: Any, cells: Any) -> bool:
    """Whether a column is called an id, or is of different texts."""
    return is_called_id(name) or (cells.dtype.kind not in "biuf" and _are_distinct_texts(cells))


def is_called_id(name: Any) -> bool:
    """Whether a name is that of ids, such as `image_id`."""
    return str(name).casefold().endswith("id")


def _are_distinct_texts(cells: Any) -> bool:
    found = cells.tolist()
    return all(isinstance(cell, str) for cell in found) and len({*found}) == len(found)


def with_changes(sheet: Sheet, changes: Patch) -> Sheet:
    """The patched sheet."""
    columns = patched_columns(sheet.columns, len(sheet), changes, [lambda values: values] * len(sheet.columns))
    kept = range(len(columns)) if changes.columns is None else changes.columns
    names = [changes.names.get(i, name) for i, name in enumerate(sheet.names)]
    return replace(
        sheet, names=tuple(names[i] for i in kept), columns=tuple(pa.chunked_array([columns[i]]) for i in kept)
    )


def as_csv(sheet: Sheet, changes: Patch) -> Iterator[bytes]:
    """The patched sheet as CSV."""
    new = with_changes(sheet, changes)
    yield joined_lines([quoted(texts([name]), ",") for name in new.names], ",", "\n")
    for low in range(0, len(new), _SLICE):
        columns = [combine_chunks(column.slice(low, _SLICE)) for column in new.columns]
        yield joined_lines([quoted(column, ",") for column in columns], ",", "\n")


def patched_columns(
    columns: Sequence[pa.ChunkedArray], n: int, changes: Patch, convert: Sequence[Callable[[pa.StringArray], pa.Array]]
) -> list[pa.Array]:
    """Each column with changed cells and rows; `convert` turns texts into values of the column's type."""
    order, patched = row_order(n, changes), []
    for index, (column, convert_texts) in enumerate(zip(columns, convert, strict=True)):
        given = changes.cells.get(index, Texts.of({}))
        added = [rows.get(index, texts([""] * row_count(rows))) for rows in (changes.inserted, changes.appended)]
        values = pa.concat_arrays([given.array, *added])
        source = np.arange(n + len(values) - len(given))
        source[n:] += len(given)
        source[given.records] = n + np.arange(len(given))
        both = combine_chunks(column)
        both = pa.concat_arrays([both, convert_texts(values)]) if len(values) else both
        patched.append(both.take(integers(source[order])))
    return patched


def row_order(n: int, changes: Patch) -> Ints:
    """The rows in their new order; new rows are numbered from n, the inserted ones first."""
    positions = np.append(changes.after + 1, np.full(row_count(changes.appended), n))
    kept = np.delete(np.arange(n), changes.dropped)
    return np.insert(kept, np.searchsorted(kept, positions), n + np.arange(len(positions)))


def _keys(column: Any) -> EntryKeys | None:
    """The keys of the dicts in the lists of a DataFrame's column, chosen by the first list with any."""
    if column.dtype != object:
        return None
    lists = (cell for cell in column.tolist() if _is_list(cell) and hasattr(cell, "__len__") and len(cell))
    try:
        return keys_of([_entry(item) for item in next(lists, [])])
    except ValueError:  # of which reading the cells tells
        return None


def _entry(item: Any) -> Any:
    """A dict or a tuple with its values as text."""
    if isinstance(item, dict):
        return {key: value if _is_list(value) else _text(value) for key, value in item.items()}
    return [*map(_text, item)] if isinstance(item, tuple | list) else item


def _cells(name: str, keys: EntryKeys | None, column: Any) -> list[str | list[str]]:
    """The text of each cell of a DataFrame's column, a list of texts for a list; keys: of the dicts in it."""
    cells = list[str | list[str]]()
    for row, cell in enumerate(column.tolist()):
        try:
            cells.append(_words(cell, keys) if _is_list(cell) else _text(cell))
        except ValueError as error:
            what = f"row {row + 1:,} of the column {shorten(name)} cannot be read as text"
            expected = "text, numbers or lists of them"
            raise InputError(what, "the DataFrame", found=str(error), expected=expected) from None
    return cells


def _words(cell: Any, keys: EntryKeys | None) -> list[str]:
    """The words of a list: of each dict its label and score, if there are keys. Raises ValueError."""
    if keys is None:
        return [_text(item) for item in cell]
    return [word for item in in_rank_order([*map(_entry, cell)], keys) for word in words_of(item, keys)]


def _text(value: Any) -> str:
    """A value as text, empty for a missing one. Raises ValueError."""
    import pandas as pd  # imported here for startup time; the caller's DataFrame has loaded it already

    if isinstance(value, str):
        return value
    if isinstance(value, bytes | bytearray):
        return _decoded(value)
    if _is_list(value):
        raise ValueError("a list within a list")
    if isinstance(value, int) and abs(value) >> _MOST_BITS:
        raise ValueError("a number of more than a thousand digits")
    return "" if value is None or pd.isna(value) else str(value)


def _decoded(value: bytes | bytearray) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"the byte 0x{value[error.start]:02X}, which is not in UTF-8") from None


def _is_list(cell: Any) -> bool:
    has_items = hasattr(cell, "__iter__") and getattr(cell, "ndim", 1) > 0
    return has_items and not isinstance(cell, str | bytes | bytearray)
