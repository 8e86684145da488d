"""What is wrong, or only odd, in a pair: a value for each finding, and the repair that is proposed for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from inspector.core.arrays.types import Ints


@dataclass(frozen=True)
class Fix:
    """A repair of the submission. name: what `--fix` takes; words: what it does; recovers: how many it sets right, and
    unit: of what, in the plural.
    """

    name: str
    words: str
    recovers: int
    unit: str = field(default="ids", compare=False)

    @property
    def counted(self) -> str:
        """`7,960 ids`, `1 column`: what it sets right."""
        return f"{self.recovers:,} {self.unit if self.recovers != 1 else self.unit.removesuffix('s')}"


@dataclass(frozen=True)
class Problem:
    """One finding. line: of the first case, from 1, where a file has it; column: its name, where one is at fault;
    consequence: what it does to the score; rejects: whether the contest's site would refuse the file for it; cause: how
    it mostly comes about; rows: int64, the rows of the table that it touches.
    """

    kind: str
    where: Literal["truth", "submission"]
    count: int
    examples: tuple[str, ...]
    line: int | None
    message: str
    consequence: str
    rejects: bool
    file: Path | str = ""
    column: str | None = None
    cause: str = ""
    fix: Fix | None = None
    rows: Ints = field(default_factory=lambda: np.empty(0, np.int64), compare=False, repr=False)
