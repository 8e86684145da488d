"""Paths that a user gives, which may be no possible name of a file: too long, not permitted, or not text."""

from __future__ import annotations

from pathlib import Path

from inspector.core.errors import InputError, shorten


def is_file(path: Path) -> bool:
    """Whether a path names a file that can be looked at."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether a path names a folder that can be looked at."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def exists(path: Path, what: str = "the file cannot be written") -> bool:
    """Whether something has this path. Raises InputError, beginning with `what`, for a path that nothing can have."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        raise path_error(what, path, error) from None
    return True


def path_error(what: str, path: Path, error: OSError | ValueError) -> InputError:
    """The error for a path that the system refuses."""
    if isinstance(error, OSError):
        return InputError(f"{what}: {error.strerror or error}", path)
    found = f"{shorten(str(path))}, with a " + ("NUL byte" if "\0" in str(path) else "character that is not UTF-8")
    return InputError(f"{what}: no file can have this name", found=found, hint="Choose another name")
