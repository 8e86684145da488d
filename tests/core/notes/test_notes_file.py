"""The file of notes: what is kept comes back, two windows lose nothing, and a damaged file is set aside."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pandas as pd
import pytest
from core.notes.test_notes import HOSTILE, every_notes
from hypothesis import HealthCheck, given, settings

import inspector
from inspector.core.errors import InputError
from inspector.core.notes import file as notes_file
from inspector.core.notes.file import Kept, NotesFile
from inspector.core.notes.note import Note
from inspector.core.notes.notes import Notes
from inspector.core.task import drain

TRUTH = pd.DataFrame({"id": ["r1", "r2", "r3"], "label": ["a", "b c", "a"]})


def opened(truth: pd.DataFrame = TRUTH, submission: pd.DataFrame | None = None):
    return inspector.open_pair(truth, truth if submission is None else submission, "map@5").evaluation.table


@pytest.fixture
def file(tmp_path: Path) -> NotesFile:
    return NotesFile(tmp_path / "data" / "notes", opened())


def keep(file: NotesFile, notes: Notes) -> Kept:
    return drain(file.merge(notes))


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(notes=every_notes)
def test_notes_come_back_as_they_were(notes: Notes, tmp_path: Path) -> None:
    file = NotesFile(tmp_path / "come back", opened())
    file.path.unlink(missing_ok=True)
    assert keep(file, notes).notes == notes
    assert keep(file, Notes()).notes == notes


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=every_notes, other=every_notes)
def test_the_file_holds_what_both_windows_wrote(one: Notes, other: Notes, tmp_path: Path) -> None:
    files = [NotesFile(tmp_path / "both", opened()) for _ in range(2)]
    files[0].path.unlink(missing_ok=True)
    keep(files[0], one)
    assert keep(files[1], other).notes == one.merged(other)
    assert keep(files[0], one).notes == one.merged(other)


def test_a_long_note_and_odd_ids_come_back(file: NotesFile) -> None:
    notes = Notes({id_: Note("é\n" * (1 << 19), ("t",), 1) for id_ in HOSTILE})
    keep(file, notes)
    assert keep(file, Notes()).notes == notes


def test_without_notes_there_is_no_file_and_no_folder(file: NotesFile, tmp_path: Path) -> None:
    assert keep(file, Notes()) == Kept(Notes())
    assert [*tmp_path.iterdir()] == []


def test_only_the_user_can_read_the_file(file: NotesFile) -> None:
    keep(file, Notes().with_text("r1", "secret"))
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert file.path.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in file.path.parent.iterdir()] == [file.path.name]


def test_equal_notes_of_many_rows_are_written_once(file: NotesFile) -> None:
    keep(file, Notes().with_tags([f"r{row}" for row in range(1000)], ["hard"]))
    assert file.path.read_text().count("hard") == 1


def test_the_name_depends_on_the_ids_only(tmp_path: Path) -> None:
    def name(*frames: pd.DataFrame) -> str:
        return NotesFile(tmp_path, opened(*frames)).path.name

    own = name(TRUTH)
    assert name(TRUTH, TRUTH.assign(label=["q z", "a", "m b"])) == own
    assert name(TRUTH, TRUTH.iloc[::-1]) == own
    assert name(TRUTH.iloc[::-1], TRUTH) == own
    assert name(TRUTH.assign(more="x")) == own
    assert name(TRUTH.assign(label=["a", "b c", "corrected"])) == own
    assert name(TRUTH.assign(label=["a|b", "c", "a|c"])) == own
    assert name(TRUTH.assign(id=["r1", "r2", "r4"])) != own
    assert name(TRUTH.assign(id=["r1r", "2", "r3"])) != own
    assert name(TRUTH.iloc[:2]) != own


def test_a_typed_label_does_not_change_the_name(tmp_path: Path) -> None:
    pair = inspector.open_pair(TRUTH, TRUTH, "map@5")
    before = NotesFile(tmp_path, pair.evaluation.table).path
    pair.edit("r1", ["new", "zz"])
    assert NotesFile(tmp_path, pair.evaluation.table).path == before


HEAD = '{"format": "submission-inspector notes", "version": 1, "notes": [%s]}'
DAMAGED = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"format": "another", "version": 1, "notes": []}',
    b'{"format": "submission-inspector notes", "version": "1", "notes": []}',
    *(
        (HEAD % group).encode()
        for group in (
            "{}",
            '{"note": 1, "tags": [], "written": 1, "tagged": 1, "ids": []}',
            '{"note": "", "tags": ["a b"], "written": 1, "tagged": 1, "ids": ["r1"]}',
            '{"note": "x", "tags": [], "written": 1e999, "tagged": 1, "ids": ["r1"]}',
            '{"note": "x", "tags": [], "written": 1, "tagged": 1, "ids": ["\\ud800"]}',
            '{"note": "x", "tags": [], "written": 1, "tagged": 1, "ids": [1]}',
        )
    ),
]


def test_the_remark_on_a_damaged_file_waits_until_it_can_be_said(file: NotesFile, monkeypatch) -> None:
    file.path.parent.mkdir(parents=True)
    file.path.write_text("{")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="the notes cannot be kept: No space left"):
        keep(file, Notes().with_text("r1", "x"))
    monkeypatch.undo()
    assert file.path.read_text() == "{"
    kept = keep(file, Notes().with_text("r1", "x"))
    assert kept.damaged is not None
    assert kept.damaged.read_text() == "{"


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_file_is_set_aside_and_said_in_words(file: NotesFile, content: bytes) -> None:
    notes = Notes().with_text("r1", "new")
    for number in (1, 2):
        file.path.parent.mkdir(parents=True, exist_ok=True)
        file.path.write_bytes(content)
        kept = keep(file, notes)
        assert kept.notes == notes
        assert kept.damaged is not None
        assert kept.damaged.name == f"{file.path.stem}.damaged-{number}.json"
        assert kept.damaged.read_bytes() == content
        assert "the file is damaged" in str(kept.remark)
        assert str(kept.damaged) in str(kept.remark)
        assert keep(file, Notes()) == Kept(notes)


def test_the_notes_of_a_newer_program_are_left_alone(file: NotesFile) -> None:
    keep(file, Notes().with_text("r1", "x"))
    newer = json.dumps({**json.loads(file.path.read_bytes()), "version": 2})
    file.path.write_text(newer)
    with pytest.raises(InputError, match="newer version"):
        keep(file, Notes().with_text("r2", "y"))
    assert file.path.read_text() == newer


@pytest.mark.parametrize("step", ["fsync", "rename"])
def test_a_full_disk_leaves_the_file_as_it_was(file: NotesFile, monkeypatch, step: str) -> None:
    keep(file, Notes().with_text("r1", "x"))
    before = file.path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(*(os, "fsync") if step == "fsync" else (Path, "rename"), full)
    with pytest.raises(InputError, match="the notes cannot be kept: No space left"):
        keep(file, Notes().with_text("r2", "y"))
    monkeypatch.undo()
    assert file.path.read_bytes() == before
    assert [path.name for path in file.path.parent.iterdir()] == [file.path.name]


def test_a_second_window_waits_for_the_first(file: NotesFile) -> None:
    keep(file, Notes().with_text("r1", "x"))
    other = NotesFile(file.path.parent, opened())
    with notes_file.open_folder(file.path.parent) as folder:
        drain(notes_file.alone_in(folder))
        waiting = other.merge(Notes().with_text("r2", "y"))
        assert [next(waiting).message for _ in range(4)][-1] == "Waiting for another window that saves"
        assert b"y" not in file.path.read_bytes().split(b'"note"')[-1]
    drain(waiting)
    assert keep(file, Notes()).notes.texts == {"r1": "x", "r2": "y"}


def test_nothing_is_merged_without_the_lock(file: NotesFile, monkeypatch) -> None:
    keep(file, Notes().with_text("r1", "x"))
    before, other, alone_in = file.path.read_bytes(), NotesFile(file.path.parent, opened()), notes_file.alone_in
    monkeypatch.setattr(notes_file, "alone_in", lambda folder: alone_in(folder, 0.02))
    with notes_file.open_folder(file.path.parent) as folder:
        assert drain(alone_in(folder))
        with pytest.raises(InputError, match="another window has not finished writing"):
            keep(other, Notes().with_text("r2", "y"))
    assert file.path.read_bytes() == before
    assert keep(other, Notes().with_text("r2", "y")).notes.texts == {"r1": "x", "r2": "y"}


def test_what_the_file_adds_nothing_to_is_handed_back_itself(file: NotesFile) -> None:
    notes = Notes().with_text("r1", "x")
    assert keep(file, notes).notes is notes
    again = Notes({**notes.by_id})
    assert keep(file, again).notes is again
    assert keep(file, Notes()).notes == notes
