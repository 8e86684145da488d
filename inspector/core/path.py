"""Paths that a user gives, which may be no possible name of a file: too long, not permitted, or not text."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from inspector.core.errors import InputError, shorten


def located(path: Path) -> Path:
    """The one path of a file, however it is typed: its folder in full, without links. A link keeps its own name."""
    path = path.absolute()
    try:
        return path.parent.resolve() / path.name
    except (OSError, ValueError, RuntimeError):  # no file can have it, or links lead in a circle
        return path


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


def files_in(given: Iterable[Path], besides: Collection[Path] = ()) -> list[Path]:
    """Paths of files, of folders, whose files are taken by name, and patterns such as `runs/*.csv`; each file once.

    besides: files that are not taken from folders and patterns; hidden ones are not either. Raises InputError for a
    folder or a pattern without a file.
    """
    found = dict[Path, Path]()
    for path in given:
        names = [path]
        if is_folder(path):
            names = _kept(path.iterdir(), besides)
        elif "*" in path.name and not exists(path, "the file cannot be opened"):
            names = _kept(path.parent.glob(path.name), besides)
        if not names:
            raise InputError("there is no further file here", path, expected="submissions of the same truth")
        found.update({name.absolute(): name for name in names if name.absolute() not in found})
    return [*found.values()]


def _kept(paths: Iterable[Path], besides: Collection[Path]) -> list[Path]:
    known = {path.absolute() for path in besides}
    return sorted(path for path in paths if is_file(path) and path.name[0] != "." and path.absolute() not in known)


def exists(path: Path, what: str = "the file cannot be written") -> bool:
    """Whether something has this path. Raises InputError, beginning with `what`, for a path that nothing can have."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        raise path_error(what, path, error) from None
    return True


def missing_error(path: Path) -> InputError:
    """The error for a path that nothing has."""
    folder = path.absolute().parent
    hint = "Check the name" if folder.is_dir() else f"There is no folder {folder} either"
    return InputError("there is no such file", path, hint=hint)


def path_error(what: str, path: Path, error: OSError | ValueError) -> InputError:
    """The error for a path that the system refuses."""
    if isinstance(error, OSError):
        return InputError(f"{what}: {error.strerror or error}", path)
    found = f"{shorten(str(path))}, with a " + ("NUL byte" if "\0" in str(path) else "character that is not UTF-8")
    return InputError(f"{what}: no file can have this name", found=found, hint="Choose another name")
