"""Parse and write Python or JSON list literals: `['a', 'b']`, `["a", "b"]`, `[1, 2]`, without evaluating them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, numbers, texts
from inspector.core.arrays.offsets import indices_of, offsets_of
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Bools, Ints, cumulative_count
from inspector.core.errors import InputError, shorten
from inspector.core.files.labels.cell import join

BETWEEN = ", "
# Cells parsed at a time.
_AT_ONCE = 1 << 16
_LIST = r"(?s)^\s*\[.*\]\s*$"
_ITEM = re.compile(r"""[\s,]*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([^\s,'"\[\]]+))""")
_BARE = re.compile(r"[^\s,'\"\[\]]+")


def quote_of(cells: pa.StringArray) -> str | None:
    """The quote character if every filled cell is a list literal, empty for unquoted labels; else None."""
    if not are_lists(cells):
        return None
    found = [quote for cell in cells.to_pylist() for quote in cell if quote in "'\""]
    if found:
        return str(found[0])
    # If all lists are empty, assume quotes: they allow any label.
    holds_labels = bool(pc.any(pc.match_substring_regex(cells, r"[^\[\]\s,]")).as_py())
    return "" if holds_labels else "'"


def are_lists(cells: pa.StringArray) -> bool:
    """Whether every filled cell is a list literal, and some cell is filled."""
    if not numbers(pc.binary_length(cells)).any():
        return False
    return all(parallel_map(_holds_lists, _pieces(cells)))


def split(cells: pa.StringArray) -> tuple[Ints, pa.StringArray]:
    """Parse cells into offsets int64 (n + 1,) and concatenated labels. Raises InputError for an invalid list."""
    done = parallel_map(_split_piece, _pieces(cells))
    return join([offsets for offsets, _ in done]), pa.concat_arrays([labels for _, labels in done])


def _pieces(cells: pa.StringArray) -> list[pa.StringArray]:
    return [cells.slice(low, _AT_ONCE) for low in range(0, max(1, len(cells)), _AT_ONCE)]


def _holds_lists(cells: pa.StringArray) -> bool:
    return bool((flags(pc.match_substring_regex(cells, _LIST)) | (numbers(pc.binary_length(cells)) == 0)).all())


def _split_piece(cells: pa.StringArray) -> tuple[Ints, pa.StringArray]:
    for quote, other in ("'\"", "\"'"):
        if not _any(cells, "\\") and not _any(cells, other) and _any(cells, quote):
            between = _between(cells, quote)
            if between is not None:
                return between
    if not any(_any(cells, sign) for sign in "'\"\\"):
        bare = pc.replace_substring_regex(cells, r"[\[\]\s,]+", " ")
        return _filled(pc.split_pattern(bare, " "))
    lists = [_items(cell) for cell in cells.to_pylist()]
    offsets = offsets_of(np.array([len(labels) for labels in lists], np.int64))
    return offsets, texts([label for labels in lists for label in labels])


def find_broken(cells: pa.StringArray) -> int | None:
    """The index of the first cell that is no list, None if there is none."""
    for index, cell in enumerate(cells.to_pylist()):
        try:
            _items(cell)
        except InputError:
            return index
    return None


def write(labels: Sequence[str], quote: str) -> str:
    """Write labels as a list literal. Raises InputError for a label that needs quotes in an unquoted list."""
    return "[" + BETWEEN.join(word(label, quote) for label in labels) + "]"


def word(label: str, quote: str) -> str:
    """Write one label of a list literal. Raises InputError if it needs quotes in an unquoted list."""
    if quote == '"':
        return json.dumps(label, ensure_ascii=False)
    if quote == "'":
        return "'" + label.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if not _BARE.fullmatch(label):
        raise InputError(f"the label {shorten(label)} cannot be written to this file", expected="as in [a, b]")
    return label


def _between(cells: pa.StringArray, quote: str) -> tuple[Ints, pa.StringArray] | None:
    """Take every second piece between quotes as a label; None if there is other text outside of the quotes."""
    pieces = pc.split_pattern(cells, quote)
    offsets = numbers(pieces.offsets).astype(np.int64)
    lengths, flat = np.diff(offsets), pieces.flatten()
    inside = indices_of(lengths) % 2 == 1
    if (lengths % 2 == 0).any():
        return None
    outside = flat.filter(booleans(~inside))
    if not flags(pc.match_substring_regex(outside, r"^[\[\],\s]*$")).all():
        return None
    return _kept(offsets, flat, inside & (numbers(pc.binary_length(flat)) > 0))


def _filled(lists: pa.ListArray) -> tuple[Ints, pa.StringArray]:
    flat = lists.flatten()
    return _kept(numbers(lists.offsets).astype(np.int64), flat, numbers(pc.binary_length(flat)) > 0)


def _kept(offsets: Ints, flat: pa.StringArray, kept: Bools) -> tuple[Ints, pa.StringArray]:
    before = cumulative_count(kept)
    return before[offsets - offsets[0]], flat.take(integers(np.flatnonzero(kept)))


def _items(cell: str) -> list[str]:
    """Parse one cell with mixed quotes or escapes."""
    inner, at, labels = cell.strip(), 1, []
    while inner:
        item = _ITEM.match(inner, at)
        if item is None:
            break
        labels.append(_unescaped(item[1]) if item[1] else item[2])
        at = item.end()
    if inner and inner[at:].strip(" \t,") != "]":
        raise InputError(f"the cell {shorten(cell)} is not a list", expected="like ['a', 'b']")
    return [label for label in labels if label]


def _unescaped(quoted: str) -> str:
    if "\\" not in quoted:  # a million of them are read in a second then
        return quoted[1:-1]
    try:
        return str(ast.literal_eval(quoted))
    except (ValueError, SyntaxError):
        return quoted[1:-1]


def _any(cells: pa.StringArray, sign: str) -> bool:
    return bool(pc.any(pc.match_substring(cells, sign)).as_py())
