"""A text from a spreadsheet as lines of cells. Knows neither ids nor labels."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, numbers, text, texts
from inspector.core.arrays.types import Ints, repeat_chunked
from inspector.core.errors import InputError


@dataclass(frozen=True, eq=False)
class Grid:
    """Lines of cells: offsets int64 (n + 1,), all cells in a row as Arrow strings."""

    offsets: Ints
    texts: pa.StringArray

    @classmethod
    def of(cls, pasted: str) -> Grid:
        """Lines end in any way, cells in a tab. Raises InputError for half a character."""
        try:
            lines = pasted.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
            if '"' in lines and (quoted := _unquoted(lines)):
                flat = [cell for line in quoted for cell in line]
                return cls(np.append(0, np.cumsum([len(line) for line in quoted])), texts(flat))
            split = pc.split_pattern(texts(lines.split("\n") if lines else []), "\t")
            return cls(numbers(split.offsets).astype(np.int64), split.flatten())
        except UnicodeEncodeError:
            raise InputError("the clipboard holds half a character, which no file could hold") from None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def widths(self) -> Ints:
        """int64 (n,): how many cells each line has."""
        return np.diff(self.offsets)

    def line(self, number: int) -> list[str]:
        """The cells of one line."""
        start, end = int(self.offsets[number]), int(self.offsets[number + 1])
        cells: list[str] = self.texts.slice(start, end - start).to_pylist()
        return cells

    def without_first(self) -> Grid:
        """The lines behind the first."""
        return Grid(self.offsets[1:] - self.offsets[1], self.texts.slice(int(self.offsets[1])))

    def column(self, number: int) -> pa.StringArray:
        """One cell of each line, without blanks around it; nothing where a line ends before it."""
        padded = pa.concat_arrays([self.texts, texts([""])])
        at = np.where(self.widths > number, self.offsets[:-1] + number, len(self.texts))
        return pc.utf8_trim_whitespace(padded.take(integers(at)))

    def joined(self, separator: str, without: int | None) -> pa.StringArray:
        """All cells of each line but one with a separator between them."""
        place = np.arange(len(self.texts)) - repeat_chunked(self.offsets[:-1], self.widths)
        kept = np.ones(len(place), bool) if without is None else place != without
        before = np.append(0, np.cumsum(kept))
        lists = pa.LargeListArray.from_arrays(integers(before[self.offsets]), self.texts.filter(booleans(kept)))
        return pc.binary_join(lists, text(separator))


def _unquoted(lines: str) -> list[list[str]] | None:
    """The cells of a text in which a spreadsheet has quoted some, None when its quotes are just signs."""
    if '"\n' not in lines + "\n" and '"\t' not in lines:
        return None
    try:
        rows = list(csv.reader(io.StringIO(lines, newline=""), delimiter="\t", strict=True))
    except csv.Error:
        return None
    # A spreadsheet quotes a cell for a quote or a line end inside it, and doubles the quote.
    return [row or [""] for row in rows] if '""' in lines or len(rows) != lines.count("\n") + 1 else None
