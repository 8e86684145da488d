"""Edits that a crash left behind: finding their journals and reading what can be read. A journal is trusted with
nothing: whatever is in it, no error reaches the user.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from inspector.core.document.replay import Edits, Lines
from inspector.core.errors import InputError
from inspector.core.files import Options
from inspector.core.metrics import parse
from inspector.core.recovery.journal import FORMAT, Stamp
from inspector.core.task import Progress, Task

# What a journal may cost to read; one that this program wrote stays far below.
_MOST_BYTES, _MOST_LINE = 1 << 31, 1 << 24
_STEP = 2000
_OLD = 3600.0
# Every number is a float, so that -0 keeps its sign and none can be too long.
_JSON = json.JSONDecoder(parse_int=float)


@dataclass(frozen=True, eq=False)
class UnsavedEdits:
    """Edits that were not saved. truth, submission: the files they lie on; opened: the submission that was opened;
    metric: its text, empty when it is none; options: how the files were read; when: the last write.
    """

    path: Path
    truth: Stamp
    submission: Stamp
    opened: Path
    metric: str
    options: Options
    when: datetime
    edits: Edits

    @cached_property
    def stale(self) -> bool:
        """Whether one of the files has changed since."""
        return self.truth.is_stale or self.submission.is_stale

    @property
    def is_there(self) -> bool:
        """Whether nobody else has dealt with it."""
        return self.path.is_file()

    def lies_on(self, truth: Path, submission: Path) -> bool:
        """Whether the edits can be laid over this pair."""
        return (truth.absolute(), submission.absolute()) == (self.truth.path, self.submission.path)

    def concerns(self, truth: Path, submission: Path) -> bool:
        """Whether somebody who opens this pair misses these edits."""
        return self.lies_on(truth, submission) or (truth.absolute(), submission.absolute()) == (
            self.truth.path,
            self.opened,
        )

    def discard(self) -> None:
        """Forget them for good."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def waiting(folder: Path) -> list[Path]:
    """The journals in a folder, those of running programs too; a folder that cannot be read has none."""
    with contextlib.suppress(OSError):
        return sorted(path for path in folder.iterdir() if path.name.endswith(".jsonl"))
    return []


def found(folder: Path) -> Task[list[UnsavedEdits]]:
    """The edits that programs left behind which no longer run, the newest first."""
    found_edits = []
    for path in waiting(folder):
        with contextlib.suppress(OSError), _claimed(path) as file:
            if path.name.startswith("."):
                _sweep(path, file)
                continue
            unsaved = yield from _read(path, file)
            if unsaved is not None and not len(unsaved.edits):
                path.unlink()
            elif unsaved is not None:
                found_edits.append(unsaved)
    return sorted(found_edits, key=lambda unsaved: unsaved.when, reverse=True)


@contextlib.contextmanager
def _claimed(path: Path) -> Iterator[BinaryIO]:
    """A journal that no running program holds. Raises OSError when one does, or when it is no plain file."""
    # Nothing that waits, such as a pipe, may be opened.
    number = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(number, "rb") as file:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        opened, there = os.fstat(number), path.stat()
        # Its program may have put a new one in its place between opening and locking.
        if not stat.S_ISREG(opened.st_mode) or opened.st_ino != there.st_ino:
            raise OSError
        yield file


def _sweep(path: Path, file: BinaryIO) -> None:
    """Remove what a crash in the middle of writing a journal anew left; a fresh one is about to be locked."""
    if time.time() - os.fstat(file.fileno()).st_mtime > _OLD:
        path.unlink()


def _read(path: Path, file: BinaryIO) -> Task[UnsavedEdits | None]:
    """A journal's content, as much as there is; None when it is not one."""
    head, lines = _head(_parsed(file.readline(_MOST_LINE))), Lines()
    if head is None:
        return None
    for number, line in enumerate(_tame(file)):
        content = _parsed(line)
        if isinstance(content, dict):
            head = _head(content) or head
        else:
            with contextlib.suppress(ValueError, TypeError, OverflowError):
                lines.add(content)
        if number % _STEP == 0:
            yield Progress(0.0, "Looking for edits that were not saved")
    when = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime)
    return UnsavedEdits(path, *head, when, lines.edits())


def _tame(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, without those of a length that no row has; not more than anybody would wait for."""
    begins = True
    while file.tell() < _MOST_BYTES and (line := file.readline(_MOST_LINE)):
        ends = line.endswith(b"\n")
        if begins and (ends or len(line) < _MOST_LINE):
            yield line
        begins = ends


def _parsed(line: bytes) -> Any:
    """A line of JSON, None when it is none."""
    try:
        return _JSON.decode(line.decode())
    except (ValueError, RecursionError):
        return None


def _head(content: Any) -> tuple[Stamp, Stamp, Path, str, Options] | None:
    """The two files, the submission that was opened, metric and options; None when these are of another version."""
    try:
        if any(content[key] != value for key, value in FORMAT.items()):
            return None
        truth, submission = _stamp(content["truth"]), _stamp(content["submission"])
        options = Options.of(content.get("options", {}))
        return truth, submission, _path(content["opened"]), _metric(content["metric"]), options
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None


def _stamp(content: Any) -> Stamp:
    return Stamp(_path(content["path"]), int(content["size"]), int(content["modified"]))


def _path(text: Any) -> Path:
    path = Path(text)
    if not path.is_absolute() or b"\0" in os.fsencode(path):
        raise ValueError
    return path


def _metric(text: Any) -> str:
    """A metric's text, empty when there is none of this name."""
    try:
        return str(parse(text))
    except InputError:
        return ""
