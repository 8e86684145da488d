"""Records of a delimited file that stand close to each other, with their bytes: what is changed at once, and how spans
of bytes are cut out or exchanged for other texts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, text
from inspector.core.arrays.types import Bools, Bytes, Ints
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.patch import Texts
from inspector.core.files.io.source import Source

# What is done with the records of a block stays in the processor's cache.
_CACHED = 1 << 20
_LONGEST_END = len(b"\r\n")


@dataclass(frozen=True, eq=False)
class Block:
    """numbers: int64 (r,), the records, ascending, the header not counted; data: their bytes with what lies between
    them and the line end behind the last; first: where in the file the data begins; starts, ends: int64 (r,), where in
    the data the records stand.
    """

    numbers: Ints
    data: bytes
    first: int
    starts: Ints
    ends: Ints

    @property
    def signs(self) -> Bytes:
        """The data as numbers, with two that are no sign behind it."""
        return np.frombuffer(self.data + bytes(_LONGEST_END), np.uint8)

    def record(self, place: int) -> bytes:
        """The bytes of one of the records."""
        return self.data[int(self.starts[place]) : int(self.ends[place])]

    def behind(self, places: Ints) -> Ints:
        """int64: where the line behind each of these records begins."""
        ends, signs = self.ends[places], self.signs
        is_pair = (signs[ends] == ord("\r")) & (signs[ends + 1] == ord("\n"))
        behind: Ints = np.minimum(ends + 1 + is_pair, len(self.data))
        return behind

    def are_quoted(self, starts: Ints, ends: Ints) -> Bools:
        """bool: whether the fields that stand here begin with a quote."""
        quoted: Bools = (self.signs[starts] == ord('"')) & (starts < ends)
        return quoted

    def range(self, records: Ints) -> slice:
        """Which of some ascending records lie between the first and the last of these."""
        low, high = np.searchsorted(records, [self.numbers[0], self.numbers[-1] + 1]).tolist()
        return slice(low, high)

    def own(self, given: Texts) -> tuple[Ints, Texts]:
        """The texts that are given for records of this block, and the place of each of those in it."""
        part = given.part(self.range(given.records))
        places = np.searchsorted(self.numbers, part.records)
        is_own = self.numbers[places] == part.records
        if is_own.all():
            return places, part
        return places[is_own], Texts(part.records[is_own], part.texts.filter(booleans(is_own)))


def blocks(source: Source, records: Records, numbers: Ints) -> Iterator[Block]:
    """Some records of a file, int64, ascending and distinct, the header not counted, those together that are close."""
    starts, ends = records.starts[numbers + 1], records.ends[numbers + 1]
    bounds = np.flatnonzero(np.diff(starts // _CACHED, prepend=-1, append=-1))
    for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        first = int(starts[low])
        data = os.pread(source.file, int(ends[high - 1]) + _LONGEST_END - first, first)
        yield Block(numbers[low:high], data, first, starts[low:high] - first, ends[low:high] - first)


def cut(block: bytes, starts: Ints, ends: Ints) -> pa.StringArray:
    """The text of each span; starts, ends: int64, ascending, no span reaching into the next."""
    return _pieces(block, starts, ends).take(integers(np.arange(len(starts)) * 2 + 1)).cast(pa.string())


def spliced(block: bytes, starts: Ints, ends: Ints, texts: pa.StringArray) -> bytes:
    """The block with a text in the place of each span; a span may be empty. starts, ends: as in `cut`.

    Arrow picks what stays and what is new in turn, and what it has picked is the new block.
    """
    picks = np.arange(2 * len(starts) + 1)
    picks[1::2] = len(picks) + np.arange(len(starts))
    both = pa.concat_arrays([_pieces(block, starts, ends), texts.cast(pa.large_binary())])
    return joined(both.take(integers(picks)))


def joined(pieces: pa.Array) -> bytes:
    """The bytes of all pieces, Arrow strings or bytes, one after the other."""
    pieces = pieces.cast(pa.large_binary())
    _, offsets, data = pieces.buffers()
    bounds = np.frombuffer(offsets, np.int64)[[pieces.offset, pieces.offset + len(pieces)]].tolist()
    return bytes(memoryview(data)[bounds[0] : bounds[1]]) if data else b""


def joined_lines(columns: Sequence[pa.Array], between: str, newline: str) -> bytes:
    """Records out of the fields of their columns, as many in each, a line end behind each record."""
    lines = pc.binary_join_element_wise(*columns, text(between))
    return joined(pc.binary_join_element_wise(lines, text(newline), text("")))


def _pieces(block: bytes, starts: Ints, ends: Ints) -> pa.LargeBinaryArray:
    """What lies before the first span, the span, what lies before the second one, and so on, in the same memory."""
    edges = np.zeros(2 * len(starts) + 2, np.int64)
    edges[1:-1:2], edges[2::2], edges[-1] = starts, ends, len(block)
    if (edges[1:] < edges[:-1]).any():  # Arrow would read memory that is not the block's
        raise ValueError("spans that reach into one another")
    return pa.Array.from_buffers(pa.large_binary(), len(edges) - 1, [None, pa.py_buffer(edges), pa.py_buffer(block)])
