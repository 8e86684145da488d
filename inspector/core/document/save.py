"""The task that saves the submission with its edits."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict, Unpack

from inspector.core.arrays.cancel import cancel_scope
from inspector.core.data.edits import Overlay
from inspector.core.document.history import Step
from inspector.core.files.io.changed import stamp_of
from inspector.core.files.io.target import Inputs, Obstacle
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair
from inspector.core.files.read_back import options_to_reopen
from inspector.core.files.save import save
from inspector.core.task import Task


class Permission(TypedDict, total=False):
    """overwrite: whether an existing file may be replaced; despite: what the user has agreed to."""

    overwrite: bool
    despite: Collection[Obstacle]


@dataclass(frozen=True, eq=False)
class Saved:
    """A finished save.

    edits: those in the file; step: the last of them, or None; stamp: what identifies the content of the file; options:
    with which the file is read as it was edited, None where there are none.
    """

    pair: Pair
    edits: Overlay
    step: Step | None
    path: Path
    stamp: tuple[int, ...]
    options: Options | None

    def is_at(self, status: os.stat_result) -> bool:
        """Whether this is the status of the file, or of what has its name now."""
        known = {self.stamp[:2]}
        with contextlib.suppress(OSError):
            known.add(stamp_of(self.path.stat())[:2])
        return stamp_of(status)[:2] in known

    @property
    def is_replaced(self) -> bool:
        """Whether another program has replaced or modified the file."""
        try:
            return stamp_of(self.path.stat()) != self.stamp
        except OSError:
            return False

    @property
    def repaired(self) -> str:
        """Which repairs the file has; "" for none."""
        fixes = self.pair.options.submission_fixes
        return f"It has the repair{'' if len(fixes) == 1 else 's'} {', '.join(fixes)}" if fixes else ""

    @property
    def remark(self) -> str:
        """What to mind when the file is opened again; "" if it is read like the pair."""
        if self.options is None:
            return "Opened again, it will be read otherwise: with the edits, its cells look like those of another form"
        given = self.pair.options.as_dict
        new = {name: value for name, value in self.options.as_dict.items() if given.get(name) != value}
        more = shlex.join(Options.of({**new, "fixes": ()}).arguments)
        return more and f"To be read like here, it needs {more}"


def options_now(pair: Pair, saved: Saved | None) -> Options:
    """The options with which the files of a pair are read as it was; a file that was saved includes its repairs."""
    if saved is None:
        return pair.options
    return replace(saved.options or pair.options, fixes=pair.options.truth_fixes)


def save_task(
    pair: Pair, edits: Overlay, step: Step | None, path: Path, inputs: Inputs, **permission: Unpack[Permission]
) -> Task[Saved]:
    """Write the submission with its edits, of which `step` is the last, but over none of the other `inputs`.

    Raises InputError; an existing file then stays unchanged.
    """
    yield from save(pair, edits.rows, edits.predictions, path, inputs, **permission)
    stamp = stamp_of(path.stat())
    with cancel_scope(lambda: True):  # the file is in place, so that the save cannot be cancelled any more
        return Saved(pair, edits, step, path, stamp, options_to_reopen(pair, edits, path))
