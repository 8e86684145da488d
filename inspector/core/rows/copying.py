"""Rows, and lines of a panel such as one for each label, as tab-separated text for the clipboard.

Numbers have full precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import content, floats, integers, text, texts
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.rows.columns import written_columns
from inspector.core.rows.export import formula_cells, formula_warning, rows_table, unique_names
from inspector.core.task import Progress, Task

_ROWS_A_PIECE = 1 << 15


@dataclass(frozen=True)
class Copied:
    """text: rows as lines of UTF-8; remark: their `formula_warning`."""

    text: bytearray
    remark: str


def copy_task(evaluation: Evaluation, rows: Ints, headers: bool) -> Task[Copied]:
    """Copy the given rows with all columns, in pieces; headers: whether to put the column titles first.

    evaluation: a snapshot, because edits may happen meanwhile.
    """
    copied, formulas = bytearray(), 0
    for low in range(0, len(rows), _ROWS_A_PIECE):
        yield Progress(low / len(rows), f"Copying {len(rows):,} rows")
        table = rows_table(evaluation, rows[low : low + _ROWS_A_PIECE], written_columns(evaluation))
        copied += tab_separated(table, headers and low == 0)
        formulas += formula_cells(table)
    return Copied(copied, formula_warning(formulas))


def lines_table(titles: Sequence[str], columns: Sequence[Sequence[str] | Ints | Floats]) -> pa.Table:
    """A table of columns, each of texts, int64 or float64 (l,); NaN becomes null, and equal titles get numbers."""
    return pa.table([_lines_column(values) for values in columns], names=unique_names(titles))


def copy_lines_task(table: pa.Table, headers: bool) -> Task[Copied]:
    """Copy a table as tab-separated lines; headers: whether to put the titles first."""
    yield Progress(0.0, f"Copying {len(table):,} lines")
    return Copied(bytearray(tab_separated(table, headers)), formula_warning(formula_cells(table)))


def tab_separated(table: pa.Table, headers: bool) -> bytes:
    """A table as tab-separated lines of UTF-8."""
    titles = ["\t".join(table.column_names).encode() + b"\n"] if headers else []
    return b"".join([*titles, *parallel_map(_lines, table.to_batches())])


def _lines(rows: pa.RecordBatch) -> bytes:
    *others, last = map(cells, rows.columns)
    ends = pc.binary_join_element_wise(last, text("\n"), text(""))
    lines = pc.binary_join_element_wise(*(c.cast(pa.large_string()) for c in (*others, ends)), _large("\t"))
    _, offsets, data = lines.buffers()
    bounds = np.frombuffer(offsets, np.int64)
    return bytes(memoryview(data)[bounds[0] : bounds[len(lines)]]) if len(lines) else b""


def _large(sign: str) -> pa.LargeStringScalar:
    return text(sign).cast(pa.large_string())


def cells(values: pa.Array) -> pa.StringArray:
    """A column as cells of a spreadsheet: empty for null, with tabs and line ends replaced by spaces."""
    if not pa.types.is_string(values.type):
        # Only Python writes the shortest exact text; few numbers are distinct.
        coded = values.dictionary_encode(null_encoding="encode")
        distinct = ["" if value is None else str(value) for value in coded.dictionary.to_pylist()]
        return texts(distinct).take(coded.indices)
    # Checking all bytes at once is faster than searching every text.
    for sign in "\t\n\r" if content(values).min(initial=255) < ord(" ") else "":
        values = pc.replace_substring(values, sign, " ")
    return values


def _lines_column(values: Any) -> pa.Array:
    if not isinstance(values, np.ndarray):
        return texts(values)
    return floats(values) if values.dtype.kind == "f" else integers(values)
