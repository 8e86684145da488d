"""Content that is read like a file but has no name: unpacked, repaired, or cut off."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from inspector.core.errors import InputError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def temporary_file(path: Path | None = None) -> Iterator[IO[bytes]]:
    """A file without a name in the folder for temporary files. Raises InputError where there is no room for it.

    path: the file that is read, for the error.
    """
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115, closed below
    except OSError as error:
        raise _no_room(error, path) from None
    try:
        with file:
            yield file
    except OSError as error:
        if not is_full(error):
            raise
        raise _no_room(error, path) from None


def is_full(error: Exception) -> bool:
    """Whether an error says that there is no room on the disk."""
    return isinstance(error, OSError) and error.errno in _FULL


def _no_room(error: OSError, path: Path | None) -> InputError:
    hint = "Make room there, or set TMPDIR to another folder"
    return InputError(f"a temporary file cannot be written: {error.strerror}", path, hint=hint)
