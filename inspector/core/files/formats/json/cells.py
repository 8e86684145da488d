"""Gather the values of objects into columns of text, piece by piece.

Few Python objects live at a time: millions of them would stop all threads while the garbage collector looks at them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, is_text, texts
from inspector.core.arrays.cancel import cancel_check
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError
from inspector.core.files.formats.entries import EntryKeys, in_rank_order, keys_of, words_of
from inspector.core.files.formats.separator import SeparatorSearch
from inspector.core.files.io.limits import CELLS, COLUMNS
from inspector.core.files.io.source import Source

# Rows, and words of cells, that are gathered before they become Arrow arrays.
_ROWS, _WORDS = 1 << 14, 1 << 16


@dataclass
class _Column:
    """One column while reading. A cell is a list of words: one for a text, any number for a list.

    rows, counts, are_lists: of the cells of the current piece, the row counted from its start; blocks: the first row
    of each former piece with its cells, as Arrow lists; keys: of the objects in the lists, None without objects.
    """

    rows: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    are_lists: list[bool] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    blocks: list[tuple[int, pa.ListArray]] = field(default_factory=list)
    keys: EntryKeys | None = None

    def add_words(self, value: Any) -> bool:
        """Add the words of a value; whether it is a list."""
        if isinstance(value, list):
            if not self.words and not self.blocks:  # else the lists before hold no objects
                self.keys = keys_of(value)
            for item in in_rank_order(value, self.keys):
                self._add_item(item)
            return True
        if value is not None:
            self.words.append(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        return False

    def _add_item(self, item: Any) -> None:
        if self.keys is not None:
            self.words += words_of(item, self.keys)
        elif isinstance(item, str):
            self.words.append(item)
        else:
            self.add_words(item)


class CellColumns:
    """Columns that grow row by row. line: the line of a row, for errors."""

    def __init__(self, source: Source, line: Callable[[int], int | None]) -> None:
        self.rows = 0
        self._source, self._line = source, line
        self._columns: dict[str, _Column] = {}
        self._search, self._start, self._words = SeparatorSearch(), 0, 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns in the order in which they were first seen."""
        return tuple(self._columns)

    @property
    def entries(self) -> dict[int, EntryKeys]:
        """The columns with lists of objects, and the keys of these."""
        return {place: column.keys for place, column in enumerate(self._columns.values()) if column.keys is not None}

    def add(self, row: Mapping[str, Any]) -> None:
        """Add a row; a value is a list of labels or anything else. Raises InputError for too many columns."""
        for name, value in row.items():
            column = self._columns.get(name) or self._new(name)
            before = len(column.words)
            column.are_lists.append(column.add_words(value))
            column.counts.append(len(column.words) - before)
            column.rows.append(self.rows - self._start)
            self._words += len(column.words) - before
        self.rows += 1
        self._finish_large_piece()

    def extend(self, texts: Mapping[str, Sequence[str]]) -> None:
        """Add rows of texts, given by column."""
        count = max(map(len, texts.values()))
        for name, words in texts.items():
            column = self._columns.get(name) or self._new(name)
            column.words += words
            column.are_lists += [False] * count
            column.counts += [1] * count
            column.rows += range(self.rows - self._start, self.rows - self._start + count)
        self._words += count * len(texts)
        self.rows += count
        self._finish_large_piece()

    def finish(self) -> tuple[tuple[pa.ChunkedArray, ...], str | None]:
        """All columns, their lists joined, and the separator of the lists, None without lists. Raises InputError."""
        self._finish_piece()
        separator = self._search.found
        columns = tuple(_joined(column.blocks, self.rows, separator) for column in self._columns.values())
        return columns, separator if self._search.has_labels else None

    def _new(self, name: str) -> _Column:
        COLUMNS.check(len(self._columns) + 1, self._source.size_on_disk, self._source.path)
        return self._columns.setdefault(name, _Column())

    def _finish_large_piece(self) -> None:
        if self._words >= _WORDS or self.rows - self._start >= _ROWS:
            self._finish_piece()

    def _finish_piece(self) -> None:
        # Objects may have a few keys each, but all others.
        found = f"{len(self._columns):,} keys in {self.rows:,} objects"
        CELLS.check(len(self._columns) * self.rows, self._source.size_on_disk, self._source.path, found)
        count = self.rows - self._start
        for name, column in self._columns.items():
            if column.rows:
                block = self._block(column, count)
                self._columns[name] = _Column(blocks=[*column.blocks, (self._start, block)], keys=column.keys)
        self._start, self._words = self.rows, 0

    def _block(self, column: _Column, count: int) -> pa.ListArray:
        lengths = np.zeros(count, np.int64)
        lengths[column.rows] = column.counts
        offsets = offsets_of(lengths)
        words = self._texts(column.words, offsets)
        if any(column.are_lists):
            is_label = np.repeat(column.are_lists, column.counts)
            self._search.look(words if is_label.all() else words.filter(booleans(is_label)))
        return pa.ListArray.from_arrays(integers(offsets).cast(pa.int32()), words)

    def _texts(self, words: Sequence[str], offsets: Ints) -> pa.StringArray:
        try:
            return texts(words)
        except InputError as error:
            bad = next(number for number, word in enumerate(words) if not is_text(word))
            row = self._start + int(np.searchsorted(offsets, bad, side="right")) - 1
            raise replace(error, line=self._line(row)) from None


def _joined(blocks: Sequence[tuple[int, pa.ListArray]], rows: int, separator: str) -> pa.ChunkedArray:
    """The cells of all rows as text, blank where there is no block."""
    chunks, row, check = list[pa.StringArray](), 0, cancel_check()
    for start, block in blocks:
        check()
        chunks += [_blanks(start - row), pc.binary_join(block, separator)]
        row = start + len(block)
    return pa.chunked_array([chunk for chunk in [*chunks, _blanks(rows - row)] if len(chunk)], pa.string())


def _blanks(count: int) -> pa.StringArray:
    return texts([""]).take(integers(np.zeros(count, np.int64)))
