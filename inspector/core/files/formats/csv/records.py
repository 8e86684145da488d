"""Locate the records of a delimited file in its bytes, for line numbers and byte-preserving saves."""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from inspector.core.arrays.cancel import cancel_check
from inspector.core.arrays.types import Ints
from inspector.core.files.formats.csv.fields import field_pattern, fields, open_fields
from inspector.core.files.io.source import BLOCK, Source

Bytes = bytes | mmap.mmap

_FEW, _FEW_LINES = 1 << 16, 100
# Data that is scanned several times should fit into the CPU cache.
_CACHED = 1 << 20
_CLOSED = rb'"(?:[^"]++|"")*+"'


@dataclass(frozen=True, eq=False)
class Records:
    """The byte offsets of a file's records, header first, without blank lines.

    starts, ends: int64 (r,); record i is `data[starts[i]:ends[i]]`, without its line end. open_quote: the offset of
    an unclosed quote, or None.
    """

    starts: Ints
    ends: Ints
    open_quote: int | None = None

    @classmethod
    def scan(cls, source: Source, delimiter: str, enough: int | None = None) -> Records:
        """Locate all records, or at least the first `enough`."""
        if not source.quotes:
            return cls.lines(source, enough)
        if enough is not None and enough <= _FEW_LINES:
            head = source.head()
            records = _quoted(head, delimiter, enough)
            if len(records) == enough and int(records.ends[-1]) < len(head):
                return records
        with source.map() as data:
            return _quoted(data, delimiter, enough)

    @classmethod
    def lines(cls, source: Source, enough: int | None = None) -> Records:
        """Locate the non-empty lines, ignoring quotes; in a file without a header, line 0 is the first record."""
        starts, ends, filled, last, returns, before = list[Ints](), list[Ints](), 0, -1, False, b"\n"
        end, check = os.fstat(source.file).st_size, cancel_check()
        # Read a small block if only the first few lines are needed, such as the header.
        size = _FEW if enough is not None and enough <= _FEW_LINES else BLOCK
        for low in range(0, end, size):
            check()
            block = os.pread(source.file, size, low)
            returns = returns or (b"\r" in block and source.newline == b"\n")
            stops = np.flatnonzero(np.frombuffer(block, np.uint8) == source.newline[0]) + low
            if low + size >= end and not block.endswith(source.newline):
                stops = np.append(stops, low + len(block))
            edges, before = before + block, block[-1:]
            if not len(stops):
                continue
            first, last = np.append(last + 1, stops[:-1] + 1), int(stops[-1])
            if returns:
                stops = stops - (np.frombuffer(edges, np.uint8)[stops - low] == ord("\r"))
            # Drop blank lines at once: a small packed file can hold a billion.
            is_filled = stops > first
            starts.append(first[is_filled])
            ends.append(stops[is_filled])
            filled += len(starts[-1])
            if enough is not None and filled >= enough:
                break
        none = np.empty(0, np.int64)
        return cls(np.concatenate([none, *starts]), np.concatenate([none, *ends]))

    def __len__(self) -> int:
        return len(self.starts)

    def after(self, count: int) -> Records:
        """The records without the first ones, such as the header."""
        return Records(self.starts[count:], self.ends[count:], self.open_quote)

    def newline(self, source: Source) -> str:
        """The line end of the first record, also used for new records."""
        end = os.pread(source.file, 2, int(self.ends[0])) or source.newline
        return "\r\n" if end == b"\r\n" else end[:1].decode()


