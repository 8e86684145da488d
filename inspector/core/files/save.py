"""Save a submission: only edited cells change, all other bytes stay, and the file is replaced atomically."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError
from inspector.core.files.formats.columnar import as_csv
from inspector.core.files.formats.detect import read_source
from inspector.core.files.formats.parquet import Parquet
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.compression import Compression, pack, uncompressed_suffix
from inspector.core.files.io.source import BLOCK, Source
from inspector.core.files.labels.dispatch import file_changes
from inspector.core.files.labels.shape import Edited
from inspector.core.files.pair import Pair
from inspector.core.path import exists
from inspector.core.task import Progress, Task

_PIECE = 1 << 20


def save(pair: Pair, rows: Ints, predictions: Ragged, path: Path | str, *, overwrite: bool = False) -> Task[None]:
    """Write the submission to `path` atomically, with new predictions for the edited rows.

    rows: int64 (e,), ascending rows of the table; predictions: e lists. The extension of `path` determines the
    compression. Raises InputError when the target exists and `overwrite` is false, when the original has changed on
    disk since it was opened, or when the target cannot be written; the target then stays unchanged.
    """
    path = Path(path)
    if exists(path) and not overwrite:
        raise InputError("the file already exists", path, hint="Choose another name, or allow it to be overwritten")
    yield Progress(0.0, f"Preparing {path.name}")
    sheet, changes = pair.submission.sheet, patch_of(pair, rows, predictions)
    source = sheet.source
    original = source is not None and path.absolute() == source.path.absolute()
    if source is not None and original:
        source.raise_if_replaced()
    if source is not None and not changes and _can_copy(source, path):
        yield from write(path, _raw_bytes(source), None, _size(source))
    else:
        compression = _packing(source, path)
        yield from write(path, _pieces(sheet, changes, path), compression, _size(source))
    if source is not None and original:
        source.note_written()


def save_sheet(sheet: Sheet, path: Path, compression: Compression | None) -> Task[None]:
    """Write a sheet without changes. Raises InputError when the target cannot be written."""
    yield from write(path, _pieces(sheet, Patch(), path), compression, _size(sheet.source))


def patch_of(pair: Pair, rows: Ints, predictions: Ragged) -> Patch:
    """The patch of the submission's file for the edited rows; rows missing from it are appended."""
    order = np.argsort(pair.entry_of_row[rows], kind="stable")
    rows, table = rows[order], pair.table
    ids, before = table.ids.take(integers(rows)), table.predictions.take(rows)
    edited = Edited(pair.entry_of_row[rows], ids, before, predictions.take(order), table.vocab)
    return file_changes(pair.submission, edited)


def _pieces(sheet: Sheet, changes: Patch, path: Path) -> Iterator[bytes]:
    is_parquet, to_parquet = isinstance(sheet.syntax, Parquet), uncompressed_suffix(path) == ".parquet"
    if sheet.source is not None and _same_suffixes(sheet.source, path):
        return sheet.syntax.write(sheet, changes)
    if to_parquet and not is_parquet:
        raise InputError("a text file cannot be saved as parquet", path, expected="a name that ends in .csv")
    if is_parquet and not to_parquet and sheet.source is not None:
        return as_csv(read_source(sheet.source), changes)
    return sheet.syntax.write(sheet, changes)


def _can_copy(source: Source, path: Path) -> bool:
    """Whether the target can be a byte-for-byte copy of the file on disk."""
    if source.repaired:
        return False
    if _same_suffixes(source, path):
        return True
    if source.binary != (uncompressed_suffix(path) == ".parquet"):
        return False
    expected = Compression.of_path(path)
    return (expected.kind if expected else None) == (source.compression.kind if source.compression else None)


def _same_suffixes(source: Source, path: Path) -> bool:
    """Whether the target has the same extensions as the source, even if the source's are wrong for its content."""
    return all(
        suffix(path) == suffix(source.path) for suffix in (uncompressed_suffix, lambda file: file.suffix.lower())
    )


def _packing(source: Source | None, path: Path) -> Compression | None:
    """The compression for the target's extension; an archive keeps the name of its member."""
    expected = Compression.of_path(path)
    if source and _same_suffixes(source, path):
        return source.compression
    if expected and source and source.compression and source.compression.kind == expected.kind:
        return source.compression
    return expected


def _raw_bytes(source: Source) -> Iterator[bytes]:
    source.raise_if_changed()
    offset = 0
    while piece := os.pread(source.original, BLOCK, offset):
        yield piece
        offset += len(piece)


def write(path: Path, pieces: Iterator[bytes], compression: Compression | None = None, size: int = 0) -> Task[None]:
    """Write to a temporary file in the same folder, sync it to disk, then rename it into place.

    Cancelling at a yield leaves the target unchanged. size: the expected number of bytes, 0 if unknown.
    """
    temporary: Path | None = None
    done = 0
    try:
        with tempfile.NamedTemporaryFile(dir=path.absolute().parent, prefix=".saving-", delete=False) as file:
            temporary = Path(file.name)
            for more in pack(_batched(pieces), compression, file):
                done += more
                yield Progress(min(0.99, done / size) if size else 0.5, f"Writing {path.name}")
            file.flush()
            os.fchmod(file.fileno(), _mode(path))
            os.fsync(file.fileno())
        yield Progress(1.0, f"Writing {path.name}")
        temporary.replace(path)
        temporary = None
    except OSError as error:
        hint = "No file was changed and your edits are still open. Choose another folder"
        raise InputError(f"the file cannot be written: {error.strerror}", path, hint=hint) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _size(source: Source | None) -> int:
    return os.fstat(source.file).st_size if source else 0


def _batched(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes in batches of about _PIECE bytes, to save write calls."""
    batch, size = list[bytes](), 0
    for piece in pieces:
        batch.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield b"".join(batch)
            batch, size = [], 0
    yield b"".join(batch)


def _mode(path: Path) -> int:
    """The permissions of the replaced file, or the default ones for a new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
