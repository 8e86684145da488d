"""The problems of a submission once edits of it are saved: ids that it lacked may be there now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Overlay
from inspector.core.data.table import Table
from inspector.core.files.problem import MISSING, Fix, Problem, missing_words
from inspector.core.plural import agreeing

_EXAMPLES = 3


def once_saved(problems: tuple[Problem, ...], table: Table, edits: Overlay) -> tuple[Problem, ...]:
    """Those of the problems of a pair that its file still has with some edits, as it would be read again."""
    added = edits.rows[edits.predictions.lengths > 0]
    return tuple(_remaining(problems, table, added)) if len(added) else problems


def _remaining(problems: tuple[Problem, ...], table: Table, added: Ints) -> Iterator[Problem]:
    for problem in problems:
        rows = problem.rows[~np.isin(problem.rows, added)] if problem.kind == MISSING else problem.rows
        if len(rows) == len(problem.rows):
            yield problem
        elif len(rows):
            message = agreeing(len(rows), *missing_words(len(table)))
            examples = tuple(map(table.id, rows[:_EXAMPLES].tolist()))
            fix = _of_fewer(problem.fix, len(rows))
            yield replace(problem, count=len(rows), rows=rows, message=message, examples=examples, fix=fix)


def _of_fewer(fix: Fix | None, rows: int) -> Fix | None:
    return replace(fix, recovers=min(fix.recovers, rows)) if fix else None
