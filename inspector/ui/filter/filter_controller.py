"""Changing what is shown: at once where that is quick, beside the UI thread where there are many rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from inspector.core.arrays.types import Ints
from inspector.core.data.order import Filter
from inspector.core.errors import InputError
from inspector.core.query import Clause, narrowed
from inspector.core.query.task import filter_task, find_task
from inspector.core.task import drain
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker

Clauses: TypeAlias = tuple[Clause, ...]
Turn: TypeAlias = Callable[[Clauses], Clauses]
Done: TypeAlias = Callable[[], None]
Refused: TypeAlias = Callable[[Exception], None]

_MANY = 100_000


class FilterController(QObject):
    """Turns the clauses in force into others. Turns that come while one is being worked on are not lost."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection = signals.inspection
        self._waiting: list[tuple[Turn, Done, Refused]] = []
        self._taken = 0
        self._worker, self._finder = Worker(self), Worker(self)
        self._worker.failed.connect(self._fail)
        self._finder.failed.connect(self.failed)
        signals.loaded.connect(self._forget)

    def narrow(self, clause: Clause) -> None:
        """Add a clause, in place of the one of its source."""
        self.turn(lambda clauses: narrowed(clauses, clause))

    def clear(self) -> None:
        """Show every row again."""
        self.turn(lambda clauses: ())

    def turn(self, how: Turn, done: Done = lambda: None, refused: Refused | None = None) -> None:
        """Put other clauses in force; `done` is called when their rows are shown, `refused` when one cannot be used,
        which else is told by `failed`.
        """
        if self._inspection.is_open:
            self._waiting.append((how, done, refused or self.failed.emit))
            self._work()

    def find(self, text: str, done: Callable[[Ints], None]) -> None:
        """Hand the places among the shown rows whose texts contain a text to `done`; int64, ascending."""
        state = self._inspection.state
        order = state.order

        def tell(places: Ints) -> None:
            if self._inspection.state.order is order:
                done(places)
            else:
                self.find(text, done)

        if len(state.table) > _MANY:
            self._finder.start(find_task(state, text), tell)
        else:
            done(drain(find_task(state, text)))

    def close(self) -> None:
        """Drop what is being worked on and wait for its end."""
        self._forget()
        self._worker.close()
        self._finder.close()

    def _work(self, most: int | None = None) -> None:
        """Take the turns that wait, or the first ones of them, as one."""
        state, turns = self._inspection.state, self._waiting[:most]
        self._taken = len(turns)
        clauses = reduce(lambda now, turn: turn[0](now), turns, state.clauses)
        seen = (state, state.overlay, state.clauses)
        task = filter_task(state, clauses)
        if len(state.table) > _MANY:
            self._worker.start(task, lambda shown: self._adopt(seen, clauses, shown))
            return
        try:
            shown = drain(task)
        except InputError as error:
            self._fail(error)
        else:
            self._adopt(seen, clauses, shown)

    def _adopt(self, seen: tuple[object, ...], clauses: Clauses, shown: Filter | None) -> None:
        state = self._inspection.state
        now = (state, state.overlay, state.clauses)
        if any(old is not new for old, new in zip(seen, now, strict=True)):
            self._work(self._taken)
            return
        turns = self._take()
        self._inspection.show(clauses, shown, origin=self)
        for _, done, _ in turns:
            done()
        self._go_on()

    def _fail(self, error: Exception) -> None:
        """Of several that cannot be used together some can be used alone."""
        if self._taken > 1:
            self._work(1)
            return
        for _, _, refused in self._take():
            refused(error)
        self._go_on()

    def _take(self) -> list[tuple[Turn, Done, Refused]]:
        turns = self._waiting[: self._taken]
        del self._waiting[: self._taken]
        return turns

    def _go_on(self) -> None:
        if self._waiting and not self._worker.is_busy:
            self._work()

    def _forget(self) -> None:
        """What was asked of the pair before is no longer wanted."""
        self._waiting.clear()
        self._worker.cancel()
        self._finder.cancel()
