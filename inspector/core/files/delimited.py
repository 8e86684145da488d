"""Delimited text into columns of strings, exactly as written. Knows nothing of ids, labels or scores."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from inspector.core.errors import InputError, shorten
from inspector.core.files.records import Bytes, Records, line_of
from inspector.core.files.source import Source

_DELIMITERS = ",\t;"
_BLOCK = 1 << 22
_TOLERATED = 100


@dataclass(frozen=True, eq=False)
class Sheet:
    """A file as columns of text. names: as in the header; columns: Arrow chunked strings, all of the same length.

    source and delimiter are None for what came as a DataFrame; separator is what its lists of labels were joined with.
    """

    names: tuple[str, ...]
    columns: tuple[pa.ChunkedArray, ...]
    source: Source | None = None
    delimiter: str | None = None
    separator: str | None = None

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def name(self) -> Path | str:
        """What to call it in a message."""
        return self.source.path if self.source else "the DataFrame"

    def line(self, record: int) -> int | None:
        """The line, from 1, on which row `record` of the columns begins."""
        if self.source is None:
            return None
        with self.source.map() as data:
            found = Records.scan(data, record + 2)
            return line_of(data, int(found.starts[record + 1])) if record + 1 < len(found) else None


def read_sheet(source: Source) -> Sheet:
    """Read a delimited file with a header. Raises InputError for text that is not, naming the line."""
    header, delimiter = _header(source)
    sheet = Sheet(tuple(header), tuple(_columns(source, header, delimiter)), source, delimiter)
    if len(sheet) == 0:
        raise InputError("the file has a header and no rows", source.path, 1, expected="one line for each row")
    return sheet


def _header(source: Source) -> tuple[list[str], str]:
    """The column names and the delimiter between them."""
    with source.map() as data:
        first = Records.scan(data, 1)
        line = data[int(first.starts[0]) : int(first.ends[0])] if len(first) else b""
    text = _decode(source, line)
    delimiter = max(_DELIMITERS, key=text.count)
    names = next(csv.reader([text], delimiter=delimiter), [])
    if len(names) < 2:
        raise InputError(
            "the header names one column only",
            source.path,
            1,
            shorten(text),
            "an id column and a label column, separated by comma, tab or semicolon",
        )
    return names, delimiter


def _decode(source: Source, line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(source, error.start) from None


def _columns(source: Source, header: list[str], delimiter: str) -> list[pa.ChunkedArray]:
    ragged: list[tuple[int, str]] = []

    def note(row: pa.csv.InvalidRow) -> str:
        ragged.append((row.actual_columns, row.text))
        return "skip" if len(ragged) < _TOLERATED else "error"

    names = [str(i) for i in range(len(header))]
    try:
        table = pa.csv.read_csv(
            str(source.path),
            pa.csv.ReadOptions(column_names=names, skip_rows_after_names=1, block_size=_BLOCK),
            pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=source.quotes, invalid_row_handler=note),
            pa.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False),
        )
    except pa.ArrowInvalid as error:
        raise _ragged(source, header, ragged) if ragged else _unreadable(source, str(error)) from None
    if ragged:
        raise _ragged(source, header, ragged)
    return list(table.columns)


def _ragged(source: Source, header: list[str], rows: list[tuple[int, str]]) -> InputError:
    """The error for lines with more or fewer fields than the header."""
    with source.map() as data:
        found = [(at, count) for count, text in rows if (at := _find_line(data, text.encode())) >= 0]
        at, count = min(found, default=(0, rows[0][0]))
        line = line_of(data, at) if found else None
        text = data[at : at + 200].splitlines()[0].decode("utf-8", "replace") if found else rows[0][1]
    more = f"{_TOLERATED} or more" if len(rows) >= _TOLERATED else str(len(rows))
    return InputError(
        f"{more} lines have another number of columns than the header"
        if len(rows) > 1
        else "the line has another number of columns than the header",
        source.path,
        line,
        f"{count} in {shorten(text)}",
        f"{len(header)}, as in the header",
        "Labels that contain the delimiter must stand in double quotes",
    )


def _find_line(data: Bytes, line: bytes) -> int:
    """The offset of a whole line with this text, or -1."""
    at = data.find(line)
    while at > 0 and data[at - 1 : at] not in (b"\n", b"\r"):
        at = data.find(line, at + 1)
    return at


def _unreadable(source: Source, reason: str) -> InputError:
    """The error for what the parser refused."""
    with source.map() as data:
        if data[:].count(b'"') % 2:
            opening = data.rfind(b'"')
            return InputError(
                "a double quote is opened and never closed",
                source.path,
                line_of(data, opening),
                hint="Close it, or remove it",
            )
        try:
            data[:].decode("utf-8")
        except UnicodeDecodeError as error:
            return _not_utf8(source, error.start)
    if "straddl" in reason:
        return InputError(
            f"a line is longer than {_BLOCK >> 20} MiB",
            source.path,
            expected="one line for each row",
            hint="Check its line ends",
        )
    return InputError("the text cannot be read as columns", source.path, found=reason)


def _not_utf8(source: Source, offset: int) -> InputError:
    with source.map() as data:
        return InputError(
            "the text is not in UTF-8",
            source.path,
            line_of(data, offset),
            f"the byte 0x{data[offset]:02X}",
            "UTF-8",
            "Save it again as UTF-8",
        )
