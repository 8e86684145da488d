"""Controller of the filter: collects updates and sends them through the change queue, one change at a time."""

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
# Queues a change of the filter: the update, then callbacks for done, failed and dropped.
Enqueue: TypeAlias = Callable[
    [Update, Callable[[Transition], object], Callable[[Exception], object], Callable[[], object]], None
]


class FilterController(QObject):
    """Updates the active clauses. Updates that arrive while one is computed are applied together after it."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, enqueue: Enqueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection, self._enqueue = signals.inspection, enqueue
        self._pending: list[tuple[Update, Done, Refused]] = []
        self._applied = 0
        self._is_queued = False
        self._finder = TaskRunner(self, signals.closing)
        self._finder.failed.connect(self.failed)
        signals.loaded.connect(self._finder.cancel)

    def narrow(self, clause: Clause) -> None:
        """Add a clause; it replaces the one with the same source."""
        self.update(lambda clauses: narrowed(clauses, clause))

    def clear(self) -> None:
        """Show all rows."""
        self.update(lambda clauses: ())

    def update(self, how: Update, done: Done = lambda: None, refused: Refused | None = None) -> None:
        """Queue an update of the clauses; `done` is called when their rows are shown, `refused` when one is invalid
        (default: emit `failed`).
        """
        if self._inspection.is_open:
            self._pending.append((how, done, refused or self.failed.emit))
            self._submit()

    def find(self, text: str, done: Callable[[Ints], None]) -> None:
        """Call `done` with the positions in the sorted view, int64 ascending, of the rows that contain a text."""
        state, generation = self._inspection.state, self._inspection.generation

        def report(positions: Ints) -> None:
            if self._inspection.generation == generation:
                done(positions)
            else:
                self.find(text, done)

        self._finder.run("filter", len(state.evaluation.table), find_task(state, text), report)

    def _submit(self, most: int | None = None) -> None:
        """Queue all pending updates, or the first `most`, as one change."""
        if self._pending and not self._is_queued:
            self._is_queued = True
            self._enqueue(lambda clauses: self._apply(clauses, most), self._finish, self._fail, self._drop)

    def _apply(self, clauses: Clauses, most: int | None) -> Clauses:
        updates = self._pending[:most]
        self._applied = len(updates)
        return reduce(lambda now, update: update[0](now), updates, clauses)

    def _finish(self, transition: Transition) -> None:
        for _, done, _ in self._release():
            done()
        self._submit()

    def _fail(self, error: Exception) -> None:
        """Retry several failed updates one by one, because only some of them may be invalid."""
        if self._applied > 1:
            self._is_queued = False
            self._submit(1)
            return
        for _, _, refused in self._release():
            refused(error)
        self._submit()

    def _release(self) -> list[tuple[Update, Done, Refused]]:
        released, self._pending = self._pending[: self._applied], self._pending[self._applied :]
        self._is_queued = False
        return released

    def _drop(self) -> None:
        """Drop the pending updates: the change was cancelled, or its pair was closed."""
        self._pending.clear()
        self._is_queued = False
