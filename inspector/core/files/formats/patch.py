"""Changes to a file, by column and record, independent of its format and of what the cells mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers, texts
from inspector.core.arrays.types import Ints, distinct

# Texts of one record, by column index.
Cells: TypeAlias = Mapping[int, str]
# New records: texts by column index, of equal length; a missing column stays blank.
Rows: TypeAlias = Mapping[int, pa.StringArray]

_SLICE = 1 << 13
Held = TypeVar("Held")


@dataclass(frozen=True, eq=False)
class Texts:
    """New texts for a column. records: int64 (c,), ascending and distinct; texts: c Arrow strings."""

    records: Ints
    texts: pa.Array | pa.ChunkedArray

    @classmethod
    def of(cls, cells: Mapping[int, str]) -> Texts:
        """Texts of a few records in any order."""
        records = sorted(cells)
        return cls(np.array(records, np.int64), texts([cells[record] for record in records]))

    @classmethod
    def sorted(cls, records: Ints, cells: pa.Array) -> Texts:
        """Texts of distinct records in any order."""
        if (records[1:] > records[:-1]).all():
            return cls(records, cells)
        order = np.argsort(records)
        return cls(records[order], cells.take(integers(order)))

    def __len__(self) -> int:
        return len(self.records)

    def part(self, which: slice) -> Texts:
        """A slice of the texts."""
        return Texts(self.records[which], self.texts[which])

    def between(self, first: int, end: int) -> Texts:
        """The texts of the records in [first, end)."""
        return self.part(slice(*np.searchsorted(self.records, [first, end]).tolist()))

    @property
    def array(self) -> pa.StringArray:
        """The texts as one contiguous array."""
        return combine_chunks(self.texts) if isinstance(self.texts, pa.ChunkedArray) else self.texts


def _none() -> Ints:
    return np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Patch:
    """Changes to a file; everything else stays byte for byte. Records count from 0, without the header.

    cells: new texts by column index; known: texts that the records must have, to verify that the file is the one that
    was read; dropped: int64, ascending, records to delete, none of which is in `cells`; after: int64 (a,), ascending,
    the record after which each row of `inserted` goes; appended: new records at the end; names: new column names;
    columns: the columns to keep, in their new order; delimiter: a new delimiter; drop_bom, drop_leading: whether to
    remove the byte order mark, and the lines before the header. Names, columns and delimiter rewrite the whole file but
    do not renumber its records.
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
    drop_bom: bool = False
    drop_leading: bool = False

    @cached_property
    def touched(self) -> Ints:
        """The changed or dropped records, and those followed by inserted rows; ascending."""
        return _union(*(cells.records for cells in self.cells.values()), self.dropped, self.after)

    @property
    def restructures(self) -> bool:
        """Whether every record must be rewritten."""
        return bool(self.names) or self.columns is not None or self.delimiter is not None

    def without(self, column: int) -> Patch:
        """The same changes but for those of the last column."""
        return replace(
            self,
            cells=_without(self.cells, column),
            known=_without(self.known, column),
            inserted=_without(self.inserted, column),
            appended=_without(self.appended, column),
            names=_without(self.names, column),
            columns=None if self.columns is None else tuple(i for i in self.columns if i != column),
        )

    def cells_by_record(self) -> Iterator[tuple[int, Cells]]:
        """The new texts of each changed record, ascending, for formats written record by record."""
        records = _union(*(cells.records for cells in self.cells.values()))
        for low in range(0, len(records), _SLICE):
            found: dict[int, dict[int, str]] = {record: {} for record in records[low : low + _SLICE].tolist()}
            for column, cells in self.cells.items():
                part = cells.between(min(found), max(found) + 1)
                for record, text in zip(part.records.tolist(), part.texts.to_pylist(), strict=True):
                    found[record][column] = text
            yield from found.items()

    def __bool__(self) -> bool:
        return bool(
            len(self.touched) or row_count(self.appended) or self.restructures or self.drop_bom or self.drop_leading
        )


def row_count(rows: Rows) -> int:
    """The number of records."""
    return max(map(len, rows.values()), default=0)


def each_row(rows: Rows) -> Iterator[Cells]:
    """Iterate over the records, for formats written record by record."""
    columns = [column.to_pylist() for column in rows.values()]
    return (dict(zip(rows, texts, strict=True)) for texts in zip(*columns, strict=True))


def _without(held: Mapping[int, Held], column: int) -> Mapping[int, Held]:
    return {at: one for at, one in held.items() if at != column}


def _union(*records: Ints) -> Ints:
    """The sorted union of ascending arrays, int64."""
    filled = [part for part in records if len(part)]
    return distinct(filled[0] if len(filled) == 1 else np.sort(np.concatenate([_none(), *filled])))
