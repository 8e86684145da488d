"""Doing, undoing and redoing: at once where few rows change, beside the UI thread where many do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.document.history import Direction
from inspector.core.document.inspection import Inspection
from inspector.core.document.repair import RepairPreview, repair_task
from inspector.core.document.transition import Plan, Transition, edit_task, reset_edit, sort_task, step_task
from inspector.core.errors import InputError
from inspector.core.files import Pair
from inspector.core.task import Task
from inspector.ui.tasks.worker import Worker

# So many rows are changed before anybody could notice.
_AT_ONCE = 2000

# So many rows are sorted before anybody could notice.
_SORTED_AT_ONCE = 100_000

Begin: TypeAlias = Callable[[], Task[Transition] | None]
Done: TypeAlias = Callable[[Edit], object]
Keys: TypeAlias = tuple[SortKey, ...]
Turn: TypeAlias = Callable[[Keys], Keys]


@dataclass(frozen=True, eq=False)
class _Queued:
    """What waits for its turn. begin: begins the task, None when there is nothing to do any more; done: is told of its
    edit, None for a sort, which edits nothing; is_step: whether it is an undo or a redo.
    """

    begin: Begin
    done: Done | None
    is_step: bool = False


class EditQueue(QObject):
    """Does one thing after the other; what is asked for while something long is under way waits for its turn.

    What the user changes meanwhile in another way stays: an edit is then planned anew, and an undo of something that is
    no longer the last is given up. After something was not done the others go on, but for an undo or a redo, which may
    have been meant for just that. What was not done is said at the end, where nothing that is done later covers it.
    """

    failed = Signal(Exception)
    given_up = Signal(str)

    def __init__(self, inspection: Inspection, parent: QObject) -> None:
        super().__init__(parent)
        self.worker = Worker(self)
        self.worker.failed.connect(self._fail)
        self._inspection = inspection
        self._waiting: list[_Queued] = []
        self._untold: list[InputError | str] = []
        self._pair: Pair | None = None

    @property
    def is_editing(self) -> bool:
        """Whether anything is under way, or waits, that changes more than the order of the rows."""
        return any(deed.done is not None for deed in self._waiting)

    def apply(self, rows: int, plan: Plan, done: Done = lambda edit: None) -> None:
        """Make the edit that a plan makes of the open pair; rows: how many it is about. `done` is told what it was."""
        if rows > _AT_ONCE or self._waiting:
            self._wait(_Queued(lambda: edit_task(self._inspection.state, plan), done))
            return
        try:
            edit = plan(self._inspection.state)
        except InputError as error:
            self.failed.emit(error)
            return
        self._inspection.apply(edit, origin=self)
        done(edit)

    def reset(self, rows: Ints | None = None) -> None:
        """Put rows back to what the file says, all edited ones when none are named."""
        edited = len(self._inspection.state.overlay)
        self.apply(edited if rows is None else min(edited, len(rows)), partial(reset_edit, rows=rows))

    def sort(self, how: Turn) -> None:
        """Put the rows in the order of other keys, made from those in force when it is its turn."""
        if len(self._inspection.state.table) <= _SORTED_AT_ONCE and not self._waiting:
            self._inspection.sort(*how(self._inspection.state.keys), origin=self)
        else:
            self._wait(_Queued(lambda: sort_task(self._inspection.state, how(self._inspection.state.keys)), None))

    def repair(self, repair_preview: RepairPreview, done: Done) -> None:
        """Put the repaired pair in the place of the open one."""
        self._wait(_Queued(lambda: repair_task(self._inspection.state, repair_preview), done))

    def undo(self) -> None:
        """Take the last deed back, and go to a row that it was about."""
        self._step("undo", self._inspection.undo)

    def redo(self) -> None:
        """Do the last undone deed again, and go to a row that it is about."""
        self._step("redo", self._inspection.redo)

    def cancel(self) -> None:
        """Drop what is under way and what waits behind it; nothing of it is done."""
        behind = len(self._waiting) - 1
        self._waiting.clear()
        self.worker.cancel()
        if behind > 0:
            self._untold.append(f"Given up, with {behind:,} more that waited behind it")
        self._work()

    def _step(self, way: Direction, at_once: Callable[[], list[int]]) -> None:
        step = self._inspection.step(way)
        if self._waiting or (step is not None and step.weight > _AT_ONCE):
            self._wait(_Queued(partial(self._begin_step, way), lambda edit: self._go_to(edit.rows), is_step=True))
            return
        try:
            changed = at_once()
        except InputError as error:  # the rule in force refuses the files as they were before a repair
            self.failed.emit(error)
            return
        self._go_to(np.array(changed, np.int64))

    def _begin_step(self, way: Direction) -> Task[Transition] | None:
        step = self._inspection.step(way)
        return None if step is None else step_task(self._inspection.state, step, way)

    def _wait(self, deed: _Queued) -> None:
        self._waiting.append(deed)
        self._work()

    def _work(self) -> None:
        """Begin what is next, unless something is under way; where nothing is, say what was not done."""
        while self._waiting and not self.worker.is_busy:
            task = self._waiting[0].begin()
            if task is None:
                self._waiting.pop(0)
            else:
                self._pair = self._inspection.state.pair
                self.worker.start(task, self._adopt)
        if not self._waiting:
            self._tell()

    def _adopt(self, transition: Transition) -> None:
        if self._inspection.commit(transition, origin=self):
            done = self._waiting.pop(0).done
            if done is not None:
                done(transition.edit)
        elif not self._give_up_old() and self._is_another(transition):
            self._waiting.pop(0)
            self._untold.append(f"The {transition.way} was given up: something else was edited meanwhile.")
            self._give_up_steps()
        self._work()

    def _is_another(self, transition: Transition) -> bool:
        """Whether an undo or a redo would by now be about something else."""
        return transition.way in ("undo", "redo") and self._inspection.step(transition.way) is not transition.step

    def _go_to(self, rows: Ints) -> None:
        """Go to the first of the rows that were touched, unless the current row is one of them."""
        if len(rows) and self._inspection.current not in rows:
            self._inspection.go_to(int(rows[0]))

    def _fail(self, error: Exception) -> None:
        if isinstance(error, InputError):
            self._untold.append(error)
        else:
            self.failed.emit(error)
        if not self._give_up_old():
            self._waiting.pop(0)
            self._give_up_steps()
        self._work()

    def _give_up_old(self) -> bool:
        """Give everything up if the pair that it was meant for is no longer open; whether that was so."""
        if self._pair is self._inspection.state.pair:
            return False
        if self.is_editing:
            self._untold.append("An edit was given up: its files were read anew or closed meanwhile.")
        self._waiting.clear()
        return True

    def _give_up_steps(self) -> None:
        """Give up what waits and would take back or do again something else than was meant."""
        behind = [deed for deed in self._waiting if deed.is_step]
        if behind:
            self._waiting = [deed for deed in self._waiting if not deed.is_step]
            self._untold.append("So was the undo or redo that waited behind it.")

    def _tell(self) -> None:
        untold, self._untold = self._untold, []
        if len(untold) == 1 and isinstance(untold[0], InputError):
            self.failed.emit(untold[0])
        elif untold:
            self.given_up.emit(" ".join(map(str, untold)))
