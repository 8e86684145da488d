"""The journal: writes unsaved edits to disk while a pair is open, so that a crash loses almost nothing.

Format: JSON lines, first a header about the pair, then one line for each changed row; the last line of a row counts.
So does the last line of texts that were typed and are not applied, by id, and the last header.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Overlay
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.source import Source
from inspector.core.files.options import Options
from inspector.core.path import located
from inspector.core.recovery.kept_sheet import write_sheet
from inspector.core.recovery.row_lines import row_lines
from inspector.core.recovery.session import Session
from inspector.core.task import Progress, Task

FORMAT = {"format": "submission-inspector edits", "version": 1}
_SLICE = 1 << 14
# A journal is rewritten when it has _GROWTH times the necessary lines plus _SLACK.
_GROWTH, _SLACK = 4, 1000


@dataclass(frozen=True)
class Stamp:
    """A file with its size and modification time, to detect changes."""

    path: Path
    size: int
    modified: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """The current stamp of a file. Raises OSError if it does not exist."""
        status = path.stat()
        return cls(path, status.st_size, status.st_mtime_ns)

    @property
    def change(self) -> str:
        """What became of the file, in words: where only its time is another one, it `may have changed since`."""
        try:
            now = Stamp.of(self.path)
        except OSError:
            return "is gone"
        return "" if now == self else "may have changed since" if now.size == self.size else "has changed since"


@dataclass(frozen=True, eq=False)
class Base:
    """What edits apply to. truth, submission: the files; opened: the submission as opened, which differs after a save
    under a new name; options: how both are read; edits: those that are in the file already.

    A submission without a file is a sheet instead; is_lost: whether nothing else holds it, so that it is kept without
    edits, too.
    """

    truth: Stamp
    submission: Stamp | Sheet
    opened: Path | None
    options: Options
    edits: Overlay
    is_lost: bool = False

    @property
    def key(self) -> str:
        """Tells the files from others."""
        submission = self.submission.path if isinstance(self.submission, Stamp) else ""
        return hashlib.sha256(os.fsencode(self.truth.path) + b"\0" + os.fsencode(submission)).hexdigest()[:16]


class Journal:
    """The unsaved edits of an inspection on disk; there is no file while there are none.

    A submission without a file is kept beside its edits. The file stays locked while the program runs, also if a full
    disk has torn it, so that no other window takes it for that of a crash.
    """

    def __init__(self, folder: Path, base: Base, table: Table) -> None:
        # Process ids are reused, and a pair may be opened twice: the time makes the name unique.
        self.path = folder / f"{base.key}-{os.getpid()}-{time.time_ns():x}.jsonl"
        self._base, self._table = base, table
        self._submission = base.submission if isinstance(base.submission, Stamp) else None
        self._differs = np.zeros(len(table), bool)
        self._file: int | None = None
        self._lines = 0
        self._is_torn = False
        self._head_now = b""
        self._typed: Mapping[str, str] = {}

    @classmethod
    def of(
        cls, folder: Path, evaluation: Evaluation, saved_to: Path | None = None, options: Options | None = None
    ) -> Journal | None:
        """A journal of all edits, or of those after a save to `saved_to`, which is read with `options`.

        None for a truth without a file, which cannot be opened again.
        """
        truth, sheet = evaluation.pair.truth.sheet.source, evaluation.pair.submission.sheet
        if truth is None:
            return None
        opened = None if sheet.source is None else _stamp_of(sheet.source)
        options, base = options or evaluation.pair.options, Overlay.empty()
        submission: Stamp | Sheet = opened or sheet
        if saved_to is not None:  # a saved file includes its repairs
            options, base = replace(options, fixes=options.truth_fixes), evaluation.overlay
            try:
                submission = Stamp.of(located(saved_to))
            except OSError:  # deleted since the save
                return None
        is_lost = isinstance(submission, Sheet) and evaluation.pair.is_generated
        path = opened.path if opened else saved_to
        return cls(folder, Base(_stamp_of(truth), submission, path, options, base, is_lost), evaluation.table)

    def write(
        self,
        overlay: Overlay,
        metric: str,
        rows: Ints,
        name: str = "",
        typed: Mapping[str, str] | None = None,
        session: Session | None = None,
    ) -> Task[None]:
        """Update the file with these rows, int64, distinct, the metric, and the name of a submission without a file.

        typed: the texts that are typed and not applied, by id; session: what is open beside it.
        Raises InputError if it cannot be written; the next call, also without rows, then rewrites the whole file.
        """
        for part in _parts(rows):
            self._differs[part] = ~overlay.over(self._table, part).same(self._base.edits.over(self._table, part))
            yield Progress(0.0, "Keeping the edits")
        count = int(np.count_nonzero(self._differs))
        typed = typed or {}
        if not count and not typed and not self._base.is_lost:
            self.drop()
            return
        try:
            submission = yield from self._kept_submission()
            head = self._head(submission, metric, name, session)
            if self._file is None or self._is_torn or self._lines + len(rows) > _GROWTH * count + _SLACK:
                yield from self._renew(overlay, head + (typed_line(typed) if typed else b""))
            else:
                if head != self._head_now:
                    _put(self._file, head)
                    self._lines += 1
                if typed != self._typed:
                    _put(self._file, typed_line(typed))
                    self._lines += 1
                yield from self._append(self._file, overlay, rows)
        except OSError as error:
            self._is_torn = True
            hint = "Save often: unsaved edits would be lost if the program or the machine stopped"
            raise InputError(
                f"unsaved edits cannot be written: {error.strerror}", self.path.parent, hint=hint
            ) from None
        self._head_now, self._typed = head, {**typed}

    @property
    def is_on_disk(self) -> bool:
        """Whether there is something to keep, and a file that keeps it."""
        return self._file is not None

    def drop(self) -> None:
        """Remove the file: there are no unsaved edits."""
        if self._file is not None:
            self.path.unlink(missing_ok=True)
        self.close()
        if isinstance(self._base.submission, Sheet) and self._submission is not None:
            self._submission.path.unlink(missing_ok=True)
            self._submission = None
        self._lines, self._is_torn = 0, False

    def close(self) -> None:
        """Close the file, which releases the lock; it stays on disk."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def sync(self) -> Task[None]:
        """Sync the file and its folder to disk. Slow; in a thread, so that the window does not wait for the disk."""
        for path in (self.path, self.path.parent):
            yield Progress(0.5, "Keeping the edits")
            with contextlib.suppress(OSError):  # it may be gone; some file systems cannot sync folders
                file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                try:
                    os.fsync(file)
                finally:
                    os.close(file)

    def _kept_submission(self) -> Task[Stamp]:
        """The file of the submission, which is written first if there is none. Raises OSError."""
        if self._submission is None and isinstance(self._base.submission, Sheet):
            yield Progress(0.1, "Keeping the predictions")
            path = sheet_beside(self.path)
            write_sheet(self._base.submission, path)
            self._submission = Stamp.of(path)
        assert self._submission is not None  # noqa: S101
        return self._submission

    def _renew(self, overlay: Overlay, head: bytes) -> Task[None]:
        """Write a new file with only the necessary lines, then replace the old one atomically."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.path.with_name(f".{self.path.name}")
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _put(file, head)
            self._lines = 0
            yield from self._append(file, overlay, np.flatnonzero(self._differs))
            draft.rename(self.path)
        except BaseException:
            os.close(file)
            draft.unlink(missing_ok=True)
            raise
        self.close()
        self._file, self._is_torn = file, False

    def _append(self, file: int, overlay: Overlay, rows: Ints) -> Task[None]:
        for part in _parts(rows):
            lists, of_file = (edits.over(self._table, part) for edits in (overlay, self._base.edits))
            _put(file, row_lines(self._table, part, lists, self._differs[part], of_file))
            self._lines += len(part)
            yield Progress(0.5, "Keeping the edits")

    def _head(self, submission: Stamp, metric: str, name: str, session: Session | None = None) -> bytes:
        files = {
            what: {"path": str(stamp.path), "size": str(stamp.size), "modified": str(stamp.modified)}
            for what, stamp in (("truth", self._base.truth), ("submission", submission))
        }
        opened = str(self._base.opened or submission.path)
        other = {"opened": opened, "metric": metric, "options": self._base.options.as_dict}
        kept = {"generated": name} if isinstance(self._base.submission, Sheet) else {}
        beside = {"session": session.as_dict} if session else {}
        return json.dumps({**FORMAT, **files, **other, **kept, **beside}).encode() + b"\n"


def sheet_beside(journal: Path) -> Path:
    """The file of a submission that has no other one, beside its journal."""
    return journal.with_suffix(".parquet")


def _stamp_of(source: Source) -> Stamp:
    return Stamp(located(source.path), *source.stamp[-2:])


def _parts(rows: Ints) -> Iterator[Ints]:
    """The rows in pieces, each fast to write."""
    return (rows[low : low + _SLICE] for low in range(0, len(rows), _SLICE))


def typed_line(typed: Mapping[str, str]) -> bytes:
    """The line of typed texts by id."""
    return json.dumps({"typed": {**typed}}).encode() + b"\n"


def _put(file: int, data: bytes | memoryview) -> None:
    """Write all bytes unbuffered."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]
