"""The undo and redo history: steps that lead from one state to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class EditStep:
    """An edit with the lists that it replaced, as needed for undo and redo."""

    edit: Edit
    before: Ragged

    @property
    def name(self) -> str:
        """The name for the undo menu."""
        return self.edit.name

    @property
    def size(self) -> int:
        """The number of affected rows."""
        return len(self.edit.rows)

    def in_direction(self, direction: Direction) -> Edit:
        """The edit to apply: for undo, one that restores the replaced lists."""
        return Edit(self.edit.rows, self.before, self.edit.name) if direction == "undo" else self.edit


@dataclass(eq=False)
class StateSwap:
    """Swaps the evaluation for that of a repaired submission. other: the one not in use."""

    name: str
    other: Evaluation

    @property
    def size(self) -> int:
        """The number of affected rows: all."""
        return len(self.other.table)


Step: TypeAlias = EditStep | StateSwap
Direction: TypeAlias = Literal["do", "undo", "redo"]


@dataclass
class History:
    """The steps done, the steps undone since, and the last step that is saved.

    was_saved: whether it was read from somewhere or saved once; generated predictions are lost without a first save.
    """

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    _saved: Step | None = None
    was_saved: bool = True

    def move(self, step: Step, direction: Direction) -> None:
        """Record a step as done, undone or redone. A new step clears the redo list."""
        match direction:
            case "do":
                self.done.append(step)
                self.undone.clear()
            case "undo":
                self.undone.append(self.done.pop())
            case "redo":
                self.done.append(self.undone.pop())

    def next(self, direction: Direction) -> Step | None:
        """The step to undo or redo; None when there is none, or for "do"."""
        steps = {"undo": self.done, "redo": self.undone}.get(direction)
        return steps[-1] if steps else None

    def mark_saved(self, step: Step | None) -> None:
        """Mark the steps up to this one as saved; None for no step."""
        self._saved, self.was_saved = step, True

    @property
    def is_saved(self) -> bool:
        """Whether there is no change since the last save, or since loading."""
        return self.was_saved and self._saved is self.last

    @property
    def may_equal_saved(self) -> bool:
        """Whether edits alone, no repair, lie between what is saved and what there is now."""
        return self.was_saved and not any(isinstance(step, StateSwap) for step in (*self.done, *self.undone))

    @property
    def unsaved_words(self) -> str:
        """What is not saved, behind the name of the submission."""
        return "has edits that are not saved" if self.was_saved else "was never saved"

    @property
    def edits(self) -> tuple[list[Edit], list[Edit]]:
        """The edits since the last StateSwap, oldest first: those done, and those that can be redone."""
        return _edits(self.done)[::-1], _edits(self.undone)

    @property
    def unsaved_steps(self) -> list[EditStep]:
        """The edits since the last save and the last StateSwap, oldest first; none where the saved step is undone."""
        found = list[EditStep]()
        for step in reversed(self.done):
            if step is self._saved or isinstance(step, StateSwap):
                return found[::-1]
            found.append(step)
        return found[::-1] if self._saved is None else []

    @property
    def last(self) -> Step | None:
        """The last step done, or None."""
        return self.done[-1] if self.done else None

    @property
    def newest(self) -> Step | None:
        """The newest step, also where it is undone; None where there is none."""
        return self.undone[0] if self.undone else self.last


def _edits(steps: Sequence[Step]) -> list[Edit]:
    """The edits from the last step back to the last StateSwap."""
    edits = list[Edit]()
    for step in reversed(steps):
        if isinstance(step, StateSwap):
            break
        edits.append(step.edit)
    return edits
