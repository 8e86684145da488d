"""The queue that every change of the document goes through, in the order of the user's gestures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.document.change import Change, Kind
from inspector.core.document.history import Direction, EditStep
from inspector.core.document.inspection import Inspection
from inspector.core.document.repair import RepairPreview
from inspector.core.document.replay import Recovered
from inspector.core.document.state import State
from inspector.core.document.transition import Plan, Transition, prepared, reset_edit
from inspector.core.edits.prediction_edit import prediction_edit
from inspector.core.errors import InputError
from inspector.core.metrics import Metric
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.tasks.runner import TaskRunner, is_small

Keys: TypeAlias = tuple[SortKey, ...]
Clauses: TypeAlias = tuple[Clause, ...]


def _ignore(*args: object) -> None:
    """For callbacks that nobody needs."""


@dataclass(frozen=True, eq=False)
class _Queued:
    """A change that waits for its turn.

    begin(in_place): its task, None when there is nothing left to do; work, rows: how much it is, as the runner counts;
    done: is told when it is committed; failed: is told why it cannot be made, in place of the user; dropped: is told
    when it is cancelled; direction: what it does to the history, None for a change that is not undone.
    """

    begin: Callable[[bool], Task[Transition] | None]
    work: str
    rows: int
    done: Callable[[Transition], object] = _ignore
    failed: Callable[[Exception], object] | None = None
    dropped: Callable[[], object] = _ignore
    direction: Direction | None = None


class EditQueue(QObject):
    """Makes changes at once where they are small and nothing waits, else in a thread, in their order.

    A change that something else overtakes (the Python interface, say) is computed again; an undo or redo of what is
    no longer the last step is given up. After a rejected change the queue goes on, except for undo and redo, which may
    have been meant for just that one. What was not done is said at the end, where no later message covers it.
    """

    failed = Signal(Exception)
    given_up = Signal(str)
    rebased = Signal(Recovered)

    def __init__(self, inspection: Inspection, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = TaskRunner(self)
        self._runner.failed.connect(self._fail)
        self.worker = self._runner.worker
        self._inspection = inspection
        self._running: _Queued | None = None
        self._waiting: list[_Queued] = []
        self._unreported: list[InputError | str] = []
        self._unsubscribe = inspection.subscribe(self._follow)

    @property
    def is_editing(self) -> bool:
        """Whether an edit, an undo or a redo runs or waits."""
        return any(queued.direction is not None for queued in (*filter(None, [self._running]), *self._waiting))

    def apply(self, rows: int, plan: Plan, done: Callable[[Edit], object] = _ignore) -> None:
        """Make the edit that a plan makes of the open pair; rows: how many it is about. `done` is told the edit."""

        def begin(in_place: bool) -> Task[Transition]:
            return self._inspection.edit_task(plan, in_place=in_place)

        self._add(_Queued(begin, "edit", rows, lambda change: done(_edit_of(change)), direction="do"))

    def predict(self, row: int, prediction: Prediction, name: str = "") -> None:
        """Give a row another prediction, under a name for the undo menu."""
        self.apply(1, lambda now: prediction_edit(now, row, prediction, name))

    def reset(self, rows: Ints | None = None) -> None:
        """Put rows back to what the file says, all edited ones when none are given."""
        edited = len(self._inspection.evaluation.overlay)
        self.apply(edited if rows is None else min(edited, len(rows)), partial(reset_edit, rows=rows))

    def undo(self) -> None:
        """Take the last step back, and go to a row that it was about."""
        self._add_step("undo")

    def redo(self) -> None:
        """Do the last undone step again, and go to a row that it is about."""
        self._add_step("redo")

    def sort(self, update: Callable[[Keys], Keys]) -> None:
        """Sort by other keys, made from those in force when it is its turn."""
        inspection = self._inspection
        self._add(_Queued(lambda _: inspection.sort_task(update(inspection.state.keys)), "sort", self._size))

    def filter(
        self,
        update: Callable[[Clauses], Clauses],
        done: Callable[[Transition], object],
        failed: Callable[[Exception], object],
        dropped: Callable[[], object],
    ) -> None:
        """Put other clauses in force, made from those in force when it is its turn."""
        inspection = self._inspection
        self._add(
            _Queued(
                lambda _: inspection.filter_task(update(inspection.state.clauses)),
                "filter",
                self._size,
                done,
                failed,
                dropped,
            )
        )

    def set_metric(self, metric: Metric) -> None:
        """Score everything under another metric; it takes the place of one that is still being scored, or waits."""
        self._waiting = [queued for queued in self._waiting if queued.work != "score"]
        if self._running is not None and self._running.work == "score":
            self._running = None
            self._runner.cancel()

        def begin(in_place: bool) -> Task[Transition] | None:
            return None if metric == self._inspection.metric else self._inspection.metric_task(metric)

        self._add(_Queued(begin, "score", self._size))

    def repair(self, preview: RepairPreview, done: Callable[[Transition], object]) -> None:
        """Put the repaired pair in the place of the open one."""
        self._add(_Queued(lambda _: self._inspection.repair_task(preview), "repair", self._size, done, direction="do"))

    def rebase(self, fresh: State) -> None:
        """Put another reading of the open files in place, with the edits on top; `rebased` says what became of them."""

        def done(change: Transition) -> None:
            if change.rebased is not None:
                self.rebased.emit(change.rebased)

        self._add(_Queued(lambda _: self._inspection.rebase_task(fresh), "edit", self._size, done))

    def cancel(self) -> None:
        """Drop what is running and what waits behind it; nothing of it is done."""
        behind = len(self._waiting)
        self._drop()
        if behind:
            self._unreported.append(f"Cancelled, with {behind:,} more that waited behind it")
        self._report()

    def close(self) -> None:
        """Drop everything and wait until its thread has ended."""
        self._unsubscribe()
        self._drop()
        self._runner.close()

    @property
    def _size(self) -> int:
        return len(self._inspection.evaluation.table)

    def _add_step(self, direction: Direction) -> None:
        step = self._inspection.next_step(direction)

        def begin(in_place: bool) -> Task[Transition] | None:
            return self._inspection.step_task(direction, in_place=in_place)

        rows = 0 if step is None else step.size
        self._add(_Queued(begin, "edit", rows, self._go_to_edited, direction=direction))

    def _add(self, queued: _Queued) -> None:
        self._waiting.append(queued)
        self._run_next()

    def _run_next(self) -> None:
        """Start what is next, unless something runs; where nothing is left, report what was not done."""
        while self._waiting and self._running is None:
            self._run(self._waiting.pop(0))
        if self._running is None:
            self._report()

    def _run(self, queued: _Queued) -> None:
        self._running = queued
        at_once = is_small(queued.work, queued.rows)
        task = queued.begin(at_once)
        if task is None:
            self._running = None
            return
        task = task if at_once else prepared(task)
        self._runner.run(queued.work, queued.rows, task, lambda change: self._commit(queued, change))

    def _commit(self, queued: _Queued, change: Transition) -> None:
        if self._inspection.commit(change):
            self._running = None
            queued.done(change)
        elif self._is_outdated(change):
            self._running = None
            self._unreported.append(f"The {change.direction} was given up: something else was edited meanwhile.")
            self._give_up_steps()
        else:
            self._run(queued)
        self._run_next()

    def _is_outdated(self, change: Transition) -> bool:
        """Whether an undo or a redo would by now be about another step."""
        is_step = change.direction != "do"
        return is_step and self._inspection.next_step(change.direction) is not change.step

    def _go_to_edited(self, change: Transition) -> None:
        """Go to the first of the rows that were edited, unless the current row is one of them."""
        rows = _edit_of(change).rows
        if len(rows) and self._inspection.current not in rows:
            self._inspection.go_to(int(rows[0]))

    def _fail(self, error: Exception) -> None:
        queued, self._running = self._running, None
        if queued is None:
            return
        if queued.failed is not None:
            queued.failed(error)
        elif isinstance(error, InputError):
            self._unreported.append(error)
        else:
            self.failed.emit(error)
        if queued.direction is not None:
            self._give_up_steps()
        self._run_next()

    def _follow(self, change: Change) -> None:
        """What was meant for a pair that is no longer open is given up: its rows are other rows now."""
        if change.kind is not Kind.LOAD:
            return
        if self.is_editing:
            self._unreported.append("An edit was given up: its files were read again or closed meanwhile.")
        self._drop()
        self._report()

    def _drop(self) -> None:
        """Forget what runs and what waits."""
        dropped = [*filter(None, [self._running]), *self._waiting]
        self._running, self._waiting = None, []
        self._runner.cancel()
        for queued in dropped:
            queued.dropped()

    def _give_up_steps(self) -> None:
        """Give up what waits and would undo or redo something else than was meant."""
        steps = [queued for queued in self._waiting if queued.direction in ("undo", "redo")]
        if steps:
            self._waiting = [queued for queued in self._waiting if queued not in steps]
            self._unreported.append("So was the undo or redo that waited behind it.")

    def _report(self) -> None:
        unreported, self._unreported = self._unreported, []
        if len(unreported) == 1 and isinstance(unreported[0], InputError):
            self.failed.emit(unreported[0])
        elif unreported:
            self.given_up.emit(" ".join(map(str, unreported)))


def _edit_of(change: Transition) -> Edit:
    """What was edited; nothing for a change that is no edit, or that changes nothing."""
    if not isinstance(change.step, EditStep):
        return Edit(np.empty(0, np.int64), Ragged.empty(), "")
    return change.step.edit
