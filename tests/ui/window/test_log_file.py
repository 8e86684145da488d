"""The log file; unexpected errors from every source are logged and shown in the window."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget
from ui.user import find, text

import inspector
from inspector.core.errors import InputError
from inspector.ui import log_file
from inspector.ui.commands import about
from inspector.ui.excepthook import reported


@pytest.fixture(autouse=True)
def _log_of_this_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "evaluation"))
    monkeypatch.setattr(logging.getLogger("inspector"), "propagate", False)


def test_warnings_and_errors_are_logged_without_file_contents(tmp_path: Path) -> None:
    with log_file.log_to_file():
        logging.getLogger("inspector.qt").warning("a warning of Qt")
        try:
            raise KeyError("label_of_a_file")
        except KeyError as error:
            log_file.log_error(error)
        logging.getLogger("inspector").info("chatter")
    written = log_file.path().read_text()
    assert log_file.path().is_relative_to(tmp_path)
    assert "a warning of Qt" in written
    assert "KeyError" in written
    assert "test_log_file.py" in written
    assert "label_of_a_file" not in written.replace('KeyError("label_of_a_file")', "")
    assert "chatter" not in written
    assert not any(isinstance(kept, RotatingFileHandler) for kept in logging.getLogger("inspector").handlers)


def test_a_logged_traceback_quotes_only_source_lines() -> None:
    label = "label_of_a_file"
    with log_file.log_to_file():
        try:
            {}[label]
        except KeyError as error:
            log_file.log_error(error)
    assert "label_of_a_file" not in log_file.path().read_text()


def test_the_log_starts_over_before_it_grows_large() -> None:
    with log_file.log_to_file():
        for _ in range(700):
            logging.getLogger("inspector").warning("x" * 3000)
    sizes = [path.stat().st_size for path in log_file.folder().iterdir()]
    assert (len(sizes), max(sizes) <= 500_000) == (3, True)


def test_an_unwritable_log_folder_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with log_file.log_to_file():
        logging.getLogger("inspector").handlers or logging.getLogger("inspector").debug("goes on")
    assert (tmp_path / "file").read_text() == "no folder"


@pytest.mark.slow
@pytest.mark.parametrize("command", [["score"], ["open", "--screenshot", "picture.png"]])
def test_neither_the_terminal_nor_a_screenshot_makes_a_log(pair_files, tmp_path: Path, command: list[str]) -> None:
    first, *options = command
    done = subprocess.run(
        [sys.executable, "-m", "inspector", first, *map(str, pair_files), *options, "-m", "map@3"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(inspector.__file__).parent.parent)},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "evaluation").exists()


def fail_in_a_thread() -> None:
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()


class Broken(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        raise ZeroDivisionError


def test_an_error_in_a_thread_is_shown_and_logged(window, qtbot, capsys) -> None:
    with reported(window), log_file.log_to_file():
        fail_in_a_thread()
        qtbot.waitUntil(find(window, QFrame, "messageBar").isVisible)
    assert "ZeroDivisionError" in text(window, "messageText")
    assert "ZeroDivisionError" in log_file.path().read_text()
    assert "1 / 0" in capsys.readouterr().err


def test_an_error_while_painting_is_shown_and_the_window_continues(window, pair, qtbot, capsys) -> None:
    with reported(window):
        broken = Broken(window)
        broken.show()
        qtbot.waitUntil(find(window, QFrame, "messageBar").isVisible)
        shiboken6.delete(broken)
    assert "ZeroDivisionError" in text(window, "messageText")
    pair.edit("r05", ["e"])
    assert pair.undo_name == "edit r05"
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_an_error_of_a_worker_is_shown_with_its_details(window, qtbot) -> None:
    def broken():
        yield from ()
        raise RuntimeError("of a worker")

    with qtbot.waitSignal(window.bench.open_controller.failed):
        window.bench.open_controller.run(broken())
    assert "RuntimeError" in text(window, "messageText")


def test_an_input_error_is_not_logged(window) -> None:
    with log_file.log_to_file():
        window.report(InputError("the file is empty"))
    assert log_file.path().read_text() == ""


def test_the_exception_hooks_are_restored(window) -> None:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    with reported(window):
        assert sys.excepthook is not before[0]
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_the_versions_name_every_library_that_matters(qapp) -> None:
    said = about.about_text()
    for name in ("Submission Inspector", "Python", "Qt ", "PySide6", "pyqtgraph", "numpy", "pyarrow", "pandas"):
        assert name in said
    assert str(log_file.path()) in said
