"""The queue of document changes, made in the order in which the user requested them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.document.change import Change, ChangeKind
from inspector.core.document.history import Direction
from inspector.core.document.inspection import Inspection
from inspector.core.document.load import RepairPreview
from inspector.core.document.state import State
from inspector.core.document.transition import NotesPlan, Plan, Transition, prepared, reset_edit
from inspector.core.edits.prediction_edit import prediction_edit
from inspector.core.edits.replay import Recovered
from inspector.core.errors import InputError
from inspector.core.metrics import Metric
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.edit.queued_change import QueuedChange, edit_of, no_callback, place_of
from inspector.ui.edit.unreported import Unreported
from inspector.ui.tasks.runner import TaskRunner, is_small

Keys: TypeAlias = tuple[SortKey, ...]
Clauses: TypeAlias = tuple[Clause, ...]
EditDone: TypeAlias = Callable[[Edit], object]


class ChangeQueue(QObject):
    """Runs one change at a time, in order: small ones immediately, larger ones in a worker thread.

    A change is computed again if the document changes meanwhile (through the Python interface, for example); an undo or
    redo is dropped if its step is no longer the last. Behind a rejected change, only undo and redo are dropped, which
    may refer to it. Dropped changes are reported once the queue is empty, so that no later message hides them. emptied:
    all that was asked for is made, refused or dropped; about_to_edit: before a change that needs all edits is queued.
    """

    failed = Signal(Exception)
    given_up = Signal(str)
    emptied, about_to_edit = Signal(), Signal()
    rebased = Signal(Recovered, dict)

    def __init__(self, inspection: Inspection, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = TaskRunner(self)
        self._runner.failed.connect(self._fail)
        self.worker = self._runner.worker
        self._inspection = inspection
        self._running: QueuedChange | None = None
        self._waiting: list[QueuedChange] = []
        self._unreported = Unreported(self.failed, self.given_up)
        self._requested_metric: Metric | None = None
        self._unsubscribe = inspection.subscribe(self._on_document_changed)

    @property
    def is_editing(self) -> bool:
        """Whether an edit, undo, redo or note is running or queued."""
        return any(queued.direction is not None or queued.is_typed for queued in self._pending)

    def apply(self, rows: int, plan: Plan, done: EditDone = no_callback, *, is_typed: bool = False) -> None:
        """Queue the edit that `plan` computes, on about `rows` rows; `done` is called with the edit."""

        def begin(in_place: bool) -> Task[Transition]:
            return self._inspection.edit_task(plan, in_place=in_place)

        def finish(transition: Transition) -> None:
            done(edit_of(transition))

        self._add(QueuedChange(begin, "edit", rows, finish, direction="do", is_typed=is_typed))

    def predict(self, row: int, prediction: Prediction, name: str = "") -> None:
        """Queue a new prediction of a row; name: for the undo menu."""
        self.apply(1, lambda now: prediction_edit(now, row, prediction, name), is_typed=True)

    def reset(self, rows: Ints | None = None) -> None:
        """Queue a reset of rows to the file's predictions; None: all edited rows."""
        edited = len(self._inspection.evaluation.overlay)
        self.apply(edited if rows is None else min(edited, len(rows)), partial(reset_edit, rows=rows))

    def undo(self) -> None:
        """Queue an undo, then go to one of its rows."""
        self._add_step("undo")

    def redo(self) -> None:
        """Queue a redo, then go to one of its rows."""
        self._add_step("redo")

    def change_notes(self, plan: NotesPlan, rows: int = 1) -> None:
        """Queue a change of the notes of about `rows` rows."""
        self._add(QueuedChange(lambda _: self._inspection.notes_task(plan), "notes", rows, is_typed=True))

    def sort(self, update: Callable[[Keys], Keys], done: Callable[[Transition], object] = no_callback) -> None:
        """Queue a sort; `update` maps the current keys to the new ones."""
        inspection = self._inspection
        self._add(QueuedChange(lambda _: inspection.sort_task(update(inspection.state.keys)), "sort", self._size, done))

    def filter(
        self,
        update: Callable[[Clauses], Clauses],
        done: Callable[[Transition], object],
        failed: Callable[[Exception], object],
        dropped: Callable[[], object],
    ) -> None:
        """Queue a change of the filter; `update` maps the current clauses to the new ones."""
        inspection = self._inspection

        def begin(_: bool) -> Task[Transition]:
            return inspection.filter_task(update(inspection.state.clauses))

        self._add(QueuedChange(begin, "filter", self._size, done, failed, dropped))

    def set_metric(self, metric: Metric) -> None:
        """Queue another metric, in place of one that is running or queued; the one requested last is not restarted.

        An editable combo box reports Enter on one of its entries twice.
        """
        if metric == self._requested_metric and any(queued.work == "score" for queued in self._pending):
            return
        self._requested_metric = metric
        self._waiting = [queued for queued in self._waiting if queued.work != "score"]
        if self._running is not None and self._running.work == "score":
            self._running = None
            self._runner.cancel()

        def begin(in_place: bool) -> Task[Transition] | None:
            return None if self._inspection.is_under(metric) else self._inspection.metric_task(metric)

        self._add(QueuedChange(begin, "score", self._size))

    def show_metrics(
        self, *choices: Callable[[], Sequence[Metric]], failed: Callable[[Exception], object] | None = None
    ) -> None:
        """Queue further metrics to score the rows under, which each of `choices` gives when it is its turn."""
        begins = [lambda _, choose=choose: self._inspection.further_task(choose()) for choose in choices]
        self._waiting += [QueuedChange(begin, "further", self._size, failed=failed) for begin in begins]
        self._run_next()

    def repair(self, preview: RepairPreview, done: Callable[[Transition], object]) -> None:
        """Queue the replacement of the open pair by the repaired one."""
        self._add(
            QueuedChange(lambda _: self._inspection.repair_task(preview), "repair", self._size, done, direction="do")
        )

    def rebase(self, fresh: State) -> None:
        """Queue a fresh reading of the open files with the edits applied on top; `rebased` reports the outcome."""

        def done(transition: Transition) -> None:
            if transition.rebased is not None:
                self.rebased.emit(transition.rebased, dict(transition.others_rebased))

        self.change("reload", lambda: self._inspection.rebase_task(fresh), done)

    def change(
        self,
        work: str,
        begin: Callable[[], Task[Transition] | None],
        done: Callable[[Transition], object] = no_callback,
    ) -> None:
        """Queue a change that cannot be undone and takes as long as a kind of work; None: nothing is to be done."""
        self._add(QueuedChange(lambda _: begin(), work, self._size, done))

    def cancel(self) -> None:
        """Drop the running change and the queue, except predictions that the user typed meanwhile: those are made."""
        typed = [queued for queued in self._waiting if queued.is_typed]
        self._waiting = [queued for queued in self._waiting if not queued.is_typed]
        dropped_count = len(self._waiting)
        self._drop_all()
        if dropped_count:
            self._unreported.add(f"Cancelled, and {dropped_count:,} more that waited behind it")
        self._waiting = typed
        self._run_next()

    def close(self) -> None:
        """Drop all changes and wait for the thread to end."""
        self._unsubscribe()
        self._drop_all()
        self._runner.close()

    @property
    def _pending(self) -> list[QueuedChange]:
        """The running change, if any, and the queue."""
        return [*([] if self._running is None else [self._running]), *self._waiting]

    @property
    def _size(self) -> int:
        return len(self._inspection.evaluation.table)

    def _add_step(self, direction: Direction) -> None:
        self.about_to_edit.emit()  # before it is queued, too: what is typed may become the next step
        step = self._inspection.next_step(direction)

        def begin(in_place: bool) -> Task[Transition] | None:
            return self._inspection.step_task(direction, in_place=in_place)

        self._add(QueuedChange(begin, "edit", step.size if step else 0, self._go_to_edited, direction=direction))

    def _add(self, queued: QueuedChange) -> None:
        if queued.needs_all_edits:
            self.about_to_edit.emit()
        self._place(queued)
        self._run_next()

    def _place(self, queued: QueuedChange) -> None:
        """Put a change last; one of the open submission goes before all that opens another one."""
        if queued.stays and self._running is not None and self._running.leaves:
            self._waiting.insert(0, self._running)
            self._running = None
            self._runner.cancel()
        self._waiting.insert(place_of(queued, self._waiting), queued)

    def _run_next(self) -> None:
        """Start the next change unless one is running; report dropped changes when none is left."""
        while self._waiting and self._running is None:
            self._run(self._waiting.pop(0))
        if self._running is None:
            self._unreported.tell()
            self.emptied.emit()

    def _run(self, queued: QueuedChange) -> None:
        self._running = queued
        at_once = is_small(queued.work, queued.rows)
        try:
            task = queued.begin(at_once)
        except Exception as error:  # as of its task; the changes behind it are made nevertheless
            self._fail(error)
            return
        if task is None:
            self._running = None
            return
        task = task if at_once else prepared(task)
        self._runner.run(queued.work, queued.rows, task, lambda transition: self._commit(queued, transition))

    def _commit(self, queued: QueuedChange, transition: Transition) -> None:
        if self._inspection.commit(transition):
            self._running = None
            queued.done(transition)
        elif self._is_outdated(transition):
            self._running = None
            self._unreported.add(f"The {transition.direction} was given up: another edit was made meanwhile.")
            self._drop_steps()
        else:
            self._run(queued)
        self._run_next()

    def _is_outdated(self, transition: Transition) -> bool:
        """Whether an undo or redo would now affect another step."""
        is_step = transition.direction != "do"
        return is_step and self._inspection.next_step(transition.direction) is not transition.step

    def _go_to_edited(self, transition: Transition) -> None:
        """Go to the first edited row, unless the current row was edited."""
        rows = edit_of(transition).rows
        if len(rows) and self._inspection.current not in rows:
            self._inspection.go_to(int(rows[0]))

    def _fail(self, error: Exception) -> None:
        queued, self._running = self._running, None
        if queued is None:
            return
        if queued.failed is not None:
            queued.failed(error)
        elif isinstance(error, InputError):
            self._unreported.add(error)
        else:
            self.failed.emit(error)
        if queued.direction is not None:
            self._drop_steps()
        self._run_next()

    def _on_document_changed(self, change: Change) -> None:
        """Drop all changes when another pair is loaded, or another submission opened otherwise: they do not apply."""
        is_asked = self._running is not None and self._running.leaves
        if change.kind is not ChangeKind.LOAD and (change.kind is not ChangeKind.SWITCH or is_asked):
            return
        if self.is_editing:
            self._unreported.add("An edit was given up: its files were read again or closed meanwhile.")
        self._drop_all()
        self._unreported.tell()

    def _drop_all(self) -> None:
        """Cancel the running change and empty the queue."""
        dropped = self._pending
        self._running, self._waiting = None, []
        self._runner.cancel()
        for queued in dropped:
            queued.dropped()

    def _drop_steps(self) -> None:
        """Drop queued undos and redos, which would now affect another step."""
        steps = [queued for queued in self._waiting if queued.direction in ("undo", "redo")]
        if steps:
            self._waiting = [queued for queued in self._waiting if queued not in steps]
            self._unreported.add("The undo or redo queued after it was given up, too.")
