"""Read delimited text into columns of strings, exactly as written."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pyarrow as pa
import pyarrow.csv

from inspector.core.arrays.arrow import texts
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.fields import record_texts
from inspector.core.files.formats.csv.head import LAST, NAMES, delimiters, leading_lines
from inspector.core.files.formats.csv.lines import find_not_utf8, is_too_long, not_utf8, split_lines, too_long
from inspector.core.files.formats.csv.patch import rewrite
from inspector.core.files.formats.csv.records import Bytes, Records, find_swallowed_line
from inspector.core.files.formats.csv.reformat import restructure
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet, Syntax
from inspector.core.files.io.limits import CELLS, COLUMNS
from inspector.core.files.io.source import Source

# Parsing is fastest with blocks that fit into the CPU cache, but a line must fit into a block.
_CACHED, _LONGEST = 1 << 19, 1 << 22
_MAX_REPORTED = 100
# So many records show the delimiter.
_FIRST = 20
# Columns from which on splitting lines is better than parsing them.
_MANY = 1000


@dataclass(frozen=True, eq=False)
class Delimited(Syntax):
    """Delimited text with one record per line.

    header: whether the first record names the columns; others: further delimiters that would split all first records
    alike; leading: the number of lines before the header that are not read, such as comments.
    """

    source: Source
    delimiter: str
    header: bool = True
    others: tuple[str, ...] = ()
    leading: int = 0

    takes_any_text = True  # quoted where necessary

    @property
    def description(self) -> str:
        """The name of the format: `comma-separated text`."""
        return f"{(NAMES | LAST)[self.delimiter]}-separated text"

    @property
    def names_columns(self) -> bool:
        """Whether there is a header."""
        return self.header

    def line(self, record: int) -> int:
        """The line, from 1, on which a record begins."""
        at = self.leading + self.header + record
        return self.source.line(int(Records.scan(self.source, self.delimiter, at + 1).starts[at]))

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The patched file."""
        write = restructure if changes.restructures else rewrite
        return write(self.source, self.delimiter, len(sheet.names), changes, header=self.header, leading=self.leading)


def read_delimited(source: Source, delimiter: str | None = None) -> Sheet:
    """Read a delimited file with a header; delimiter: None for the likeliest.

    Raises InputError with the line of the first error.
    """
    names, (delimiter, *others), line, leading = _header(source, delimiter)
    COLUMNS.check(len(names), source.size_on_disk, source.path)
    if source.quotes:  # then the text is parsed in one piece
        CELLS.check(len(names) * source.count_lines(), source.size_on_disk, source.path)
    columns = _columns(source, names, delimiter, line)
    sheet = Sheet(tuple(names), tuple(columns), Delimited(source, delimiter, True, tuple(others), leading))
    if source.quotes or source.newline == b"\r":
        _refuse_ambiguous(source, delimiter, leading + 1 + len(sheet))
    return sheet


def without_header(sheet: Sheet) -> Sheet:
    """The same file with its first line as a record; the columns are then called `column 1`, `column 2` ..."""
    if not isinstance(sheet.syntax, Delimited) or not sheet.syntax.header:
        return sheet
    columns = zip(sheet.names, sheet.columns, strict=True)
    return replace(
        sheet,
        names=tuple(f"column {number}" for number in range(1, len(sheet.names) + 1)),
        columns=tuple(pa.chunked_array([texts([name]), *column.chunks]) for name, column in columns),
        syntax=replace(sheet.syntax, header=False),
    )


def _header(source: Source, delimiter: str | None) -> tuple[list[str], list[str], int, int]:
    """The column names, the delimiter with others that are possible, the line of the header, and what it is behind."""
    first, head = Records.scan(source, ",", _FIRST), source.head()
    # The scan finds all records of a block, far more than are read.
    spans = zip(first.starts[:_FIRST].tolist(), first.ends[:_FIRST].tolist(), strict=True)
    records = [
        head[low:high] if high <= len(head) else os.pread(source.file, min(high - low, _LONGEST + 1), low)
        for low, high in spans
    ]
    if first.open_quote is not None and len(first) < 2:
        raise _unclosed(source, first.open_quote)
    if max(map(len, records), default=0) > _LONGEST:
        raise too_long(source, _LONGEST)
    leading, named = leading_lines(records)
    record = records[leading] if len(records) > leading else b""
    line = source.line(int(first.starts[leading])) if len(records) > leading else 1
    text = _decode(source, record)
    given = delimiter or named
    found = delimiters(records[leading:]) if given is None else [given]
    names = record_texts(record, found[0])
    if b"\r" in record:
        raise InputError("the file mixes line ends", source.path, line, "CR inside a line", "one kind of line end")
    if len(names) < 2:
        raise InputError(
            "the header has only one column",
            source.path,
            line,
            shorten(text),
            "an id column and a label column, separated by comma, tab, semicolon, bar or a single space",
        )
    if len(records) < leading + 2:
        raise InputError("the file has a header but no rows", source.path, line, expected="one line for each row")
    return names, found, line, leading


