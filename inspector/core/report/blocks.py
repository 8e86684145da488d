"""What a report consists of: sections of plain values, which say nothing of HTML or Markdown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias


class Number(NamedTuple):
    """A number with the text that is shown; NaN is sorted last."""

    value: float
    text: str


class Labels(NamedTuple):
    """Some labels of a list, each with whether it is a hit, and how many more there are."""

    items: tuple[tuple[str, bool], ...]
    more: int = 0


Cell: TypeAlias = str | Number | Labels


@dataclass(frozen=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Facts:
    """Names with what they are."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """Lines of cells under the names of the columns. total: how many lines there would be without a limit."""

    columns: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]
    total: int
    what: str = "rows"

    def without_last(self) -> Table:
        """The same without its last column."""
        return replace(self, columns=self.columns[:-1], lines=tuple(line[:-1] for line in self.lines))

    @property
    def left_out(self) -> int:
        """How many lines are not here."""
        return self.total - len(self.lines)


@dataclass(frozen=True, kw_only=True)
class BarChart:
    """Counts with a name each.

    edges: of bars of numbers, one more than bars, empty for others; is_open: whether the bars at the ends hold what
    lies beyond, too; before: the counts of what the submission is compared with, empty for none.
    """

    title: str
    names: tuple[str, ...]
    counts: tuple[int, ...]
    edges: tuple[float, ...] = ()
    is_open: bool = False
    before: tuple[int, ...] = ()
    before_name: str = ""

    @property
    def below(self) -> float | None:
        """The number below which the first bar holds all; None where it holds only what is between its edges."""
        return self.edges[1] if self.is_open and self.edges[0] else None  # from 0 on, nothing is below

    @property
    def above(self) -> float | None:
        """The number from which on the last bar holds all; None as of `below`."""
        return self.edges[-2] if self.is_open else None


@dataclass(frozen=True, kw_only=True)
class Matrix:
    """Counts of rows by two properties with the same names, such as the first hit in two submissions.

    is_ordered: whether what is left of the diagonal is better than what is right of it; else all beside it is worse.
    """

    line_title: str
    column_title: str
    names: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    is_ordered: bool = True


Block: TypeAlias = Words | Facts | Table | BarChart | Matrix


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Report:
    """A title and the sections under it. about: how it was made."""

    title: str
    sections: tuple[Section, ...]
    about: str

    def trimmed(self, most: int) -> Report:
        """The same with at most so many lines in each table."""
        sections = (replace(one, blocks=tuple(_trimmed(block, most) for block in one.blocks)) for one in self.sections)
        return replace(self, sections=tuple(sections))


def _trimmed(block: Block, most: int) -> Block:
    return replace(block, lines=block.lines[:most]) if isinstance(block, Table) else block
