"""What a report is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from inspector.core.arrays.types import Bools, Ints
from inspector.core.comparison.leaderboard import Leaderboard
from inspector.core.evaluation.baseline import Baseline
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import is_compared
from inspector.core.files.problem import Problem
from inspector.core.plural import count_of
from inspector.core.report.blocks import Words


@dataclass(frozen=True, eq=False)
class FileNow:
    """A submission on disk. path: of its last save, else of the file that was read; problems: those left by saves."""

    path: Path | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, eq=False)
class Subject:
    """The open submission and the rows that are shown.

    as_loaded: what it is called without its edits; rows: int64 (r,), sorted as they are shown, edits included; order:
    that order in words, empty for worst first; filter: the expression that chose them, empty for all; by_outcome:
    whether it asks how they score; files: of the submissions by name, as they are now; board: the submissions to
    compare, None for a single one.
    """

    name: str
    as_loaded: str
    evaluation: Evaluation
    rows: Ints
    order: str = ""
    filter: str = ""
    by_outcome: bool = False
    files: Mapping[str, FileNow] = field(default_factory=dict)
    board: Leaderboard | None = None

    @cached_property
    def among(self) -> Bools | None:
        """bool (n,): the rows that are shown; None for all."""
        if not self.filter:
            return None
        shown = np.zeros(len(self.evaluation.table), np.bool_)
        shown[self.rows] = True
        return shown

    @property
    def others(self) -> dict[str, Evaluation]:
        """The other submissions by name, under the metric of the open one."""
        compared = self.board.comparisons if self.board else {}
        return {name: one.opened for name, one in compared.items() if name != self.name}

    def found_in(self, name: str, evaluation: Evaluation) -> tuple[Problem, ...]:
        """The problems of the files of a submission, of which this is the evaluation, without what saves put right."""
        return self.files[name].problems if name in self.files else evaluation.pair.problems

    @property
    def only(self) -> tuple[Words, ...]:
        """Words on the filter before what is told of its rows alone; none without a filter."""
        return (Words(f"Only the {count_of(len(self.rows), 'row')} of the filter."),) if self.filter else ()

    @property
    def compares(self) -> bool:
        """Whether the scores differ from what they are compared with."""
        return is_compared(self.evaluation)

    @property
    def compared(self) -> list[tuple[str, str, Evaluation]]:
        """Each submission that is compared with another one, or with its file: its name, the other name, and both."""
        if self.board is None:
            return [(self.name, self.baseline, self.evaluation)] if self.compares else []
        before = self.board.baseline
        return [
            (name, before, one.opened.compared_with(Baseline(before, one.baseline)))
            for name, one in self.board.comparisons.items()
            if name != before and not one.is_with_itself
        ]

    @property
    def baseline(self) -> str:
        """What the scores are compared with, in words."""
        return self.as_loaded if self.evaluation.baseline.is_file else self.evaluation.baseline.name
