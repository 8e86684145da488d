"""The task that saves the submission with its edits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector.core import files
from inspector.core.data.edits import Overlay
from inspector.core.document.history import Step
from inspector.core.files import Pair
from inspector.core.task import Task


@dataclass(frozen=True, eq=False)
class Saved:
    """A finished save: the pair, the last step it contains or None, and the file."""

    pair: Pair
    step: Step | None
    path: Path


def save_task(pair: Pair, edits: Overlay, step: Step | None, path: Path, *, overwrite: bool = False) -> Task[Saved]:
    """Write the submission with its edits, of which `step` is the last.

    Raises InputError; an existing file then stays unchanged.
    """
    yield from files.save(pair, edits.rows, edits.predictions, path, overwrite=overwrite)
    return Saved(pair, step, path)
