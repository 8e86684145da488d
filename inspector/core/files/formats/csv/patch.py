"""Patch delimited text block by block; unchanged bytes stay."""

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

# New records written at a time.
_ROWS = 1 << 16


def rewrite(
    source: Source, delimiter: str, width: int, changes: Patch, *, header: bool = True, leading: int = 0
) -> Iterator[bytes]:
    """The patched bytes of a file with `width` columns; the patch must not restructure it.

    header: whether a record names the columns; leading: the number of lines before it. Raises InputError when the file
    has changed on disk and is not kept.
    """
    source.raise_if_lost()
    touched, last = changes.touched, b""
    records = Records.scan(source, delimiter, leading + int(touched.max(initial=0)) + 2)
    writer = _Writer(source, delimiter, width, changes, records.newline(source))
    for piece in writer.patched(int(records.starts[leading]), blocks(source, records.after(leading + header), touched)):
        yield piece
        last = piece[-1:] or last
    yield from writer.appended(last)


@dataclass(frozen=True, eq=False)
class _Spans:
    """Spans of a block and their new texts: int64 (s,), int64 (s,), s Arrow strings."""

    starts: Ints
    ends: Ints
    texts: pa.StringArray

    @classmethod
    def in_order(cls, parts: Sequence[_Spans]) -> _Spans:
        """Merge and sort by start; spans with equal starts keep the order of the parts."""
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

    def patched(self, header: int, blocks: Iterator[Block]) -> Iterator[bytes]:
        """The whole file with these blocks patched. header: the offset of its first record that is read."""
        at = len(BOM) if self.source.head().startswith(BOM) else 0
        if at and not self.changes.drop_bom:
            yield BOM
        at = max(at, header) if self.changes.drop_leading else at
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
        """The replacements in a block. Raises InputError if its records are not those that were read."""
        fields = Fields(block.data, block.starts, block.ends, self.delimiter)
        for column, known in self.changes.known.items():
            self._refuse_unexpected(block, fields, column, known)
        cells = [self._replaced(block, fields, column, new) for column, new in self.changes.cells.items()]
        return _Spans.in_order([*cells, self._dropped(block), self._inserted(block)])

    def appended(self, last: bytes) -> Iterator[bytes]:
        """The appended records; last: the byte before them."""
        rows = self.changes.appended
        if row_count(rows) and last not in b"\r\n":
            yield self.newline.encode()
        for low in range(0, row_count(rows), _ROWS):
            lines = self._rows(rows, slice(low, low + _ROWS))
            yield joined(pc.binary_join_element_wise(lines, text(self.newline), text("")))

    def _replaced(self, block: Block, fields: Fields, column: int, new: Texts) -> _Spans:
        indices, selected = block.select(new)
        starts, ends = fields.of(column, indices)
        return _Spans(starts, ends, quoted(selected.array, self.delimiter, block.are_quoted(starts, ends)))

    def _dropped(self, block: Block) -> _Spans:
        indices = np.searchsorted(block.numbers, self.changes.dropped[block.range(self.changes.dropped)])
        return _Spans(block.starts[indices], block.next_lines(indices), texts([""] * len(indices)))

    def _inserted(self, block: Block) -> _Spans:
        which = block.range(self.changes.after)
        ends = block.ends[np.searchsorted(block.numbers, self.changes.after[which])]
        rows = pc.binary_join_element_wise(text(self.newline), self._rows(self.changes.inserted, which), text(""))
        return _Spans(ends, ends, rows)

    def _refuse_unexpected(self, block: Block, fields: Fields, column: int, known: Texts) -> None:
        """Raise InputError when the text of a record differs from what was read."""
        indices, selected = block.select(known)
        starts, ends = fields.of(column, indices)
        expected = quoted(selected.array, self.delimiter, block.are_quoted(starts, ends))
        for differing in np.flatnonzero(~flags(pc.equal(cut(block.data, starts, ends), expected))).tolist():
            record, id_ = block.record(int(indices[differing])), str(selected.array[differing])
            # The text may be equal but quoted differently.
            if record_texts(record, self.delimiter)[column : column + 1] != [id_]:
                what = f"the line of {shorten(id_)} is not where it was read"
                raise InputError(what, self.source.path, hint="Open the pair again")

    def _rows(self, rows: Rows, which: slice) -> pa.StringArray:
        """Some new records as lines without line ends."""
        count = len(range(*which.indices(row_count(rows))))
        cells = [rows[column][which] if column in rows else texts([""] * count) for column in range(self.width)]
        return pc.binary_join_element_wise(*(quoted(cell, self.delimiter) for cell in cells), text(self.delimiter))
