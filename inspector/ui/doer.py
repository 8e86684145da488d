"""Doing, undoing and redoing: at once where few rows change, beside the UI thread where many do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from inspector.core.ahead import Ahead, Plan, edit_task, reset_edit, sort_task, step_task
from inspector.core.arrays import Ints
from inspector.core.edits import Edit
from inspector.core.errors import InputError
from inspector.core.files import Task
from inspector.core.history import Way
from inspector.core.inspection import Inspection
from inspector.core.order import SortKey
from inspector.ui.worker import Worker

# So many rows are changed before anybody could notice.
_AT_ONCE = 2000

# So many rows are sorted before anybody could notice.
_SORTED_AT_ONCE = 100_000

# What begins a task when its turn has come, None when there is nothing to do any more; and what is told of its edit,
# None where it edits nothing.
Begin: TypeAlias = Callable[[], Task[Ahead] | None]
Done: TypeAlias = Callable[[Edit], object]
Keys: TypeAlias = tuple[SortKey, ...]
Turn: TypeAlias = Callable[[Keys], Keys]


class Doer(QObject):
    """Does one thing after the other; what is asked for while something long is under way waits for its turn.

    What the user changes meanwhile in another way stays: an edit is then planned anew, and an undo of something that is
    no longer the last is given up.
    """

    failed = Signal(Exception)
    given_up = Signal(str)

    def __init__(self, inspection: Inspection, parent: QObject) -> None:
        super().__init__(parent)
        self.worker = Worker(self)
        self.worker.failed.connect(self._fail)
        self._inspection = inspection
        self._waiting: list[tuple[Begin, Done | None]] = []

    @property
    def is_editing(self) -> bool:
        """Whether anything is under way, or waits, that changes more than the order of the rows."""
        return any(done is not None for _, done in self._waiting)

    def apply(self, rows: int, plan: Plan, done: Done = lambda edit: None) -> None:
        """Make the edit that a plan makes of the open pair; rows: how many it is about. `done` is told what it was."""
        if rows > _AT_ONCE or self._waiting:
            self._wait(lambda: edit_task(self._inspection.state, plan), done)
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
            self._wait(lambda: sort_task(self._inspection.state, how(self._inspection.state.keys)), None)

    def undo(self) -> None:
        """Take the last deed back, and go to the row that it was about."""
        self._step("undo", self._inspection.undo)

    def redo(self) -> None:
        """Do the last undone deed again, and go to the row that it is about."""
        self._step("redo", self._inspection.redo)

    def cancel(self) -> None:
        """Drop what is under way and what waits behind it; nothing of it is done."""
        self._waiting.clear()
        self.worker.cancel()

    def _step(self, way: Way, at_once: Callable[[], list[int]]) -> None:
        step = self._inspection.step(way)
        if self._waiting or (step is not None and step.weight > _AT_ONCE):
            self._wait(partial(self._begin_step, way), self._go_to)
            return
        try:
            changed = at_once()
        except InputError as error:  # the rule in force refuses the files as they were before a repair
            self.failed.emit(error)
            return
        if changed:
            self._inspection.go_to(changed[0])

    def _begin_step(self, way: Way) -> Task[Ahead] | None:
        step = self._inspection.step(way)
        return None if step is None else step_task(self._inspection.state, step, way)

    def _wait(self, begin: Begin, done: Done | None) -> None:
        self._waiting.append((begin, done))
        if not self.worker.is_busy:
            self._work()

    def _work(self) -> None:
        while self._waiting:
            task = self._waiting[0][0]()
            if task is not None:
                self.worker.start(task, self._adopt)
                return
            self._waiting.pop(0)

    def _adopt(self, ahead: Ahead) -> None:
        if self._inspection.go(ahead, origin=self):
            _, done = self._waiting.pop(0)
            if done is not None:
                done(ahead.edit)
        elif ahead.seen.pair is not self._inspection.state.pair:
            if self.is_editing:
                self.given_up.emit("An edit was given up: its files were read anew or closed meanwhile")
            self._waiting.clear()
        elif ahead.step is not None and ahead.way != "do" and self._inspection.step(ahead.way) is not ahead.step:
            self._waiting.pop(0)
            self.given_up.emit(f"The {ahead.way} was given up: something else was edited meanwhile")
        self._work()

    def _go_to(self, edit: Edit) -> None:
        if len(edit.rows):
            self._inspection.go_to(int(edit.rows[0]))

    def _fail(self, error: Exception) -> None:
        self._waiting.clear()
        self.failed.emit(error)
