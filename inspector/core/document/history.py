"""What was done and can be undone. Knows that a step leads from one state to another, not what is in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class EditStep:
    """An edit together with the lists that it replaced: all that undo and redo need."""

    edit: Edit
    before: Ragged

    @property
    def name(self) -> str:
        """What was done."""
        return self.edit.name

    @property
    def size(self) -> int:
        """How many rows it touches."""
        return len(self.edit.rows)

    def in_direction(self, direction: Direction) -> Edit:
        """The edit to make: for undo, the one that puts the replaced lists back."""
        return Edit(self.edit.rows, self.before, self.edit.name) if direction == "undo" else self.edit


@dataclass(eq=False)
class StateSwap:
    """Another reading of the submission, with its edits, in place of the current one. other: the one not in use."""

    name: str
    other: Evaluation

    @property
    def size(self) -> int:
        """How many rows it touches: all."""
        return len(self.other.table)


Step: TypeAlias = EditStep | StateSwap
Direction: TypeAlias = Literal["do", "undo", "redo"]


@dataclass
class History:
    """The steps that are done, those that were undone since, and which of them the last save contains."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    _saved: Step | None = None

    def move(self, step: Step, direction: Direction) -> None:
        """A step was done, undone or redone. A new one clears what could be redone."""
        match direction:
            case "do":
                self.done.append(step)
                self.undone.clear()
            case "undo":
                self.undone.append(self.done.pop())
            case "redo":
                self.done.append(self.undone.pop())

    def next(self, direction: Direction) -> Step | None:
        """The step that an undo or a redo would be about; None when there is none, as for a new step."""
        steps = {"undo": self.done, "redo": self.undone}.get(direction)
        return steps[-1] if steps else None

    def mark_saved(self, step: Step | None) -> None:
        """What is done up to a step, None for none, is what the file on disk holds."""
        self._saved = step

    @property
    def is_saved(self) -> bool:
        """Whether nothing was done or undone since the last save, or since loading."""
        return self._saved is self.last

    @property
    def edits(self) -> tuple[list[Edit], list[Edit]]:
        """The edits of this reading of the files, oldest first: those that are done, and those that can be redone."""
        return _edits(self.done)[::-1], _edits(self.undone)

    @property
    def last(self) -> Step | None:
        """The last step that is done, None when none is."""
        return self.done[-1] if self.done else None


def _edits(steps: Sequence[Step]) -> list[Edit]:
    """The edits from the last step back to where another reading was put in place."""
    own = list[Edit]()
    for step in reversed(steps):
        if isinstance(step, StateSwap):
            break
        own.append(step.edit)
    return own
