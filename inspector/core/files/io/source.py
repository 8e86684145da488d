"""The decompressed bytes of an open file, and properties known before parsing: quotes, line ends, binary or text."""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import pyarrow as pa

from inspector.core.arrays.cancel import cancel_check
from inspector.core.errors import InputError
from inspector.core.files.io import standard_input
from inspector.core.files.io.changed import changed_error, lost_error, stamp_of
from inspector.core.files.io.compression import Compression, detect_compression, unpack, unpack_head
from inspector.core.files.io.temporary import temporary_file
from inspector.core.path import missing_error, path_error

BLOCK = 1 << 24
BOM = b"\xef\xbb\xbf"
_HEAD = 1 << 20
# Each block is searched several times, which is much faster while it fits into the CPU cache. Many are read at once,
# since a thread waits for Python after each call, for as long as another one imports.
_CACHED, _READ = 1 << 18, 1 << 22
# Small enough to cancel between two pieces, large enough to parse one with all CPU cores.
_PIECE = 1 << 25
# Of files up to this size a private copy is kept: scripts write their output in place.
KEPT = 1 << 25


@dataclass(eq=False)
class Source:
    """An open file. It stays open so that its bytes remain readable after a save replaces it by renaming.

    path: as given by the user; original: descriptor of the file itself; file: descriptor of its decompressed bytes, in
    a file of our own; the same as `original` if it is neither compressed nor small; both are closed with the last
    reference. stamp: identifies the file as it was opened; compression: of the file, None for none; repaired: whether
    the bytes differ from those on disk; binary: whether it is parquet; ascii: whether all bytes are below 128; quotes:
    whether a `"` occurs; newline: the line end, LF or CR (CR LF counts as LF).
    """

    path: Path
    original: int
    file: int
    stamp: tuple[int, ...]
    compression: Compression | None = None
    repaired: bool = False
    binary: bool = False
    ascii: bool = False
    quotes: bool = False
    newline: bytes = b"\n"

    def __post_init__(self) -> None:
        # The stamp at `path` unless another program writes to it; the same list with repaired content, so that what is
        # saved over one is known to the other.
        self._ours = [self.stamp]
        for file in {self.original, self.file}:
            weakref.finalize(self, os.close, file)

    @classmethod
    def open(cls, path: Path | str) -> Source:
        """Open a file, decompress it if needed, and scan its text.

        Raises InputError when the file is missing, empty or certainly not UTF-8 text.
        """
        path = Path(path)
        original = _open(path)
        source = cls(path, original, original, stamp_of(os.fstat(original)))
        if kind := detect_compression(os.pread(original, 8, 0)):
            file, compression = unpack(path, original, kind)
            source = replace(source, original=os.dup(original), file=file, compression=compression)
        elif (kept := _kept(path, original)) is not None:
            source = replace(source, original=os.dup(original), file=kept)
        return source._scanned()

    @classmethod
    def open_head(cls, path: Path, most: int) -> Source:
        """Open only the complete lines within the first `most` bytes; a binary file is opened whole."""
        original = _open(path)
        with os.fdopen(original, "rb"), temporary_file(path) as content:
            kind = detect_compression(os.pread(original, 8, 0))
            head = unpack_head(path, original, kind, most) if kind else os.pread(original, most, 0)
            if head[:4] == b"PAR1":
                return cls.open(path)
            lines = head[: head.rfind(b"\n") + 1]
            content.write(lines if len(head) == most and lines.count(b"\n") > 1 else head)
            content.flush()
            return cls(path, os.dup(original), os.dup(content.fileno()), stamp_of(os.fstat(original)))._scanned()

    def with_content(self, content: IO[bytes]) -> Source:
        """The same file with repaired content."""
        twin = replace(self, original=os.dup(self.original), file=os.dup(content.fileno()), repaired=True)
        twin._ours = self._ours
        return twin._scanned()

    def _scanned(self) -> Source:
        if os.pread(self.file, 4, 0) == b"PAR1":
            self.binary = True
        else:
            self.ascii, self.quotes, self.newline = _scan(self.path, self.file)
        return self

    @property
    def is_kept(self) -> bool:
        """Whether the content stays readable when another program writes into the file."""
        return self.file != self.original

    @property
    def size_on_disk(self) -> int:
        """The size of the file as it is on disk, maybe compressed."""
        return os.fstat(self.original).st_size

    def head(self) -> bytes:
        """The first bytes of the file, enough to detect its format."""
        return os.pread(self.file, _HEAD, 0)

    def native(self) -> pa.NativeFile:
        """The content for a parser of Arrow. Raises InputError if it cannot be read.

        Arrow's threads may still hold a file for a moment after its parser has returned. They must hold no file of
        Python: a thread that needs Python while it ends waits forever, or ends the process with a signal.
        """
        try:
            return pa.OSFile(f"/dev/fd/{self.file}")
        except OSError as error:
            raise InputError(f"the file cannot be read: {error.strerror}", self.path) from None

    def pieces(self) -> Iterator[pa.NativeFile]:
        """The content in pieces of whole lines; the task can be cancelled between them.

        A text with quotes is one piece, since its lines may end inside of quotes.
        """
        content, check, start, size = self.native(), cancel_check(), 0, os.fstat(self.file).st_size
        while start < size:
            check()
            end = size if self.quotes else self._line_end(start + _PIECE, size)
            yield content.get_stream(start, end - start)
            start = end

    def _line_end(self, offset: int, size: int) -> int:
        """The offset after the first line end at or after `offset`, at most `size`."""
        while offset < size:
            block = os.pread(self.file, _HEAD, offset)
            at = block.find(self.newline)
            if at >= 0:
                return offset + at + 1
            offset += len(block) or size
        return size

    def map(self) -> mmap.mmap:
        """The whole content: one of our own memory-mapped, other content as a copy. Raises InputError.

        Reading a mapping beyond the end of its file ends the process, and others may truncate the file itself.
        """
        if self.is_kept:
            return mmap.mmap(self.file, 0, access=mmap.ACCESS_READ)
        return _copied(self.path, self.file)

    def line(self, offset: int) -> int:
        """The number of the line, from 1, that contains the byte at `offset`."""
        lows = range(0, offset, _HEAD)
        return 1 + sum(os.pread(self.file, min(_HEAD, offset - low), low).count(self.newline) for low in lows)

    def count_lines(self) -> int:
        """The number of line ends, also of those inside of quotes."""
        return sum(block.count(self.newline) for block in _blocks(self.file))

    @property
    def is_changed(self) -> bool:
        """Whether the open file was modified since it was opened."""
        return stamp_of(os.fstat(self.original)) != self.stamp

    def raise_if_changed(self) -> None:
        """Raise InputError when the open file was modified since it was opened."""
        if self.is_changed:
            raise changed_error(self.path)

    def raise_if_lost(self) -> None:
        """Raise InputError when the content that was opened can be read no more, so that no name can be saved to."""
        if not self.is_kept and self.is_changed:
            raise lost_error(self.path)

    @property
    def is_replaced(self) -> bool:
        """Whether another program has replaced or modified the file at `path`."""
        try:
            return stamp_of(self.path.stat()) not in self._ours
        except OSError:
            return False

    def is_at(self, status: os.stat_result) -> bool:
        """Whether this is the status of the open file, of what was saved over it, or of what has its name now."""
        known = {self.stamp[:2], self._ours[0][:2]}
        with contextlib.suppress(OSError):
            known.add(stamp_of(self.path.stat())[:2])
        return stamp_of(status)[:2] in known

    def has_written(self, status: os.stat_result) -> bool:
        """Whether this is the status of the file as it was opened, or as this program has saved it."""
        return stamp_of(status) in (self.stamp, *self._ours)

    def note_written(self, status: os.stat_result) -> None:
        """Record that this program has written a file with this status; it may be the one at `path`."""
        with contextlib.suppress(OSError):
            if os.path.samestat(self.path.stat(), status):
                self._ours[:] = [stamp_of(status)]


