"""Parses tab-separated text from a spreadsheet into cells."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from inspector.core.arrays.arrow import booleans, integers, numbers, text, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Ints, repeat_chunked
from inspector.core.errors import InputError

# A quoted or unquoted cell, and what ends it.
_CELL = re.compile(r'(?:"((?:[^"]++|"")*+)"|((?:[^"\t\n][^\t\n]*+)?+))(\t|\n|\Z)')


@dataclass(frozen=True, eq=False)
class Lines:
    """n lines of cells: offsets int64 (n + 1,), and the cells of all lines as Arrow strings.

    Not Python lists: making 100,000 of them keeps other threads, and so the window, from running.
    """

    offsets: Ints
    cells: pa.StringArray

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def widths(self) -> Ints:
        """int64 (n,): the number of cells of each line."""
        return np.diff(self.offsets)

    def line(self, number: int) -> list[str]:
        """The cells of one line."""
        start, end = int(self.offsets[number]), int(self.offsets[number + 1])
        found: list[str] = self.cells.slice(start, end - start).to_pylist()
        return found

    def part(self, start: int, end: int | None = None) -> Lines:
        """The lines from `start` up to `end`."""
        offsets = self.offsets[start : None if end is None else end + 1]
        return Lines(offsets - offsets[0], self.cells.slice(int(offsets[0])))

    def column(self, number: int) -> pa.StringArray:
        """One column of cells, stripped; empty where a line is too short."""
        padded = pa.concat_arrays([self.cells, texts([""])])
        at = np.where(self.widths > number, self.offsets[:-1] + number, len(self.cells))
        return pc.utf8_trim_whitespace(padded.take(integers(at)))

    def joined(self, separator: str, without: int | None) -> pa.StringArray:
        """The cells of each line joined by a separator, except column `without`."""
        column = np.arange(int(self.offsets[-1])) - repeat_chunked(self.offsets[:-1], self.widths)
        kept = np.ones(len(column), bool) if without is None else column != without
        before = np.append(0, np.cumsum(kept))
        cells = self.cells.slice(0, len(column)).filter(booleans(kept))
        lists = pa.LargeListArray.from_arrays(integers(before[self.offsets]), cells)
        return pc.binary_join(lists, text(separator))


def lines_of(pasted: str) -> Lines:
    """Split text into lines of cells, with any line ends. Raises InputError for a lone surrogate."""
    same = unified(pasted)
    if '"' in same and (quoted := _unquoted(same)):
        widths = np.array([len(line) for line in quoted])
        return Lines(offsets_of(widths), texts([cell for line in quoted for cell in line]))
    return _split(same, "\t")


def lines_at_commas(pasted: str) -> Lines:
    """Split text into lines of cells at every comma, quoted or not. Raises InputError for a lone surrogate."""
    return _split(unified(pasted), ",")


def unified(pasted: str) -> str:
    """The text with \n as its only line ends, and none at its end. Raises InputError for a lone surrogate."""
    unified = pasted.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    try:
        unified.encode()
    except UnicodeEncodeError:
        raise InputError("the clipboard holds half a character, which no file could hold") from None
    return unified


def _split(unified: str, between: str) -> Lines:
    split = pc.split_pattern(texts(unified.split("\n") if unified else []), between)
    return Lines(numbers(split.offsets).astype(np.int64), split.flatten())


def csv_titles(pasted: str) -> list[str]:
    """The cells of the first line of CSV, empty if it cannot be one."""
    first = _csv(pasted.partition("\n")[0] + "\n")
    return [] if first is None else [str(column[0]) for column in first.columns]


def csv_lines_of(pasted: str) -> Lines | None:
    """Split CSV into lines of cells; None if it is not a table."""
    table = _csv(pasted)
    if table is None:
        return None
    columns = [column.combine_chunks() for column in table.columns]
    rows, width = len(table), len(columns)
    by_line = np.arange(rows * width).reshape(width, rows).T.ravel()
    return Lines(np.arange(rows + 1) * width, pa.concat_arrays(columns).take(integers(by_line)))


def _csv(pasted: str) -> pa.Table | None:
    """A table of CSV with all its cells as text; None if lines differ in width, or nothing is in it."""
    names = [f"f{number}" for number in range(pasted.partition("\n")[0].count(",") + 1)]
    read = csv.ReadOptions(autogenerate_column_names=True)
    as_text = csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
    try:
        return csv.read_csv(pa.BufferReader(pasted.encode()), read_options=read, convert_options=as_text)
    except (pa.ArrowInvalid, UnicodeEncodeError):
        return None


def _unquoted(pasted: str) -> list[list[str]] | None:
    """The cells of text with quoted cells; None if its quotes are ordinary characters.

    The csv module is not used because its limit on cell length applies to the whole process.
    """
    if '"\n' not in pasted + "\n" and '"\t' not in pasted:
        return None
    rows, at, end = list[list[str]]([[]]), 0, "\t"
    while end == "\t" or at < len(pasted):
        found = _CELL.match(pasted, at)
        if found is None:
            return None
        rows[-1].append(found[2] if found[1] is None else found[1].replace('""', '"'))
        at, end = found.end(), found[3]
        if end == "\n" and at < len(pasted):
            rows.append([])
    # Spreadsheets quote a cell only for a quote, which they double, or a line end inside it.
    return rows if '""' in pasted or len(rows) != pasted.count("\n") + 1 else None
