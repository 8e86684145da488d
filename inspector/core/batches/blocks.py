"""Large files as blocks of rows: CSV files, Parquet files and folders of them, a row for each id, sorted by id."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

from inspector.core.arrays.arrow import flags, integers
from inspector.core.batches.columns import Columns
from inspector.core.errors import InputError, shorten

ROWS = 1 << 16
_BYTES = 1 << 23
_PARQUET = (".parquet", ".pq")
_SORT = "Sort both files by id, as bytes: DuckDB: COPY (SELECT * FROM 'a.csv' ORDER BY id) TO 'a.parquet'"


def names_of(path: Path) -> list[str]:
    """The names of the columns of a file. Raises InputError."""
    try:
        if first := next(iter(_parquet_files(path)), None):
            return list(pq.read_schema(first).names)
        with pacsv.open_csv(path, pacsv.ReadOptions(block_size=_BYTES)) as reader:
            return list(reader.schema.names)
    except (OSError, pa.ArrowException) as error:
        raise _unreadable(path, error) from None


def rows_of(path: Path) -> int | None:
    """The number of records where the file says so; None for text."""
    files = _parquet_files(path)
    return sum(pq.read_metadata(file).num_rows for file in files) if files else None


def sorted_blocks(path: Path, columns: Columns, is_long: bool | None) -> Iterator[pa.RecordBatch]:
    """Blocks with columns id and cell, a row for each id, in ascending order of ids.

    is_long: whether each label has a row of its own; None: told by equal ids in the first block, or a column of
    confidences. Raises InputError for ids that are not sorted or occur twice.
    """
    blocks = _raw(path, columns)
    first = next(blocks, None)
    if first is None:
        return
    ids = first.column("id")
    repeated = len(ids) > 1 and bool(pc.any(pc.equal(ids[1:], ids[:-1])).as_py())
    # Beside a confidence of its own stands one label.
    long = columns.confidence is not None or (repeated if is_long is None else is_long)
    chained = chain([first], blocks)
    yield from _checked(path, _gathered(chained) if long else chained)


def _raw(path: Path, columns: Columns) -> Iterator[pa.RecordBatch]:
    """Blocks of the records with columns id, cell and, where there is one, confidence."""
    try:
        for block in _parquet(path, columns) if _parquet_files(path) else _csv(path, columns):
            if block.num_rows:
                held = {"id": block.column(columns.id), "cell": block.column(columns.labels)}
                if columns.confidence is not None:
                    held["confidence"] = block.column(columns.confidence).cast(pa.float64())
                yield pa.record_batch(held)
    except (OSError, pa.ArrowException) as error:
        raise _unreadable(path, error) from None


def _parquet(path: Path, columns: Columns) -> Iterator[pa.RecordBatch]:
    for file in _parquet_files(path):
        with pq.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20) as source:
            yield from source.iter_batches(ROWS, columns=columns.names)


def _csv(path: Path, columns: Columns) -> Iterator[pa.RecordBatch]:
    kinds = {columns.id: pa.string(), columns.labels: pa.string()}
    convert = pacsv.ConvertOptions(include_columns=columns.names, column_types=kinds, strings_can_be_null=False)
    options = pacsv.ReadOptions(block_size=_BYTES)
    with pacsv.open_csv(path, options, pacsv.ParseOptions(newlines_in_values=True), convert) as reader:
        yield from reader


def _parquet_files(path: Path) -> list[Path]:
    """The Parquet files of a folder, in the order of their names, or the file itself; none for text."""
    if path.is_dir():
        return sorted(file for file in path.rglob("*.parquet") if not file.name.startswith(("_", ".")))
    return [path] if path.suffix.lower() in _PARQUET else []


def _gathered(blocks: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """A row for each id of records with a label each; the last id of a block waits for its next records."""
    held: pa.RecordBatch | None = None
    for block in blocks:
        whole = block if held is None else pa.concat_batches([held, block])
        starts = _starts(whole.column("id"))
        held = whole.slice(int(starts[-1]))
        if len(starts) > 1:
            yield _lists(whole.slice(0, int(starts[-1])), starts)
    if held is not None:
        yield _lists(held, np.array([0, held.num_rows]))


def _starts(ids: pa.Array) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    differs = flags(pc.not_equal(ids[1:], ids[:-1])) if len(ids) > 1 else np.empty(0, bool)
    return np.concatenate([[0], np.flatnonzero(differs) + 1])


def _lists(records: pa.RecordBatch, starts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> pa.RecordBatch:
    labels = records.column("cell").cast(pa.string())
    if "confidence" in records.schema.names:
        labels = pa.StructArray.from_arrays([labels, records.column("confidence")], ["label", "confidence"])
    cells = pa.ListArray.from_arrays(integers(starts).cast(pa.int32()), labels)
    return pa.record_batch({"id": records.column("id").take(integers(starts[:-1])), "cell": cells})


def _checked(path: Path, blocks: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The same blocks. Raises InputError where an id is not above the one before it."""
    last: pa.Scalar | None = None
    for block in blocks:
        ids = block.column("id")
        joined = ids if last is None else pa.concat_arrays([pa.array([last.as_py()], ids.type), ids])
        rises = flags(pc.fill_null(pc.less(joined[:-1], joined[1:]), False)) if len(joined) > 1 else np.ones(0, bool)
        if not rises.all():
            at = int(np.argmin(rises))
            raise _unsorted(path, str(joined[at]), str(joined[at + 1]))
        last = ids[-1]
        yield block


def _unsorted(path: Path, before: str, after: str) -> InputError:
    if before == after:
        hint = "If each label has a row of its own, add --shape long"
        return InputError(f"the id {shorten(after)} occurs twice", path, expected="a row for each id", hint=hint)
    return InputError(
        "the rows are not sorted by id, so they cannot be scored in one pass",
        path,
        found=f"{shorten(after)} after {shorten(before)}",
        expected="ids in ascending order of their bytes",
        hint=_SORT,
    )


def _unreadable(path: Path, error: Exception) -> InputError:
    found = "" if isinstance(error, FileNotFoundError) else shorten(str(error), 200)
    words = "the file does not exist" if isinstance(error, FileNotFoundError) else "the file cannot be read in blocks"
    return InputError(words, path, found=found, expected="CSV or Parquet, or a folder of Parquet files")
