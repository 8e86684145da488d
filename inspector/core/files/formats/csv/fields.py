"""Where the fields of a delimited record stand, of one record or of all records of a block."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, text
from inspector.core.arrays.types import Bools, Bytes, Ints

_QUOTE = ord('"')
# What stands in quotes, whether or not they are closed, and what comes behind them.
_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"?(.*)', re.DOTALL)


class Fields:
    """The fields of some records of a block. starts, ends: int64 (r,), where the records stand in it, ascending."""

    def __init__(self, block: bytes, starts: Ints, ends: Ints, delimiter: str) -> None:
        self._starts, self._ends = starts, ends
        self._marks = _marks(block, starts, ends, delimiter)
        self._first = np.searchsorted(self._marks, starts)

    def of(self, column: int, at: Ints) -> tuple[Ints, Ints]:
        """(starts, ends) of a column's field in some of the records; both the end of a record that has none."""
        ends = self._ends[at]
        starts = self._starts[at] if column == 0 else self._mark(at, column - 1) + 1
        return np.minimum(starts, ends), np.minimum(self._mark(at, column), ends)

    def _mark(self, at: Ints, number: int) -> Ints:
        """Where a record's delimiter of this number stands; anywhere behind it when it has fewer."""
        place: Ints = self._first[at] + number
        if not len(self._marks):
            return self._ends[at]
        marks: Ints = self._marks[np.minimum(place, len(self._marks) - 1)]
        return np.where(place < len(self._marks), marks, self._ends[at])


def fields(record: bytes, delimiter: str) -> list[tuple[int, int]]:
    """(start, end) of each field of a record, its quotes included."""
    field, spans, at = field_pattern(delimiter), [], 0
    while True:
        end = found.end() if (found := field.match(record, at)) else at
        spans.append((at, end))
        if end >= len(record):
            return spans
        at = end + 1


def record_texts(record: bytes, delimiter: str) -> list[str]:
    """The texts of a record's fields, without their quotes."""
    pieces = [record[start:end].decode("utf-8-sig") for start, end in fields(record, delimiter)]
    return [unquoted(piece) for piece in pieces]


def unquoted(field: str) -> str:
    """The text of one field: without the quotes around it, and with one for two inside."""
    found = _QUOTED.fullmatch(field)
    return field if found is None else found[1].replace('""', '"') + found[2]


@cache
def field_pattern(delimiter: str) -> re.Pattern[bytes]:
    """A quote opens only at the start of a field; inside, two of them stand for one, and a line end is text."""
    stop = re.escape(delimiter.encode()) + rb"\r\n"
    return re.compile(rb'(?:"(?:[^"]++|"")*+(?:"[^%b]*+)?|[^%b]*+)' % (stop, stop))


def quoted(words: pa.StringArray, delimiter: str, always: Bools | None = None) -> pa.StringArray:
    """Texts as fields: in quotes where they have to be, or where bool (len(words),) says so anyway."""
    needed = flags(pc.match_substring_regex(words, f'[{delimiter}"\r\n]'))
    if always is not None:
        needed |= always
    if not needed.any():
        return words
    doubled = pc.replace_substring(words, '"', '""')
    return pc.if_else(booleans(needed), pc.binary_join_element_wise(text('"'), doubled, text('"'), text("")), words)


def open_fields(signs: Bytes, quotes: Ints, delimiter: str) -> bool:
    """Whether every other quote, int64, opens a field, or comes right behind one that seemed to close it: what has an
    odd number of quotes before it then stands in quotes.
    """
    before = signs[quotes[quotes > 0] - 1]
    meant = (before == ord(delimiter)) | (before == _QUOTE) | (before == ord("\n")) | (before == ord("\r"))
    return bool(meant.all())


def _marks(block: bytes, starts: Ints, ends: Ints, delimiter: str) -> Ints:
    """int64: where the delimiters stand that are no text, ascending."""
    signs = np.frombuffer(block, np.uint8)
    marks, quotes = np.flatnonzero(signs == ord(delimiter)), np.flatnonzero(signs == _QUOTE)
    if not len(quotes):
        return marks
    if open_fields(signs, quotes[::2], delimiter):
        outside: Ints = marks[np.searchsorted(quotes, marks) % 2 == 0]
        return outside
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    return np.array([start + end for start, stop in spans for _, end in fields(block[start:stop], delimiter)[:-1]], int)
