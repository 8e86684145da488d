"""Value types for a problem found in a pair and the repair proposed for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from inspector.core.arrays.types import Ints

_EXAMPLES = 3
# The kind of the problem of ids that the submission lacks.
MISSING = "missing-ids"
# That of columns that the submission lacks.
MISSING_COLUMNS = "missing-columns"
# Those of cells of a file of numbers that hold none.
WITHOUT_NUMBER = ("missing-numbers", "infinite-numbers", "grouped-numbers", "odd-numbers")


@dataclass(frozen=True)
class Fix:
    """A repair of the submission, or of how the truth is read.

    name: the value for `--fix`; words: what it does; recovers: how many items it corrects; unit: their plural noun.
    """

    name: str
    words: str
    recovers: int
    unit: str = field(default="ids", compare=False)

    @property
    def in_truth(self) -> bool:
        """Whether it changes only how the truth is read: a truth is never written."""
        return self.name.startswith("truth-")

    @property
    def counted(self) -> str:
        """The number of corrected items as text: `7,960 ids`, `1 column`."""
        return f"{self.recovers:,} {self.unit if self.recovers != 1 else self.unit.removesuffix('s')}"


@dataclass(frozen=True)
class Problem:
    """A problem in a pair.

    line: of the first occurrence, from 1; column: the name of the affected column; consequence: its effect on the
    score; rejects: whether the contest site would reject the file; cause: the usual cause; rows: int64, the affected
    rows of the table; of_rows: what the message says of one of these rows, and of several, where it can be counted
    again without some of them.
    """

    kind: str
    where: Literal["truth", "submission"]
    count: int
    message: str
    consequence: str
    examples: tuple[str, ...] = ()
    line: int | None = None
    rejects: bool = False
    file: Path | str = ""
    column: str | None = None
    cause: str = ""
    fix: Fix | None = None
    rows: Ints = field(default_factory=lambda: np.empty(0, np.int64), compare=False, repr=False)
    of_rows: tuple[str, str] | None = field(default=None, compare=False, repr=False)


def of_columns(
    kind: str,
    file: Path | str,
    names: Sequence[str],
    message: str,
    consequence: str,
    cause: str,
    where: Literal["truth", "submission"] = "submission",
) -> Problem:
    """A problem of some columns of a file, by their names."""
    shown = tuple(names[:_EXAMPLES])
    return Problem(
        kind, where, len(names), message, consequence, examples=shown, file=file, column=names[0], cause=cause
    )


def missing_words(ids: int) -> tuple[str, str]:
    """What is said of one missing id, and of several; ids: those of the truth."""
    of = f"of the {ids:,} ids of the truth"
    return f"{of} is missing from the submission", f"{of} are missing from the submission"
