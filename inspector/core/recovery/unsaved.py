"""Unsaved edits left by a crash: finds their journals and reads them.

Journals are untrusted: their content never causes an error for the user.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from inspector.core.edits.replay import Edits, Lines
from inspector.core.errors import InputError
from inspector.core.files.options import Options
from inspector.core.metrics import parse
from inspector.core.path import located
from inspector.core.recovery.journal import FORMAT, Stamp, sheet_beside, typed_line
from inspector.core.recovery.session import Session, path_of
from inspector.core.task import Progress, Task

# Limits on reading a journal; those of this program stay far below.
_MAX_BYTES, _MAX_LINE = 1 << 31, 1 << 24
_STEP = 2000
_TYPED = "typed"
_MIN_DRAFT_AGE = 3600.0
# Parse integers as floats, so that -0 keeps its sign and long integers are cheap.
_JSON = json.JSONDecoder(parse_int=float)


@dataclass(frozen=True, eq=False)
class UnsavedEdits:
    """Unsaved edits. truth, submission: the files they apply to; opened: the submission as opened; metric: as text,
    empty if unknown; options: how the files were read; when: the last write; generated: the name of a submission that
    no other file holds, which is kept beside the journal; None for one with a file; session: what was open beside it,
    None if unknown; typed: texts by id that were typed and not applied.
    """

    path: Path
    truth: Stamp
    submission: Stamp
    opened: Path
    metric: str
    options: Options
    generated: str | None
    session: Session | None
    when: datetime
    edits: Edits
    typed: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name of the submission: that of its file, or its own."""
        return self.submission.path.name if self.generated is None else self.generated

    @cached_property
    def changes(self) -> tuple[str, str]:
        """What became of the truth and of the submission since, as `Stamp.change` has it."""
        return self.truth.change, self.submission.change

    @property
    def exists(self) -> bool:
        """Whether the journal still exists: another window may have handled it."""
        return self.path.is_file()

    def applies_to(self, truth: Path, submission: Path) -> bool:
        """Whether the edits apply to this pair."""
        return self.is_beside(truth) and located(submission) == located(self.submission.path)

    def is_beside(self, truth: Path) -> bool:
        """Whether the edits are of a submission of this truth."""
        return located(truth) == located(self.truth.path)

    def is_relevant_to(self, truth: Path, submission: Path) -> bool:
        """Whether the edits are of interest when this pair is opened."""
        opened = self.submission.path, self.opened
        return self.is_beside(truth) and located(submission) in map(located, opened)

    def discard(self, *, but: Collection[str] = (), typed: Collection[str] = ()) -> None:
        """Delete the journal, or leave only the edits of some ids in it, and the typed texts of others."""
        with contextlib.suppress(OSError):
            if not but and not typed:
                self.path.unlink()
                if self.generated is not None:
                    self.submission.path.unlink()
                return
            with _locked(self.path) as file:
                _keep_only(self.path, file, but, {id_: self.typed[id_] for id_ in typed})


def _keep_only(path: Path, file: BinaryIO, ids: Collection[str], typed: Mapping[str, str]) -> None:
    """Replace a journal by one with the lines of these ids, byte for byte, and these typed texts. Raises OSError."""
    status, draft = os.fstat(file.fileno()), path.with_name(f".{path.name}")
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(number, "wb") as new:
        fcntl.flock(new, fcntl.LOCK_EX | fcntl.LOCK_NB)
        new.writelines(line for line in _bounded_lines(file) if _is_of(_parsed(line), ids))
        new.write(typed_line(typed) if typed else b"")
        new.flush()
        os.utime(new.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))
        os.fsync(new.fileno())
        draft.rename(path)


def _is_of(content: Any, ids: Collection[str]) -> bool:
    """Whether a line is a header, or of a row with one of these ids."""
    return (isinstance(content, dict) and _TYPED not in content) or (
        isinstance(content, list) and bool(content) and content[0] in ids
    )


def journals_in(folder: Path) -> list[Path]:
    """The journals in a folder, including those of running programs; empty if it cannot be read."""
    with contextlib.suppress(OSError):
        return sorted(path for path in folder.iterdir() if path.name.endswith(".jsonl"))
    return []


