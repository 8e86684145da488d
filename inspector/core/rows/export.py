"""Row scores as an Arrow table, a DataFrame or a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from inspector.core.arrays.arrow import floats, texts
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.io.target import Target
from inspector.core.files.io.write import write
from inspector.core.rows.column import Column
from inspector.core.rows.columns import exported_columns
from inspector.core.task import Progress, Task

if TYPE_CHECKING:
    import pandas as pd

# Endings of files that hold CSV, where the format is not said otherwise, and of the other format.
_OF_CSV, _PARQUET = ("", ".csv", ".txt"), ".parquet"
# Fewer rows are not worth a thread.
_PIECE = 10_000
# Spreadsheets ignore leading blanks.
_FORMULA = r"^ *[=+\-@\t\r]"
_ROWS_A_PIECE = 1 << 16
_NUMBER = r"^ *[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)? *$"


def rows_table(evaluation: Evaluation, rows: Ints, columns: Sequence[Column] | None = None) -> pa.Table:
    """A table of the given rows with all columns, or those given; no first hit is null."""
    columns = exported_columns(evaluation) if columns is None else columns
    return pa.table([_values(evaluation, rows, c) for c in columns], names=_names(columns))


def _names(columns: Sequence[Column]) -> list[str]:
    """The unique names of the columns in a file."""
    return unique_names([c.title if c.name.startswith(("extra:", "metric:")) else c.name for c in columns])


def unique_names(names: Sequence[str]) -> list[str]:
    """The names, with numbers added to those that stood before."""
    found: dict[str, None] = {}
    for at, name in enumerate(names):
        unique, number = name, at
        while unique in found:
            unique, number = f"{name} ({number})", number + 1
        found[unique] = None
    return [*found]


def rows_frame(evaluation: Evaluation, rows: Ints) -> pd.DataFrame:
    """`rows_table` as a pandas DataFrame."""
    frame: pd.DataFrame = rows_table(evaluation, rows).to_pandas(integer_object_nulls=False)
    return frame


def export_task(evaluation: Evaluation, rows: Ints, target: Target) -> Task[str]:
    """Write rows as Parquet or CSV, by the ending of the file, with numbers at full precision.

    Returns the `formula_warning`, and how many row scores are not those of the predictions as they are.

    evaluation: a snapshot, because edits may happen meanwhile. Raises InputError.
    """
    target.found()
    refuse_other_formats(target.path)
    parts = []
    for number, c in enumerate(columns := exported_columns(evaluation)):
        yield Progress(0.5 * number / len(columns), f"Exporting {len(rows):,} rows")
        parts.append(_values(evaluation, rows, c))
    formulas = yield from write_task(pa.table(parts, names=_names(columns)), target)
    return "; ".join(filter(None, (formulas, evaluation.scores.warning(rows))))


def write_task(table: pa.Table, target: Target) -> Task[str]:
    """Write a table as Parquet or CSV, by the ending of the file. Raises InputError for the ending of another format.

    Returns the `formula_warning`, of a CSV file.
    """
    target.found()
    refuse_other_formats(target.path)
    yield from write(target, _pieces(table, target.path), size=table.nbytes)
    yield Progress(0.99, "Looking for formulas")
    return "" if _is_parquet(target.path) else formula_warning(formula_cells(table))


def refuse_other_formats(path: Path) -> None:
    """Raise InputError for a name that ends as those of another format do."""
    if path.suffix.lower() not in (*_OF_CSV, _PARQUET):
        expected = "a name that ends in .csv or .parquet"
        raise InputError(f"a table is not written as {shorten(path.suffix)}", path, expected=expected)


def _is_parquet(path: Path) -> bool:
    return path.suffix.lower() == _PARQUET


def _pieces(table: pa.Table, path: Path) -> Iterator[bytes]:
    if _is_parquet(path):
        from pyarrow import parquet

        sink = pa.BufferOutputStream()
        parquet.write_table(table, sink)
        yield sink.getvalue().to_pybytes()
        return
    options = _csv_options(table)
    for low in range(0, max(1, len(table)), _ROWS_A_PIECE):
        sink = pa.BufferOutputStream()
        pa.csv.write_csv(table.slice(low, _ROWS_A_PIECE), sink, options(low == 0))
        yield sink.getvalue().to_pybytes()


def write_csv(table: pa.Table, file: Any) -> None:
    """Write CSV with a header, quoted only where needed; NaN and null are blank."""
    pa.csv.write_csv(table, file, _csv_options(table)(True))


def _csv_options(table: pa.Table) -> Callable[[bool], Any]:
    """A function from "with header" to the write options for parts of a table."""
    # Arrow quotes either all texts or none, so check whether any needs quotes.
    style = "needed" if any(map(_needs_quotes, table.columns)) else "none"
    header = "needed" if _needs_quotes(pa.chunked_array([texts(table.column_names)])) else "none"
    return lambda first: pa.csv.WriteOptions(include_header=first, quoting_style=style, quoting_header=header)


def _needs_quotes(values: pa.ChunkedArray) -> bool:
    if not pa.types.is_string(values.type):
        return False
    return bool(pc.any(pc.match_substring_regex(values, '[,"\r\n]')).as_py())


def formula_warning(count: int) -> str:
    """A warning about cells that a spreadsheet would run as formulas, empty for none.

    Such cells are not escaped: ids and labels have to stay unchanged to be matched again.
    """
    what = "1 cell begins" if count == 1 else f"{count:,} cells begin"
    return f"{what} with =, +, -, @ or a tab; in a spreadsheet, import them as text" if count else ""


def formula_cells(table: pa.Table) -> int:
    """The number of text cells that a spreadsheet would run as formulas; numbers do not count."""
    texts_only = [values for values in table.columns if pa.types.is_string(values.type)]
    formulas = (
        pc.and_not(pc.match_substring_regex(v, _FORMULA), pc.match_substring_regex(v, _NUMBER)) for v in texts_only
    )
    return sum(int(pc.sum(cells).as_py() or 0) for cells in formulas)


def _values(evaluation: Evaluation, rows: Ints, c: Column) -> pa.Array | pa.ChunkedArray:
    return _texts(evaluation, rows, c) if c.text else _numbers(evaluation, rows, c)


def _texts(evaluation: Evaluation, rows: Ints, c: Column) -> pa.ChunkedArray:
    """A column of text, made in parallel pieces."""
    pieces = min(os.cpu_count() or 1, 1 + len(rows) // _PIECE)
    return pa.chunked_array(parallel_map(lambda part: c.values(evaluation, part), np.array_split(rows, pieces)))


def _numbers(evaluation: Evaluation, rows: Ints, c: Column) -> pa.Array:
    values = c.values(evaluation, rows) + 0  # no -0
    if c.rank:
        return floats(np.where(values == 0, np.nan, values)).cast(pa.int32())
    return floats(values)
