"""The new content of a file before it replaces the old one: a file beside it, locked while its process runs."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from inspector.core.task import Progress, Task

_PREFIX = ".saving-"
_NAME = re.compile(r"\.saving-[a-z0-9_]{8}")
# What a file system without hard links says.
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
_WAIT = 0.01


@contextlib.contextmanager
def draft_beside(file: Path) -> Iterator[IO[bytes]]:
    """A new file in the folder of `file`, for this user only, locked and removed at the end. Raises OSError."""
    draft = _locked_draft(file.parent)
    while os.fstat(draft.fileno()).st_nlink == 0:  # another process removed it before it was locked
        draft.close()
        draft = _locked_draft(file.parent)
    try:
        with contextlib.closing(draft):
            yield draft
    finally:
        with contextlib.suppress(OSError):
            Path(draft.name).unlink()


@contextlib.contextmanager
def replacing(file: Path) -> Iterator[IO[bytes]]:
    """A draft of a file that is the program's own, which takes its place whole or not at all. Raises OSError."""
    with draft_beside(file) as draft:
        yield draft
        draft.flush()
        os.fsync(draft.fileno())
        Path(draft.name).rename(file)


def _locked_draft(folder: Path) -> IO[bytes]:
    draft = tempfile.NamedTemporaryFile(dir=folder, prefix=_PREFIX, delete=False)  # noqa: SIM115, the caller closes it
    with contextlib.suppress(OSError):  # some file systems have no locks
        fcntl.flock(draft, fcntl.LOCK_EX)
    return draft


def finish(draft: IO[bytes], file: Path, before: os.stat_result | None) -> os.stat_result:
    """Sync a draft to disk, with the owner, group, mode, attributes and access list of the file it replaces.

    Each is kept as far as the system permits. Returns its status. Raises OSError.
    """
    draft.flush()
    if before is None:
        os.umask(mask := os.umask(0))
        os.fchmod(draft.fileno(), 0o666 & ~mask)
    else:
        _resemble(draft, file, before)
    os.fsync(draft.fileno())
    return os.fstat(draft.fileno())


def _resemble(draft: IO[bytes], file: Path, before: os.stat_result) -> None:
    for owner in (before.st_uid, -1):  # a file of another user may at least keep its group
        with contextlib.suppress(OSError):
            os.fchown(draft.fileno(), owner, before.st_gid)
            break
    with contextlib.suppress(OSError):
        shutil.copystat(file, draft.name)
    mode = stat.S_IMODE(before.st_mode)
    if os.fstat(draft.fileno()).st_gid != before.st_gid:  # another group gets no more than everyone
        mode = mode & ~0o070 | (mode & 0o007) << 3
    os.fchmod(draft.fileno(), mode)
    os.utime(draft.fileno())


def put_in_place(draft: IO[bytes], file: Path, *, replaces: bool) -> None:
    """Give a draft its name. Raises FileExistsError if there is a file and `replaces` is false, or another OSError."""
    if replaces:
        Path(draft.name).replace(file)
        return
    try:
        os.link(draft.name, file)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(file):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        Path(draft.name).rename(file)


@contextlib.contextmanager
def open_folder(folder: Path) -> Iterator[int]:
    """The descriptor of a folder. Raises OSError."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield number
    finally:
        os.close(number)


def alone_in(folder: int, seconds: float = 5.0) -> Task[bool]:
    """Wait until no other save is about to rename a file in this folder; false if that takes more than `seconds`.

    The lock ends when the folder is closed. File systems without locks give true: there is nothing to wait for.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield Progress(1.0, "Waiting for another window that saves")
            time.sleep(_WAIT)
        except OSError:  # a file system without locks
            return True
        else:
            return True
    return False


def remove_drafts(folder: Path) -> None:
    """Remove the drafts that killed saves have left in a folder; those of running processes are locked."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _remove_unlocked(Path(entry.path))


def _remove_unlocked(path: Path) -> None:
    number = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        status = os.fstat(number)
        if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid():
            path.unlink()
    finally:
        os.close(number)
