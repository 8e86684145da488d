"""Rows, and lines of a panel such as one for each label, as tab-separated text for the clipboard.

Numbers have full precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, content, floats, integers, text, texts
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.ragged import BLANK
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.list_text import joined
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import has_targets
from inspector.core.files.labels.cell import BESIDE
from inspector.core.rows.column import Column
from inspector.core.rows.columns import find_column, written_columns
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
        table = rows_table(evaluation, rows[low : low + _ROWS_A_PIECE], copied_columns(evaluation))
        copied += tab_separated(table, headers and low == 0)
        formulas += formula_cells(table)
    return Copied(copied, formula_warning(formulas))


def copied_columns(evaluation: Evaluation) -> tuple[Column, ...]:
    """The columns of copied rows; predictions are as they can be pasted, with the numbers that belong to their cell.

    These are confidences in the same cell, and the probabilities of classes with a column each. Predictions that are
    numbers themselves have the decimal sign of the file.
    """
    columns, has_sign = written_columns(evaluation), evaluation.pair.submission.grammar.sign is not None
    if not evaluation.table.kind.names_labels:
        values = _numbers
    elif has_sign or evaluation.pair.has_class_columns:
        values = _with_numbers
    else:
        return columns
    return tuple(replace(one, values=values) if one.name == "predictions" else one for one in columns)


def _numbers(evaluation: Evaluation, rows: Ints) -> pa.StringArray:
    """The predicted numbers of rows as they are typed: with the decimal sign of the file, and no text for none."""
    shown = find_column("predictions").values(evaluation, rows)
    words = pc.replace_substring(shown, ".", evaluation.pair.submission.layout.decimal)
    return words if has_targets(evaluation) else pc.if_else(pc.equal(words, text("nan")), text(""), words)


def _with_numbers(evaluation: Evaluation, rows: Ints) -> pa.StringArray:
    """The predictions of rows with a number beside each label."""
    lists, grammar = evaluation.predictions(rows), evaluation.pair.submission.grammar
    labels = evaluation.table.vocab.strings(lists.codes)
    if lists.weights is None:
        return joined(labels, lists.offsets, grammar.separator)
    pairs = pc.binary_join_element_wise(labels, number_texts(lists.weights), text(grammar.sign or BESIDE))
    words = pc.if_else(booleans(lists.codes == BLANK), text(""), pairs)
    return joined(words, lists.offsets, grammar.separator)


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
