"""What a file is packed in: gzip, zip, xz, bzip2 or Zstandard. Knows bytes, not what they say."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

import pyarrow as pa

from inspector.core.errors import InputError, shorten

_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",  # one without a member
    b"\xfd7zXZ\0": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_ENDINGS = {".gz": "gzip", ".gzip": "gzip", ".zip": "zip", ".xz": "xz", ".bz2": "bzip2", ".zst": "zstd"}
_STEP = 1 << 22
# Text packs to a tenth, a constant submission to a hundredth; what unpacks to more is made to fill a disk.
_LEAST_LIMIT = 1 << 30
_LARGEST_RATIO = 100
_DAMAGED = (
    EOFError,
    OSError,
    RuntimeError,
    LookupError,
    MemoryError,
    struct.error,
    ValueError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    pa.ArrowException,
)


@dataclass(frozen=True)
class Packing:
    """How bytes are packed. kind: a value of the endings; member: the name inside, where the kind keeps one."""

    kind: str
    member: str = ""

    @classmethod
    def named(cls, path: Path) -> Packing | None:
        """The packing that a file's ending promises, None for none."""
        kind = _ENDINGS.get(path.suffix.lower())
        return cls(kind, path.stem) if kind else None


def unpacked_ending(path: Path) -> str:
    """The ending that a file has once it is unpacked, in lower case: `.csv` of `a.CSV.gz`."""
    return (Path(path.stem) if path.suffix.lower() in _ENDINGS else path).suffix.lower()


def recognise(head: bytes) -> str | None:
    """The kind of packing that a file's first bytes show; None for none."""
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)


def unpack(path: Path, file: int, kind: str) -> tuple[int, Packing]:
    """Unpack an open file into an anonymous one: its descriptor, and how it was packed.

    Nothing is ever written under a name that an archive gives. Raises InputError for what is damaged, encrypted, holds
    several files, or unpacks to more than it may.
    """
    limit = max(_LEAST_LIMIT, _LARGEST_RATIO * os.fstat(file).st_size)
    with os.fdopen(os.dup(file), "rb") as packed, tempfile.TemporaryFile() as plain:
        packed.seek(0)
        try:
            member, reader = _READERS[kind](packed, path)
            with closing(reader):
                _copy(reader, plain, limit, path)
        except InputError:
            raise
        except _DAMAGED as error:
            raise _damaged(path, kind, error) from None
        plain.flush()
        return os.dup(plain.fileno()), Packing(kind, member)


def begin(path: Path, file: int, kind: str, most: int) -> bytes:
    """The first unpacked bytes of an open file, at most so many. Raises InputError as `unpack` does."""
    with os.fdopen(os.dup(file), "rb") as packed:
        packed.seek(0)
        try:
            _, reader = _READERS[kind](packed, path)
            with closing(reader):
                return bytes(reader.read(most))
        except InputError:
            raise
        except _DAMAGED as error:
            raise _damaged(path, kind, error) from None


def pack(pieces: Iterable[bytes], packing: Packing | None, file: IO[bytes]) -> Iterator[int]:
    """Write pieces into a file, packed when there is a packing; after each, tell its size before packing."""
    if packing is None:
        for piece in pieces:
            file.write(piece)
            yield len(piece)
        return
    with closing(_WRITERS[packing.kind](file, packing.member)) as writer:
        for piece in pieces:
            writer.write(piece)
            yield len(piece)


def _copy(reader: Any, plain: IO[bytes], limit: int, path: Path) -> None:
    total = 0
    while piece := reader.read(_STEP):
        total += len(piece)
        if total > limit:
            hint = "If the content is what you expect, unpack it yourself and open that"
            raise InputError(f"the file unpacks to more than {limit >> 20:,} MiB", path, hint=hint)
        plain.write(piece)


def _damaged(path: Path, kind: str, error: Exception) -> InputError:
    if isinstance(error, OSError) and error.errno is not None:
        return InputError(f"the file cannot be unpacked: {error.strerror}", path)
    if isinstance(error, MemoryError):
        return InputError("unpacking the file takes more memory than there is", path, hint="Unpack it elsewhere")
    if isinstance(error, RuntimeError) and "password" in str(error):
        return InputError("the archive is encrypted", path, hint="Unpack it with its password and open what is in it")
    cut = isinstance(error, EOFError) or "runcated" in str(error)
    what = "is cut off before its end" if cut else "is damaged"
    return InputError(f"the {kind} file {what}", path, found=shorten(str(error)), hint="Get it again from its source")


def _open_zip(packed: IO[bytes], path: Path) -> tuple[str, Any]:
    archive = zipfile.ZipFile(packed)
    names = [info.filename for info in archive.infolist() if not info.is_dir() and not _is_litter(info.filename)]
    alike = [name for name in names if PurePosixPath(name).name == path.stem]
    if len(names) != 1 and len(alike) != 1:
        found = f"{len(names)} files: {', '.join(map(shorten, names[:5]))}" if names else "no file"
        hint = "Unpack it and open the one you mean"
        raise InputError("the archive does not hold just one file", path, found=found, expected="one", hint=hint)
    member = names[0] if len(names) == 1 else alike[0]
    return member, archive.open(member)


def _is_litter(name: str) -> bool:
    """What systems put into archives beside the files."""
    return name.startswith("__MACOSX/") or PurePosixPath(name.replace("\\", "/")).name.startswith(".")


def _zip_writer(file: IO[bytes], member: str) -> Any:
    archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
    stream = archive.open(member or "submission.csv", "w", force_zip64=True)
    return _Both(stream, archive)


@dataclass(frozen=True)
class _Both:
    """A stream inside an archive; closing it closes both."""

    stream: Any
    archive: Any

    def write(self, piece: bytes) -> None:
        self.stream.write(piece)

    def close(self) -> None:
        try:
            self.stream.close()
        finally:  # an archive that a full disk left open would complain when it is collected
            self.archive.close()


_READERS: dict[str, Callable[[IO[bytes], Path], tuple[str, Any]]] = {
    "gzip": lambda packed, path: (path.stem, gzip.GzipFile(fileobj=packed)),
    "zip": _open_zip,
    "xz": lambda packed, path: ("", lzma.LZMAFile(packed)),  # noqa: SIM115, whoever asks closes it
    "bzip2": lambda packed, path: ("", bz2.BZ2File(packed)),
    # Arrow's own reading never gives back the room for what a cut file does not have.
    "zstd": lambda packed, path: ("", io.BufferedReader(pa.CompressedInputStream(pa.PythonFile(packed), "zstd"))),
}
_WRITERS: dict[str, Callable[[IO[bytes], str], Any]] = {
    "gzip": lambda file, member: gzip.GzipFile(member, "wb", fileobj=file, mtime=0),
    "zip": _zip_writer,
    "xz": lambda file, member: lzma.LZMAFile(file, "wb"),  # noqa: SIM115, whoever asks closes it
    "bzip2": lambda file, member: bz2.BZ2File(file, "wb"),
    "zstd": lambda file, member: pa.CompressedOutputStream(pa.PythonFile(_KeptOpen(file), "w"), "zstd"),
}


class _KeptOpen:
    """A file that whoever packs into it cannot close."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.closed = False

    def write(self, piece: bytes) -> int:
        return self._file.write(piece)

    def tell(self) -> int:
        return self._file.tell()

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        self._file.flush()
