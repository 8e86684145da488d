"""What identifies the content of a file, and the errors for one that another program has changed."""

from __future__ import annotations

import os
from pathlib import Path

from inspector.core.errors import InputError


def stamp_of(status: os.stat_result) -> tuple[int, ...]:
    """What identifies the content of a file: device, inode, size and time of the last change."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def changed_error(path: Path) -> InputError:
    """The error for a file that another program has changed."""
    hint = "Read the files again, which carries edits over, or save under another name"
    return InputError("the file has changed on disk since it was opened", path, hint=hint)


def lost_error(path: Path) -> InputError:
    """The error for a file whose bytes, which every save needs, another program has written over."""
    what = "the file has changed on disk since it was opened, and its bytes are needed to save under any name"
    hint = "Reload it, which carries edits over, or keep a version and export its changes"
    return InputError(what, path, hint=hint)
