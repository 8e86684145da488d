"""Saving loses nothing: neither the old file, nor changes by others, nor the edits when it fails."""

from __future__ import annotations

import errno
import gc
import os
from pathlib import Path

import pytest
from core.strategies import open_text as opened

from inspector import InputError
from inspector.core.files.io import source

TEXT = b"id,label\nr0,x\nr1,y\n"


def test_an_existing_file_is_replaced_only_with_overwrite(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    (tmp_path / "out.csv").write_text("precious")
    with pytest.raises(InputError, match="already exists"):
        inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "precious"
    inspection.save(tmp_path / "out.csv", overwrite=True)
    assert (tmp_path / "out.csv").read_bytes() == TEXT


def test_undo_after_saving_over_the_original_restores_its_bytes(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    inspection.edit("r1", ["longer", "list"])
    inspection.save(tmp_path / "s.csv", overwrite=True)
    assert (tmp_path / "s.csv").read_bytes() == b"id,label\nr0,x\nr1,longer list\n"
    assert inspection.is_saved
    inspection.undo()
    assert not inspection.is_saved
    inspection.save(tmp_path / "s.csv", overwrite=True)
    assert (tmp_path / "s.csv").read_bytes() == TEXT


def test_an_original_modified_in_place_is_not_mixed_with_the_edits(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(source, "KEPT", 0)
    inspection = opened(tmp_path, TEXT, 2)
    inspection.edit("r1", ["z"])
    with (tmp_path / "s.csv").open("ab") as file:
        file.write(b"r9,new\n")
    for target in (tmp_path / "s.csv", tmp_path / "out.csv"):
        with pytest.raises(InputError, match="changed on disk"):
            inspection.save(target, overwrite=True)
    assert (tmp_path / "s.csv").read_bytes() == TEXT + b"r9,new\n"
    assert not inspection.is_saved
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.csv", "truth.csv"]


def test_an_original_that_another_program_replaced_is_not_overwritten(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    inspection.edit("r1", ["z"])
    (tmp_path / "theirs").write_bytes(b"id,label\nr0,work of others\n")
    (tmp_path / "theirs").replace(tmp_path / "s.csv")
    with pytest.raises(InputError, match="changed on disk"):
        inspection.save(tmp_path / "s.csv", overwrite=True)
    assert b"work of others" in (tmp_path / "s.csv").read_bytes()


def test_a_failed_save_leaves_no_file_and_loses_no_edit(tmp_path: Path, monkeypatch) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    inspection.edit("r1", ["z"])
    generation = inspection.generation

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(InputError, match="No space left"):
            inspection.save(tmp_path / "s.csv", overwrite=True)
    (tmp_path / "folder").mkdir()
    for target in (tmp_path / "nowhere" / "out.csv", tmp_path / "folder"):
        with pytest.raises(InputError, match="cannot be written"):
            inspection.save(target, overwrite=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "s.csv", "truth.csv"]
    assert list((tmp_path / "folder").iterdir()) == []
    assert (tmp_path / "s.csv").read_bytes() == TEXT
    assert (inspection.evaluation.labels(1), inspection.is_saved, inspection.generation) == (["z"], False, generation)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not hold root back")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(InputError, match="Permission denied"):
        inspection.save(tmp_path / "locked" / "out.csv")


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    (tmp_path / "s.csv").chmod(0o640)
    inspection.save(tmp_path / "s.csv", overwrite=True)
    inspection.save(tmp_path / "out.csv")
    (tmp_path / "usual").touch()
    assert (tmp_path / "s.csv").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "out.csv").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_closed_inspection_closes_its_files(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.is_dir():
        pytest.skip("this system does not list open files")
    gc.collect()  # files that an earlier failed test still holds are not counted
    before = len(list(descriptors.iterdir()))
    for _ in range(3):
        opened(tmp_path, TEXT, 2)
    assert len(list(descriptors.iterdir())) == before
    assert [str(warning.message) for warning in recwarn] == []
