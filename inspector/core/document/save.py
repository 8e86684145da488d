"""The long work of writing what is open into a file: the submission with its edits. Changes nothing of what is open."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from pathlib import Path

from inspector.core import files
from inspector.core.document.history import Step
from inspector.core.document.state import State
from inspector.core.files import Pair
from inspector.core.task import Task


@dataclass(frozen=True, eq=False)
class Saved:
    """What was written: of which pair, up to which step (None: without any), and to which file."""

    pair: Pair
    step: Step | None
    path: Path


def save_task(state: State, step: Step | None, path: Path, *, overwrite: bool = False) -> Task[Saved]:
    """Write the submission with its edits as they are now, of which `step` is the last.

    Raises InputError, and loses nothing, when that cannot be done.
    """
    return _saved(copy(state), step, path, overwrite)


def _saved(state: State, step: Step | None, path: Path, overwrite: bool) -> Task[Saved]:
    edits = state.overlay
    yield from files.save(state.pair, edits.rows, edits.predictions, path, overwrite=overwrite)
    return Saved(state.pair, step, path)
