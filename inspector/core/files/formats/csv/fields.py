"""Locate and quote the fields of delimited records, for one record or for a whole block."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, text
from inspector.core.arrays.types import Bools, Bytes, Ints

_QUOTE = ord('"')
# The quoted part, closed or not, and the text after it.
_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"?(.*)', re.DOTALL)


class Fields:
    """The fields of some records of a block. starts, ends: int64 (r,), offsets of the records, ascending."""

    def __init__(self, block: bytes, starts: Ints, ends: Ints, delimiter: str) -> None:
        self._starts, self._ends = starts, ends
        self._marks = _marks(block, starts, ends, delimiter)
        self._first = np.searchsorted(self._marks, starts)

    def of(self, column: int, at: Ints) -> tuple[Ints, Ints]:
        """(starts, ends) of a column's field in some records; both are the record's end if the field is missing."""
        ends = self._ends[at]
        starts = self._starts[at] if column == 0 else self._mark(at, column - 1) + 1
        return np.minimum(starts, ends), np.minimum(self._mark(at, column), ends)

    def _mark(self, at: Ints, number: int) -> Ints:
        """The offset of a record's delimiter by number; anywhere after the record if it has fewer."""
        index: Ints = self._first[at] + number
        if not len(self._marks):
            return self._ends[at]
        marks: Ints = self._marks[np.minimum(index, len(self._marks) - 1)]
        return np.where(index < len(self._marks), marks, self._ends[at])


def fields(record: bytes, delimiter: str) -> list[tuple[int, int]]:
    """(start, end) of each field of a record, including its quotes."""
    field, spans, at = field_pattern(delimiter), [], 0
    while True:
        end = found.end() if (found := field.match(record, at)) else at
        spans.append((at, end))
        if end >= len(record):
            return spans
        at = end + 1


def record_texts(record: bytes, delimiter: str) -> list[str]:
    """The unquoted texts of a record's fields."""
    return [unquoted(record[start:end].decode("utf-8-sig")) for start, end in fields(record, delimiter)]


def unquoted(field: str) -> str:
    """Remove the quotes around a field and undouble those inside."""
    found = _QUOTED.fullmatch(field)
    return field if found is None else found[1].replace('""', '"') + found[2]


@cache
def field_pattern(delimiter: str) -> re.Pattern[bytes]:
    """Match a field: a quote opens only at its start; inside quotes, `""` is a quote and line ends are text."""
    stop = re.escape(delimiter.encode()) + rb"\r\n"
    return re.compile(rb'(?:"(?:[^"]++|"")*+(?:"[^%b]*+)?|[^%b]*+)' % (stop, stop))


def quoted(words: pa.StringArray, delimiter: str, always: Bools | None = None) -> pa.StringArray:
    """Quote texts where necessary; always: bool (len(words),), quote these in any case."""
    needed = flags(pc.match_substring_regex(words, f'[{delimiter}"\r\n]'))
    if always is not None:
        needed |= always
    if not needed.any():
        return words
    doubled = pc.replace_substring(words, '"', '""')
    return pc.if_else(booleans(needed), pc.binary_join_element_wise(text('"'), doubled, text('"'), text("")), words)


def open_fields(data: Bytes, quotes: Ints, delimiter: str) -> bool:
    """Whether each of these quotes opens a field or directly follows another quote.

    Then a byte is quoted exactly if an odd number of quotes precedes it. data: uint8; quotes: int64, the offsets of
    every other quote.
    """
    before = data[quotes[quotes > 0] - 1]
    valid = (before == ord(delimiter)) | (before == _QUOTE) | (before == ord("\n")) | (before == ord("\r"))
    return bool(valid.all())


def _marks(block: bytes, starts: Ints, ends: Ints, delimiter: str) -> Ints:
    """int64: the offsets of the unquoted delimiters, ascending."""
    data = np.frombuffer(block, np.uint8)
    marks, quotes = np.flatnonzero(data == ord(delimiter)), np.flatnonzero(data == _QUOTE)
    if not len(quotes):
        return marks
    if open_fields(data, quotes[::2], delimiter):
        outside: Ints = marks[np.searchsorted(quotes, marks) % 2 == 0]
        return outside
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    return np.array([start + end for start, stop in spans for _, end in fields(block[start:stop], delimiter)[:-1]], int)
