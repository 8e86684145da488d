"""Delimited text into columns of strings, exactly as written. Knows nothing of ids, labels or scores."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.csv

from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.fields import record_texts
from inspector.core.files.formats.csv.patch import rewrite
from inspector.core.files.formats.csv.records import Bytes, Records
from inspector.core.files.formats.csv.reformat import restructure
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.source import BLOCK, Source

_NAMES = {",": "comma", "\t": "tab", ";": "semicolon"}
# Parsing is fastest where a block stays in the processor's cache, but no line may be longer than one.
_CACHED, _LONGEST = 1 << 20, 1 << 22
_TOLERATED = 100


@dataclass(frozen=True, eq=False)
class Delimited:
    """Text with a header, one record a line, a sign between the fields."""

    source: Source
    delimiter: str

    @property
    def words(self) -> str:
        """`comma-separated text`."""
        return f"{_NAMES[self.delimiter]}-separated text"

    def line(self, record: int) -> int:
        """The line, from 1, on which a record begins."""
        records = Records.scan(self.source, self.delimiter, record + 2)
        return self.source.line(int(records.starts[record + 1]))

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The file with the changes made."""
        written = restructure if changes.restructures else rewrite
        return written(self.source, self.delimiter, len(sheet.names), changes)


def read_delimited(source: Source) -> Sheet:
    """Read a delimited file with a header. Raises InputError for text that is not, naming the line."""
    names, delimiter, line = _header(source)
    columns = _columns(source, names, delimiter, line)
    sheet = Sheet(tuple(names), tuple(columns), Delimited(source, delimiter))
    if source.quotes or source.newline == b"\r":
        _refuse_doubtful(source, delimiter, len(sheet) + 1)
    return sheet


def _header(source: Source) -> tuple[list[str], str, int]:
    """The column names, the delimiter between them, and the line they stand on."""
    first = Records.scan(source, ",", 2)
    with source.map() as data:
        record = data[int(first.starts[0]) : int(first.ends[0])] if len(first) else b""
    line = source.line(int(first.starts[0])) if len(first) else 1
    text = _decode(source, record)
    delimiter = max(_NAMES, key=text.count)
    names = record_texts(record, delimiter)
    if first.open_quote is not None and len(first) < 2:
        raise _unclosed(source, first.open_quote)
    if b"\r" in record:
        raise InputError("the line ends are mixed", source.path, line, "CR inside a line", "one kind of line end")
    if len(names) < 2:
        raise InputError(
            "the header names one column only",
            source.path,
            line,
            shorten(text),
            "an id column and a label column, separated by comma, tab or semicolon",
        )
    if len(first) < 2:
        raise InputError("the file has a header and no rows", source.path, line, expected="one line for each row")
    return names, delimiter, line


def _decode(source: Source, line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(source, error.start) from None


def _columns(source: Source, header: list[str], delimiter: str, line: int) -> list[pa.ChunkedArray]:
    for block in (_CACHED, _LONGEST):
        try:
            return list(_parsed(source, header, delimiter, line, None, block).columns)
        except pa.ArrowInvalid as error:
            reason = str(error)
            if not _is_too_long(reason):
                break
    raise _unreadable(source, header, delimiter, line, reason)


def _is_too_long(reason: str) -> bool:
    """Whether a line did not fit into a block."""
    return "straddl" in reason


def _parsed(
    source: Source,
    header: list[str],
    delimiter: str,
    line: int,
    note: Callable[..., str] | None,
    block: int = _LONGEST,
) -> pa.Table:
    """All columns as text; `note` says what becomes of a line with another number of fields."""
    names = [str(i) for i in range(len(header))]
    with source.stream() as stream:
        return pa.csv.read_csv(
            stream,
            # Blank lines before the header count as rows to be skipped.
            pa.csv.ReadOptions(column_names=names, skip_rows_after_names=line, block_size=block),
            pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=source.quotes, invalid_row_handler=note),
            pa.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False),
        )


def _refuse_doubtful(source: Source, delimiter: str, expected: int) -> None:
    """Raise InputError when saving would find other records than reading did."""
    records = Records.scan(source, delimiter)
    if records.open_quote is not None:
        raise _unclosed(source, records.open_quote)
    if len(records) != expected:
        raise InputError(
            "the lines cannot be told apart",
            source.path,
            found=f"{len(records):,} lines by their ends, {expected:,} by their columns",
            hint="Check for quotes inside a cell and for mixed line ends",
        )


def _ragged(source: Source, header: list[str], rows: list[tuple[int, str]]) -> InputError:
    """The error for lines with more or fewer fields than the header."""
    with source.map() as data:
        found = [(at, count, text) for count, text in rows if (at := _find_line(data, text.encode())) >= 0]
    at, count, text = min(found, default=(-1, *rows[0]))
    many = f"{_TOLERATED} or more lines have" if len(rows) >= _TOLERATED else f"{len(rows)} lines have"
    return InputError(
        f"{many if len(rows) > 1 else 'the line has'} another number of columns than the header",
        source.path,
        source.line(at) if found else None,
        f"{count} in {shorten(text)}",
        f"{len(header)}, as in the header",
        "Labels that contain the delimiter must stand in double quotes",
    )


def _find_line(data: Bytes, line: bytes) -> int:
    """The offset of a whole line with this text, or -1."""
    edges = b"", b"\n", b"\r"
    at = data.find(line)
    while at >= 0 and not (data[max(at - 1, 0) : at] in edges and data[at + len(line) : at + len(line) + 1] in edges):
        at = data.find(line, at + 1)
    return at


def _unreadable(source: Source, header: list[str], delimiter: str, line: int, reason: str) -> InputError:
    """The error for what the parser refused."""
    with source.map() as data:
        bad = _not_text(data)
    if bad is not None:
        return _not_utf8(source, bad)
    ragged: list[tuple[int, str]] = []

    def note(row: pa.csv.InvalidRow) -> str:
        ragged.append((row.actual_columns, row.text))
        return "skip" if len(ragged) < _TOLERATED else "error"

    # Only now that the text is known to be UTF-8: what raises inside of the parser nobody can catch.
    with contextlib.suppress(pa.ArrowInvalid):
        _parsed(source, header, delimiter, line, note)
    if ragged:
        return _ragged(source, header, ragged)
    opened = Records.scan(source, delimiter).open_quote if source.quotes else None
    if opened is not None:
        return _unclosed(source, opened)
    if _is_too_long(reason):
        words = f"a line is longer than {_LONGEST >> 20} MiB"
        return InputError(words, source.path, expected="one line for each row", hint="Check its line ends")
    return InputError("the text cannot be read as columns", source.path, found=shorten(reason))


def _not_text(data: Bytes) -> int | None:
    """The offset of the first byte that is not UTF-8, None when all are."""
    at = 0
    while at < len(data):
        block = data[at : at + BLOCK]
        try:
            block.decode()
            at += len(block)
        except UnicodeDecodeError as error:
            if error.reason != "unexpected end of data" or at + len(block) == len(data):
                return at + error.start
            at += error.start
    return None


def _unclosed(source: Source, opened: int) -> InputError:
    line = source.line(opened)
    return InputError("a double quote is opened and never closed", source.path, line, hint="Close it, or remove it")


def _not_utf8(source: Source, offset: int) -> InputError:
    with source.map() as data:
        found = f"the byte 0x{data[offset]:02X}"
    line = source.line(offset)
    return InputError("the text is not in UTF-8", source.path, line, found, "UTF-8", "Save it again as UTF-8")
