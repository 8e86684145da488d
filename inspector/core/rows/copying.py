"""Rows as a spreadsheet takes them from the clipboard: tabs between the cells of a line, numbers at full precision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import content, text, texts
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.rows.export import formula_cells, formula_warning, rows_table
from inspector.core.task import Progress, Task

_ROWS_A_PIECE = 1 << 15


@dataclass(frozen=True)
class Copied:
    """text: rows as lines in UTF-8; remark: the `formula_warning` about them."""

    text: bytearray
    remark: str


def copy_task(evaluation: Evaluation, rows: Ints, headers: bool) -> Task[Copied]:
    """The given rows, in that order, with every column, a piece at a time; headers: whether their titles come first.

    evaluation: one that no edit changes meanwhile, `Evaluation.still`.
    """
    copied, odd = bytearray(), 0
    for low in range(0, len(rows), _ROWS_A_PIECE):
        yield Progress(low / len(rows), f"Copying {len(rows):,} rows")
        table = rows_table(evaluation, rows[low : low + _ROWS_A_PIECE])
        copied += tab_separated(table, headers and low == 0)
        odd += formula_cells(table)
    return Copied(copied, formula_warning(odd))


def tab_separated(table: pa.Table, headers: bool) -> bytes:
    """A table of rows as lines in UTF-8."""
    titles = ["\t".join(table.column_names).encode() + b"\n"] if headers else []
    return b"".join([*titles, *parallel_map(_lines, table.to_batches())])


def _lines(rows: pa.RecordBatch) -> bytes:
    *cells, last = map(_cells, rows.columns)
    ends = pc.binary_join_element_wise(last, text("\n"), text(""))
    lines = pc.binary_join_element_wise(*(c.cast(pa.large_string()) for c in (*cells, ends)), _large("\t"))
    _, offsets, data = lines.buffers()
    bounds = np.frombuffer(offsets, np.int64)
    return bytes(memoryview(data)[bounds[0] : bounds[len(lines)]]) if len(lines) else b""


def _large(sign: str) -> pa.LargeStringScalar:
    return text(sign).cast(pa.large_string())


def _cells(values: pa.Array) -> pa.StringArray:
    """A column as cells of a spreadsheet: nothing for none, and no sign that would end the cell."""
    if not pa.types.is_string(values.type):
        # Few numbers are different ones, and only Python writes them at full precision and no longer than that.
        coded = values.dictionary_encode(null_encoding="encode")
        different = ["" if value is None else str(value) for value in coded.dictionary.to_pylist()]
        return texts(different).take(coded.indices)
    # One look at all bytes, where a search looks at text after text.
    for sign in "\t\n\r" if content(values).min(initial=255) < ord(" ") else "":
        values = pc.replace_substring(values, sign, " ")
    return values
