"""Locates the files of resources/: next to the package in a source tree, inside it in an installed wheel."""

from __future__ import annotations

import errno
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def path(name: str) -> Path:
    """The path of a file such as "icons/open.svg" under resources/. Raises FileNotFoundError."""
    installed = _PACKAGE / "resources"
    # Checked first: in site-packages, another package may be called resources.
    found = (installed if installed.is_dir() else _PACKAGE.parent / "resources") / name
    if not found.is_file():
        raise FileNotFoundError(errno.ENOENT, "no such file among the resources", str(found))
    return found