def find_unsaved(folder: Path) -> Task[list[UnsavedEdits]]:
    """The unsaved edits of programs that no longer run, newest first."""
    found_edits = []
    for path in journals_in(folder):
        with contextlib.suppress(OSError), _locked(path) as file:
            if path.name.startswith("."):
                _remove_old(path)
                continue
            unsaved = yield from _read(path, file)
            if unsaved is not None and not len(unsaved.edits) and not unsaved.typed and not _is_kept(unsaved):
                path.unlink()
            elif unsaved is not None:
                found_edits.append(unsaved)
    _remove_lone_sheets(folder)
    return sorted(found_edits, key=lambda unsaved: unsaved.when, reverse=True)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """Open and lock a journal. Raises OSError if a running program holds it, or if it is not a regular file."""
    # O_NONBLOCK: opening a pipe must not block.
    number = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(number, "rb") as file:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        opened, current = os.fstat(number), path.stat()
        # Its program may have replaced it between opening and locking.
        if not stat.S_ISREG(opened.st_mode) or opened.st_ino != current.st_ino:
            raise OSError
        yield file


def _remove_old(path: Path) -> None:
    """Remove what a crash left while a journal was written, unless it is recent and may still be in use."""
    if time.time() - path.lstat().st_mtime > _MIN_DRAFT_AGE:
        path.unlink()


def _is_kept(unsaved: UnsavedEdits) -> bool:
    """Whether the journal is of a submission that is kept beside it, which would be lost without it."""
    return unsaved.generated is not None and unsaved.submission.path.is_file()


def _remove_lone_sheets(folder: Path) -> None:
    """Remove submissions that were kept for journals that are gone."""
    with contextlib.suppress(OSError):
        for path in folder.glob("*.parquet"):
            if not path.with_suffix(".jsonl").exists():
                _remove_old(path)


def _read(path: Path, file: BinaryIO) -> Task[UnsavedEdits | None]:
    """The readable content of a journal; None if it is not one."""
    head, lines, typed = _head(_parsed(file.readline(_MAX_LINE)), path), Lines(), dict[str, str]()
    if head is None:
        return None
    for number, line in enumerate(_bounded_lines(file)):
        content = _parsed(line)
        if isinstance(content, dict):
            head, typed = _head(content, path) or head, _typed(content, typed)
        else:
            with contextlib.suppress(ValueError, TypeError, OverflowError):
                lines.add(content)
        if number % _STEP == 0:
            yield Progress(0.0, "Looking for edits that were not saved")
    when = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime)
    return UnsavedEdits(path, *head, when, lines.edits(), typed)


def _bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, skipping those longer than _MAX_LINE, up to _MAX_BYTES."""
    at_start = True
    while file.tell() < _MAX_BYTES and (line := file.readline(_MAX_LINE)):
        ends = line.endswith(b"\n")
        if at_start and (ends or len(line) < _MAX_LINE):
            yield line
        at_start = ends


def _parsed(line: bytes) -> Any:
    """Parse a line of JSON; None if it is invalid."""
    try:
        return _JSON.decode(line.decode())
    except (ValueError, RecursionError):
        return None


Head: TypeAlias = tuple[Stamp, Stamp, Path, str, Options, str | None, Session | None]


def _head(content: Any, journal: Path) -> Head | None:
    """Parse the header: truth, submission, the opened submission, metric, options, the name of a submission that is
    kept beside the journal, and what was open beside it; None if invalid."""
    try:
        if any(content[key] != value for key, value in FORMAT.items()):
            return None
        truth, submission = _stamp(content["truth"]), _stamp(content["submission"])
        options, generated = Options.of(content.get("options", {})), content.get("generated")
        if generated is not None:
            generated, submission = str(generated), replace(submission, path=sheet_beside(journal).absolute())
        session = Session.of(content.get("session"))
        opened, metric = path_of(content["opened"]), _metric(content["metric"])
        return truth, submission, opened, metric, options, generated, session
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None


def _typed(content: Any, before: dict[str, str]) -> dict[str, str]:
    """The typed texts of a line that has some; those before for another line."""
    found = content.get(_TYPED)
    if not isinstance(found, dict):
        return before
    return {id_: text for id_, text in found.items() if isinstance(text, str)}


def _stamp(content: Any) -> Stamp:
    return Stamp(path_of(content["path"]), int(content["size"]), int(content["modified"]))


def _metric(text: Any) -> str:
    """The text of a metric, empty if it is unknown."""
    try:
        return str(parse(text))
    except InputError:
        return ""
