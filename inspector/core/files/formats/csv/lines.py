"""Lines of a text without quotes: read them, and split them into many columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from inspector.core.arrays.arrow import combine_chunks, integers, numbers
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.io.limits import CELLS
from inspector.core.files.io.source import BLOCK, Source

# A character that text does not contain, so that each line is read as one column.
_NO_DELIMITER = "\x01"
_LONGEST = 1 << 22


def read_lines(source: Source, skipped: int = 0) -> Iterator[pa.StringArray]:
    """The lines that are not blank, in pieces; skipped: lines at the start to leave out. Raises ArrowInvalid."""
    for piece in source.pieces():
        table = pa.csv.read_csv(
            piece,
            pa.csv.ReadOptions(column_names=["line"], skip_rows_after_names=skipped, block_size=_LONGEST),
            pa.csv.ParseOptions(delimiter=_NO_DELIMITER, quote_char=False),
            pa.csv.ConvertOptions(column_types={"line": pa.string()}, strings_can_be_null=False),
        )
        skipped = 0
        yield combine_chunks(table.column(0))


def split_lines(source: Source, width: int, delimiter: str, header: int) -> list[pa.ChunkedArray] | None:
    """All columns of a text with `width` columns; None if some line has another number. Raises ArrowInvalid.

    For many columns this takes far less time and memory than Arrow's parser, which makes an array for each column of
    each block. header: the line of the header.
    """
    columns: list[list[pa.StringArray]] = [[] for _ in range(width)]
    rows = 0
    for lines in read_lines(source, header):
        rows += len(lines)
        CELLS.check(rows * width, source.size_on_disk, source.path)
        lists = pc.split_pattern(lines, delimiter)
        if (np.diff(numbers(lists.offsets)) != width).any():
            return None
        order = np.arange(len(lines) * width).reshape(len(lines), width).T.ravel()
        cells = lists.flatten().take(integers(order))
        for index, column in enumerate(columns):
            column.append(cells.slice(index * len(lines), len(lines)))
    return [pa.chunked_array(column, pa.string()) for column in columns]


def is_too_long(reason: str) -> bool:
    """Whether an Arrow error says that a line does not fit into a block."""
    return "straddl" in reason


def too_long(source: Source, most: int) -> InputError:
    """The error for a line of more than `most` bytes."""
    lines = Records.lines(source)
    long = np.flatnonzero(lines.ends - lines.starts > most)
    line = source.line(int(lines.starts[long[0]])) if len(long) else None  # a quoted field may hold several lines
    what, hint = f"a line is longer than {most >> 20} MiB", "Check its line ends"
    return InputError(what, source.path, line, expected="one line for each row", hint=hint)


def unreadable_line(source: Source, reason: str) -> InputError:
    """The error for a file whose lines Arrow cannot read."""
    if (bad := find_not_utf8(source)) is not None:
        return not_utf8(source, bad)
    if is_too_long(reason):
        return too_long(source, _LONGEST)
    return InputError("the text cannot be read line by line", source.path, found=shorten(reason))


def find_not_utf8(source: Source) -> int | None:
    """The offset of the first byte that is not UTF-8, None if there is none."""
    at = 0
    with source.map() as data:
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


def not_utf8(source: Source, offset: int) -> InputError:
    """The error for a byte that is not UTF-8."""
    with source.map() as data:
        found = f"the byte 0x{data[offset]:02X}"
    line = source.line(offset)
    return InputError("the text is not in UTF-8", source.path, line, found, "UTF-8", "Save it again as UTF-8")
