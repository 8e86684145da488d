"""The truth, and every other file that is open, is never written: under no name, through no door."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from core.files.conftest import TEXT
from core.strategies import open_text as opened

import inspector
from inspector import InputError
from inspector.core.files.check import write_repaired
from inspector.core.files.io.target import Target
from inspector.core.files.options import Options
from inspector.core.rows.export import export_task
from inspector.core.rows.media import ImageSource
from inspector.core.task import drain


def other_names(file: Path) -> list[Path]:
    """The file under some of its other names."""
    folder = file.parent
    (folder / "x").mkdir(exist_ok=True)
    (folder / "link").symlink_to(file)
    (folder / "again").symlink_to("link")
    (folder / "hard").hardlink_to(file)
    return [file, folder / "x" / ".." / file.name, folder / "link", folder / "again", folder / "hard"]


def refused(task) -> None:
    with pytest.raises(InputError, match="never overwritten"):
        drain(task)


def test_the_truth_is_never_written_under_any_name(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    inspection.edit("r1", ["z"])
    before = (tmp_path / "truth.csv").read_bytes()
    despite = ("read-only", "hard links")
    for path in other_names(tmp_path / "truth.csv"):
        refused(inspection.save_task(path, overwrite=True, despite=despite))
        target = Target(path=path, inputs=inspection.inputs, overwrite=True, despite=despite)
        refused(export_task(inspection.evaluation, np.arange(2), target))
        refused(write_repaired(tmp_path / "truth.csv", tmp_path / "s.csv", Options(), path))
    assert (tmp_path / "truth.csv").read_bytes() == before


def test_the_submission_is_written_by_save_alone(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    inspection.edit("r1", ["z"])
    for path in other_names(tmp_path / "s.csv")[:-1]:
        target = Target(path=path, inputs=inspection.inputs, overwrite=True)
        refused(export_task(inspection.evaluation, np.arange(2), target))
    (tmp_path / "hard").unlink()
    inspection.save(tmp_path / "again", overwrite=True)
    assert (tmp_path / "s.csv").read_bytes() == TEXT.replace(b"r1,y", b"r1,z")
    inspection.edit("r1", ["w"])
    inspection.save(tmp_path / "x" / ".." / "s.csv", overwrite=True)
    assert (tmp_path / "s.csv").read_bytes() == TEXT.replace(b"r1,y", b"r1,w")


def test_a_file_that_is_truth_and_submission_is_not_saved_over(tmp_path: Path) -> None:
    (tmp_path / "both.csv").write_text("id,label,predicted\na,x,y\nb,y,y\n")
    inspection = inspector.open_pair(tmp_path / "both.csv")
    inspection.edit("a", ["x"])
    refused(inspection.save_task(tmp_path / "both.csv", overwrite=True))
    inspection.save(tmp_path / "edited.csv")


def test_a_truth_that_another_program_replaced_is_still_the_truth(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    (tmp_path / "new").write_text("id,label\nr0,other\n")
    (tmp_path / "new").replace(tmp_path / "truth.csv")
    refused(inspection.save_task(tmp_path / "truth.csv", overwrite=True))


def test_the_pictures_of_rows_are_never_written(tmp_path: Path) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    (tmp_path / "pictures").mkdir()
    for name in ("r1.png", "other.png"):
        (tmp_path / "pictures" / name).write_text("a picture")
    inspection.pictures = ImageSource(tmp_path / "pictures")
    (tmp_path / "linked").hardlink_to(tmp_path / "pictures" / "r1.png")
    for path in (tmp_path / "pictures" / "r1.png", tmp_path / "linked"):
        refused(inspection.save_task(path, overwrite=True))
    inspection.save(tmp_path / "pictures" / "other.png", overwrite=True)


def test_rows_are_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch) -> None:
    inspection = opened(tmp_path, TEXT, 2)
    (tmp_path / "rows.csv").write_text("what stood there")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    target = Target(path=tmp_path / "rows.csv", inputs=inspection.inputs, overwrite=True)
    with pytest.raises(InputError, match="No space left"):
        drain(export_task(inspection.evaluation, np.arange(2), target))
    assert (tmp_path / "rows.csv").read_text() == "what stood there"
