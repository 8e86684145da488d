"""Parses tab-separated text from a spreadsheet into cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

import pyarrow as pa

from inspector.core.arrays.arrow import texts
from inspector.core.errors import InputError

Lines: TypeAlias = Sequence[Sequence[str]]

# A quoted or unquoted cell, and what ends it.
_CELL = re.compile(r'(?:"((?:[^"]++|"")*+)"|((?:[^"\t\n][^\t\n]*+)?+))(\t|\n|\Z)')


def lines_of(pasted: str) -> Lines:
    """Split text into lines of cells, with any line ends. Raises InputError for a lone surrogate."""
    try:
        pasted.encode()
    except UnicodeEncodeError:
        raise InputError("the clipboard holds half a character, which no file could hold") from None
    text = pasted.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return _unquoted(text) or [line.split("\t") for line in text.split("\n") if text]


def column(lines: Lines, number: int) -> pa.StringArray:
    """One column of cells, stripped; empty where a line is too short."""
    return texts([line[number].strip() if len(line) > number else "" for line in lines])


def joined(lines: Lines, separator: str, without: int | None) -> pa.StringArray:
    """The cells of each line joined by a separator, except column `without`."""
    if without is None:
        return texts([separator.join(line) for line in lines])
    return texts([separator.join([*line[:without], *line[without + 1 :]]) for line in lines])


def _unquoted(text: str) -> list[list[str]] | None:
    """The cells of text with quoted cells; None if its quotes are ordinary characters.

    The csv module is not used because its limit on cell length applies to the whole process.
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
    # Spreadsheets quote a cell only for a quote, which they double, or a line end inside it.
    return rows if '""' in text or len(rows) != text.count("\n") + 1 else None
