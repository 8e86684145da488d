"""One change in the queue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.document.history import Direction, EditStep
from inspector.core.document.transition import Transition
from inspector.core.task import Task

_VIEWS = ("sort", "filter", "further", "notes")


def no_callback(*args: object) -> None:
    """Default for an unused callback."""


@dataclass(frozen=True, eq=False)
class QueuedChange:
    """A queued change.

    begin(in_place): returns its task, None if there is nothing to do; work, rows: its size for the runner;
    done, dropped: called after commit or cancel; failed: called with the error, in place of the signal `failed`;
    direction: its effect on the history, None if it cannot be undone;
    is_typed: whether it is a prediction or a note that the user typed, which `cancel` keeps.
    """

    begin: Callable[[bool], Task[Transition] | None]
    work: str
    rows: int
    done: Callable[[Transition], object] = no_callback
    failed: Callable[[Exception], object] | None = None
    dropped: Callable[[], object] = no_callback
    direction: Direction | None = None
    is_typed: bool = False

    @property
    def needs_all_edits(self) -> bool:
        """Whether it must not find half of the edits undone, as while they are played: it is more than another view."""
        return self.work not in _VIEWS

    @property
    def leaves(self) -> bool:
        """Whether another submission, or another reading of it, is open after it."""
        return self.work in ("switch", "reload")

    @property
    def stays(self) -> bool:
        """Whether it is about what the user saw when it was asked for, so that it is made before that is left."""
        return self.direction is not None or self.is_typed


def place_of(queued: QueuedChange, waiting: Sequence[QueuedChange]) -> int:
    """Where a change goes among those that wait: last, or before the first that leaves what it is about."""
    places = [number for number, other in enumerate(waiting) if other.leaves and queued.stays]
    return places[0] if places else len(waiting)


def edit_of(transition: Transition) -> Edit:
    """The edit of a transition; an empty one if it is not an edit or changes nothing."""
    if not isinstance(transition.step, EditStep):
        return Edit(np.empty(0, np.int64), Ragged.empty(), "")
    return transition.step.edit
