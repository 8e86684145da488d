"""The lines of a journal for edited rows, built by Arrow: Python would block the window to format a million of them."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, floats, integers, text, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Ints, presence_mask
from inspector.core.data.table import Table
from inspector.core.data.vocab import Vocab

# Taking all labels of a vocabulary at once only pays off for many.
_MANY = 1 << 14


def row_lines(table: Table, rows: Ints, lists: Ragged, differs: Bools, file: Ragged | None = None) -> memoryview:
    """A line for each row: its id, then its labels and confidences, or null if it equals the file.

    file: what the file has, which then follows: the confidences, or null, are followed by its labels and confidences.
    """
    cells = _cells(table.vocab, lists)
    if file is not None:
        none = ",null" if lists.weights is None else ""
        cells = _together(cells, f"{none},", _cells(table.vocab, file), none)
    cells = pc.if_else(booleans(differs), cells, text("null"))
    ids = _escaped(table.ids.take(integers(rows)))
    lines = _together('["', ids, '",', cells, "]\n")
    return memoryview(_joined(lines, np.array([0, len(lines)]), "")[0].as_buffer())


def _cells(vocab: Vocab, lists: Ragged) -> pa.StringArray:
    """The labels of each list in JSON, followed by the confidences, if there are some."""
    codes = lists.codes
    labels = texts(vocab.texts(codes)) if len(codes) < _MANY else vocab.strings(codes)
    joined = _joined(_escaped(labels), lists.offsets, '","')
    cells = pc.if_else(booleans(lists.lengths > 0), _together('["', joined, '"]'), text("[]"))
    if lists.weights is not None:
        cells = _together(cells, ",[", _joined(_numbers(lists), lists.offsets, ","), "]")
    return cells


def _together(*parts: pa.StringArray | str) -> pa.StringArray:
    """The parts of each text, one after the other. For a plain str, Arrow would first import pandas."""
    return pc.binary_join_element_wise(*(text(part) if isinstance(part, str) else part for part in parts), text(""))


def _joined(words: pa.StringArray, offsets: Ints, between: str) -> pa.StringArray:
    return pc.binary_join(pa.LargeListArray.from_arrays(integers(offsets), words), text(between))


def _escaped(words: pa.StringArray) -> pa.StringArray:
    """Escape text for JSON strings; usually unchanged."""
    _, _, data = words.buffers()
    present = presence_mask(np.frombuffer(data, np.uint8) if data else np.empty(0, np.uint8), 256)
    for code in [ord("\\"), ord('"'), *range(32)]:
        if present[code]:
            sign = chr(code)
            words = pc.replace_substring(words, pattern=sign, replacement=json.dumps(sign)[1:-1])
    return words


def _numbers(lists: Ragged) -> pa.StringArray:
    """The confidences as JSON at full precision: NaN as null, infinity as 1e999, which parses as infinity."""
    values = lists.weights if lists.weights is not None else np.empty(0)
    words = pc.cast(floats(values), pa.string())
    for mask, word in ((np.isnan(values), "null"), (values == np.inf, "1e999"), (values == -np.inf, "-1e999")):
        if mask.any():
            words = pc.if_else(booleans(mask), text(word), words)
    return words
