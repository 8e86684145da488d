"""Every check is made again just before the rename: what others wrote meanwhile is left as it is."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from core.files.conftest import SAVED, TEXT

import inspector
from inspector import InputError
from inspector.core.files.io.draft import remove_drafts
from inspector.core.task import drain


def while_saving(inspection: inspector.Inspection, path: Path, happens: Callable[[], object]) -> None:
    """Save, and let something happen when the draft is complete."""
    for progress in (task := inspection.save_task(path, overwrite=True)):
        if progress.fraction == 1.0:
            happens()
            drain(task)
            return


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_original_that_is_truncated_while_saving_stays_so(tmp_path: Path, edited) -> None:
    with pytest.raises(InputError, match="changed on disk"):
        while_saving(edited, tmp_path / "s.csv", lambda: os.truncate(tmp_path / "s.csv", 5))
    assert (tmp_path / "s.csv").read_bytes() == TEXT[:5]
    assert names(tmp_path) == ["s.csv", "truth.csv"]


def test_an_original_that_another_window_saves_meanwhile_is_left(tmp_path: Path, edited) -> None:
    other = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "map@5", id_column="id")
    other.edit("r0", ["theirs"])
    with pytest.raises(InputError, match="changed on disk"):
        while_saving(edited, tmp_path / "s.csv", lambda: other.save(tmp_path / "s.csv", overwrite=True))
    assert (tmp_path / "s.csv").read_bytes() == TEXT.replace(b"r0,x", b"r0,theirs")
    assert not edited.is_saved


def test_a_file_that_appears_or_changes_meanwhile_is_not_replaced(tmp_path: Path, edited) -> None:
    target = tmp_path / "out.csv"
    with pytest.raises(InputError, match="has appeared while"):
        while_saving(edited, target, lambda: target.write_text("theirs"))
    with pytest.raises(InputError, match="has changed while"):
        while_saving(edited, target, lambda: target.write_text("theirs again"))
    assert target.read_text() == "theirs again"
    edited.save(target, overwrite=True)
    assert target.read_bytes() == SAVED


def test_a_file_that_appears_at_the_last_moment_is_not_replaced(tmp_path: Path, edited, monkeypatch) -> None:
    target, link = tmp_path / "out.csv", os.link

    def late(*paths: str) -> None:
        target.write_text("theirs")
        link(*paths)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(InputError, match="File exists"):
        edited.save(target)
    assert (target.read_text(), names(tmp_path)) == ("theirs", ["out.csv", "s.csv", "truth.csv"])


def test_a_file_system_without_hard_links_can_be_saved_to(tmp_path: Path, edited, monkeypatch) -> None:
    def refuse(*_: str) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    edited.save(tmp_path / "out.csv")
    assert ((tmp_path / "out.csv").read_bytes(), names(tmp_path)) == (SAVED, ["out.csv", "s.csv", "truth.csv"])


def test_a_changed_original_is_told_whatever_name_is_saved_to(tmp_path: Path, edited) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "link.csv").symlink_to("s.csv")
    (tmp_path / "theirs").write_bytes(b"id,label\nr0,work of others\n")
    (tmp_path / "theirs").replace(tmp_path / "s.csv")
    for path in (tmp_path / "x" / ".." / "s.csv", tmp_path / "link.csv"):
        with pytest.raises(InputError, match="changed on disk"):
            edited.save(path, overwrite=True)
    assert b"work of others" in (tmp_path / "s.csv").read_bytes()


def test_drafts_of_killed_saves_are_removed_and_those_of_others_stay(tmp_path: Path, edited) -> None:
    left, running = tmp_path / ".saving-abcd_123", tmp_path / ".saving-zzzzzzzz"
    for path in (left, running, tmp_path / ".saving-notes.txt"):
        path.write_text("half")
    with running.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        edited.save(tmp_path / "out.csv")
        assert (left.exists(), running.exists()) == (False, True)
    remove_drafts(tmp_path)
    assert names(tmp_path) == [".saving-notes.txt", "out.csv", "s.csv", "truth.csv"]


def test_a_draft_is_locked_while_it_is_written(tmp_path: Path, edited) -> None:
    while_saving(edited, tmp_path / "out.csv", lambda: remove_drafts(tmp_path))
    assert (tmp_path / "out.csv").read_bytes() == SAVED


def test_two_saves_into_one_folder_wait_for_each_other(tmp_path: Path, edited) -> None:
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    messages = []
    for progress in edited.save_task(tmp_path / "out.csv"):
        messages.append(progress.message)
        if "Waiting" in progress.message:
            assert not (tmp_path / "out.csv").exists()
            os.close(folder)
    assert (tmp_path / "out.csv").read_bytes() == SAVED
    assert messages[-1].startswith("Waiting")
