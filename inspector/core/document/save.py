"""Saving as a task: the submission with its edits into a file. Changes nothing of what is open."""

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
    """What was written: of which pair, up to which step (None: without any), and to which file."""

    pair: Pair
    step: Step | None
    path: Path


def save_task(pair: Pair, edits: Overlay, step: Step | None, path: Path, *, overwrite: bool = False) -> Task[Saved]:
    """Write the submission with its edits, of which `step` is the last.

    Raises InputError, and loses nothing, when that cannot be done.
    """
    yield from files.save(pair, edits.rows, edits.predictions, path, overwrite=overwrite)
    return Saved(pair, step, path)
