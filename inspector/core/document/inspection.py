"""The open document. Every change of it goes through the Inspection, which tells its observers afterwards."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.document import transition
from inspector.core.document.change import Change, Kind
from inspector.core.document.history import Direction, History, StateSwap, Step
from inspector.core.document.repair import RepairPreview, preview_task, repair_task
from inspector.core.document.save import Saved, save_task
from inspector.core.document.state import State
from inspector.core.document.transition import Plan, Transition, reset_edit, snapshot
from inspector.core.edits.prediction_edit import prediction_edit
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import Fix, Problem
from inspector.core.metrics import Explanation, Metric, parse
from inspector.core.query import Clause, narrowed
from inspector.core.rows import export
from inspector.core.task import Task, drain

if TYPE_CHECKING:
    import pandas as pd


class Inspection:
    """A pair under inspection: load it, edit it, undo, choose the metric, sort, filter, save.

    Every change is a task that computes a Transition, and a commit. Methods such as `edit` and `undo` do both at once;
    a window runs the `..._task` in a thread and commits its result, which is refused if anything changed meanwhile.
    A change happens whole or not at all, and is followed by one Change to every observer.
    """

    def __init__(self, state: State | None = None) -> None:
        self._state = state
        self._history = History()
        self._observers: list[Callable[[Change], None]] = []
        self.generation = 0
        self.saved_to: Path | None = None
        self.current: int | None = _first_row(state) if state else None

    @property
    def is_open(self) -> bool:
        """Whether a pair is loaded."""
        return self._state is not None

    @property
    def state(self) -> State:
        """The evaluation of the open pair, its order and its filter. Raises RuntimeError when none is open."""
        if self._state is None:
            raise RuntimeError("no pair is open")
        return self._state

    @property
    def evaluation(self) -> Evaluation:
        """The open pair with its edits and scores. Raises RuntimeError when none is open."""
        return self.state.evaluation

    @property
    def overall(self) -> float:
        """The score of the whole submission, edits included; NaN when no row is scored."""
        return self.evaluation.scores.overall

    @property
    def metric(self) -> Metric:
        """The metric in force."""
        return self.evaluation.metric

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong or odd in the files."""
        return self.evaluation.pair.problems

    @property
    def undo_name(self) -> str | None:
        """What undo would take back, None when there is nothing."""
        return self._history.done[-1].name if self._history.done else None

    @property
    def redo_name(self) -> str | None:
        """What redo would do again, None when there is nothing."""
        return self._history.undone[-1].name if self._history.undone else None

    @property
    def is_saved(self) -> bool:
        """Whether no edit would be lost by closing now."""
        return self._history.is_saved

    @property
    def steps(self) -> tuple[list[Edit], int]:
        """The edits that are done or can be redone, oldest first, and how many of them are done.

        A repair bounds them: the edits before it are edits of another reading of the files.
        """
        done, undone = self._history.edits
        return [*done, *undone], len(done)

    def next_step(self, direction: Direction) -> Step | None:
        """What an undo would take back, or a redo do again; None when there is nothing."""
        return self._history.next(direction)

    def rows(self) -> pd.DataFrame:
        """Every row, in the order of the truth: id, score, first_hit_rank, cost, ...; current edits included."""
        return export.rows_frame(self.evaluation, self.evaluation.all_rows)

    def explain(self, id_: str) -> Explanation:
        """The arithmetic of one row. Raises KeyError naming an unknown id."""
        return self.evaluation.explain(self.evaluation.table.row_of(id_))

    def load(self, state: State) -> None:
        """Open a pair that was read and scored, in place of the one before it and its history."""
        self._replace(state, History())

    def edit(self, id_: str, labels: Sequence[str], confidence: Sequence[float] | None = None) -> None:
        """Give a row another prediction, with confidences where the submission has them (kept rank by rank when none
        are given). Raises KeyError naming an unknown id, InputError for what the file could not hold.
        """
        row = self.evaluation.table.row_of(id_)
        if confidence is None:
            self.predict(row, self.evaluation.prediction(row).relabelled(labels))
        else:
            self.predict(row, Prediction(tuple(labels), tuple(map(float, confidence))))

    def predict(self, row: int, prediction: Prediction, name: str = "") -> None:
        """Give a row of the table another prediction, under a name for the undo menu. Raises InputError."""
        self.commit(drain(self.edit_task(lambda now: prediction_edit(now, row, prediction, name), in_place=True)))

    def apply(self, edit: Edit) -> None:
        """Make an edit. One that changes nothing is not remembered."""
        self.commit(drain(self.edit_task(lambda now: edit, in_place=True)))

    def undo(self) -> None:
        """Take the last step back; without one, do nothing.

        Raises InputError, and changes nothing, when the metric in force refuses the files as they were.
        """
        self._step("undo")

    def redo(self) -> None:
        """Do the last undone step again; without one, do nothing."""
        self._step("redo")

    def reset(self, rows: Iterable[int] | None = None) -> None:
        """Put rows back to what the file says, all edited ones when none are given. Can be undone."""
        self.apply(reset_edit(self.evaluation, None if rows is None else np.array([*rows], np.int64)))

    def set_metric(self, metric: Metric | str) -> None:
        """Score everything under another metric. Raises InputError, and changes nothing, when it does not fit."""
        self.commit(drain(self.metric_task(parse(metric) if isinstance(metric, str) else metric)))

    def sort(self, *keys: SortKey) -> None:
        """Sort the rows. Edits do not move a row until the next sort."""
        self.commit(drain(self.sort_task(keys)))

    def filter_by(self, clauses: Iterable[Clause]) -> None:
        """Show only the rows that satisfy all clauses that are on; without any, all rows.

        Raises QueryError, and changes nothing, when one cannot be used. The clauses hold through sorting and, applied
        again, through another metric. Edits do not re-run the filter until the clauses are applied again.
        """
        self.commit(drain(self.filter_task(tuple(clauses))))

    def narrow(self, clause: Clause | str, source: str = "") -> None:
        """Add a clause, in place of the one of the same source if that has a name; blank text only takes that away."""
        new = Clause(clause, source) if isinstance(clause, str) else clause
        self.filter_by(narrowed(self.state.clauses, new))

    def edit_task(self, plan: Plan, *, in_place: bool = False) -> Task[Transition]:
        """Plan an edit of the open pair and score it; in place where nobody looks before it is committed."""
        return self._stamped(transition.edit_task(self._seen(in_place), plan, in_place=in_place))

    def step_task(self, direction: Direction, *, in_place: bool = False) -> Task[Transition] | None:
        """Undo or redo; None when there is nothing to undo or redo."""
        step = self.next_step(direction)
        if step is None:
            return None
        return self._stamped(transition.step_task(self._seen(in_place), step, direction, in_place=in_place))

    def sort_task(self, keys: Sequence[SortKey]) -> Task[Transition]:
        """Sort the rows."""
        return self._stamped(transition.sort_task(snapshot(self.state), keys))

    def filter_task(self, clauses: Sequence[Clause]) -> Task[Transition]:
        """Show only the rows that satisfy the clauses."""
        return self._stamped(transition.filter_task(snapshot(self.state), clauses))

    def metric_task(self, metric: Metric) -> Task[Transition]:
        """Score everything under another metric."""
        return self._stamped(transition.metric_task(snapshot(self.state), metric))

    def repair_preview_task(self, fix: Fix) -> Task[RepairPreview]:
        """What a repair would lead to; nothing is changed."""
        return preview_task(snapshot(self.state), fix, self.generation)

    def repair_task(self, preview: RepairPreview) -> Task[Transition]:
        """Make a repair."""
        return self._stamped(repair_task(snapshot(self.state), preview, self.generation))

    def rebase_task(self, fresh: State) -> Task[Transition]:
        """Take another reading of the open files, with the edits of this one."""
        return self._stamped(transition.rebase_task(snapshot(self.state), fresh.evaluation))

    def commit(self, change: Transition) -> bool:
        """Make a change that a task of this inspection computed; false, and no change, when anything changed since.

        An edit that changes nothing is not noted.
        """
        if change.generation != self.generation:
            return False
        if change.changes_nothing:
            return True
        if change.kind is Kind.LOAD:
            self._reload(change)
            return True
        if change.step is not None:
            self._history.move(change.step, change.direction)
        if isinstance(change.step, StateSwap):
            change.step.other = self.evaluation
        self._state = change.state
        self._tell(change.kind, change.rows)
        return True

    def go_to(self, row: int) -> None:
        """Make a row the current one."""
        if row != self.current:
            self.current = row
            self._tell(Kind.CURRENT)

    def save(self, path: Path | str, *, overwrite: bool = False) -> None:
        """Write the submission with its edits. Raises InputError, and loses nothing, when that cannot be done."""
        self.note_saved(drain(self.save_task(Path(path), overwrite=overwrite)))

    def save_task(self, path: Path, *, overwrite: bool = False) -> Task[Saved]:
        """The long work before `note_saved`: write the submission with its edits as they are now."""
        pair, edits = self.evaluation.pair, self.evaluation.overlay
        return save_task(pair, edits, self._history.last, path, overwrite=overwrite)

    def note_saved(self, saved: Saved) -> None:
        """A save has ended; edits that were made meanwhile are not in it."""
        if saved.pair is self.evaluation.pair:
            self._history.mark_saved(saved.step)
            self.saved_to = saved.path
            self._tell(Kind.SAVE)

    def subscribe(self, observer: Callable[[Change], None]) -> Callable[[], None]:
        """Call `observer` after every change; returns what ends that."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def _step(self, direction: Direction) -> None:
        task = self.step_task(direction, in_place=True)
        if task is not None:
            self.commit(drain(task))

    def _seen(self, in_place: bool) -> State:
        return self.state if in_place else snapshot(self.state)

    def _stamped(self, task: Task[Transition]) -> Task[Transition]:
        """The same task, whose result tells from which generation of the document it was computed."""
        return transition.stamped(task, self.generation)

    def _reload(self, change: Transition) -> None:
        """Take another reading of the files: history begins with the edits as one step, the current row stays by id."""
        history, here = History(), self.current
        id_ = None if here is None else self.evaluation.table.id(here)
        if change.step is not None:
            history.move(change.step, "do")
        self._replace(change.state, history)
        with contextlib.suppress(KeyError):
            self.go_to(self.evaluation.table.row_of(id_ or ""))

    def _replace(self, state: State, history: History) -> None:
        self._state, self._history, self.saved_to = state, history, None
        self.current = _first_row(state)
        self._tell(Kind.LOAD)

    def _tell(self, kind: Kind, rows: Ints | None = None) -> None:
        if kind not in (Kind.CURRENT, Kind.SAVE):
            self.generation += 1
        change = Change(kind, rows)
        for observer in tuple(self._observers):
            observer(change)


def _first_row(state: State) -> int | None:
    return state.order.row(0) if len(state.order) else None
