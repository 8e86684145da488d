"""Delimited text with some of its records changed, a block of them at a time: every other byte stays."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers, text, texts
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.block import Block, blocks, cut, joined, spliced
from inspector.core.files.formats.csv.fields import Fields, quoted, record_texts
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.patch import Patch, Rows, Texts, row_count
from inspector.core.files.io.source import BLOCK, BOM, Source

# So many new records are written at once.
_ROWS = 1 << 16


def rewrite(source: Source, delimiter: str, width: int, changes: Patch) -> Iterator[bytes]:
    """The bytes of a file of `width` columns with changes made that do not restructure it.

    Raises InputError when it changed on disk.
    """
    source.refuse_if_changed()
    touched, last = changes.touched, b""
    records = Records.scan(source, delimiter, int(touched.max(initial=0)) + 2)
    writer = _Writer(source, delimiter, width, changes, records.newline(source))
    for piece in writer.exchanged(blocks(source, records, touched)):
        yield piece
        last = piece[-1:] or last
    yield from writer.appended(last)


@dataclass(frozen=True, eq=False)
class _Spans:
    """Places in a block, and what shall stand there: int64 (s,), int64 (s,), s Arrow strings."""

    starts: Ints
    ends: Ints
    texts: pa.StringArray

    @classmethod
    def in_order(cls, parts: Sequence[_Spans]) -> _Spans:
        """All of them in the order of the block; of those that begin at one place, the earlier part comes first."""
        starts = np.concatenate([part.starts for part in parts])
        order = np.argsort(starts, kind="stable")
        new = pa.concat_arrays([part.texts for part in parts])
        return cls(starts[order], np.concatenate([part.ends for part in parts])[order], new.take(integers(order)))


@dataclass(frozen=True, eq=False)
class _Writer:
    source: Source
    delimiter: str
    width: int
    changes: Patch
    newline: str

    def exchanged(self, blocks: Iterator[Block]) -> Iterator[bytes]:
        """The whole file, with what becomes of these blocks in their places."""
        at = len(BOM) if self.changes.bare and self.source.head().startswith(BOM) else 0
        for block in blocks:
            yield from self._kept(at, block.first)
            spans = self._spans(block)
            stop = int(max(block.ends[-1], spans.ends.max(initial=0)))
            yield spliced(block.data[:stop], spans.starts, spans.ends, spans.texts)
            at = block.first + stop
        yield from self._kept(at, os.fstat(self.source.file).st_size)

    def _kept(self, start: int, end: int) -> Iterator[bytes]:
        for low in range(start, end, BLOCK):
            yield os.pread(self.source.file, min(BLOCK, end - low), low)

    def _spans(self, block: Block) -> _Spans:
        """What becomes of a block. Raises InputError for records that are others by now."""
        fields = Fields(block.data, block.starts, block.ends, self.delimiter)
        for column, known in self.changes.known.items():
            self._refuse_others(block, fields, column, known)
        cells = [self._exchanged(block, fields, column, new) for column, new in self.changes.cells.items()]
        return _Spans.in_order([*cells, self._dropped(block), self._inserted(block)])

    def appended(self, last: bytes) -> Iterator[bytes]:
        """The records that come at the end; last: the byte before them."""
        rows = self.changes.appended
        if row_count(rows) and last not in b"\r\n":
            yield self.newline.encode()
        for low in range(0, row_count(rows), _ROWS):
            lines = self._rows(rows, slice(low, low + _ROWS))
            yield joined(pc.binary_join_element_wise(lines, text(self.newline), text("")))

    def _exchanged(self, block: Block, fields: Fields, column: int, new: Texts) -> _Spans:
        places, own = block.own(new)
        starts, ends = fields.of(column, places)
        return _Spans(starts, ends, quoted(own.array, self.delimiter, block.are_quoted(starts, ends)))

    def _dropped(self, block: Block) -> _Spans:
        places = np.searchsorted(block.numbers, self.changes.dropped[block.range(self.changes.dropped)])
        return _Spans(block.starts[places], block.behind(places), texts([""] * len(places)))

    def _inserted(self, block: Block) -> _Spans:
        which = block.range(self.changes.after)
        ends = block.ends[np.searchsorted(block.numbers, self.changes.after[which])]
        rows = pc.binary_join_element_wise(text(self.newline), self._rows(self.changes.inserted, which), text(""))
        return _Spans(ends, ends, rows)

    def _refuse_others(self, block: Block, fields: Fields, column: int, known: Texts) -> None:
        """Raise InputError when a record does not hold what was read from it."""
        places, own = block.own(known)
        starts, ends = fields.of(column, places)
        wanted = quoted(own.array, self.delimiter, block.are_quoted(starts, ends))
        for odd in np.flatnonzero(~flags(pc.equal(cut(block.data, starts, ends), wanted))).tolist():
            record, id_ = block.record(int(places[odd])), str(own.array[odd])
            # It may be the same, only quoted in another way.
            if record_texts(record, self.delimiter)[column : column + 1] != [id_]:
                what = f"the line of {shorten(id_)} is not where it was read"
                raise InputError(what, self.source.path, hint="Open the pair again")

    def _rows(self, rows: Rows, which: slice) -> pa.StringArray:
        """Some new records, without their line ends."""
        count = len(range(*which.indices(row_count(rows))))
        cells = [rows[column][which] if column in rows else texts([""] * count) for column in range(self.width)]
        return pc.binary_join_element_wise(*(quoted(cell, self.delimiter) for cell in cells), text(self.delimiter))
