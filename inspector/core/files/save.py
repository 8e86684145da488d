"""Save a submission: only edited cells change, all other bytes stay, and the file is replaced atomically."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit, Overlay
from inspector.core.errors import InputError
from inspector.core.files.formats.columnar import as_csv
from inspector.core.files.formats.detect import read_content
from inspector.core.files.formats.parquet import Parquet
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.row_numbers import changes_in_file, write_sheet
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.compression import Compression, uncompressed_suffix
from inspector.core.files.io.source import BLOCK, Source
from inspector.core.files.io.target import Inputs, Obstacle, Target
from inspector.core.files.io.write import write
from inspector.core.files.labels.dispatch import file_changes
from inspector.core.files.labels.shape import Edited
from inspector.core.files.pair import Pair
from inspector.core.task import Progress, Task


def save(
    pair: Pair,
    rows: Ints,
    predictions: Ragged,
    path: Path | str,
    inputs: Inputs,
    *,
    overwrite: bool = False,
    despite: Collection[Obstacle] = (),
) -> Task[None]:
    """Write the submission to `path` atomically, with new predictions for the edited rows.

    rows: int64 (e,), ascending rows of the table; predictions: e lists. The extension of `path` determines the
    compression. inputs: the open files, of which only the submission may be saved over. Raises InputError when the
    target exists and `overwrite` is false, when the original has changed on disk and is either the target or not kept,
    or when the target cannot be written, and ObstacleError for an obstacle that is not in `despite`; the target stays
    as it was.
    """
    path, source = Path(path), pair.submission.sheet.source
    target = save_target(pair, path, inputs, overwrite=overwrite, despite=despite)
    target.found()
    yield Progress(0.0, f"Preparing {path.name}")
    sheet, changes = pair.submission.sheet, patch_of(pair, rows, predictions)
    if source is not None and not changes and _can_copy(source, path):
        status = yield from write(target, _raw_bytes(source), None, _size(source))
    else:
        status = yield from write(target, _pieces(sheet, changes, path), _compression_of(source, path), _size(source))
    if source is not None:
        source.note_written(status)


def save_target(
    pair: Pair, path: Path, inputs: Inputs, *, overwrite: bool = True, despite: Collection[Obstacle] = ()
) -> Target:
    """Where the submission is to be saved: over none of the open files but its own."""
    others = {name: file for name, file in inputs.items() if name != "submission"}
    own = pair.submission.sheet.source
    return Target(path=path, inputs=others, own=own, overwrite=overwrite, despite=despite)


def save_sheet(sheet: Sheet, target: Target) -> Task[None]:
    """Write a sheet without changes. Raises InputError when the target cannot be written."""
    yield from write(
        target, _pieces(sheet, Patch(), target.path), Compression.of_path(target.path), _size(sheet.source)
    )


def validate_edit(pair: Pair, edit: Edit, edited: Overlay) -> None:
    """Raise InputError if the submission cannot be saved, or not be opened again, with one more edit.

    edited: the edits so far.
    """
    sheet = pair.submission.sheet
    if sheet.syntax.takes_any_text or not len(edit.rows):
        return
    sheet.syntax.refuse(sheet, patch_of(pair, edit.rows, edit.predictions))
    if sheet.roles is not None and not edit.predictions.lengths.all():
        _refuse_emptied(pair, edited.apply(edit, pair.table))


def _refuse_emptied(pair: Pair, edits: Overlay) -> None:
    """Raise InputError if no record is left in a file that has a record a label and no blank ones."""
    before = int(pair.table.predictions.take(edits.rows).lengths.sum())
    if pair.submission.rows - before + len(edits.predictions.codes) <= 0:
        what = "the last label of the submission cannot be removed"
        hint = "Without any label the file could not be opened again. Give another id a label first"
        raise InputError(what, pair.submission.sheet.name, hint=hint)


def patch_of(pair: Pair, rows: Ints, predictions: Ragged) -> Patch:
    """The patch of the submission's file for the edited rows; rows missing from it are appended."""
    order = np.argsort(pair.entry_of_row[rows], kind="stable")
    rows, table = rows[order], pair.table
    ids, before = table.ids.take(integers(rows)), table.predictions.take(rows)
    edited = Edited(pair.entry_of_row[rows], ids, before, predictions.take(order), table.vocab)
    return file_changes(pair.submission, edited)


def _pieces(sheet: Sheet, changes: Patch, path: Path) -> Iterator[bytes]:
    """The bytes of the file. Raises InputError if those that they are made of are gone before the last is read."""
    if sheet.source is not None:
        sheet.source.raise_if_lost()
    yield from _written(sheet, changes, path)
    if sheet.source is not None:
        sheet.source.raise_if_lost()


def _written(sheet: Sheet, changes: Patch, path: Path) -> Iterator[bytes]:
    is_parquet, to_parquet = isinstance(sheet.syntax, Parquet), uncompressed_suffix(path) == ".parquet"
    if sheet.source is not None and _same_suffixes(sheet.source, path):
        return write_sheet(sheet, changes)
    if to_parquet and not is_parquet:
        raise InputError("a text file cannot be saved as parquet", path, expected="a name that ends in .csv")
    if is_parquet and not to_parquet and sheet.source is not None:
        return as_csv(read_content(sheet.source), changes_in_file(sheet, changes))
    return write_sheet(sheet, changes)


def _can_copy(source: Source, path: Path) -> bool:
    """Whether the target can be a byte-for-byte copy of the file as it was opened."""
    if source.repaired or (source.compression is not None and source.is_changed):
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


def _compression_of(source: Source | None, path: Path) -> Compression | None:
    """The compression for the target's extension; an archive keeps the name of its member."""
    expected = Compression.of_path(path)
    if source and _same_suffixes(source, path):
        return source.compression
    if expected and source and source.compression and source.compression.kind == expected.kind:
        return source.compression
    return expected


def _raw_bytes(source: Source) -> Iterator[bytes]:
    """The bytes of the file as it was opened, packed if it was. Raises InputError if they are gone."""
    is_packed, offset = source.compression is not None, 0
    check = source.raise_if_changed if is_packed else source.raise_if_lost
    check()
    while piece := os.pread(source.original if is_packed else source.file, BLOCK, offset):
        yield piece
        offset += len(piece)
    check()


def _size(source: Source | None) -> int:
    return os.fstat(source.file).st_size if source else 0
