"""Where the files of resources/ are: beside the package in a source tree, inside it once a wheel is installed."""

from __future__ import annotations

import errno
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def path(name: str) -> Path:
    """The file of this name, such as "icons/open.svg", under resources/. Raises FileNotFoundError naming the file."""
    found = _home() / name
    if not found.is_file():
        raise FileNotFoundError(errno.ENOENT, "no such file among the resources", str(found))
    return found


def _home() -> Path:
    installed = _PACKAGE / "resources"
    # Only then: beside an installed package lie the folders of all others, and one may be called resources, too.
    return installed if installed.is_dir() else _PACKAGE.parent / "resources"
