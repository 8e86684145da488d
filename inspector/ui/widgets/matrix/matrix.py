"""What a picture of a matrix shows: counts of rows, the names of its lines and columns, and what they say in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.plural import count_of
from inspector.ui.widgets.formatting import one_line

# Names of the theme's colours, by the numbers in `Matrix.tones`.
TONES = ("bar", "hit", "worse", "better")
PLAIN, HIT, WORSE, BETTER = range(len(TONES))


@dataclass(frozen=True)
class Axis:
    """One side of a matrix: what it is about, a name for each line or column, and what hard ones mean.

    Names are texts of files; hints: by index of the name.
    """

    title: str
    names: tuple[str, ...] = ()
    hints: dict[int, str] = field(default_factory=dict)

    def told(self, at: int) -> str:
        """A line or column in words."""
        hint = self.hints.get(at)
        return f"{self.title}: {one_line(self.names[at])}" + (f", {hint}" if hint else "")


@dataclass(frozen=True, eq=False)
class Matrix:
    """Counts of rows, int64 (l, c), for each line and column.

    tones: int64 (l, c), the colour of each cell, an index of TONES; marked: bool (l, c), the cells with a frame, such
    as those of the diagonal; most: the count from which on cells have the full colour, None for the highest;
    line_rows, column_rows: int64 (l,) and (c,), the rows of each whole line and column, None for the sum of its cells.
    """

    lines: Axis
    columns: Axis
    counts: Ints
    tones: Ints
    marked: Bools
    most: int | None = None
    line_rows: Ints | None = None
    column_rows: Ints | None = None

    @classmethod
    def empty(cls, line_title: str, column_title: str) -> Matrix:
        """A matrix without any line."""
        none = np.zeros((0, 0), np.int64)
        return cls(Axis(line_title), Axis(column_title), none, none, none.astype(bool))

    @cached_property
    def totals(self) -> Ints:
        """int64 (l,): the rows of each line."""
        totals: Ints = self.counts.sum(axis=1) if self.line_rows is None else self.line_rows
        return totals

    @cached_property
    def column_totals(self) -> Ints:
        """int64 (c,): the rows of each column."""
        totals: Ints = self.counts.sum(axis=0) if self.column_rows is None else self.column_rows
        return totals

    @cached_property
    def shares(self) -> Floats:
        """float64 (l, c): each count as a part of its line, 0 in a line without rows."""
        return self.counts / np.maximum(self.totals, 1)[:, None]

    def strengths(self, by_share: bool) -> Floats:
        """float64 (l, c): 0 for no rows, 1 for the most; by the logarithm of counts, or the root of the line's shares.

        Both tell small values apart, because most cells beside the diagonal have few rows.
        """
        if by_share:
            return np.sqrt(self.shares)
        most = self.most or int(self.counts.max(initial=0))
        strengths: Floats = np.log1p(self.counts) / np.log1p(max(1, most))
        return strengths.clip(0.0, 1.0)

    def told(self, line: int, column: int) -> str:
        """A cell with its count, or a whole line (column -1) or column (line -1)."""
        sides = [axis.told(at) for axis, at in ((self.lines, line), (self.columns, column)) if at >= 0]
        if line < 0 or column < 0:
            rows = int(self.totals[line] if column < 0 else self.column_totals[column])
            return "\n".join([*sides, count_of(rows, "row")])
        share = f", {float(self.shares[line, column]):.1%} of the line" if self.totals[line] else ""
        return "\n".join([*sides, count_of(int(self.counts[line, column]), "row") + share])


class Block(NamedTuple):
    """The cells of successive lines and columns."""

    lines: range
    columns: range

    def spans(self) -> tuple[Ints, Ints]:
        """The numbers of the lines and of the columns, int64."""
        return np.array(self.lines, np.int64), np.array(self.columns, np.int64)
