"""The tasks of the terminal: reading, scoring, sorting and filtering a pair, with a progress bar.

Imports are deferred until a task starts, so that help prints and the window paints without them.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, Unpack

import click

from inspector.core.arrays.cancel import Cancelled, cancel_scope
from inspector.core.errors import InputError, shorten
from inspector.core.path import is_file
from inspector.signals import held_back
from inspector.terminal.options import ReadingOptions

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from inspector.core.arrays.types import Ints
    from inspector.core.document.inspection import Inspection
    from inspector.core.document.state import State
    from inspector.core.document.submission import Submission
    from inspector.core.evaluation.evaluation import Evaluation
    from inspector.core.notes.notes import Notes
    from inspector.core.task import Task

    Read = TypeVar("Read", State, Submission)

Result = TypeVar("Result")


def pair_task(
    truth: Path, submission: Path | None, metric: str | None = None, **options: Unpack[ReadingOptions]
) -> Task[State]:
    """A task that reads and scores a pair; its imports happen when it starts, in a worker thread."""
    from inspector.core.files.formats.ahead import read_ahead

    with read_ahead(truth, submission) as (true, predicted):
        from inspector.core.document.load import open_files
        from inspector.core.files.options import Options

        return (yield from open_files(true, predicted, metric, Options(**options)))


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
    return inspection_of(pair_task(truth, submission, metric, **options))


def inspection_of(task: Task[State]) -> Inspection:
    """What a task opens, with progress on stderr if it is a terminal."""
    state = run_task(task)  # which reads the files while the rest is imported
    from inspector.core.document.inspection import Inspection

    inspection = Inspection(state)
    settle(inspection)
    return inspection


def settle(inspection: Inspection, rows: Ints | None = None) -> None:
    """Ask a host's metric, as `Inspection.settle`, with progress on stderr if it is a terminal."""
    if inspection.asks:
        run_task(inspection.settle_task(rows))
        inspection.take_answers()


def submissions_task(
    truth: Path, files: Sequence[Path], metric: str | None = None, **options: Unpack[ReadingOptions]
) -> Task[tuple[Inspection, dict[Path, str]]]:
    """A task: the first of some submissions of one truth opened, the others added and scored; the name of each."""
    from inspector.core.document.inspection import Inspection
    from inspector.core.task import portion

    share, fixes, plain = 1 / len(files), options["fixes"], ReadingOptions(**{**options, "fixes": ()})

    def first(some: tuple[str, ...]) -> Task[State]:
        return pair_task(truth, files[0], metric, **ReadingOptions(**{**plain, "fixes": some}))

    state = yield from portion(_repaired(first, fixes), 0.0, share, files[0].name)
    inspection = Inspection(state)
    read = {files[0]: inspection.open_submission}
    for number, file in enumerate(files[1:], 1):

        def further(some: tuple[str, ...], file: Path = file) -> Task[Submission]:
            given = replace(inspection.evaluation.pair.options, fixes=some)
            return inspection.add_task(file, options=given if some else None)

        added = yield from portion(_repaired(further, fixes), number * share, (number + 1) * share, file.name)
        inspection.add_submission(added)
        read[file] = added
    yield from inspection.compared_task()
    inspection.take_answers()
    return inspection, {file: one.name for file, one in read.items()}


def _repaired(read: Callable[[tuple[str, ...]], Task[Read]], fixes: tuple[str, ...]) -> Task[Read]:
    """Read a file with those of the repairs that it needs."""
    from inspector.core.files.checks.errors import PairMismatchError

    try:
        found = yield from read(())
    except PairMismatchError as error:
        fix = error.problem.fix
        if fix is None or fix.name not in fixes:
            raise
        return (yield from read((fix.name,)))
    offered = {problem.fix.name for problem in found.evaluation.pair.problems if problem.fix}
    needed = tuple(fix for fix in fixes if fix in offered)
    return (yield from read(needed)) if needed else found


