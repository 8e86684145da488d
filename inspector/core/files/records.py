"""Where the records of a delimited file stand, byte by byte: for line numbers, and to write a file back untouched."""

from __future__ import annotations

import mmap
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays import Ints
from inspector.core.files.source import BLOCK

Bytes = bytes | mmap.mmap
_QUOTE = ord('"')


@dataclass(frozen=True, eq=False)
class Records:
    """The records of a file, the header first, lines without text left out.

    starts, ends: int64 (r,); record i is `data[starts[i]:ends[i]]`, its line end not included.
    """

    starts: Ints
    ends: Ints

    @classmethod
    def scan(cls, data: Bytes, enough: int | None = None) -> Records:
        """Find all records, or at least the first `enough`. A line end inside double quotes ends no record."""
        newline = b"\n" if data.find(b"\n") >= 0 else b"\r"
        stops = _line_ends(data, ord(newline), enough)
        starts = np.concatenate([[0], stops + 1])
        ends = np.concatenate([stops, [len(data)]])
        ends = ends - _returns(data, ends) * (newline == b"\n")
        filled = ends > starts
        return cls(starts[filled], ends[filled])

    def __len__(self) -> int:
        return len(self.starts)


def line_of(data: Bytes, offset: int) -> int:
    """The number of the line, counted from 1, in which the byte at `offset` stands."""
    newline = b"\n" if data.find(b"\n") >= 0 else b"\r"
    return 1 + sum(data[low : min(low + BLOCK, offset)].count(newline) for low in range(0, offset, BLOCK))


def fields(record: bytes, delimiter: bytes) -> list[tuple[int, int]]:
    """(start, end) of each field of a record, its quotes included."""
    spans, start, quoted = [], 0, False
    for at, byte in enumerate(record):
        if byte == _QUOTE:
            quoted = not quoted
        elif byte == delimiter[0] and not quoted:
            spans.append((start, at))
            start = at + 1
    return [*spans, (start, len(record))]


def _line_ends(data: Bytes, newline: int, enough: int | None) -> Ints:
    """int64: the offset of each newline outside quotes, at least `enough` of them if the data has so many."""
    found: list[Ints] = []
    quotes = count = 0
    for low in range(0, len(data), BLOCK):
        block = np.frombuffer(data[low : low + BLOCK], np.uint8)
        ends = np.flatnonzero(block == newline)
        marks = np.flatnonzero(block == _QUOTE)
        outside = (np.searchsorted(marks, ends) + quotes) % 2 == 0
        quotes += len(marks)
        found.append(ends[outside] + low)
        count += len(found[-1])
        if enough is not None and count >= enough:
            break
    return np.concatenate(found) if found else np.empty(0, np.int64)


def _returns(data: Bytes, ends: Ints) -> Ints:
    """int64: 1 where the byte before an end is a carriage return, else 0."""
    if data.find(b"\r") < 0:
        return np.zeros(len(ends), np.int64)
    return np.array([int(data[end - 1 : end] == b"\r") for end in ends.tolist()], np.int64)