def _open(path: Path) -> int:
    try:
        if standard_input.is_standard_input(path):
            return standard_input.opened(path)
        if path.is_dir():
            raise IsADirectoryError
        if path.exists() and not path.is_file():  # opening a pipe would block until it has a writer
            what = "this is a pipe or a device, not a regular file"
            raise InputError(what, path, hint="Write its content to a file; in the terminal, - is standard input")
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise missing_error(path) from None
    except IsADirectoryError:
        raise InputError("this is a folder", path, expected="a file such as submission.csv") from None
    except PermissionError:
        raise InputError("reading is not permitted", path, hint="Change its permissions, or open a copy") from None
    except (OSError, ValueError) as error:
        raise path_error("the file cannot be opened", path, error) from None


def _kept(path: Path, original: int) -> int | None:
    """A descriptor of a private copy of a small file; None for others, and where there is no room for one."""
    if not 0 < os.fstat(original).st_size <= KEPT:
        return None
    with contextlib.suppress(InputError), temporary_file(path) as copy:
        copy.writelines(_blocks(original, _READ))
        copy.flush()
        return os.dup(copy.fileno())
    return None


def _blocks(file: int, size: int = _CACHED) -> Iterator[bytes]:
    offset, check = 0, cancel_check()
    while read := os.pread(file, _READ, offset):
        check()
        yield from (read[low : low + size] for low in range(0, len(read), size))
        offset += len(read)


