"""Parse and write lists as Python, JSON and databases do, without evaluating them.

`['a', 'b']`, `["a", "b"]`, `[1, 2]`, `('a', 'b')`, `{'a', 'b'}`, `{a,b}`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, numbers, text, texts
from inspector.core.arrays.offsets import indices_of, offsets_of
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Bools, Ints, cumulative_count
from inspector.core.errors import InputError, shorten
from inspector.core.files.labels.cell import join

BETWEEN = ", "
# Cells parsed at a time.
_AT_ONCE = 1 << 16
# A key of a dict, quoted or not.
_KEY = r"""['"]\s*:|^[^'"]*:"""
_EMPTY_SET = r"^\s*set\(\)\s*$"
# What programs write where a value is missing.
_NO_VALUE = r"^\s*(?i:|nan|none|null|n/?a|<na>)\s*$"


@dataclass(frozen=True)
class Literal:
    """How lists are written: in which brackets, and with which quotes around labels, "" for none."""

    quote: str = "'"
    brackets: str = "[]"

    def write(self, labels: Sequence[str]) -> str:
        """Write labels as a list. Raises InputError for a label that needs quotes in an unquoted list."""
        start, end = self.around(len(labels))
        return start + BETWEEN.join(map(self.word, labels)) + end

    def word(self, label: str) -> str:
        """Write one label. Raises InputError if it needs quotes in an unquoted list."""
        if self.quote == '"':
            return json.dumps(label, ensure_ascii=False)
        if self.quote == "'":
            return "'" + label.replace("\\", "\\\\").replace("'", "\\'") + "'"
        if not _signs(self.brackets).bare.fullmatch(label):
            expected = f"as in {self.brackets[0]}a, b{self.brackets[1]}"
            raise InputError(f"the label {shorten(label)} cannot be written to this file", expected=expected)
        return label

    def around(self, count: int) -> tuple[str, str]:
        """What stands around so many labels; Python writes an empty set and a tuple of one in their own ways."""
        start, end = self.brackets[0], self.brackets[1]
        if self.brackets == "{}" and self.quote and not count:
            return "set(", ")"
        return start, f",{end}" if self.brackets == "()" and count == 1 else end

    def split(self, cells: pa.StringArray) -> tuple[Ints, pa.StringArray]:
        """Parse cells into offsets int64 (n + 1,) and concatenated labels; a cell without a value is an empty list.

        Raises InputError for a cell that is no list.
        """
        pieces = [cells.slice(low, _AT_ONCE) for low in range(0, max(1, len(cells)), _AT_ONCE)]
        done = parallel_map(self._split_piece, pieces)
        return join([offsets for offsets, _ in done]), pa.concat_arrays([labels for _, labels in done])

    def find_broken(self, cells: pa.StringArray) -> tuple[int, InputError] | None:
        """The index of a cell that is no list and its error, None if there is none."""
        unlike = np.flatnonzero(~self.are_lists(cells) & ~flags(pc.match_substring_regex(cells, _NO_VALUE)))
        for index in unlike.tolist() or range(len(cells)):
            try:
                self.split(cells.slice(index, 1))
            except InputError as error:
                return index, error
        return None

    def not_a_list(self, cell: str) -> InputError:
        """The error for a cell that is no list."""
        example = Literal("'", self.brackets).write(["a", "b"])
        hint = "Correct it, or name the separator of the labels to read all cells as plain text"
        return InputError(f"the cell {shorten(cell)} is not a list", expected=f"like {example}", hint=hint)

    def _split_piece(self, cells: pa.StringArray) -> tuple[Ints, pa.StringArray]:
        is_list = self.are_lists(cells)
        if not is_list.all():
            filled = cells.filter(booleans(~is_list))
            lacking = flags(pc.match_substring_regex(filled, _NO_VALUE))
            if not lacking.all():
                raise self.not_a_list(str(filled[int(np.argmin(lacking))]))
            cells = pc.if_else(booleans(is_list), cells, text(""))
        if self.brackets == "{}":
            cells = pc.replace_substring_regex(cells, _EMPTY_SET, "{}")
        return _split_lists(cells, self.brackets)

    def are_lists(self, cells: pa.StringArray) -> Bools:
        """bool (n,): which cells are lists in such brackets."""
        is_list = flags(pc.match_substring_regex(cells, _signs(self.brackets).whole))
        if self.brackets == "{}":
            is_list &= ~flags(pc.match_substring_regex(cells, _KEY))
            is_list |= flags(pc.match_substring_regex(cells, _EMPTY_SET))
        return is_list


def literal_of(cells: pa.StringArray) -> Literal | None:
    """How lists are written if most cells with a value are lists; else None.

    A tuple has quotes: labels may have brackets.
    """
    filled = cells.filter(pc.invert(pc.match_substring_regex(cells, _NO_VALUE)))
    for brackets in _BRACKETS:
        is_list = Literal("", brackets).are_lists(filled)
        if 2 * is_list.sum() > len(filled):
            return _quoted(brackets, filled.filter(booleans(is_list)))
    return None


def _quoted(brackets: str, cells: pa.StringArray) -> Literal | None:
    """How lists in such brackets are quoted, by these lists."""
    found = [quote for cell in cells.to_pylist() for quote in cell if quote in "'\""]
    if found:
        return Literal(str(found[0]), brackets)
    if brackets == "()":
        return None
    # If all lists are empty, assume quotes: they allow any label.
    holds_labels = bool(pc.any(pc.match_substring_regex(cells, _signs(brackets).inside)).as_py())
    return Literal("" if holds_labels else "'", brackets)


@dataclass(frozen=True)
class _Signs:
    """Patterns of lists in certain brackets.

    whole: a list; inside: what is inside of one that is not empty; item: a label, quoted or not; bare: one without
    quotes; around, between: what stands around labels without quotes, and between labels with them.
    """

    whole: str
    inside: str
    item: re.Pattern[str]
    bare: re.Pattern[str]
    around: str
    between: str


@cache
def _signs(brackets: str) -> _Signs:
    start, end = map(re.escape, brackets)
    word = rf"""[^\s,'\"{start}{end}]+"""
    return _Signs(
        whole=rf"(?s)^\s*{start}.*{end}\s*$",
        inside=rf"[^{start}{end}\s,]",
        item=re.compile(rf"""[\s,]*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|({word}))"""),
        bare=re.compile(word),
        around=rf"[{start}{end}\s,]+",
        between=rf"^[{start}{end},\s]*$",
    )


_BRACKETS = ("[]", "()", "{}")


def _split_lists(cells: pa.StringArray, brackets: str) -> tuple[Ints, pa.StringArray]:
    for quote, other in ("'\"", "\"'"):
        if not _any(cells, "\\") and not _any(cells, other) and _any(cells, quote):
            between = _between(cells, quote, brackets)
            if between is not None:
                return between
    if not any(_any(cells, sign) for sign in "'\"\\"):
        bare = pc.replace_substring_regex(cells, _signs(brackets).around, " ")
        lists = pc.split_pattern(bare, " ")
        words = lists.flatten()
        return _kept(numbers(lists.offsets).astype(np.int64), words, numbers(pc.binary_length(words)) > 0)
    parsed = [_items(cell, brackets) for cell in cells.to_pylist()]
    return offsets_of(np.array([*map(len, parsed)], np.int64)), texts([*chain.from_iterable(parsed)])


def _between(cells: pa.StringArray, quote: str, brackets: str) -> tuple[Ints, pa.StringArray] | None:
    """Take every second piece between quotes as a label; None if there is other text outside of the quotes."""
    pieces = pc.split_pattern(cells, quote)
    offsets = numbers(pieces.offsets).astype(np.int64)
    lengths, flat = np.diff(offsets), pieces.flatten()
    inside = indices_of(lengths) % 2 == 1
    if (lengths % 2 == 0).any():
        return None
    outside = flat.filter(booleans(~inside))
    if not flags(pc.match_substring_regex(outside, _signs(brackets).between)).all():
        return None
    return _kept(offsets, flat, inside & (numbers(pc.binary_length(flat)) > 0))


def _kept(offsets: Ints, flat: pa.StringArray, kept: Bools) -> tuple[Ints, pa.StringArray]:
    before = cumulative_count(kept)
    return before[offsets - offsets[0]], flat.take(integers(np.flatnonzero(kept)))


def _items(cell: str, brackets: str) -> list[str]:
    """Parse one cell with mixed quotes or escapes."""
    inner, at, labels = cell.strip(), 1, []
    while inner:
        item = _signs(brackets).item.match(inner, at)
        if item is None:
            break
        labels.append(_unescaped(item[1]) if item[1] else item[2])
        at = item.end()
    if inner and inner[at:].strip(" \t,") != brackets[1]:
        raise Literal("'", brackets).not_a_list(cell)
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