def with_baseline(files: Sequence[Path], given: str | None) -> list[Path]:
    """The files of submissions, and that of a baseline which is none of them, neither by its path nor by its name."""
    path = Path(given or "")
    is_known = any(given in (file.name, file.stem) or path.absolute() == file.absolute() for file in files)
    return [*files, *([] if is_known or not is_file(path) else [path])]


def submission_named(given: str | None, names: Mapping[Path, str]) -> str:
    """The name of a submission, given by its name or its file, by default the first. Raises InputError."""
    known = [*names.values()]
    if given is None or given in known:
        return given or known[0]
    files = {path.absolute(): name for path, name in names.items()}
    found = {path.name: name for path, name in files.items()}.get(given) or files.get(Path(given).absolute())
    if found is None:
        raise InputError(f"no submission has the name {shorten(given)}", expected=", ".join(map(shorten, known)))
    return found


def chosen_rows(
    inspection: Inspection, expression: str | None, keys: Sequence[str], worst: int | None, *, notes: bool
) -> tuple[Evaluation, Ints]:
    """The rows that match an expression, sorted, at most the `worst` worst; and the evaluation with their columns.

    notes: whether notes and tags are columns; an expression finds rows by them in any case. Raises InputError.
    """
    import numpy as np

    from inspector.core.query import ABOUT_NOTES, parse
    from inspector.core.rows.sort_key import sort_key

    query = parse(expression or "")
    settle(inspection, inspection.evaluation.all_rows)
    kept = inspection.notes
    if notes or not query.fields.isdisjoint(ABOUT_NOTES):
        kept = kept_notes(inspection)
    if notes:
        inspection.commit(run_task(inspection.notes_task(lambda _: kept)))
    state = inspection.state
    worst_first = state.evaluation.metric.worst_first
    chosen = [sort_key(key, state.evaluation) for key in keys]
    order = state.sorted(chosen or (worst_first if worst is not None else ()))
    found = state.sorted(worst_first).only(query.mask(state.evaluation.noted(kept))).rows[:worst]
    return state.evaluation, order.rows[np.isin(order.rows, found)]


def kept_notes(inspection: Inspection) -> Notes:
    """The notes and tags that the window keeps for these rows. Raises InputError."""
    from inspector.core.notes.file import NotesFile, notes_folder

    return NotesFile(notes_folder(), inspection.evaluation.table).read()


def remark_filter(expression: str | None, evaluation: Evaluation, behind: str = "") -> None:
    """Say on stderr, behind another text, what else may be meant by conditions of an expression that hold in no row."""
    from inspector.core.query import near_hint, parse

    hint = near_hint(parse(expression or ""), expression or "", evaluation)
    if hint:
        click.echo(f"{behind}filter: {hint}", err=True)


def narrow(inspection: Inspection, expression: str | None) -> None:
    """Show only the rows that match an expression, and `remark_filter`, in a task that may show its progress."""
    inspection.narrow(expression or "")
    remark_filter(expression, inspection.evaluation, behind="\n" if sys.stderr.isatty() else "")


def run_task(task: Task[Result]) -> Result:
    """Run a task and return its result, with progress on stderr if it is a terminal.

    A signal that ends the program cancels the task first, so that nothing half written is left.
    """
    hidden = not sys.stderr.isatty()
    with held_back() as is_ended, click.progressbar(length=100, file=sys.stderr, hidden=hidden) as bar:
        try:
            return _stepped(task, bar, lambda: not is_ended())
        except BaseException:
            if not is_ended():  # else this is how the task was cancelled
                raise
    raise KeyboardInterrupt


def _stepped(task: Task[Result], bar: ProgressBar[int], is_wanted: Callable[[], bool]) -> Result:
    """The result of a task; raises Cancelled once it is no longer wanted."""
    with contextlib.closing(task), cancel_scope(is_wanted):
        while is_wanted():
            try:
                progress = next(task)
            except StopIteration as end:
                result: Result = end.value
                return result
            bar.label = progress.message
            bar.update(int(100 * progress.fraction) - bar.pos)
    raise Cancelled
