"""Blocks of nearby records with their bytes, and vectorized extraction and replacement of byte spans."""

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

# A block and the work on it should fit into the CPU cache.
_CACHED = 1 << 20
_LONGEST_END = len(b"\r\n")


@dataclass(frozen=True, eq=False)
class Block:
    """Some nearby records and their bytes.

    numbers: int64 (r,), record numbers, ascending, without the header; data: all bytes from the first record through
    the line end of the last; first: the offset of data in the file; starts, ends: int64 (r,), offsets of the records
    in data.
    """

    numbers: Ints
    data: bytes
    first: int
    starts: Ints
    ends: Ints

    @property
    def padded(self) -> Bytes:
        """The data as uint8 with two zero bytes appended, so that the byte after any line end can be read."""
        return np.frombuffer(self.data + bytes(_LONGEST_END), np.uint8)

    def record(self, index: int) -> bytes:
        """The bytes of one record of the block."""
        return self.data[int(self.starts[index]) : int(self.ends[index])]

    def next_lines(self, indices: Ints) -> Ints:
        """int64: the offset of the line after each of these records."""
        ends, padded = self.ends[indices], self.padded
        is_pair = (padded[ends] == ord("\r")) & (padded[ends + 1] == ord("\n"))
        offsets: Ints = np.minimum(ends + 1 + is_pair, len(self.data))
        return offsets

    def are_quoted(self, starts: Ints, ends: Ints) -> Bools:
        """bool: whether the field in each span begins with a quote."""
        quoted: Bools = (self.padded[starts] == ord('"')) & (starts < ends)
        return quoted

    def range(self, records: Ints) -> slice:
        """The slice of ascending records that lie within this block."""
        low, high = np.searchsorted(records, [self.numbers[0], self.numbers[-1] + 1]).tolist()
        return slice(low, high)

    def select(self, given: Texts) -> tuple[Ints, Texts]:
        """The texts for records of this block, and the index of each record in it."""
        part = given.part(self.range(given.records))
        indices = np.searchsorted(self.numbers, part.records)
        is_here = self.numbers[indices] == part.records
        if is_here.all():
            return indices, part
        return indices[is_here], Texts(part.records[is_here], part.texts.filter(booleans(is_here)))


def blocks(source: Source, records: Records, numbers: Ints) -> Iterator[Block]:
    """Group some of the records, int64, ascending and distinct, into blocks of nearby ones."""
    starts, ends = records.starts[numbers], records.ends[numbers]
    bounds = np.flatnonzero(np.diff(starts // _CACHED, prepend=-1, append=-1))
    for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        first = int(starts[low])
        data = os.pread(source.file, int(ends[high - 1]) + _LONGEST_END - first, first)
        yield Block(numbers[low:high], data, first, starts[low:high] - first, ends[low:high] - first)


def cut(block: bytes, starts: Ints, ends: Ints) -> pa.StringArray:
    """The text of each span. starts, ends: int64, ascending, not overlapping."""
    return _pieces(block, starts, ends).take(integers(np.arange(len(starts)) * 2 + 1)).cast(pa.string())


def spliced(block: bytes, starts: Ints, ends: Ints, texts: pa.StringArray) -> bytes:
    """The block with each span replaced by a text; a span may be empty. starts, ends: as in `cut`.

    One Arrow `take` interleaves the unchanged pieces and the new texts.
    """
    picks = np.arange(2 * len(starts) + 1)
    picks[1::2] = len(picks) + np.arange(len(starts))
    both = pa.concat_arrays([_pieces(block, starts, ends), texts.cast(pa.large_binary())])
    return joined(both.take(integers(picks)))


def joined(pieces: pa.Array) -> bytes:
    """Concatenate Arrow strings or binaries into bytes."""
    pieces = pieces.cast(pa.large_binary())
    _, offsets, data = pieces.buffers()
    bounds = np.frombuffer(offsets, np.int64)[[pieces.offset, pieces.offset + len(pieces)]].tolist()
    return bytes(memoryview(data)[bounds[0] : bounds[1]]) if data else b""


def joined_lines(columns: Sequence[pa.Array], delimiter: str, newline: str) -> bytes:
    """Write columns of fields, of equal length, as delimited lines, each with a line end."""
    lines = pc.binary_join_element_wise(*columns, text(delimiter))
    return joined(pc.binary_join_element_wise(lines, text(newline), text("")))


def _pieces(block: bytes, starts: Ints, ends: Ints) -> pa.LargeBinaryArray:
    """Split the block without copying: the text before the first span, the span, the text before the second ..."""
    edges = np.zeros(2 * len(starts) + 2, np.int64)
    edges[1:-1:2], edges[2::2], edges[-1] = starts, ends, len(block)
    if (edges[1:] < edges[:-1]).any():  # Arrow would read outside of the buffer
        raise ValueError("the spans overlap")
    return pa.Array.from_buffers(pa.large_binary(), len(edges) - 1, [None, pa.py_buffer(edges), pa.py_buffer(block)])
