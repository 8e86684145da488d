"""The tasks of the terminal: reading, scoring and filtering a pair, with a progress bar.

Imports are deferred until a task starts, so that help prints and the window paints without them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, Unpack

import click

from inspector.options import ReadingOptions

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection
    from inspector.core.document.state import State
    from inspector.core.task import Task

Result = TypeVar("Result")


def pair_task(
    truth: Path, submission: Path | None, metric: str | None = None, **options: Unpack[ReadingOptions]
) -> Task[State]:
    """A task that reads and scores a pair; its imports happen when it starts, in a worker thread."""
    from inspector.core.document.load import open_task
    from inspector.core.files import Options, read_pair

    return (yield from open_task(read_pair(truth, submission, Options(**options)), metric))


def with_filter(task: Task[State], expression: str | None) -> Task[State]:
    """The same task, showing only the rows that match an expression."""
    from inspector.core.query import Clause, filter_of

    clauses = (Clause(expression),) if expression else ()
    state = yield from task
    state.show(clauses, filter_of(clauses, state.evaluation))
    return state


def open_inspection(
    truth: Path, submission: Path | None, metric: str | None = None, **options: Unpack[ReadingOptions]
) -> Inspection:
    """Read and score a pair, with progress on stderr if it is a terminal."""
    from inspector.core.document.inspection import Inspection

    return Inspection(run_task(pair_task(truth, submission, metric, **options)))


def run_task(task: Task[Result]) -> Result:
    """Run a task and return its result, with progress on stderr if it is a terminal."""
    with click.progressbar(length=100, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        while True:
            try:
                progress = next(task)
            except StopIteration as end:
                result: Result = end.value
                return result
            bar.label = progress.message
            bar.update(int(100 * progress.fraction) - bar.pos)
