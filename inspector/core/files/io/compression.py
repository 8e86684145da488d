"""Compressed files: gzip, zip, xz, bzip2, Zstandard and LZ4 (its frame format)."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

import pyarrow as pa

from inspector.core.arrays.cancel import cancel_check
from inspector.core.errors import InputError, shorten
from inspector.core.files.io.limits import BYTES
from inspector.core.files.io.temporary import is_full, temporary_file

_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",  # an empty archive
    b"\xfd7zXZ\0": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\x04\x22\x4d\x18": "lz4",
}
_ENDINGS = {
    ".gz": "gzip",
    ".gzip": "gzip",
    ".zip": "zip",
    ".xz": "xz",
    ".bz2": "bzip2",
    ".zst": "zstd",
    ".lz4": "lz4",
}
# Unpacked by Arrow under these names; `lz4` is the frame format.
_BY_ARROW = ("zstd", "lz4")
_STEP = 1 << 22
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
class Compression:
    """A compression format. kind: a value of _ENDINGS; member: the name inside an archive, if any."""

    kind: str
    member: str = ""

    @classmethod
    def of_path(cls, path: Path) -> Compression | None:
        """The compression implied by a file's extension, None for none."""
        kind = _ENDINGS.get(path.suffix.lower())
        # A name on disk need not be text, but those of zip are.
        return cls(kind, path.stem.encode("utf-8", "replace").decode()) if kind else None


def uncompressed_suffix(path: Path) -> str:
    """The lower-case extension without that of the compression: `.csv` for `a.CSV.gz`."""
    return (Path(path.stem) if path.suffix.lower() in _ENDINGS else path).suffix.lower()


def detect_compression(head: bytes) -> str | None:
    """Detect the compression from the first bytes of a file; None for none."""
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)


def unpack(path: Path, file: int, kind: str) -> tuple[int, Compression]:
    """Decompress an open file into an anonymous temporary file; returns its descriptor and the compression.

    Names from an archive are never used as paths. Raises InputError when the file is damaged, encrypted, contains
    several files or exceeds the size limit.
    """
    size = os.fstat(file).st_size
    with temporary_file(path) as plain:
        with _opened(path, file, kind) as (member, reader):
            _copy(reader, plain, size, path)
            plain.flush()
        return os.dup(plain.fileno()), Compression(kind, member)


def unpack_head(path: Path, file: int, kind: str, most: int) -> bytes:
    """Decompress at most `most` bytes from the start of an open file. Raises InputError as `unpack` does."""
    with _opened(path, file, kind) as (_, reader):
        return bytes(reader.read(most))


@contextmanager
def _opened(path: Path, file: int, kind: str) -> Iterator[tuple[str, Any]]:
    """The name inside an archive, if any, and what reads the unpacked content. Raises InputError as `unpack`."""
    with os.fdopen(os.dup(file), "rb") as packed:
        packed.seek(0)
        try:
            member, reader = _READERS[kind](packed, path)
            with closing(reader):
                yield member, reader
        except InputError:
            raise
        except _DAMAGED as error:
            if is_full(error):
                raise
            raise _damaged(path, kind, error) from None


def pack(pieces: Iterable[bytes], compression: Compression | None, file: IO[bytes]) -> Iterator[int]:
    """Write pieces to a file, compressed if a compression is given; yields the uncompressed size of each."""
    if compression is None:
        for piece in pieces:
            file.write(piece)
            yield len(piece)
        return
    with _WRITERS[compression.kind](file, compression.member) as writer:
        for piece in pieces:
            writer.write(piece)
            yield len(piece)


def _copy(reader: Any, plain: IO[bytes], size: int, path: Path) -> None:
    """Unpack a file of `size` bytes on disk."""
    total, check = 0, cancel_check()
    while piece := reader.read(_STEP):
        check()
        total += len(piece)
        BYTES.check(total, size, path)
        plain.write(piece)


def _damaged(path: Path, kind: str, error: Exception) -> InputError:
    if isinstance(error, OSError) and error.errno is not None:
        return InputError(f"the file cannot be unpacked: {error.strerror}", path)
    if isinstance(error, MemoryError):
        return InputError("there is not enough memory to unpack the file", path, hint="Unpack it elsewhere")
    if isinstance(error, RuntimeError) and "password" in str(error):
        return InputError("the archive is encrypted", path, hint="Unpack it with its password and open the content")
    if isinstance(error, UnicodeDecodeError):
        return InputError("a name in the archive is not in UTF-8", path, hint="Unpack it and open its content")
    cut = isinstance(error, EOFError) or "runcated" in str(error)
    what = "is truncated" if cut else "is damaged"
    return InputError(f"the {kind} file {what}", path, found=shorten(str(error)), hint="Download or copy it again")


def _open_zip(packed: IO[bytes], path: Path) -> tuple[str, Any]:
    archive = zipfile.ZipFile(packed)
    names = [info.filename for info in archive.infolist() if not info.is_dir() and not _is_litter(info.filename)]
    alike = [name for name in names if PurePosixPath(name).name == path.stem]
    if len(names) != 1 and len(alike) != 1:
        found = f"{len(names)} files: {', '.join(map(shorten, names[:5]))}" if names else "no file"
        hint = "Unpack it and open the right file"
        raise InputError("the archive must contain exactly one file", path, found=found, expected="one", hint=hint)
    member = names[0] if len(names) == 1 else alike[0]
    return member, archive.open(member)


def _is_litter(name: str) -> bool:
    """Whether a member is metadata that an operating system adds to archives."""
    return name.startswith("__MACOSX/") or PurePosixPath(name.replace("\\", "/")).name.startswith(".")


@contextmanager
def _zip_writer(file: IO[bytes], member: str) -> Iterator[IO[bytes]]:
    # An archive left open after a full disk raises when it is garbage-collected.
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(member or "submission.csv", "w", force_zip64=True) as stream,
    ):
        yield stream


def _arrow_reader(kind: str) -> Callable[[IO[bytes], Path], tuple[str, Any]]:
    # Without BufferedReader, Arrow never releases the buffer for the missing part of a truncated file.
    return lambda packed, path: ("", io.BufferedReader(pa.CompressedInputStream(pa.PythonFile(packed), kind)))


def _arrow_writer(kind: str) -> Callable[[IO[bytes], str], AbstractContextManager[Any]]:
    # Arrow closes what it writes to, but the file goes on.
    return lambda file, _: pa.CompressedOutputStream(pa.PythonFile(open(file.fileno(), "wb", closefd=False), "w"), kind)


_READERS: dict[str, Callable[[IO[bytes], Path], tuple[str, Any]]] = {
    "gzip": lambda packed, path: (path.stem, gzip.GzipFile(fileobj=packed)),
    "zip": _open_zip,
    "xz": lambda packed, path: ("", lzma.LZMAFile(packed)),  # noqa: SIM115, the caller closes it
    "bzip2": lambda packed, path: ("", bz2.BZ2File(packed)),
    **{kind: _arrow_reader(kind) for kind in _BY_ARROW},
}
_WRITERS: dict[str, Callable[[IO[bytes], str], AbstractContextManager[Any]]] = {
    "gzip": lambda file, member: gzip.GzipFile(member, "wb", fileobj=file, mtime=0),
    "zip": _zip_writer,
    "xz": lambda file, member: lzma.LZMAFile(file, "wb"),  # noqa: SIM115, the caller closes it
    "bzip2": lambda file, member: bz2.BZ2File(file, "wb"),
    **{kind: _arrow_writer(kind) for kind in _BY_ARROW},
}
