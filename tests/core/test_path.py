"""Paths that no file can have: one error that says so, at every door where a path comes in."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError
from inspector.core.files.check import write_repaired
from inspector.core.files.io.target import Target
from inspector.core.files.options import Options
from inspector.core.path import exists, is_file, located
from inspector.core.rows import export
from inspector.core.task import drain

IMPOSSIBLE = ["x" * 300, "a\0b.csv", "half\ud800.csv", "x" * 300 + "/s.csv"]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_path_that_no_file_can_have_is_one_error_at_every_door(files, tmp_path: Path, name: str) -> None:
    path, truth = tmp_path / name, Path(files[0])
    opened = inspector.open_pair(*files, "map@5")
    opened.edit("a", ["x"])
    doors = [
        lambda: inspector.open_pair(truth, path),
        lambda: inspector.open_pair(path, truth),
        lambda: opened.save(path),
        lambda: opened.save(path, overwrite=True),
        lambda: drain(write_repaired(*map(Path, files), Options(), path)),
        lambda: drain(export.export_task(opened.evaluation, np.arange(1), Target(path=path, inputs={}))),
    ]
    before = sorted(tmp_path.iterdir())
    for door in doors:
        with pytest.raises(InputError, match=r"cannot be (opened|written): (File name too long|no file can have)"):
            door()
    assert sorted(tmp_path.iterdir()) == before


def test_whether_a_file_exists_is_known_for_every_other_path(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    paths = [tmp_path, tmp_path / "a", tmp_path / "b", tmp_path / "a" / "b", tmp_path / "no" / "b"]
    assert [exists(path) for path in paths] == [True, True, False, False, False]
    assert [is_file(path) for path in [*paths, *map(Path, IMPOSSIBLE)]] == [False, True, *[False] * 7]


def test_the_terminal_reports_a_name_that_no_file_can_have(run, files) -> None:
    name = "x" * 300
    for arguments in ([name], ["score", files[0], name], ["check", *files, "--fix", "drop-bom", "-o", name]):
        status, out, err = run(*arguments)
        assert (status, out, err.count("Error: "), err.count("\n")) == (2, "", 1, 1)


def test_an_archive_is_saved_under_a_name_that_is_not_text(files, tmp_path: Path) -> None:
    opened = inspector.open_pair(*files, "map@5")
    opened.edit("a", ["x"])
    opened.save(tmp_path / "s\udcff.csv.zip")
    with zipfile.ZipFile(tmp_path / "s\udcff.csv.zip") as archive:
        assert archive.namelist() == ["s?.csv"]
        assert archive.read("s?.csv").startswith(b"id,label\na,x\nb,y z\n")
    assert inspector.open_pair(files[0], tmp_path / "s\udcff.csv.zip", "map@5").evaluation.labels(0) == ["x"]


def test_a_file_has_one_path_however_it_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    (tmp_path / "folder" / "latest.csv").symlink_to(tmp_path / "folder" / "run.csv")
    monkeypatch.chdir(tmp_path)
    for typed in ("folder/latest.csv", "link/latest.csv", "link/../folder/latest.csv", "./folder/latest.csv"):
        assert located(Path(typed)) == tmp_path / "folder" / "latest.csv"
    for name in IMPOSSIBLE:
        assert located(tmp_path / name).name == (tmp_path / name).name
    assert located(Path("a\0b", "s.csv")) == tmp_path / "a\0b" / "s.csv"
