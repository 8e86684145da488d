"""The entry in the menu of the desktop: made with the command that runs, and removed without a trace."""

from __future__ import annotations

import re
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from inspector import desktop, resource


@pytest.fixture
def data(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(desktop.shutil, "which", lambda _: None)
    return tmp_path / "data"


def entry(data: Path) -> dict[str, str]:
    found = ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read(data / "applications" / "submission-inspector.desktop", encoding="utf-8")
    return dict(found["Desktop Entry"])


def command_of(line: str) -> list[str]:
    """The arguments of an Exec line, some of them in quotes; %% is a percent sign."""
    quoted = re.findall(r'"((?:\\.|[^"])*)"|(\S+)', unescaped(line))
    return [re.sub(r"\\(.)", r"\1", one).replace("%%", "%") or plain for one, plain in quoted]


def unescaped(value: str) -> str:
    """A text value, which writes each \\ twice."""
    return value.replace("\\\\", "\\")


@pytest.mark.parametrize("folder", ["bin", "my programs", 'a"b', "a$b`c", "a\\b", "50%"])
def test_the_entry_starts_the_command_that_made_it(data, monkeypatch, tmp_path, folder) -> None:
    command = tmp_path / folder / "submission-inspector"
    monkeypatch.setattr("inspector.desktop.sys.argv", [str(command)])
    desktop.install()
    assert command_of(entry(data)["Exec"]) == [str(command), "open", "%F"]
    assert unescaped(entry(data)["TryExec"]) == str(command)


def test_without_an_installed_command_the_entry_starts_the_package(data, monkeypatch) -> None:
    monkeypatch.setattr("inspector.desktop.sys.argv", ["/somewhere/inspector/__main__.py"])
    desktop.install()
    assert command_of(entry(data)["Exec"]) == [sys.executable, "-m", "inspector", "open", "%F"]


def test_what_was_made_is_removed_without_a_trace(run, data) -> None:
    status, out, _ = run("--install-desktop")
    icon = data / "icons/hicolor/scalable/apps/submission-inspector.svg"
    assert (status, out.count("Written: ")) == (0, 2)
    assert icon.read_bytes() == resource.path("icons/submission-inspector.svg").read_bytes()
    status, out, _ = run("--remove-desktop")
    assert (status, out.count("Removed: ")) == (0, 2)
    assert not [path for path in data.rglob("*") if path.is_file()]
    assert run("--remove-desktop")[1] == "There was no entry.\n"


def test_a_folder_that_cannot_be_written_is_an_error(run, data) -> None:
    data.parent.mkdir(exist_ok=True)
    data.write_text("in the way")
    status, _, err = run("--install-desktop")
    assert status == 2
    assert "the file cannot be written" in err


def test_the_version_names_what_the_program_runs_on(run) -> None:
    status, out, _ = run("--version")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == [
        "Submission",
        "Python",
        "PySide6_Essentials",
        "pyqtgraph",
        "numpy",
        "pyarrow",
        "pandas",
        "Qt",
    ]
