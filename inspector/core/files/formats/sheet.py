"""A file as columns of text, whatever it is written in. Knows nothing of ids, labels or scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers, texts
from inspector.core.arrays.types import Ints
from inspector.core.files.formats.patch import Patch
from inspector.core.files.io.source import Source


class Syntax(Protocol):
    """How a file is written: what finds a record again, and writes the file with some of it changed."""

    @property
    def source(self) -> Source | None:
        """The file's bytes; None for what came as a DataFrame."""

    @property
    def words(self) -> str:
        """What to call it: `comma-separated text`."""

    def line(self, record: int) -> int | None:
        """The line, from 1, on which a record begins; None where there are no lines."""

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The file's bytes with the changes made. Raises InputError for a change that cannot be written."""


@dataclass(frozen=True, eq=False)
class Roles:
    """What the columns of a sheet are for, where its syntax says so. rank: one that is written and never read."""

    id: int
    label: int
    score: int
    rank: int | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """names: as in the header; columns: Arrow chunked strings, all of the same length.

    separator: what the lists of labels in cells were joined with, where the file has lists; roles: what the columns are
    for, where the syntax prescribes it.
    """

    names: tuple[str, ...]
    columns: tuple[pa.ChunkedArray, ...]
    syntax: Syntax
    separator: str | None = None
    roles: Roles | None = None

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def source(self) -> Source | None:
        """The file's bytes, None for a DataFrame."""
        return self.syntax.source

    @property
    def name(self) -> Path | str:
        """What to call it in a message."""
        return self.source.path if self.source else "the DataFrame"

    def line(self, record: int) -> int | None:
        """The line, from 1, on which a record begins; None where there are no lines."""
        return self.syntax.line(record)

    def texts_at(self, column: int, records: Ints) -> pa.StringArray:
        """A column's text at some records, empty for a negative one."""
        cells = self.columns[column]
        if len(records) == len(cells) and np.array_equal(records, np.arange(len(cells))):
            return combine_chunks(cells)
        if (records >= 0).all():
            return combine_chunks(cells).take(integers(records))
        # One empty text more, for the records that there are not.
        padded = pa.concat_arrays([combine_chunks(cells), texts([""])])
        return padded.take(integers(np.where(records < 0, len(padded) - 1, records)))
