"""Parquet files: read them as sheets of text, and write them with changes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, numbers, texts
from inspector.core.arrays.cancel import cancel_check
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import cumulative_count
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.columnar import MINIMUM, patched_columns
from inspector.core.files.formats.entries import EntryKeys
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.separator import free_separator
from inspector.core.files.formats.sheet import Sheet, Syntax
from inspector.core.files.formats.structs import entry_keys, entry_lists, entry_words, with_arrow_numbers
from inspector.core.files.io.limits import BYTES, CELLS, COLUMNS
from inspector.core.files.io.source import Source

# Rows that are read at a time: few where long texts may be stored once for many rows.
_BATCH, _SMALL_BATCH = 1 << 14, 1 << 10
_USUAL_CELL = 4


@dataclass(frozen=True, eq=False)
class Parquet(Syntax):
    """A parquet file; native lists are joined with the sheet's separator. types: of its columns."""

    source: Source
    types: tuple[pa.DataType, ...]
    description: str = "parquet"

    def refuse(self, sheet: Sheet, changes: Patch) -> None:
        """Raise InputError for a text that a column's type cannot hold as it is, such as 007 among whole numbers."""
        for column, kind in enumerate(self.types):
            new = [changes.cells[column].array] if column in changes.cells else []
            new += [rows[column] for rows in (changes.inserted, changes.appended) if column in rows]
            for cells in new:
                self._refuse_cells(sheet, column, cells, kind)

    def _refuse_cells(self, sheet: Sheet, column: int, cells: pa.StringArray, kind: pa.DataType) -> None:
        name, keys, separator = sheet.names[column], sheet.entries.get(column), sheet.separator or " "
        stored = pa.chunked_array([_typed(cells, kind, separator, self.source, keys)], kind)
        again = [_joined(part, separator) for part in _readable(name, stored, self.source, keys).chunks]
        written = cells if keys is None else with_arrow_numbers(cells, separator, keys)
        differs = pc.not_equal(written, pa.concat_arrays([texts([]), *again]))
        for cell in cells.filter(differs).slice(0, 1).to_pylist():
            what = f"the column {shorten(name)} of type {kind} cannot hold {shorten(cell)} as it is"
            raise InputError(what, hint="Convert the file to text, such as .csv, to edit it freely")

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The patched file as parquet with the same columns and types."""
        from pyarrow import parquet

        self.source.raise_if_lost()
        table = _table(self.source)
        typed = partial(_typed, separator=sheet.separator or " ", source=self.source)
        types = enumerate(table.schema.types)
        convert = [partial(typed, kind=kind, keys=sheet.entries.get(column)) for column, kind in types]
        columns = patched_columns(table.columns, len(table), changes, convert)
        out = io.BytesIO()
        parquet.write_table(pa.table(columns, schema=table.schema), out)
        yield out.getvalue()


def read_parquet(source: Source) -> Sheet:
    """Read a parquet file. Numbers become their shortest round-trip text. Raises InputError."""
    table = _table(source)
    if len(table.column_names) < 2 or not len(table):
        found = f"{len(table)} rows, {len(table.column_names)} columns"
        raise InputError("the file has too few rows or columns", source.path, found=found, expected=MINIMUM)
    entries = {place: keys for place, column in enumerate(table.columns) if (keys := entry_keys(column)) is not None}
    named = enumerate(zip(table.column_names, table.columns, strict=True))
    read = [_readable(name, column, source, entries.get(place)) for place, (name, column) in named]
    lists = [column for column in read if _is_list_type(column.type)]
    labels = (label for column in lists for chunk in column.chunks for label in chunk.flatten().to_pylist())
    separator = free_separator(label or "" for label in labels)
    columns = tuple(pa.chunked_array([_joined(c, separator) for c in column.chunks], pa.string()) for column in read)
    syntax = Parquet(source, tuple(table.schema.types))
    return Sheet(tuple(table.column_names), columns, syntax, separator if lists else None, entries=entries)


def _table(source: Source) -> pa.Table:
    from pyarrow import parquet

    try:
        file = parquet.ParquetFile(source.native())
        batches = list(_batches(source, file))
        table = pa.Table.from_batches(batches, file.schema_arrow)
        table.validate(full=True)  # parquet does not enforce UTF-8, but later code relies on it
        return _with_index(table)
    except MemoryError:
        raise  # Arrow's is an ArrowException too
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError("the parquet file is damaged", source.path, found=str(error).splitlines()[0]) from None


def _with_index(table: pa.Table) -> pa.Table:
    """The table with a named index that counts, of which pandas stores only where it begins, as its first column."""
    stored = (table.schema.pandas_metadata or {}).get("index_columns", [])
    for index in (one for one in stored if isinstance(one, dict) and one.get("kind") == "range"):
        values = np.arange(index["start"], index["stop"], index["step"])
        if index["name"] and index["name"] not in table.column_names and len(values) == len(table):
            table = table.add_column(0, index["name"], integers(values))
            return table.replace_schema_metadata(None)  # which would name a second index
    return table


def _batches(source: Source, file: Any) -> Iterator[pa.RecordBatch]:
    """The rows of a parquet file in pieces; the task can be cancelled between them. Raises InputError for too many."""
    size, stored, check, held = source.size_on_disk, file.metadata, cancel_check(), 0
    groups = [stored.row_group(i) for i in range(stored.num_row_groups)]
    COLUMNS.check(stored.num_columns, size, source.path)
    cells = sum(group.column(i).num_values for group in groups for i in range(group.num_columns))
    CELLS.check(cells, size, source.path)
    unpacked = sum(group.total_byte_size for group in groups)
    for batch in file.iter_batches(_SMALL_BATCH if unpacked < _USUAL_CELL * cells else _BATCH):
        check()
        held += sum(map(_text_size, batch.columns))
        BYTES.check(held, size, source.path)
        yield batch


def _text_size(values: pa.Array) -> int:
    """The bytes of a column once its dictionary, if any, is written out."""
    kinds_of_text = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary)
    if not pa.types.is_dictionary(values.type) or not any(is_text(values.type.value_type) for is_text in kinds_of_text):
        return int(values.nbytes)
    return pc.sum(pc.binary_length(values.dictionary).take(values.indices)).as_py() or 0


def _readable(name: str, column: pa.ChunkedArray, source: Source, keys: EntryKeys | None) -> pa.ChunkedArray:
    """A column as texts or lists of texts; keys: of the objects in its lists. Raises InputError for what is neither."""
    is_list = _is_list_type(column.type)
    read = partial(entry_words, keys=keys) if keys is not None else _text_lists if is_list else _strings
    try:
        chunks = [read(chunk) for chunk in column.chunks]
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


def _typed(
    values: pa.StringArray, kind: pa.DataType, separator: str, source: Source, keys: EntryKeys | None = None
) -> pa.Array:
    """Convert texts to a column's type. Raises InputError for a text that is not valid for it."""
    try:
        if keys is not None:
            return entry_lists(values, kind, separator, keys)
        if _is_list_type(kind):
            lists = pc.split_pattern(values, separator)
            words = lists.flatten()
            filled = numbers(pc.binary_length(words)) > 0
            offsets, items = cumulative_count(filled)[numbers(lists.offsets)], words.filter(booleans(filled))
            return pa.LargeListArray.from_arrays(integers(offsets), items.cast(kind.value_type)).cast(kind)
        if pa.types.is_dictionary(kind):
            return _typed(values, kind.value_type, separator, source).dictionary_encode().cast(kind)
        if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):  # a blank number is missing
            values = pc.if_else(pc.equal(values, texts([""])[0]), pa.nulls(1, pa.string())[0], values)
        return values.cast(kind)
    except pa.ArrowException:
        what = f"a column of type {kind} cannot store the new text"
        raise InputError(what, source.path, hint="Save it as .csv") from None


def _is_list_type(kind: pa.DataType) -> bool:
    return any(is_kind(kind) for is_kind in (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list))
