"""What shall be different in a file, record by record. Knows neither how a file is written nor what its cells mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

# The text of some fields of a record, by the column's place.
Cells: TypeAlias = Mapping[int, str]


@dataclass(frozen=True)
class Changes:
    """Records count from 0, without the header; whatever is not named here stays byte for byte.

    cells: new texts of a record's fields; known: texts that a record must hold already, or the file is another one;
    dropped: records that go; after: new records behind a record; appended: new records at the end; names: new names in
    the header; columns: the columns that stay, in their new order; delimiter: another sign between the fields; bare:
    whether a byte order mark goes.
    """

    cells: Mapping[int, Cells] = field(default_factory=dict)
    known: Mapping[int, Cells] = field(default_factory=dict)
    dropped: frozenset[int] = frozenset()
    after: Mapping[int, Sequence[Cells]] = field(default_factory=dict)
    appended: Sequence[Cells] = ()
    names: Cells = field(default_factory=dict)
    columns: tuple[int, ...] | None = None
    delimiter: str | None = None
    bare: bool = False

    @property
    def touched(self) -> list[int]:
        """The records that do not stay as they are, ascending."""
        return sorted({*self.cells, *self.dropped, *self.after})

    @property
    def restructures(self) -> bool:
        """Whether every record is written anew."""
        return bool(self.names) or self.columns is not None or self.delimiter is not None

    def __bool__(self) -> bool:
        return bool(self.touched or self.appended or self.restructures or self.bare)
