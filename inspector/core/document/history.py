"""What was done and can be undone. Knows that a deed leads from one state to another, not what is in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit

if TYPE_CHECKING:
    from inspector.core.document.state import State


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
    def weight(self) -> int:
        """How many rows it touches."""
        return len(self.edit.rows)

    @property
    def inverse(self) -> Edit:
        """The edit that puts the replaced lists back."""
        return Edit(self.edit.rows, self.before, self.edit.name)

    def undo(self, state: State) -> State:
        """Undo it."""
        state.adopt(self.inverse)
        return state

    def redo(self, state: State) -> State:
        """Do it again."""
        state.adopt(self.edit)
        return state


@dataclass(eq=False)
class StateSwap:
    """One reading of the submission in another's place. other: the state that is not the current one."""

    name: str
    other: State

    @property
    def weight(self) -> int:
        """How many rows it touches: all."""
        return len(self.other.table)

    def undo(self, state: State) -> State:
        """Take the other state, edits included, under the rule in force. Raises InputError when that refuses it."""
        taken, self.other = self.other.like(state), state
        return taken

    redo = undo


Step: TypeAlias = EditStep | StateSwap
Direction: TypeAlias = Literal["do", "undo", "redo", "sort"]


@dataclass
class History:
    """The deeds done, the deeds undone since, and which of them the last save contains."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    _saved: Step | None = None

    def add(self, deed: Step) -> None:
        """A new deed; what was undone before it can no longer be redone."""
        self.done.append(deed)
        self.undone.clear()

    def move(self, step: Step | None, way: Direction) -> None:
        """A step was done, undone or redone; None for something that the history does not know."""
        if step is not None and way == "do":
            self.add(step)
        elif step is not None:
            self.undo() if way == "undo" else self.redo()

    def undo(self) -> Step:
        """Move the last deed to the undone ones and return it. Raises IndexError when nothing is done."""
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def redo(self) -> Step:
        """Move the last undone deed back to the done ones and return it. Raises IndexError when nothing is undone."""
        self.done.append(self.undone.pop())
        return self.done[-1]

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


def _edits(deeds: Sequence[Step]) -> list[Edit]:
    """From the last deed down to where another reading was exchanged for this one."""
    own = list[Edit]()
    for deed in reversed(deeds):
        if isinstance(deed, StateSwap):
            break
        own.append(deed.edit)
    return own
