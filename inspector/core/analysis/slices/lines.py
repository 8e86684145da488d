"""The groups of a split that have rows among those to count: a line for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from inspector.core.analysis.slices.grouping import Split
from inspector.core.arrays import arrow
from inspector.core.arrays.types import Bools, Ints


@dataclass(frozen=True, eq=False)
class Lines:
    """groups: int64 (s,), ascending; among: bool (n,), the r rows to count, None for all; of_row: int64 (r,), the line
    of each of these; rows: int64 (s,), how many each line has.
    """

    split: Split
    groups: Ints
    among: Bools | None
    of_row: Ints
    rows: Ints

    @classmethod
    def of(cls, split: Split, among: Bools | None = None) -> Lines:
        """The lines of a split among some rows."""
        of_row = split.of_row if among is None else split.of_row[among]
        rows = np.bincount(of_row, minlength=len(split.names))
        groups = np.flatnonzero(rows)
        if len(groups) < len(rows):
            of_row = (np.cumsum(rows > 0) - 1)[of_row]
        return cls(split, groups, among, of_row, rows[groups])

    def __len__(self) -> int:
        return len(self.groups)

    @property
    def chosen(self) -> slice | Bools:
        """The rows to count, as an index."""
        return slice(None) if self.among is None else self.among

    @property
    def names(self) -> pa.StringArray:
        """The name of each line."""
        return self.split.names.take(arrow.integers(self.groups))

    def clause(self, line: int) -> str:
        """The filter for the rows of a line."""
        return self.split.clause(int(self.groups[line]))

    def parts(self) -> list[Ints]:
        """The rows of each line."""
        counted = np.arange(len(self.of_row)) if self.among is None else np.flatnonzero(self.among)
        order = np.argsort(self.of_row, kind="stable")
        ends = np.cumsum(self.rows)
        return [counted[part] for part in np.split(order, ends[:-1])]