def _scan(path: Path, file: int) -> tuple[bool, bool, bytes]:
    """Whether a text is ASCII, has a double quote, and its line end. Raises InputError for what cannot be UTF-8."""
    is_ascii, quotes, lines, returns, pairs, before = True, False, False, 0, 0, b""
    for number, block in enumerate(_blocks(file)):
        if number == 0 and block[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise InputError("the text is in UTF-16", path, expected="UTF-8", hint="Save it again as UTF-8")
        if b"\0" in block:
            raise _not_text(path, file)
        is_ascii, quotes, lines = is_ascii and block.isascii(), quotes or b'"' in block, lines or b"\n" in block
        if b"\r" in block or before == b"\r":
            returns, pairs = returns + block.count(b"\r"), pairs + (before + block).count(b"\r\n")
        before = block[-1:]
    if os.fstat(file).st_size == 0:
        raise InputError("the file is empty", path, expected="a header line and one line for each row")
    # A CR may be part of a quoted field; the CSV reader checks that.
    if lines and returns != pairs and not quotes:
        raise _mixed_line_ends(path, file)
    return is_ascii, quotes, b"\r" if returns and not lines else b"\n"


def _copied(path: Path, file: int) -> mmap.mmap:
    """The content of a file in memory, which is freed when it is closed. Raises InputError if the file gets shorter."""
    size, at = os.fstat(file).st_size, 0
    copy = mmap.mmap(-1, max(1, size))
    with memoryview(copy) as view:
        while at < size and (count := os.preadv(file, [view[at : at + BLOCK]], at)):
            at += count
    if at < size or not size:
        raise changed_error(path)
    return copy


def _not_text(path: Path, file: int) -> InputError:
    line = 1
    for block in _blocks(file):  # not a copy: a sparse file of zeros can be larger than memory
        before, nul, _ = block.partition(b"\0")
        line += before.count(b"\n")
        if nul:
            break
    return InputError("this is not a text file", path, line, "a NUL byte", "delimited text in UTF-8")


def _mixed_line_ends(path: Path, file: int) -> InputError:
    with _copied(path, file) as data:
        lone = re.search(rb"\r(?!\n)", data)
        line = data[: lone.start()].count(b"\n") + 1 if lone else None
    return InputError("the file mixes line ends", path, line, "CR inside a line", "one kind of line end")
