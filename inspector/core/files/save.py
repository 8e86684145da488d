"""Writing a submission back: only edited cells change, every other byte stays, and nothing is lost on the way."""

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
from inspector.core.files.formats.columnar import Parquet, as_csv
from inspector.core.files.formats.detect import read_source
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.container import Packing, pack, unpacked_ending
from inspector.core.files.io.source import BLOCK, Source
from inspector.core.files.labels.dispatch import file_changes
from inspector.core.files.labels.shape import Edited
from inspector.core.files.pair import Pair
from inspector.core.task import Progress, Task

_PIECE = 1 << 20


def save(pair: Pair, rows: Ints, predictions: Ragged, path: Path | str, *, overwrite: bool = False) -> Task[None]:
    """A task: write the submission to `path`, in one step or not at all, with other predictions for some rows of the
    table: rows int64 (e,), ascending, predictions e lists.

    Packed as the ending of `path` says. Raises InputError when the target exists and `overwrite` is false, when the
    original changed on disk since it was opened, or when the target cannot be written; whatever stood there before is
    then untouched.
    """
    path = Path(path)
    if path.exists() and not overwrite:
        raise InputError(
            "the file exists already", path, hint="Save under another name, or say that it may be replaced"
        )
    yield Progress(0.0, f"Preparing {path.name}")
    sheet, changes = pair.submission.sheet, changes_of(pair, rows, predictions)
    source = sheet.source
    original = source is not None and path.absolute() == source.path.absolute()
    if source is not None and original:
        source.refuse_if_replaced()
    if source is not None and not changes and _is_as_it_is(source, path):
        yield from write(path, _verbatim(source), None, _size(source))
    else:
        packing = _packing(source, path)
        yield from write(path, _pieces(sheet, changes, path), packing, _size(source))
    if source is not None and original:
        source.note_written()


def save_sheet(sheet: Sheet, path: Path, packing: Packing | None) -> Task[None]:
    """A task: write a sheet as it is. Raises InputError when the target cannot be written."""
    yield from write(path, _pieces(sheet, Patch(), path), packing, _size(sheet.source))


def changes_of(pair: Pair, rows: Ints, predictions: Ragged) -> Patch:
    """What the edited rows change in the submission's file; rows that it lacks come last."""
    order = np.argsort(pair.records[rows], kind="stable")
    rows, table = rows[order], pair.table
    ids, before = table.ids.take(integers(rows)), table.predictions.take(rows)
    edited = Edited(pair.records[rows], ids, before, predictions.take(order), table.vocab)
    return file_changes(pair.submission, edited)


def _pieces(sheet: Sheet, changes: Patch, path: Path) -> Iterator[bytes]:
    is_parquet, to_parquet = isinstance(sheet.syntax, Parquet), unpacked_ending(path) == ".parquet"
    if sheet.source is not None and _is_alike(sheet.source, path):
        return sheet.syntax.write(sheet, changes)
    if to_parquet and not is_parquet:
        raise InputError("text cannot be saved as parquet here", path, expected="a name that ends in .csv")
    if is_parquet and not to_parquet and sheet.source is not None:
        return as_csv(read_source(sheet.source), changes)
    return sheet.syntax.write(sheet, changes)


def _is_as_it_is(source: Source, path: Path) -> bool:
    """Whether the file's own bytes are what the target shall hold."""
    if source.repaired:
        return False
    if _is_alike(source, path):
        return True
    if source.binary != (unpacked_ending(path) == ".parquet"):
        return False
    promised = Packing.named(path)
    return (promised.kind if promised else None) == (source.packing.kind if source.packing else None)


def _is_alike(source: Source, path: Path) -> bool:
    """Whether the target's ending is that of the source, whatever that may really be."""
    return all(ending(path) == ending(source.path) for ending in (unpacked_ending, lambda file: file.suffix.lower()))


def _packing(source: Source | None, path: Path) -> Packing | None:
    """What the target's ending asks for; an archive keeps the name of what is in it."""
    promised = Packing.named(path)
    if source and _is_alike(source, path):
        return source.packing
    if promised and source and source.packing and source.packing.kind == promised.kind:
        return source.packing
    return promised


def _verbatim(source: Source) -> Iterator[bytes]:
    source.refuse_if_changed()
    offset = 0
    while piece := os.pread(source.original, BLOCK, offset):
        yield piece
        offset += len(piece)


def write(path: Path, pieces: Iterator[bytes], packing: Packing | None = None, size: int = 0) -> Task[None]:
    """A task: write to a temporary file in the same folder, sync it to disk, then rename it into place. Cancelled at a
    yield, it leaves what stood there. size: about so many bytes will come, 0 when nobody knows.
    """
    draft: Path | None = None
    done = 0
    try:
        with tempfile.NamedTemporaryFile(dir=path.absolute().parent, prefix=".saving-", delete=False) as file:
            draft = Path(file.name)
            for more in pack(_gathered(pieces), packing, file):
                done += more
                yield Progress(min(0.99, done / size) if size else 0.5, f"Writing {path.name}")
            file.flush()
            os.fchmod(file.fileno(), _mode(path))
            os.fsync(file.fileno())
        yield Progress(1.0, f"Writing {path.name}")
        draft.replace(path)
        draft = None
    except OSError as error:
        hint = "Nothing was changed; your edits are still open. Choose another folder"
        raise InputError(f"the file cannot be written: {error.strerror}", path, hint=hint) from None
    finally:
        if draft is not None:
            with contextlib.suppress(OSError):
                draft.unlink()


def _size(source: Source | None) -> int:
    return os.fstat(source.file).st_size if source else 0


def _gathered(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces that are worth a call each."""
    kept, size = list[bytes](), 0
    for piece in pieces:
        kept.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield b"".join(kept)
            kept, size = [], 0
    yield b"".join(kept)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those a new file gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
