"""Write a file as a whole or not at all: a draft beside it is synced to disk and renamed into place."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator

from inspector.core.errors import InputError
from inspector.core.files.io.compression import Compression, pack
from inspector.core.files.io.draft import alone_in, draft_beside, finish, open_folder, put_in_place, remove_drafts
from inspector.core.files.io.target import Target
from inspector.core.task import Progress, Task

_PIECE = 1 << 20


def write(
    target: Target, pieces: Iterable[bytes], compression: Compression | None = None, size: int = 0
) -> Task[os.stat_result]:
    """Write the pieces, and return the status of the new file.

    All checks of the target are made at the start and again just before the rename. Cancelling at a yield leaves the
    target unchanged. size: the expected number of bytes, 0 if unknown. Raises InputError.
    """
    before, what, done = target.found(), f"Writing {target.path.name}", 0
    folder = before.file.parent
    remove_drafts(folder)
    try:
        with draft_beside(before.file) as draft, open_folder(folder) as opened:
            for more in pack(_batched(pieces), compression, draft):
                done += more
                yield Progress(min(0.99, done / size) if size else 0.5, what)
            status = finish(draft, before.file, before.status)
            yield Progress(1.0, what)
            yield from alone_in(opened)
            target.refuse_changed(before)
            put_in_place(draft, before.file, replaces=before.status is not None)
            with contextlib.suppress(OSError):  # the file is in place; some file systems cannot sync folders
                os.fsync(opened)
            return status
    except OSError as error:
        hint = "No file was changed. Choose another folder"
        raise InputError(f"the file cannot be written: {error.strerror}", target.path, hint=hint) from None


def _batched(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in batches of about _PIECE bytes, to save write calls."""
    batch, size = list[bytes](), 0
    for piece in pieces:
        batch.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield b"".join(batch)
            batch, size = [], 0
    yield b"".join(batch)
