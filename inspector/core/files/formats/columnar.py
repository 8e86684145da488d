"""Columnar data: read DataFrames and parquet files as sheets of text, and write them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, combine_chunks, integers, numbers, texts
from inspector.core.arrays.cancel import cancel_check
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Ints, cumulative_count
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.block import joined_lines
from inspector.core.files.formats.csv.fields import quoted
from inspector.core.files.formats.patch import Patch, Rows, Texts, row_count
from inspector.core.files.formats.separator import free_separator
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.source import Source

_SLICE = 10_000
# Rows of a parquet file that are read at a time.
_BATCH = 1 << 14
# Python itself refuses to write whole numbers of more than 4,300 digits.
_MOST_BITS = 3322
_MINIMUM = "an id column, a label column and at least one row"


@dataclass(frozen=True, eq=False)
class Frame:
    """Data from Python, such as a pandas DataFrame; it has no source file and is written as CSV."""

    source: Source | None = None
    description: str = "a DataFrame"

    def line(self, record: int) -> None:
        """None: a DataFrame has no lines."""

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The rows and columns as CSV."""
        return as_csv(sheet, changes)


@dataclass(frozen=True, eq=False)
class Parquet:
    """A parquet file; native lists are joined with the sheet's separator."""

    source: Source
    description: str = "parquet"

    def line(self, record: int) -> None:
        """None: a parquet file has no lines."""

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The patched file as parquet with the same columns and types."""
        from pyarrow import parquet

        self.source.raise_if_changed()
        table = _table(self.source)
        convert = [
            lambda values, kind=field.type: _typed(values, kind, sheet.separator, self.source) for field in table.schema
        ]
        columns = _patched(table.columns, len(table), changes, convert)
        out = io.BytesIO()
        parquet.write_table(pa.table(columns, schema=table.schema), out)
        yield out.getvalue()


def sheet_of(frame: Any) -> Sheet:
    """Convert a pandas DataFrame to text. Cells may be text, numbers or lists; missing values become empty text.

    An index with a name, or of text, is read as columns.
    """
    frame = _with_index(frame)
    if len(frame.columns) < 2 or not len(frame):
        found = f"{len(frame)} rows, {len(frame.columns)} columns"
        raise InputError("the DataFrame has too few rows or columns", found=found, expected=_MINIMUM)
    names = tuple(map(str, frame.columns))
    columns = [_cells(name, frame.iloc[:, i].tolist()) for i, name in enumerate(names)]
    lists = [cell for column in columns for cell in column if not isinstance(cell, str)]
    separator = free_separator(label for cell in lists for label in cell)
    joined = ([cell if isinstance(cell, str) else separator.join(cell) for cell in column] for column in columns)
    return Sheet(
        names, tuple(pa.chunked_array([texts(column)]) for column in joined), Frame(), separator if lists else None
    )


def _with_index(frame: Any) -> Any:
    """The DataFrame with its index as its first columns, if it may hold ids: if it has a name, or is text."""
    index = frame.index
    names = list(index.names) if None not in index.names else ["id"] if index.inferred_type == "string" else []
    if not names or type(index).__name__ == "RangeIndex" or set(names) & set(frame.columns):
        return frame
    return frame.reset_index(names=names)


def read_parquet(source: Source) -> Sheet:
    """Read a parquet file. Numbers become their shortest round-trip text. Raises InputError."""
    table = _table(source)
    if len(table.column_names) < 2 or not len(table):
        found = f"{len(table)} rows, {len(table.column_names)} columns"
        raise InputError("the file has too few rows or columns", source.path, found=found, expected=_MINIMUM)
    read = [_readable(name, column, source) for name, column in zip(table.column_names, table.columns, strict=True)]
    lists = [column for column in read if _is_list_type(column.type)]
    labels = (label for column in lists for chunk in column.chunks for label in chunk.flatten().to_pylist())
    separator = free_separator(label or "" for label in labels)
    columns = tuple(pa.chunked_array([_joined(c, separator) for c in column.chunks], pa.string()) for column in read)
    return Sheet(tuple(table.column_names), columns, Parquet(source), separator if lists else None)


def with_changes(sheet: Sheet, changes: Patch) -> Sheet:
    """The patched sheet."""
    columns = _patched(sheet.columns, len(sheet), changes, [lambda values: values] * len(sheet.columns))
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


def _patched(
    columns: Sequence[pa.ChunkedArray], n: int, changes: Patch, convert: Sequence[Callable[[pa.StringArray], pa.Array]]
) -> list[pa.Array]:
    """Each column with changed cells and rows; `convert` turns texts into values of the column's type."""
    rows, patched = _row_order(n, changes), []
    for index, (column, convert_texts) in enumerate(zip(columns, convert, strict=True)):
        given = changes.cells.get(index, Texts.of({}))
        added = [_column(part, index) for part in (changes.inserted, changes.appended)]
        values = pa.concat_arrays([given.array, *added])
        source = np.arange(n + len(values) - len(given))
        source[n:] += len(given)
        source[given.records] = n + np.arange(len(given))
        both = combine_chunks(column)
        both = pa.concat_arrays([both, convert_texts(values)]) if len(values) else both
        patched.append(both.take(integers(source[rows])))
    return patched


