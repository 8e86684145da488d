"""Delimited text with some of its records changed: every other byte stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.core.errors import InputError, shorten
from inspector.core.files.changes import Cells, Changes
from inspector.core.files.records import Bytes, Records, fields, record_texts
from inspector.core.files.source import BLOCK, Source

_BOM = b"\xef\xbb\xbf"


def rewrite(source: Source, delimiter: str, width: int, changes: Changes) -> Iterator[bytes]:
    """The bytes of a file of `width` columns with the changes made. Raises InputError when it changed on disk."""
    source.refuse_if_changed()
    with source.map() as data:
        writer = _Writer(source, data, delimiter, changes.delimiter or delimiter, width, changes)
        yield from writer.anew() if changes.restructures else writer.spliced()


class _Writer:
    def __init__(self, source: Source, data: Bytes, delimiter: str, between: str, width: int, changes: Changes) -> None:
        self._source, self._data, self._width, self._changes = source, data, width, changes
        self._delimiter, self._between = delimiter, between

    def spliced(self) -> Iterator[bytes]:
        """Copies the file, but for the records that are touched."""
        touched, data = self._changes.touched, self._data
        records = Records.scan(self._source, self._delimiter, max(touched, default=0) + 2)
        at = len(_BOM) if self._changes.bare and data[:3] == _BOM else 0
        for record in touched:
            start, end = int(records.starts[record + 1]), int(records.ends[record + 1])
            yield from _copy(data, at, start)
            if record not in self._changes.dropped:
                yield self._exchanged(record, data[start:end])
            for cells in self._changes.after.get(record, ()):
                yield self._newline + self._row(cells)
            at = self._behind(end) if record in self._changes.dropped else end
        yield from _copy(data, at, len(data))
        yield from self._appended()

    def anew(self) -> Iterator[bytes]:
        """Writes every record, its fields in their new order."""
        records = Records.scan(self._source, self._delimiter)
        if self._data[:3] == _BOM and not self._changes.bare:
            yield _BOM
        for number, (start, end) in enumerate(zip(records.starts.tolist(), records.ends.tolist(), strict=True)):
            record = self._data[start:end].removeprefix(_BOM)
            cells = self._changes.names if number == 0 else self._changes.cells.get(number - 1, {})
            if number - 1 not in self._changes.dropped:
                yield self._rearranged(record, cells) + self._newline
            for new in self._changes.after.get(number - 1, ()):
                yield self._row(new) + self._newline
        for new in self._changes.appended:
            yield self._row(new) + self._newline

    def _exchanged(self, record: int, text: bytes) -> bytes:
        self._refuse_another(record, text)
        cells, spans = self._changes.cells.get(record, {}), fields(text, self._delimiter)
        for column in sorted(cells, reverse=True):
            start, end = spans[column]
            field = quoted(cells[column], self._between, always=text[start:end].startswith(b'"'))
            text = text[:start] + field + text[end:]
        return text

    def _refuse_another(self, record: int, text: bytes) -> None:
        """Raise InputError when a record does not hold what was read from it."""
        known = self._changes.known.get(record, {})
        texts = record_texts(text, self._delimiter) if known else []
        for column, wanted in known.items():
            if texts[column] != wanted:
                what = f"the line of {shorten(wanted)} is not where it was read"
                raise InputError(what, self._source.path, hint="Open the pair again")

    def _rearranged(self, record: bytes, cells: Cells) -> bytes:
        spans, texts = fields(record, self._delimiter), record_texts(record, self._delimiter)
        order = self._changes.columns if self._changes.columns is not None else range(len(spans))
        kept = [
            quoted(cells.get(i, texts[i]), self._between, always=record[spans[i][0] : spans[i][1]].startswith(b'"'))
            for i in order
        ]
        return self._between.encode().join(kept)

    def _row(self, cells: Cells) -> bytes:
        order: Sequence[int] = self._changes.columns if self._changes.columns is not None else range(self._width)
        return self._between.encode().join(quoted(cells.get(i, ""), self._between) for i in order)

    def _appended(self) -> Iterator[bytes]:
        if self._changes.appended and self._data[-1:] not in b"\r\n":
            yield self._newline
        for cells in self._changes.appended:
            yield self._row(cells) + self._newline

    @property
    def _newline(self) -> bytes:
        data = self._data
        return b"\r\n" if data.find(b"\r\n") >= 0 else b"\n" if data.find(b"\n") >= 0 else b"\r"

    def _behind(self, end: int) -> int:
        """Where the line after one that ends here begins."""
        return end + 2 if self._data[end : end + 2] == b"\r\n" else min(end + 1, len(self._data))


def quoted(text: str, delimiter: str, *, always: bool = False) -> bytes:
    """A text as a field: in quotes where it has to be, or anyway."""
    if always or any(sign in text for sign in (delimiter, '"', "\n", "\r")):
        text = '"' + text.replace('"', '""') + '"'
    return text.encode()


def _copy(data: Bytes, start: int, end: int) -> Iterator[bytes]:
    for low in range(start, end, BLOCK):
        yield data[low : min(low + BLOCK, end)]
