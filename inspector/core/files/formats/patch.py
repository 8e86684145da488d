"""What shall be different in a file, column by column. Knows neither how a file is written nor what its cells mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers, texts
from inspector.core.arrays.types import Ints, distinct

# The text of some fields of a record, by the column's place.
Cells: TypeAlias = Mapping[int, str]
# New records: their texts by the column's place, as many in each; a column that is not there stays blank.
Rows: TypeAlias = Mapping[int, pa.StringArray]

_SLICE = 1 << 13


@dataclass(frozen=True, eq=False)
class Texts:
    """A text for each of some records: records int64 (c,), ascending and distinct; texts: c Arrow strings."""

    records: Ints
    texts: pa.Array | pa.ChunkedArray

    @classmethod
    def of(cls, cells: Mapping[int, str]) -> Texts:
        """The same of a few records, whose order does not matter."""
        records = sorted(cells)
        return cls(np.array(records, np.int64), texts([cells[record] for record in records]))

    @classmethod
    def sorted(cls, records: Ints, cells: pa.Array) -> Texts:
        """The same of records in any order."""
        if (records[1:] > records[:-1]).all():
            return cls(records, cells)
        order = np.argsort(records)
        return cls(records[order], cells.take(integers(order)))

    def __len__(self) -> int:
        return len(self.records)

    def part(self, which: slice) -> Texts:
        """Some of them, one after the other."""
        return Texts(self.records[which], self.texts[which])

    def between(self, first: int, behind: int) -> Texts:
        """Those of the records from one to before another."""
        return self.part(slice(*np.searchsorted(self.records, [first, behind]).tolist()))

    @property
    def array(self) -> pa.StringArray:
        """The texts in one piece."""
        return combine_chunks(self.texts) if isinstance(self.texts, pa.ChunkedArray) else self.texts


def _none() -> Ints:
    return np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Patch:
    """Records count from 0, without the header; whatever is not named here stays byte for byte.

    cells: new texts by the column's place; known: texts that records must hold already, or the file is another one;
    dropped: int64, ascending, the records that go, of which no cell is named; after: int64 (a,), ascending, the record
    behind which each row of `inserted` comes; appended: new records at the end; names: new names in the header;
    columns: the columns that stay, in their new order; delimiter: another sign between the fields; bare: whether a byte
    order mark goes. Names, columns and delimiter change the whole file, and leave the records what they are.
    """

    cells: Mapping[int, Texts] = field(default_factory=dict)
    known: Mapping[int, Texts] = field(default_factory=dict)
    dropped: Ints = field(default_factory=_none)
    after: Ints = field(default_factory=_none)
    inserted: Rows = field(default_factory=dict)
    appended: Rows = field(default_factory=dict)
    names: Cells = field(default_factory=dict)
    columns: tuple[int, ...] | None = None
    delimiter: str | None = None
    bare: bool = False

    @cached_property
    def touched(self) -> Ints:
        """The records that do not stay as they are, ascending."""
        return _each_once(*(cells.records for cells in self.cells.values()), self.dropped, self.after)

    @property
    def restructures(self) -> bool:
        """Whether every record is written anew."""
        return bool(self.names) or self.columns is not None or self.delimiter is not None

    def each(self) -> Iterator[tuple[int, Cells]]:
        """Every record with new texts, ascending, for who writes a record at a time."""
        records = _each_once(*(cells.records for cells in self.cells.values()))
        for low in range(0, len(records), _SLICE):
            found: dict[int, dict[int, str]] = {record: {} for record in records[low : low + _SLICE].tolist()}
            for column, cells in self.cells.items():
                part = cells.between(min(found), max(found) + 1)
                for record, text in zip(part.records.tolist(), part.texts.to_pylist(), strict=True):
                    found[record][column] = text
            yield from found.items()

    def __bool__(self) -> bool:
        return bool(len(self.touched) or row_count(self.appended) or self.restructures or self.bare)


def row_count(rows: Rows) -> int:
    """How many records these are."""
    return max(map(len, rows.values()), default=0)


def each_row(rows: Rows) -> Iterator[Cells]:
    """The records one after the other, for who writes a record at a time."""
    columns = [column.to_pylist() for column in rows.values()]
    return (dict(zip(rows, texts, strict=True)) for texts in zip(*columns, strict=True))


def _each_once(*records: Ints) -> Ints:
    """int64, ascending: the records of all of these, each of them ascending."""
    found = [some for some in records if len(some)]
    return distinct(found[0] if len(found) == 1 else np.sort(np.concatenate([_none(), *found])))
