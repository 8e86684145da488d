"""The file of notes: JSON in the program's own data folder, named by the ids of the truth.

So the notes are found again with every submission, after corrections of labels, and wherever the files are. Each line
is a group of rows whose notes are equal. Windows on the same rows write the same file: each first merges what it holds,
under a lock of the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from errno import EAGAIN
from functools import cached_property
from operator import index
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.files.io.draft import alone_in, draft_beside, open_folder, remove_drafts
from inspector.core.notes.note import Note, checked_tags, checked_text
from inspector.core.notes.notes import Notes
from inspector.core.task import Progress, Task

_FORMAT, _VERSION = "submission-inspector notes", 1
_WHAT = "Keeping the notes"


def notes_folder() -> Path:
    """The folder of the program's notes."""
    import platformdirs  # imported late: few runs look there

    return platformdirs.user_data_path("submission-inspector") / "notes"


@dataclass(frozen=True)
class Kept:
    """What a file of notes holds now. notes: the same object as was merged if that is all. damaged: where a file is
    that could not be read and was set aside, or None.
    """

    notes: Notes
    damaged: Path | None = None

    @property
    def remark(self) -> InputError | None:
        """What to tell the user about a damaged file."""
        if self.damaged is None:
            return None
        hint = "It was set aside under this name, and nothing writes to it; new notes go to a new file"
        return InputError("the notes of these rows cannot be read: the file is damaged", self.damaged, hint=hint)


class NotesFile:
    """The notes of one truth in a folder; there is no file before the first note."""

    def __init__(self, folder: Path, table: Table) -> None:
        self._folder, self._table = folder, table

    @cached_property
    def path(self) -> Path:
        """The path; takes a moment the first time, because it depends on all ids."""
        return self._folder / f"{_digest(self._table)}.json"

    def read(self) -> Notes:
        """The notes in the file, none without one; writes nothing. Raises InputError, also for a damaged file."""
        try:
            return self._read()
        except ValueError:
            hint = "Move it away; it was not changed"
            raise InputError("the notes cannot be read: the file is damaged", self.path, hint=hint) from None
        except OSError as error:
            raise InputError(f"the notes cannot be read: {error.strerror}", self.path) from None

    def merge(self, notes: Notes) -> Task[Kept]:
        """Merge notes into the file, the later text and tags of each row, and return what it holds then.

        Raises InputError if that is not possible, also while another window writes; the file then stays as it was.
        """
        yield Progress(0.1, _WHAT)
        try:
            if not notes.by_id and not self.path.exists():
                return Kept(notes)
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open_folder(self._folder) as opened:
                if not (yield from alone_in(opened)):
                    raise BlockingIOError(EAGAIN, "another window has not finished writing")
                return self._merge(notes)
        except OSError as error:
            hint = "They stay in this window and are tried again"
            raise InputError(f"the notes cannot be kept: {error.strerror}", self.path, hint=hint) from None

    def _merge(self, notes: Notes) -> Kept:
        """Read, merge and write. Raises OSError, and InputError for a file of a newer program."""
        try:
            kept = self._read()
        except ValueError:
            return Kept(notes, self._write(notes, is_damaged=True))
        both = kept.merged(notes)
        if both is not kept and both.by_id:
            self._write(both)
        return Kept(notes if both == notes else both)

    def _read(self) -> Notes:
        """The notes of the file. Raises ValueError for a damaged one."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Notes()
        try:
            return _parsed(data, self.path)
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError from error

    def _set_aside(self) -> Path:
        """Rename a damaged file to a name that nothing has."""
        names = (self.path.with_suffix(f".damaged-{number}.json") for number in range(1, 1 << 20))
        aside = next(name for name in names if not os.path.lexists(name))
        return self.path.rename(aside)

    def _write(self, notes: Notes, *, is_damaged: bool = False) -> Path | None:
        """Write a new file and put it in place of the old one, as a whole or not at all. Raises OSError.

        A damaged file is set aside just before, and its new path is returned: if writing fails, it is found again.
        """
        remove_drafts(self._folder)
        with draft_beside(self.path) as draft:
            draft.writelines(_lines(notes))
            draft.flush()
            os.fsync(draft.fileno())
            aside = self._set_aside() if is_damaged else None
            Path(draft.name).rename(self.path)
        return aside


def _digest(table: Table) -> str:
    """32 hexadecimal digits; the same for the same ids in any order.

    Labels do not count, because a label that is corrected and labels that are read in another way would leave the notes
    behind, but for rows that have nothing but numbers. Truths with the same ids share notes.
    """
    ids = table.ids.take(arrow.integers(np.argsort(table.id_ranks, kind="stable")))
    found = hashlib.sha256()
    found.update(arrow.numbers(pc.binary_length(ids)).astype(np.int64).tobytes())
    found.update(arrow.content(ids).tobytes())
    found.update(table.row_print)
    return found.hexdigest()[:32]


def _lines(notes: Notes) -> Iterator[bytes]:
    groups = dict[int, tuple[Note, list[str]]]()
    for id_, note in notes.by_id.items():
        groups.setdefault(id(note), (note, []))[1].append(id_)
    yield f'{{"format": "{_FORMAT}", "version": {_VERSION}, "notes": [\n'.encode()
    for number, (note, ids) in enumerate(groups.values()):
        group = {"note": note.text, "tags": note.tags, "written": note.written, "tagged": note.tagged, "ids": ids}
        yield (",\n" if number else "").encode() + json.dumps(group, ensure_ascii=False).encode()
    yield b"\n]}\n"


def _parsed(data: bytes, path: Path) -> Notes:
    """The notes in a file. Raises InputError for a newer version, ValueError and the like for other JSON."""
    content: Any = json.loads(data.decode())
    if content["format"] != _FORMAT:
        raise ValueError
    if content["version"] > _VERSION:
        hint = "Update the program; until then notes are kept in this window only"
        raise InputError("the notes were written by a newer version of the program", path, hint=hint)
    by_id = dict[str, Note]()
    for group in content["notes"]:
        note = _note(group)
        for id_ in group["ids"]:
            id_.encode()  # a file that is not ours may hold half characters
            by_id[id_] = by_id[id_].merged(note) if id_ in by_id else note
    return Notes(by_id)


def _note(group: Any) -> Note:
    try:
        tags = tuple(sorted(checked_tags(group["tags"])))
        return Note(checked_text(group["note"]), tags, index(group["written"]), index(group["tagged"]))
    except InputError as error:
        raise ValueError from error
