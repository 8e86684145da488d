"""A text from a spreadsheet as lines of cells. Knows neither ids nor labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

import pyarrow as pa

from inspector.core.arrays.arrow import texts
from inspector.core.errors import InputError

Lines: TypeAlias = Sequence[Sequence[str]]

# A cell in quotes, or one that begins with none, and what ends it.
_CELL = re.compile(r'(?:"((?:[^"]++|"")*+)"|((?:[^"\t\n][^\t\n]*+)?+))(\t|\n|\Z)')


def lines_of(pasted: str) -> Lines:
    """Lines end in any way, cells in a tab. Raises InputError for half a character."""
    try:
        pasted.encode()
    except UnicodeEncodeError:
        raise InputError("the clipboard holds half a character, which no file could hold") from None
    text = pasted.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return _unquoted(text) or [line.split("\t") for line in text.split("\n") if text]


def column(lines: Lines, number: int) -> pa.StringArray:
    """One cell of each line, without blanks around it; nothing where a line ends before it."""
    return texts([line[number].strip() if len(line) > number else "" for line in lines])


def joined(lines: Lines, separator: str, without: int | None) -> pa.StringArray:
    """All cells of each line but one with a separator between them."""
    if without is None:
        return texts([separator.join(line) for line in lines])
    return texts([separator.join([*line[:without], *line[without + 1 :]]) for line in lines])


def _unquoted(text: str) -> list[list[str]] | None:
    """The cells of a text in which a spreadsheet has quoted some, None when its quotes are just signs.

    The csv module would read the same, but refuses cells beyond a length that is set for the whole process.
    """
    if '"\n' not in text + "\n" and '"\t' not in text:
        return None
    rows, at, end = list[list[str]]([[]]), 0, "\t"
    while end == "\t" or at < len(text):
        found = _CELL.match(text, at)
        if found is None:
            return None
        rows[-1].append(found[2] if found[1] is None else found[1].replace('""', '"'))
        at, end = found.end(), found[3]
        if end == "\n" and at < len(text):
            rows.append([])
    # A spreadsheet quotes a cell for a quote or a line end inside it, and doubles the quote.
    return rows if '""' in text or len(rows) != text.count("\n") + 1 else None