def find_swallowed_line(source: Source, delimiter: str, records: Records) -> int | None:
    """The offset of the first cell of several lines with text behind its closing quote, or None.

    Its first quote was not closed on its line, and the quote that closes it opened a cell of the next one.
    """
    edges = np.append(records.starts, os.fstat(source.file).st_size)
    lines = np.searchsorted(Records.lines(source).starts, edges)
    several, check = np.flatnonzero(np.diff(lines) > 1), cancel_check()
    with source.map() as data:
        if not len(several) or not _has_text_behind_quotes(data, delimiter):
            return None
        for start, end in zip(records.starts[several].tolist(), records.ends[several].tolist(), strict=True):
            check()
            record = data[start:end]
            for low, high in fields(record, delimiter):
                field = bytes(record[low:high])
                if field.startswith(b'"') and source.newline in field and not re.fullmatch(_CLOSED, field):
                    return int(start + low)
    return None


def _has_text_behind_quotes(data: Bytes, delimiter: str) -> bool:
    """Whether text may follow any closing quote: fast, and seldom wrong if it says so."""
    is_open, check, ends = 0, cancel_check(), [ord(sign) for sign in f'{delimiter}\r\n"']
    for low in range(0, len(data), _CACHED):
        check()
        block = np.frombuffer(data[low : low + _CACHED + 1] + b"\n", np.uint8)
        quotes = np.flatnonzero(block[:_CACHED] == ord('"'))
        behind = block[quotes[1 - is_open :: 2] + 1]
        if not np.isin(behind, ends).all():
            return True
        is_open = (is_open + len(quotes)) % 2
    return False


def _quoted(data: Bytes, delimiter: str, enough: int | None) -> Records:
    few = enough is not None and enough <= _FEW_LINES
    stops = None if few else _stops(data, delimiter)
    if stops is None:
        spans = islice((span for span in _walk(data, delimiter) if span[1] > span[0]), enough)
        starts, ends = np.fromiter(chain.from_iterable(spans), np.int64).reshape(-1, 2).T
    else:
        starts, ends = np.append(0, stops + 1), np.append(stops, len(data))
        starts, ends = starts[ends > starts], ends[ends > starts]
    last = _open_quote(data, delimiter, int(starts[-1]), int(ends[-1])) if len(starts) else None
    return Records(starts, ends, last)


def _stops(data: Bytes, delimiter: str) -> Ints | None:
    """int64: the offsets of unquoted line ends; None if a quote is inside an unquoted field.

    Counting quotes is then not enough, and the fields must be parsed one by one.
    """
    found, is_open, check = list[Ints](), 0, cancel_check()
    for low in range(0, len(data), _CACHED):
        check()
        # Include the byte before the block, to see whether a quote at its start opens a field.
        block = np.frombuffer(data[low - 1 : low + _CACHED] if low else b"\n" + data[:_CACHED], np.uint8)
        quotes = np.flatnonzero(block[1:] == ord('"')) + 1
        if not open_fields(block, quotes[is_open::2], delimiter):
            return None
        stops = np.flatnonzero((block[1:] == ord("\n")) | (block[1:] == ord("\r"))) + 1
        found.append(stops[(np.searchsorted(quotes, stops) + is_open) % 2 == 0] + (low - 1))
        is_open = (is_open + len(quotes)) % 2
    return np.concatenate(found)


def _open_quote(data: Bytes, delimiter: str, start: int, end: int) -> int | None:
    """The offset of an unclosed quote in the last record of a file, or None."""
    if end < len(data):
        return None
    record = data[start:end]
    begin, stop = fields(record, delimiter)[-1]
    closed = re.fullmatch(_CLOSED + rb'.*+|[^"].*+|', record[begin:stop], re.DOTALL)
    return None if closed else start + begin


def _walk(data: Bytes, delimiter: str) -> Iterator[tuple[int, int]]:
    """(start, end) of every line; a quoted line end does not end it."""
    field = field_pattern(delimiter).pattern
    record = re.compile(field + rb"(?:" + re.escape(delimiter.encode()) + field + rb")*+")
    at, check = 0, cancel_check()
    while at < len(data):
        check()
        end = found.end() if (found := record.match(data, at)) else at
        yield at, end
        at = end + (2 if data[end : end + 2] == b"\r\n" else 1)
