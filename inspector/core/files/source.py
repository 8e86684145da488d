"""The bytes of a file, held open, and what can be said of them before they are parsed."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from inspector.core.errors import InputError

BLOCK = 1 << 24


@dataclass(frozen=True, eq=False)
class Source:
    """A file that stays open, so that saving over it by renaming leaves the bytes it was read from within reach.

    path: as the user gave it; stamp: size and modification time when it was opened; quotes: whether a `"` occurs.
    """

    path: Path
    file: BinaryIO = field(repr=False)
    stamp: tuple[int, int]
    quotes: bool

    @classmethod
    def open(cls, path: Path | str) -> Source:
        """Open a text file. Raises InputError when there is none, or when it is empty or holds something else."""
        file = _open(Path(path))
        return cls(Path(path), file, _stamp(file), _quotes_in_text(Path(path), file))

    def head(self) -> bytes:
        """The first block of the file."""
        return os.pread(self.file.fileno(), BLOCK, 0)

    def map(self) -> mmap.mmap:
        """The whole content, mapped into memory and not copied."""
        return mmap.mmap(self.file.fileno(), 0, access=mmap.ACCESS_READ)

    def refuse_if_changed(self) -> None:
        """Raise InputError when somebody wrote into the file since it was opened."""
        if _stamp(self.file) != self.stamp:
            raise InputError(
                "the file has changed on disk since it was opened",
                self.path,
                hint="Save under another name is not safe either: open the pair again and repeat the edits",
            )


def blocks(file: BinaryIO) -> Iterator[bytes]:
    """The bytes of an open file, a block at a time, wherever its own position stands."""
    offset = 0
    while block := os.pread(file.fileno(), BLOCK, offset):
        yield block
        offset += len(block)


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except FileNotFoundError:
        folder = path.absolute().parent
        hint = "Check the name" if folder.is_dir() else f"There is no folder {folder} either"
        raise InputError("there is no such file", path, hint=hint) from None
    except IsADirectoryError:
        raise InputError("this is a folder", path, expected="a file such as submission.csv") from None
    except PermissionError:
        raise InputError("reading is not permitted", path, hint="Change its permissions, or open a copy") from None
    except OSError as error:
        raise InputError(f"the file cannot be opened: {error.strerror}", path) from None


def _quotes_in_text(path: Path, file: BinaryIO) -> bool:
    """Whether the text has a double quote. Raises InputError for what cannot be text in UTF-8."""
    quotes, line = False, 1
    for number, block in enumerate(blocks(file)):
        if number == 0 and block[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise InputError("the text is in UTF-16", path, expected="UTF-8", hint="Save it again as UTF-8")
        if (nul := block.find(b"\0")) >= 0:
            line += block.count(b"\n", 0, nul)
            raise InputError("this is not a text file", path, line, "a NUL byte", "delimited text in UTF-8")
        quotes = quotes or b'"' in block
        line += block.count(b"\n")
    if _stamp(file)[0] == 0:
        raise InputError("the file is empty", path, expected="a header line and one line for each row")
    return quotes


def _stamp(file: BinaryIO) -> tuple[int, int]:
    status = os.fstat(file.fileno())
    return status.st_size, status.st_mtime_ns
