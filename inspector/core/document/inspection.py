"""The open document. All changes go through the Inspection, which notifies its observers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.document import transition
from inspector.core.document.change import Change, Kind
from inspector.core.document.history import Direction, History, StateSwap, Step
from inspector.core.document.repair import RepairPreview, preview_task, repair_task
from inspector.core.document.save import Permission, Saved, save_task
from inspector.core.document.state import State
from inspector.core.document.transition import Plan, Transition, reset_edit, snapshot
from inspector.core.edits.prediction_edit import prediction_edit
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import Fix, Inputs, Problem
from inspector.core.metrics import Explanation, Metric, parse
from inspector.core.query import Clause, narrowed
from inspector.core.rows import export
from inspector.core.rows.media import ImageSource, inputs_of
from inspector.core.task import Task, drain

if TYPE_CHECKING:
    import pandas as pd


class Inspection:
    """A pair with its edits: load, edit, undo, choose the metric, sort, filter, save.

    A change is a task that computes a Transition, followed by a commit. Methods such as `edit` and `undo` do both;
    the window runs the `..._task` in a worker thread and commits its result, which is rejected if the document changed
    meanwhile. Changes are atomic; each notifies all observers with one Change.
    """

    def __init__(self, state: State | None = None) -> None:
        self._state = state
        self._history = History()
        self._observers: dict[object, Callable[[Change], None]] = {}
        self.generation = 0
        self.saved: Saved | None = None
        self.pictures = ImageSource()
        self.current: int | None = state.first_row if state else None

    @property
    def is_open(self) -> bool:
        """Whether a pair is loaded."""
        return self._state is not None

    @property
    def state(self) -> State:
        """The evaluation, order and filter of the open pair. Raises RuntimeError when no pair is open."""
        if self._state is None:
            raise RuntimeError("no pair is open")
        return self._state

    @property
    def evaluation(self) -> Evaluation:
        """The open pair with its edits and scores. Raises RuntimeError when no pair is open."""
        return self.state.evaluation

    @property
    def overall(self) -> float:
        """The score of the submission, edits included; NaN when no row is scored."""
        return self.evaluation.scores.overall

    @property
    def metric(self) -> Metric:
        """The current metric."""
        return self.evaluation.metric

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the files."""
        return self.evaluation.pair.problems

    @property
    def inputs(self) -> Inputs:
        """The open files, which nothing writes but Save the submission; none when no pair is open."""
        return inputs_of(self.evaluation, self.pictures) if self.is_open else {}

    @property
    def undo_name(self) -> str | None:
        """The name of the step to undo, or None."""
        return self._history.done[-1].name if self._history.done else None

    @property
    def redo_name(self) -> str | None:
        """The name of the step to redo, or None."""
        return self._history.undone[-1].name if self._history.undone else None

    @property
    def submission_path(self) -> Path | None:
        """The open submission: the file saved last, or else the one that was read, None for data from Python."""
        file = self.saved or self.evaluation.pair.submission.sheet.source
        return file.path if file else None

    @property
    def is_saved(self) -> bool:
        """Whether all edits are saved."""
        return self._history.is_saved

    @property
    def steps(self) -> tuple[list[Edit], int]:
        """The edits since the last repair that are done or can be redone, oldest first, and how many are done."""
        done, undone = self._history.edits
        return [*done, *undone], len(done)

    def next_step(self, direction: Direction) -> Step | None:
        """The step to undo or redo, or None."""
        return self._history.next(direction)

    def rows(self) -> pd.DataFrame:
        """All rows in the order of the truth: id, score, first_hit_rank, cost, ...; current edits included."""
        return export.rows_frame(self.evaluation, self.evaluation.all_rows)

    def explain(self, id_: str) -> Explanation:
        """The arithmetic of one row. Raises KeyError for an unknown id."""
        return self.evaluation.explain(self.evaluation.table.row_of(id_))

    def load(self, state: State) -> None:
        """Open a pair that was read and scored; discards the previous pair and its history."""
        self._replace(state, History())

    def edit(self, id_: str, labels: Sequence[str], confidence: Sequence[float] | None = None) -> None:
        """Replace the prediction of a row.

        confidence: for submissions with confidences; each rank keeps its confidence when left out. Raises KeyError for
        an unknown id, InputError for a prediction that the file cannot hold.
        """
        row = self.evaluation.table.row_of(id_)
        if confidence is None:
            self.predict(row, self.evaluation.prediction(row).with_labels(labels))
        else:
            self.predict(row, Prediction(tuple(labels), tuple(map(float, confidence))))

    def predict(self, row: int, prediction: Prediction, name: str = "") -> None:
        """Replace the prediction of a row of the table; name: for the undo menu. Raises InputError."""
        task = self.edit_task(lambda current: prediction_edit(current, row, prediction, name), in_place=True)
        self.commit(drain(task))

    def apply(self, edit: Edit) -> None:
        """Apply an edit. Edits that change nothing are not recorded."""
        self.commit(drain(self.edit_task(lambda _: edit, in_place=True)))

    def undo(self) -> None:
        """Undo the last step, if any. Raises InputError if the metric does not fit the files before a repair."""
        self._step("undo")

    def redo(self) -> None:
        """Redo the last undone step, if any."""
        self._step("redo")

    def reset(self, rows: Iterable[int] | None = None) -> None:
        """Reset rows to the predictions of the file, by default all edited rows. Can be undone."""
        self.apply(reset_edit(self.evaluation, None if rows is None else np.array([*rows], np.int64)))

    def set_metric(self, metric: Metric | str) -> None:
        """Score all rows under another metric. Raises InputError, and changes nothing, if it does not fit."""
        self.commit(drain(self.metric_task(parse(metric) if isinstance(metric, str) else metric)))

    def sort(self, *keys: SortKey) -> None:
        """Sort the rows. Edits do not re-run the sort."""
        self.commit(drain(self.sort_task(keys)))

    def filter_by(self, clauses: Iterable[Clause]) -> None:
        """Show only the rows that match all clauses that are on; without any, all rows.

        Raises QueryError, and changes nothing, if a clause is invalid. Another metric re-runs the filter, edits do not.
        """
        self.commit(drain(self.filter_task(tuple(clauses))))

    def narrow(self, clause: Clause | str, source: str = "") -> None:
        """Add a clause, replacing those of the same non-empty source; blank text only removes them."""
        new = Clause(clause, source) if isinstance(clause, str) else clause
        self.filter_by(narrowed(self.state.clauses, new))

    def edit_task(self, plan: Plan, *, in_place: bool = False) -> Task[Transition]:
        """Plan and score an edit. in_place: without a copy, only if nothing reads the state before the commit."""
        base = self.state if in_place else snapshot(self.state)
        return self._stamped(transition.edit_task(base, plan, in_place=in_place))

    def step_task(self, direction: Direction, *, in_place: bool = False) -> Task[Transition] | None:
        """Undo or redo a step; None when there is none."""
        step = self.next_step(direction)
        if step is None:
            return None
        base = self.state if in_place else snapshot(self.state)
        return self._stamped(transition.step_task(base, step, direction, in_place=in_place))

    def sort_task(self, keys: Sequence[SortKey]) -> Task[Transition]:
        """Sort the rows."""
        return self._stamped(transition.sort_task(snapshot(self.state), keys))

    def filter_task(self, clauses: Sequence[Clause]) -> Task[Transition]:
        """Show only the rows that match the clauses."""
        return self._stamped(transition.filter_task(snapshot(self.state), clauses))

    def metric_task(self, metric: Metric) -> Task[Transition]:
        """Score all rows under another metric."""
        return self._stamped(transition.metric_task(snapshot(self.state), metric))

    def repair_preview_task(self, fix: Fix) -> Task[RepairPreview]:
        """Preview a repair; changes nothing."""
        return preview_task(snapshot(self.state), fix, self.generation)

    def repair_task(self, preview: RepairPreview) -> Task[Transition]:
        """Apply a repair."""
        return self._stamped(repair_task(snapshot(self.state), preview, self.generation))

    def rebase_task(self, fresh: State) -> Task[Transition]:
        """Replace the pair by a fresh reading of its files, keeping the edits."""
        saved = self.saved.edits if self.saved else None
        return self._stamped(transition.rebase_task(snapshot(self.state), fresh.evaluation, saved))

    def commit(self, change: Transition) -> bool:
        """Commit a transition; returns false, and changes nothing, if the document changed since it was computed.

        Edits that change nothing are not recorded.
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
        self._notify(change.kind, change.rows)
        return True

    def go_to(self, row: int) -> None:
        """Make a row the current row."""
        if row != self.current:
            self.current = row
            self._notify(Kind.CURRENT)

    def save(self, path: Path | str, **permission: Unpack[Permission]) -> str:
        """Save the submission with its edits; return what to mind when it is opened again. Raises InputError."""
        self.note_saved(saved := drain(self.save_task(Path(path), **permission)))
        return saved.remark

    def save_task(self, path: Path, **permission: Unpack[Permission]) -> Task[Saved]:
        """Write the submission with its current edits; pass the result to `note_saved`."""
        now = self.evaluation
        return save_task(now.pair, now.overlay, self._history.last, path, self.inputs, **permission)

    def note_saved(self, saved: Saved) -> None:
        """Record a finished save; edits made meanwhile stay unsaved."""
        if saved.pair is self.evaluation.pair:
            self.saved = saved
            self._history.mark_saved(saved.step)
            self._notify(Kind.SAVE)

    def subscribe(self, observer: Callable[[Change], None]) -> Callable[[], None]:
        """Call `observer` after every change; returns a function to unsubscribe, once or more often."""
        self._observers[(key := object())] = observer
        return lambda: self._observers.pop(key, None) and None

    def _step(self, direction: Direction) -> None:
        if task := self.step_task(direction, in_place=True):
            self.commit(drain(task))

    def _stamped(self, task: Task[Transition]) -> Task[Transition]:
        return transition.stamped(task, self.generation)

    def _reload(self, change: Transition) -> None:
        """Replace the pair by a fresh reading: the edits become one step, the current row is found by id."""
        history, current = History(), self.current
        id_ = None if current is None else self.evaluation.table.id(current)
        if change.step is not None:
            history.move(change.step, "do")
        self._replace(change.state, history)
        with contextlib.suppress(KeyError):
            self.go_to(self.evaluation.table.row_of(id_ or ""))

    def _replace(self, state: State, history: History) -> None:
        self._state, self._history, self.saved = state, history, None
        self.current = state.first_row
        self._notify(Kind.LOAD)

    def _notify(self, kind: Kind, rows: Ints | None = None) -> None:
        if kind not in (Kind.CURRENT, Kind.SAVE):
            self.generation += 1
        for observer in tuple(self._observers.values()):
            observer(Change(kind, rows))
