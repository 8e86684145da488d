"""What a path to be written leads to, and whether it may be written: every file that this program writes is asked for.

Links are followed, so that the link stays and the file behind it is replaced. Two paths are the same file if device and
inode are, whatever their names.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from inspector.core.errors import InputError
from inspector.core.files.io.changed import changed_error, stamp_of
from inspector.core.files.io.source import Source
from inspector.core.path import path_error

# What a user may agree to write in spite of.
Obstacle: TypeAlias = Literal["read-only", "hard links"]


class Input(Protocol):
    """One or more files that are open."""

    def is_at(self, status: os.stat_result) -> bool:
        """Whether this is the status of one of the files."""


# The files that are open, by what they are, such as `truth`.
Inputs: TypeAlias = Mapping[str, Input]


@dataclass(eq=False)
class ObstacleError(InputError):
    """A file that can be written if the user agrees to it."""

    obstacle: Obstacle = "read-only"


@dataclass(frozen=True, eq=False, kw_only=True)
class Target:
    """A file to be written.

    inputs: files that are open and therefore never written; own: the open file that may be saved over; overwrite:
    whether an existing file may be replaced; despite: what the user has agreed to.
    """

    path: Path
    inputs: Inputs
    own: Source | None = None
    overwrite: bool = False
    despite: Collection[Obstacle] = field(default=())

    def found(self) -> Found:
        """What is at the path now. Raises InputError if it may not be written, ObstacleError if the user must agree."""
        found = Found.at(self.path)
        status = found.status
        if status is None:
            return found
        self._refuse_kind(status)
        self._refuse_inputs(status)
        if not self.overwrite:
            raise InputError(
                "the file already exists", self.path, hint="Choose another name, or remove that file first"
            )
        if self.own is not None and self.own.is_at(status) and not self.own.has_written(status):
            raise changed_error(self.path)
        self._refuse_obstacles(found.file, status)
        return found

    @property
    def is_taken(self) -> bool:
        """Whether a file is there that would be replaced. Raises InputError if it never may."""
        try:
            return self.found().status is not None
        except ObstacleError:
            return False  # which is a question of its own

    def refuse_changed(self, before: Found) -> None:
        """Raise InputError if the file is not what it was, or may no longer be written."""
        if self.found() != before:
            what = "a file with this name has appeared" if before.status is None else "the file has changed"
            hint = "It was left as it is. Save again to replace it, or choose another name"
            raise InputError(f"{what} while it was being written", self.path, hint=hint)

    def _refuse_kind(self, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "a pipe or a device"
            expected = "the name of a file"
            raise InputError(f"the file cannot be written: this is {kind}", self.path, expected=expected)

    def _refuse_inputs(self, status: os.stat_result) -> None:
        for name, origin in self.inputs.items():
            if origin.is_at(status):
                what = f"the {name} was read from this file, which is never overwritten"
                raise InputError(what, self.path, hint="Choose another name")

    def _refuse_obstacles(self, file: Path, status: os.stat_result) -> None:
        is_writable = status.st_mode & 0o222 and os.access(file, os.W_OK)
        if not is_writable and "read-only" not in self.despite:
            hint = "Choose another name, or permit writing"
            raise ObstacleError("the file is read-only", self.path, hint=hint, obstacle="read-only")
        if status.st_nlink > 1 and "hard links" not in self.despite:
            what = f"the file has {status.st_nlink} names (hard links), and the others would keep the old content"
            raise ObstacleError(what, self.path, hint="Choose another name", obstacle="hard links")


@dataclass(frozen=True)
class Found:
    """What is at a path. file: where its links lead; stamp: identifies the file, None if there is none."""

    file: Path
    stamp: tuple[int, ...] | None
    status: os.stat_result | None = field(compare=False)

    @classmethod
    def at(cls, path: Path) -> Found:
        """Follow the links of a path. Raises InputError for a path that no file can have."""
        try:
            file = Path(os.path.realpath(path))
            status = file.stat()
        except FileNotFoundError:
            return cls(file, None, None)
        except (OSError, ValueError) as error:
            raise path_error("the file cannot be written", path, error) from None
        return cls(file, stamp_of(status), status)
