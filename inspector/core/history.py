"""What was done and can be undone. Knows rows and lists, not what they mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.core.edits import Edit
from inspector.core.ragged import Ragged


@dataclass(frozen=True, eq=False)
class Deed:
    """An edit together with the lists that it replaced: all that undo and redo need."""

    edit: Edit
    before: Ragged

    @property
    def inverse(self) -> Edit:
        """The edit that puts the replaced lists back."""
        return Edit(self.edit.rows, self.before, self.edit.name)


@dataclass
class History:
    """The deeds done, the deeds undone since, and which of them the last save contains."""

    done: list[Deed] = field(default_factory=list)
    undone: list[Deed] = field(default_factory=list)
    _saved: Deed | None = None

    def add(self, deed: Deed) -> None:
        """A new deed; what was undone before it can no longer be redone."""
        self.done.append(deed)
        self.undone.clear()

    def step_back(self) -> Deed:
        """Move the last deed to the undone ones and return it. Raises IndexError when nothing is done."""
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def step_forward(self) -> Deed:
        """Move the last undone deed back to the done ones and return it. Raises IndexError when nothing is undone."""
        self.done.append(self.undone.pop())
        return self.done[-1]

    def mark_saved(self) -> None:
        """What is done now is what the file on disk holds."""
        self._saved = self._last

    @property
    def is_saved(self) -> bool:
        """Whether nothing was done or undone since the last save, or since loading."""
        return self._saved is self._last

    @property
    def _last(self) -> Deed | None:
        return self.done[-1] if self.done else None
