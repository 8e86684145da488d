"""A file as columns of text, independent of its format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers, texts
from inspector.core.arrays.types import Ints
from inspector.core.files.formats.entries import EntryKeys
from inspector.core.files.formats.patch import Patch
from inspector.core.files.io.source import Source


@dataclass(frozen=True, eq=False)
class Syntax(ABC):
    """The format of a file: locates records and writes the file with changes.

    source: the file's bytes, None for data from Python; takes_any_text: whether every cell can hold every text, so that
    `refuse` need not be asked.
    """

    source: Source | None

    takes_any_text = False

    @property
    @abstractmethod
    def description(self) -> str:
        """The name of the format for messages: `comma-separated text`."""

    @property
    def names_columns(self) -> bool:
        """Whether the file names its columns; those of delimited text without a header are only numbered."""
        return True

    def line(self, record: int) -> int | None:
        """The line, from 1, on which a record begins; None if the format has no lines."""
        return None

    def refuse(self, sheet: Sheet, changes: Patch) -> None:  # noqa: B027, formats that take any text refuse nothing
        """Raise InputError for changes that `write` cannot make, or that would be read back otherwise."""

    @abstractmethod
    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The patched file as bytes. Raises InputError for a change that the format does not support."""


@dataclass(frozen=True, eq=False)
class Roles:
    """Column indices by role, for formats that prescribe them. rank: is written but never read."""

    id: int
    label: int
    score: int
    rank: int | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table of text. names: as in the header; columns: Arrow chunked strings of equal length.

    separator: joins native lists (of a DataFrame, parquet or JSON) into cells, None if there are none; roles: column
    roles if the format prescribes them; entries: the columns whose lists hold objects, each joined as its label and,
    if there is one, its score; is_numbered: whether the last column is the number of each row, which the file itself
    does not have.
    """

    names: tuple[str, ...]
    columns: tuple[pa.ChunkedArray, ...]
    syntax: Syntax
    separator: str | None = None
    roles: Roles | None = None
    entries: Mapping[int, EntryKeys] = field(default_factory=dict)
    is_numbered: bool = False

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def source(self) -> Source | None:
        """The file's bytes, None for a DataFrame."""
        return self.syntax.source

    @property
    def name(self) -> Path | str:
        """The path or a description, for messages."""
        if self.source is not None:
            return self.source.path
        first, _, rest = self.syntax.description.partition(" ")
        return f"the {rest}" if first in ("a", "an", "the") else f"the {self.syntax.description}"

    @property
    def holds_empty(self) -> bool:
        """Whether an id can be there without a label, which it cannot where each row is a label with its score."""
        return self.roles is None

    def line(self, record: int) -> int | None:
        """The line, from 1, on which a record begins; None if the format has no lines."""
        return self.syntax.line(record)

    def texts_at(self, column: int, records: Ints) -> pa.StringArray:
        """The text of a column at the given records, empty for a negative record."""
        return texts_at(self.columns[column], records)


def texts_at(cells: pa.ChunkedArray, records: Ints) -> pa.StringArray:
    """The text of a column at the given records, empty for a negative record."""
    if len(records) == len(cells) and np.array_equal(records, np.arange(len(cells))):
        return combine_chunks(cells)
    if (records >= 0).all():
        return combine_chunks(cells).take(integers(records))
    # An extra empty text at the end stands for negative records.
    padded = pa.concat_arrays([combine_chunks(cells), texts([""])])
    return padded.take(integers(np.where(records < 0, len(padded) - 1, records)))