def _decode(source: Source, line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise not_utf8(source, find_not_utf8(source) or 0) from None


def _columns(source: Source, header: list[str], delimiter: str, line: int) -> list[pa.ChunkedArray]:
    if len(header) > _MANY and not source.quotes:
        with contextlib.suppress(pa.ArrowInvalid):
            split = split_lines(source, len(header), delimiter, line)
            if split is not None:
                return split
    for block in (_CACHED, _LONGEST):
        try:
            return list(_parsed(source, header, delimiter, line, None, block).columns)
        except pa.ArrowInvalid as error:
            reason = str(error)
            if not is_too_long(reason):
                break
    raise _unreadable(source, header, delimiter, line, reason)


def _parsed(
    source: Source,
    header: list[str],
    delimiter: str,
    line: int,
    on_invalid: Callable[..., str] | None,
    block: int = _LONGEST,
) -> pa.Table:
    """All columns as text; on_invalid: decides whether to skip a line with the wrong number of fields."""
    names = [str(i) for i in range(len(header))]
    parse = pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=source.quotes, invalid_row_handler=on_invalid)
    convert = pa.csv.ConvertOptions(
        column_types=dict.fromkeys(names, pa.string()),
        strings_can_be_null=False,
        check_utf8=not source.ascii,  # as all ASCII is UTF-8
    )
    tables = list[pa.Table]()
    for piece in source.pieces():
        # Arrow counts blank lines before the header as rows to skip. Its threads must not hold a handler of Python,
        # for the reason given in Source.native.
        read = pa.csv.ReadOptions(
            column_names=names,
            skip_rows_after_names=0 if tables else line,
            block_size=block,
            use_threads=on_invalid is None,
        )
        tables.append(pa.csv.read_csv(piece, read, parse, convert))
        CELLS.check(sum(map(len, tables)) * len(header), source.size_on_disk, source.path)
    return pa.concat_tables(tables)


def _refuse_ambiguous(source: Source, delimiter: str, expected: int) -> None:
    """Raise InputError when our record scan, used for saving, disagrees with Arrow's parser."""
    records = Records.scan(source, delimiter)
    if records.open_quote is not None:
        raise _unclosed(source, records.open_quote)
    if len(records) != expected:
        raise InputError(
            "the number of lines is ambiguous",
            source.path,
            found=f"{len(records):,} lines by line ends, {expected:,} by columns",
            hint="Check for quotes inside a cell and for mixed line ends",
        )
    if source.quotes and (opened := find_swallowed_line(source, delimiter, records)) is not None:
        raise _unclosed(source, opened)


def _ragged(source: Source, header: list[str], rows: list[tuple[int, str]]) -> InputError:
    """The error for lines with more or fewer fields than the header."""
    with source.map() as data:
        found = [(at, count, text) for count, text in rows if (at := _find_line(data, text.encode())) >= 0]
        at, count, text = min(found, default=(-1, *rows[0]))
        is_last = bool(found) and at + len(text.encode()) == len(data)  # without a line end
    hint = "Put labels that contain the delimiter in double quotes"
    if count < len(header):
        cut = "The file ends within its last line: get a whole copy of it"
        hint = cut if is_last else "Write a delimiter for each cell"
    many = f"{_MAX_REPORTED} or more lines have" if len(rows) >= _MAX_REPORTED else f"{len(rows)} lines have"
    return InputError(
        f"{many if len(rows) > 1 else 'the line has'} a different number of columns than the header",
        source.path,
        source.line(at) if found else None,
        f"{count} in {shorten(text)}",
        f"{len(header)}, as in the header",
        hint,
    )


def _find_line(data: Bytes, line: bytes) -> int:
    """The offset of a complete line with this text, or -1."""
    edges = b"", b"\n", b"\r"
    at = data.find(line)
    while at >= 0 and not (data[max(at - 1, 0) : at] in edges and data[at + len(line) : at + len(line) + 1] in edges):
        at = data.find(line, at + 1)
    return at


def _unreadable(source: Source, header: list[str], delimiter: str, line: int, reason: str) -> InputError:
    """The error for a file that Arrow's parser rejected."""
    if (bad := find_not_utf8(source)) is not None:
        return not_utf8(source, bad)
    ragged: list[tuple[int, str]] = []

    def on_invalid(row: pa.csv.InvalidRow) -> str:
        ragged.append((row.actual_columns, row.text))
        return "skip" if len(ragged) < _MAX_REPORTED else "error"

    # Check for UTF-8 first: an exception raised in the handler inside the parser cannot be caught.
    with contextlib.suppress(pa.ArrowInvalid):
        _parsed(source, header, delimiter, line, on_invalid)
    if ragged:
        return _ragged(source, header, ragged)
    opened = Records.scan(source, delimiter).open_quote if source.quotes else None
    if opened is not None:
        return _unclosed(source, opened)
    if is_too_long(reason):
        return too_long(source, _LONGEST)
    return InputError("the text cannot be read as columns", source.path, found=shorten(reason))


def _unclosed(source: Source, opened: int) -> InputError:
    line = source.line(opened)
    return InputError("a double quote is never closed", source.path, line, hint="Close or remove it")
