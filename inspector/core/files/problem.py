"""What is wrong, or only odd, in a pair: a value for each finding, and the repair that is proposed for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from inspector.core.arrays import Ints


@dataclass(frozen=True)
class Fix:
    """A repair of the submission. name: what `--fix` takes; words: what it does; recovers: how many ids, labels or
    rows it sets right.
    """

    name: str
    words: str
    recovers: int


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
