"""Changing which rows are shown: updates of the filter are gathered and go through the edit queue, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from inspector.core.arrays.types import Ints
from inspector.core.document.transition import Transition, find_task
from inspector.core.query import Clause, narrowed
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.signals import DocumentSignals

Clauses: TypeAlias = tuple[Clause, ...]
Update: TypeAlias = Callable[[Clauses], Clauses]
Done: TypeAlias = Callable[[], None]
Refused: TypeAlias = Callable[[Exception], None]
# How a change of the filter is queued: the update, and what to call when it is done, fails, or is dropped.
Enqueue: TypeAlias = Callable[
    [Update, Callable[[Transition], object], Callable[[Exception], object], Callable[[], object]], None
]


class FilterController(QObject):
    """Turns the clauses in force into others. Updates that come while one is computed are applied together after it."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, enqueue: Enqueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection, self._enqueue = signals.inspection, enqueue
        self._pending: list[tuple[Update, Done, Refused]] = []
        self._taken = 0
        self._is_queued = False
        self._finder = TaskRunner(self, signals.closing)
        self._finder.failed.connect(self.failed)
        signals.loaded.connect(self._finder.cancel)

    def narrow(self, clause: Clause) -> None:
        """Add a clause, in place of the one of its source."""
        self.update(lambda clauses: narrowed(clauses, clause))

    def clear(self) -> None:
        """Show every row again."""
        self.update(lambda clauses: ())

    def update(self, how: Update, done: Done = lambda: None, refused: Refused | None = None) -> None:
        """Put other clauses in force; `done` is called when their rows are shown, `refused` when one cannot be used,
        which is otherwise told by `failed`.
        """
        if self._inspection.is_open:
            self._pending.append((how, done, refused or self.failed.emit))
            self._submit()

    def find(self, text: str, done: Callable[[Ints], None]) -> None:
        """Hand the positions among the shown rows whose texts contain a text to `done`; int64, ascending."""
        state, generation = self._inspection.state, self._inspection.generation

        def tell(positions: Ints) -> None:
            if self._inspection.generation == generation:
                done(positions)
            else:
                self.find(text, done)

        self._finder.run("filter", len(state.evaluation.table), find_task(state, text), tell)

    def _submit(self, most: int | None = None) -> None:
        """Queue the pending updates, or the first ones of them, as one change."""
        if self._pending and not self._is_queued:
            self._is_queued = True
            self._enqueue(lambda clauses: self._take(clauses, most), self._finish, self._fail, self._forget)

    def _take(self, clauses: Clauses, most: int | None) -> Clauses:
        updates = self._pending[:most]
        self._taken = len(updates)
        return reduce(lambda now, update: update[0](now), updates, clauses)

    def _finish(self, change: Transition) -> None:
        for _, done, _ in self._release():
            done()
        self._submit()

    def _fail(self, error: Exception) -> None:
        """Of several that cannot be used together some can be used alone."""
        if self._taken > 1:
            self._is_queued = False
            self._submit(1)
            return
        for _, _, refused in self._release():
            refused(error)
        self._submit()

    def _release(self) -> list[tuple[Update, Done, Refused]]:
        released, self._pending = self._pending[: self._taken], self._pending[self._taken :]
        self._is_queued = False
        return released

    def _forget(self) -> None:
        """The change was cancelled, or was meant for a pair that is no longer open."""
        self._pending.clear()
        self._is_queued = False
