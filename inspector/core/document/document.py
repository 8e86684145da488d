"""The open document: its state and history, and the one way in which a change gets into them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from inspector.core.arrays.types import Ints
from inspector.core.document import transition
from inspector.core.document.change import Change, Kind
from inspector.core.document.history import History, StateSwap
from inspector.core.document.save import Saved
from inspector.core.document.state import State
from inspector.core.document.transition import Transition
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.rows.media import ImageSource
from inspector.core.task import Task


class Document:
    """Holds the state, the history and the current row; commits transitions and notifies the observers."""

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

    def load(self, state: State) -> None:
        """Open a pair that was read and scored; discards the previous pair and its history."""
        self._replace(state, History())

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