def _column(rows: Rows, index: int) -> pa.StringArray:
    """A column of new records."""
    return rows.get(index, texts([""] * row_count(rows)))


def _row_order(n: int, changes: Patch) -> Ints:
    """The rows in their new order; new rows are numbered from n, the inserted ones first."""
    positions = np.append(changes.after + 1, np.full(row_count(changes.appended), n))
    kept = np.delete(np.arange(n), changes.dropped)
    return np.insert(kept, np.searchsorted(kept, positions), n + np.arange(len(positions)))


def _table(source: Source) -> pa.Table:
    from pyarrow import parquet

    try:
        file, check = parquet.ParquetFile(source.native()), cancel_check()
        batches = list[pa.RecordBatch]()
        for batch in file.iter_batches(_BATCH):
            check()
            batches.append(batch)
        table = pa.Table.from_batches(batches, file.schema_arrow)
        table.validate(full=True)  # parquet does not enforce UTF-8, but later code relies on it
        return table
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError("the parquet file is damaged", source.path, found=str(error).splitlines()[0]) from None


def _readable(name: str, column: pa.ChunkedArray, source: Source) -> pa.ChunkedArray:
    """A column as texts or lists of texts. Raises InputError for what is neither."""
    is_list = _is_list_type(column.type)
    try:
        chunks = [_text_lists(chunk) if is_list else _strings(chunk) for chunk in column.chunks]
    except pa.ArrowException:
        what = f"the column {shorten(name)} of type {column.type} cannot be read as text"
        hint = "Write the file without this column, or with text in it"
        raise InputError(what, source.path, expected="text, numbers or lists of them", hint=hint) from None
    return pa.chunked_array(chunks, pa.large_list(pa.string()) if is_list else pa.string())


def _text_lists(values: pa.Array) -> pa.LargeListArray:
    # flatten() skips the items of null lists, so compute offsets from the lengths.
    lengths = pc.coalesce(pc.list_value_length(values).cast(pa.int64()), integers(np.zeros(1, np.int64))[0])
    return pa.LargeListArray.from_arrays(integers(offsets_of(numbers(lengths))), _strings(values.flatten()))


def _joined(values: pa.Array, separator: str) -> pa.StringArray:
    return pc.binary_join(values, texts([separator])[0]) if _is_list_type(values.type) else values


def _strings(values: pa.Array) -> pa.StringArray:
    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    return pc.coalesce(values.cast(pa.string()), texts([""])[0])


def _typed(values: pa.StringArray, kind: pa.DataType, separator: str | None, source: Source) -> pa.Array:
    """Convert texts to a column's type. Raises InputError for a text that is not valid for it."""
    try:
        if _is_list_type(kind):
            lists = pc.split_pattern(values, separator or " ")
            words = lists.flatten()
            filled = numbers(pc.binary_length(words)) > 0
            offsets, items = cumulative_count(filled)[numbers(lists.offsets)], words.filter(booleans(filled))
            return pa.LargeListArray.from_arrays(integers(offsets), items.cast(kind.value_type)).cast(kind)
        if pa.types.is_dictionary(kind):
            return _typed(values, kind.value_type, separator, source).dictionary_encode().cast(kind)
        if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
            values = pc.if_else(
                pc.equal(values, texts([""])[0]), pa.nulls(1, pa.string())[0], values
            )  # a blank number is missing
        return values.cast(kind)
    except pa.ArrowException:
        what = f"a column of type {kind} cannot store the new text"
        raise InputError(what, source.path, hint="Save it as .csv") from None


def _is_list_type(kind: pa.DataType) -> bool:
    return any(is_kind(kind) for is_kind in (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list))


def _cells(name: str, column: Sequence[Any]) -> list[str | list[str]]:
    """The text of each cell of a DataFrame's column, a list of texts for a list."""
    cells = list[str | list[str]]()
    for row, cell in enumerate(column):
        try:
            cells.append([_text(item) for item in cell] if _is_list(cell) else _text(cell))
        except ValueError as error:
            what = f"row {row + 1:,} of the column {shorten(name)} cannot be read as text"
            expected = "text, numbers or lists of them"
            raise InputError(what, "the DataFrame", found=str(error), expected=expected) from None
    return cells


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
