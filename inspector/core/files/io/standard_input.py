"""Standard input as a file, under the name `-`."""

from __future__ import annotations

import os
import shutil
import sys
from functools import cache
from pathlib import Path

from inspector.core.errors import InputError
from inspector.core.files.io.temporary import temporary_file

NAME = "-"


def is_standard_input(path: Path) -> bool:
    """Whether a path stands for standard input: no file in the folder has this name."""
    return str(path) == NAME and not path.exists()


def opened(path: Path) -> int:
    """A descriptor of a copy of standard input, which is read once. Raises InputError where nobody writes to it."""
    if sys.stdin is None or sys.stdin.isatty():
        hint = f"Pipe a file into the program, as in `cat submission.csv | … truth.csv {NAME}`, or name a file"
        raise InputError("standard input is a terminal", path, hint=hint)
    return os.dup(_copy())


@cache
def _copy() -> int:
    with temporary_file(Path(NAME)) as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.flush()
        return os.dup(copy.fileno())
