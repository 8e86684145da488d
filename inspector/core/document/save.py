"""The task that saves the submission with its edits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

from inspector.core import files
from inspector.core.data.edits import Overlay
from inspector.core.document.history import Step
from inspector.core.files import Inputs, Obstacle, Pair
from inspector.core.files.io.source import stamp_of
from inspector.core.task import Task


class Permission(TypedDict, total=False):
    """overwrite: whether an existing file may be replaced; despite: what the user has agreed to."""

    overwrite: bool
    despite: Collection[Obstacle]


@dataclass(frozen=True, eq=False)
class Saved:
    """A finished save: the pair, the last step it contains or None, and the file with what identifies its content."""

    pair: Pair
    step: Step | None
    path: Path
    stamp: tuple[int, ...]

    @property
    def is_replaced(self) -> bool:
        """Whether another program has replaced or modified the file."""
        try:
            return stamp_of(self.path.stat()) != self.stamp
        except OSError:
            return False


def save_task(
    pair: Pair, edits: Overlay, step: Step | None, path: Path, inputs: Inputs, **permission: Unpack[Permission]
) -> Task[Saved]:
    """Write the submission with its edits, of which `step` is the last, but over none of the other `inputs`.

    Raises InputError; an existing file then stays unchanged.
    """
    yield from files.save(pair, edits.rows, edits.predictions, path, inputs, **permission)
    return Saved(pair, step, path, stamp_of(path.stat()))
