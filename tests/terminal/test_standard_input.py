"""Standard input as one of the files, under the name `-`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import inspector

TRUTH, SUBMISSION = "id,y\na,1\nb,2\nc,4\n", "id,y\na,2\nb,2\nc,9\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.csv").write_text(TRUTH)
    (tmp_path / "s.csv").write_text(SUBMISSION)
    return tmp_path


def program(folder: Path, given: str, *args: str) -> subprocess.CompletedProcess[str]:
    home = Path(inspector.__file__).parents[1]
    env = {"PYTHONPATH": str(home), "PATH": ""}
    command = [sys.executable, "-W", "error", "-m", "inspector", *args]
    return subprocess.run(command, input=given, capture_output=True, text=True, cwd=folder, env=env, timeout=60)


@pytest.mark.slow
@pytest.mark.parametrize(("given", "files"), [(TRUTH, ["-", "s.csv"]), (SUBMISSION, ["t.csv", "-"])])
def test_a_file_is_read_from_standard_input(folder: Path, given: str, files: list[str]) -> None:
    found = program(folder, given, "score", *files, "-m", "mae")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("MAE         2\n")


@pytest.mark.slow
def test_what_is_odd_in_standard_input_is_told_with_its_line(folder: Path) -> None:
    found = program(folder, SUBMISSION.replace("9", "x"), "check", "t.csv", "-", "-m", "mae")
    assert (found.returncode, found.stderr) == (1, "")
    assert "not a number, such as 'x', first in line 4 ('c')" in found.stdout
    empty = program(folder, "", "score", "t.csv", "-")
    assert (empty.returncode, empty.stdout) == (2, "")
    assert empty.stderr.startswith("Error: -: the file is empty")


def test_standard_input_of_a_terminal_is_refused(run, folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    status, _, err = run("score", str(folder / "t.csv"), "-")
    assert status == 2
    assert err.startswith("Error: -: standard input is a terminal. Pipe a file into the program")
