"""Row scores as an Arrow table, a DataFrame or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from inspector.core import column
from inspector.core.arrays import Ints
from inspector.core.arrow import floats, text, texts, whole
from inspector.core.errors import InputError
from inspector.core.files import Progress, Task
from inspector.core.files.save import write
from inspector.core.state import State

if TYPE_CHECKING:
    import pandas as pd

# Spreadsheets look past blanks.
_FORMULA = r"^ *[=+\-@\t\r]"
_ROWS_A_PIECE = 1 << 16
_NUMBER = r"^ *[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)? *$"


def rows_table(state: State, rows: Ints) -> pa.Table:
    """The given rows, in that order, with every column; a first hit of `none` is null."""
    columns = column.of(state)
    return pa.table([_arrow(c.values(state, rows), c) for c in columns], names=_names(columns))


def _names(columns: Sequence[column.Column]) -> list[str]:
    """What the columns are called in a file, each once."""
    names = [c.title if c.name.startswith("extra:") else c.name for c in columns]
    return [name if names.index(name) == i else f"{name} ({i})" for i, name in enumerate(names)]


def rows_frame(state: State, rows: Ints) -> pd.DataFrame:
    """The same as a pandas DataFrame."""
    frame: pd.DataFrame = rows_table(state, rows).to_pandas(integer_object_nulls=False)
    return frame


def write_rows(table: pa.Table, path: Path) -> None:
    """Write a table of rows to a file: parquet when its name ends so, CSV otherwise. Numbers at full precision."""
    try:
        if path.suffix == ".parquet":
            from pyarrow import parquet

            parquet.write_table(table, path)
        else:
            with path.open("wb") as file:
                write_csv(table, file)
    except OSError as error:
        raise InputError(f"the file cannot be written: {error.strerror or error}", path) from None


def export_task(state: State, rows: Ints, path: Path) -> Task[str]:
    """Write rows as `write_rows` does, bit by bit and in one step or not at all; returns the `formula_warning`."""
    seen, parts = copy(state), []
    for number, c in enumerate(columns := column.of(seen)):
        yield Progress(0.5 * number / len(columns), f"Exporting {len(rows):,} rows")
        parts.append(_arrow(c.values(seen, rows), c))
    table = pa.table(parts, names=_names(columns))
    yield from write(path, _pieces(table, path), size=table.nbytes)
    yield Progress(0.99, "Looking for formulas")
    return formula_warning(table)


def _pieces(table: pa.Table, path: Path) -> Iterator[bytes]:
    if path.suffix == ".parquet":
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
    """CSV with a header, quoted only where a text demands it; NaN and null are blank."""
    pa.csv.write_csv(table, file, _csv_options(table)(True))


def _csv_options(table: pa.Table) -> Callable[[bool], Any]:
    """How a table or a part of it is written, by whether the header goes before it."""
    # Arrow quotes either every text or none, so it has to be told whether any needs it.
    style = "needed" if any(map(_demands_quotes, table.columns)) else "none"
    header = "needed" if _demands_quotes(pa.chunked_array([texts(table.column_names)])) else "none"
    return lambda first: pa.csv.WriteOptions(include_header=first, quoting_style=style, quoting_header=header)


def _demands_quotes(values: pa.ChunkedArray) -> bool:
    if not pa.types.is_string(values.type):
        return False
    return bool(pc.any(pc.match_substring_regex(values, '[,"\r\n]')).as_py())


def formula_warning(table: pa.Table) -> str:
    """What to say where a spreadsheet would run cells of a table as formulas: one line, empty where it would not.

    Such cells are written as they are: ids and labels have to stay what they are to be found again, and a sign put in
    front of them would be one more damage for the next tool to undo.
    """
    count = formula_cells(table)
    what = "1 cell begins" if count == 1 else f"{count:,} cells begin"
    return f"{what} with =, +, -, @ or a tab; in a spreadsheet, import them as text" if count else ""


def formula_cells(table: pa.Table) -> int:
    """How many cells of text a spreadsheet would take for formulas; numbers are none."""
    texts_only = [values for values in table.columns if pa.types.is_string(values.type)]
    odd = (pc.and_not(pc.match_substring_regex(v, _FORMULA), pc.match_substring_regex(v, _NUMBER)) for v in texts_only)
    return sum(int(pc.sum(cells).as_py() or 0) for cells in odd)


def _arrow(values: Any, c: column.Column) -> pa.Array:
    if c.text:
        return values
    if c.name == "first_hit_rank":
        return floats(np.where(values == 0, np.nan, values)).cast(pa.int32())
    return floats(values)


def tab_separated(state: State, rows: Ints, headers: bool) -> str:
    """The rows as a spreadsheet takes them from the clipboard; numbers at full precision."""
    table = rows_table(state, rows)
    tab, nothing, end = (text(sign).cast(pa.large_string()) for sign in ("\t", "", "\n"))
    cells = [_cells(whole(values)).cast(pa.large_string()) for values in table.columns]
    lines = pc.binary_join_element_wise(pc.binary_join_element_wise(*cells, tab), nothing, end)
    _, offsets, data = lines.buffers()
    ends = np.frombuffer(offsets, np.int64)
    body = str(memoryview(data)[ends[0] : ends[len(lines)]], "utf-8") if len(lines) else ""
    return "\t".join(table.column_names) + "\n" + body if headers else body or "\n"


def _cells(values: pa.Array) -> pa.StringArray:
    """A column as cells of a spreadsheet: nothing for none, and no sign that would end the cell."""
    if not pa.types.is_string(values.type):
        # Few numbers are different ones, and only Python writes them at full precision and no longer than that.
        coded = values.dictionary_encode(null_encoding="encode")
        different = ["" if value is None else str(value) for value in coded.dictionary.to_pylist()]
        return texts(different).take(coded.indices)
    for sign in "\t\n\r":
        if pc.any(pc.match_substring(values, sign)).as_py():
            values = pc.replace_substring(values, sign, " ")
    return values
