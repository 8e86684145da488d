"""The window is painted before most imports, and requests made meanwhile are carried out."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCommandLinkButton, QLabel, QTableView, QWidget
from ui.user import action, find

from inspector.ui import preload
from inspector.ui.app import make_window
from inspector.ui.preload import Preloader
from inspector.ui.settings import Settings
from inspector.ui.window.main_window import MainWindow

# Modules that the first paint does not need.
HEAVY = (
    "numpy",
    "pyarrow",
    "pyqtgraph",
    "pandas",
    "lark",
    "inspector.core.document.state",
    "inspector.ui.window.workbench",
)
PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from inspector.ui import app
from inspector.ui.window import main_window
seen = []
painted = main_window.MainWindow.paintEvent
def paint(window, event):
    if not seen:
        seen.append(sorted(name for name in {heavy} if name in sys.modules))
    painted(window, event)
main_window.MainWindow.paintEvent = paint
furnish = main_window.MainWindow.create_workbench
def furnished(window, inspection=None):
    bench = furnish(window, inspection)
    print(*seen, "numpy" in sys.modules, flush=True)
    QTimer.singleShot(0, window.close)
    return bench
main_window.MainWindow.create_workbench = furnished
sys.exit(app.run())
"""

LATER = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from inspector.terminal.tasks import pair_task
from inspector.ui import app
from inspector.ui.window import main_window
furnish, told = main_window.MainWindow.create_workbench, []
def failed(window, error):
    told.append(error)
    print(window.message.isVisible(), window.empty.isVisible())
    if len(told) == 1:
        window.bench.open_controller.open(Path("nowhere.csv"), Path("nowhere.csv"))
    else:
        QTimer.singleShot(0, window.close)
def furnished(window, inspection=None):
    is_new = window.findChild(QWidget, "rowTable") is None
    bench = furnish(window, inspection)
    if is_new:
        bench.open_controller.failed.connect(lambda error: failed(window, error))
    return bench
main_window.MainWindow.create_workbench = furnished
files = Path(sys.argv[1]), Path(sys.argv[2])
sys.exit(app.run(opening=pair_task(*files), files=(*files, None)))
"""

DAMAGED = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar
from inspector.ui import app, preload
from inspector.ui.window import main_window
def missing(name):
    raise ModuleNotFoundError("No module named 'pyarrow.lost'")
preload.import_module = missing
report = main_window.MainWindow.report
def reported(window, error):
    print(window.findChild(QProgressBar, "progressBar").isVisible())
    report(window, error)
    print(window.message.isVisible() and window.message.says, flush=True)
    QTimer.singleShot(0, window.close)
main_window.MainWindow.report = reported
painted = main_window.MainWindow.paintEvent
seen = []
def paint(window, event):
    if not seen:
        bar = window.findChild(QProgressBar, "progressBar")
        seen.append(print(bar.isVisible(), "Starting" in bar.format()))
    painted(window, event)
main_window.MainWindow.paintEvent = paint
sys.exit(app.run(opening=iter(())))
"""

CLASSES = """
from PySide6 import QtCore, QtGui, QtWidgets
from inspector.ui import preload
missing = lambda: [name for module in (QtCore, QtGui, QtWidgets) for name in dir(module) if name not in vars(module)]
print(len(missing()) > 500)
preload.import_module = lambda name: print(missing())
early = preload.Preloader("some.module", QtCore.QObject())
early.begin()
early.wait()
"""


@pytest.fixture
def bare(theme, qtbot, questions):
    """A window whose workbench nobody has made."""
    window = make_window(theme, Settings(temporary=True))
    with qtbot.waitActive(window):
        window.show()
    yield window
    window.close()
    window.deleteLater()


@pytest.mark.slow
def test_the_first_paint_imports_nothing_heavy_and_the_rest_follows(tmp_path: Path) -> None:
    home = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "STATE", "DATA", "CACHE")}
    program = PROGRAM.format(heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **home}, timeout=60
    )
    assert (done.returncode, done.stdout.splitlines()) == (0, ["[] True"]), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("content", ["id,label\na,x\nb,y\n", "hello"], ids=["to be repaired", "no table"])
def test_files_that_cannot_be_opened_leave_the_window_to_the_user(tmp_path: Path, content: str) -> None:
    (truth := tmp_path / "truth.csv").write_text("id,label\na.jpg,x\nb.jpg,y\n")
    (broken := tmp_path / "broken.csv").write_text(content)
    home = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "STATE", "DATA", "CACHE")}
    command = [sys.executable, "-c", LATER, str(truth), str(broken)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **home}, timeout=60)
    assert (done.returncode, done.stdout) == (0, "True True\n" * 2), done.stderr


@pytest.mark.slow
def test_a_failed_import_is_reported_with_a_hint_and_progress_stops(tmp_path: Path) -> None:
    home = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "STATE", "DATA", "CACHE")}
    command = [sys.executable, "-c", DAMAGED]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **home}, timeout=60)
    assert done.returncode == 0, done.stderr
    before, after, said = done.stdout.splitlines()
    assert (before, after) == ("True True", "False")
    assert "No module named 'pyarrow.lost'" in said
    assert "install it again" in said
    assert "ModuleNotFoundError" in next(tmp_path.rglob("window.log")).read_text()


def test_the_empty_window_names_what_can_be_opened_at_once(bare: MainWindow) -> None:
    assert bare.findChild(QWidget, "rowTable") is None
    shown = {card.accessibleName() for card in bare.findChildren(QCommandLinkButton) if card.isVisible()}
    assert {"Humpback Whale MAP@5", "H&M MAP@12"} <= shown
    assert bare.windowTitle() == "Submission Inspector"
    titles = [entry.text() for entry in bare.menuBar().actions()]
    assert (titles[:2], len(bare.bench.window.menuBar().actions())) == (["&File", "&Edit"], len(titles))
    assert (action(bare, "save_as").isEnabled(), action(bare, "open_files").isEnabled()) == (False, True)


@pytest.mark.slow
def test_a_request_before_the_workbench_exists_creates_it(bare: MainWindow, qtbot) -> None:
    find(bare, QWidget, "emptyState").sample_asked.emit("plants")
    with qtbot.waitSignal(bare.bench.open_controller.opened, timeout=30_000):
        pass
    assert find(bare, QTableView, "rowTable").model().rowCount() == 18_632
    assert bare.create_workbench() is bare.bench


def test_a_request_waits_for_what_is_being_imported(bare: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    early, waited = Preloader("some.module", bare), []
    monkeypatch.setattr(Preloader, "wait", lambda self: waited.append((self, bare.findChild(QWidget, "rowTable"))))
    bare.create_workbench()
    assert waited == [(early, None)]


def test_an_error_before_the_workbench_exists_is_shown(bare: MainWindow) -> None:
    bare.report("a disk is full")
    assert bare.findChild(QWidget, "rowTable") is None
    assert find(bare, QLabel, "messageText").text() == "⚠ a disk is full"


def test_closing_before_the_workbench_exists_keeps_the_size(theme, qtbot) -> None:
    settings = Settings(temporary=True)
    for height in (800, 640):
        window = make_window(theme, settings)
        assert window.height() == height
        window.show()
        window.resize(window.width(), 640)
        assert window.close()
        window.deleteLater()


def test_a_preload_imports_once_in_a_thread(qtbot, qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    imported = []
    monkeypatch.setattr(preload, "import_module", lambda name: imported.append((name, threading.current_thread().name)))
    early = Preloader("some.module", qapp)
    early.wait()  # not started, so there is nothing to wait for
    with qtbot.waitSignal(early.done):
        early.begin()
        early.begin()
    early.wait()
    assert imported == [("some.module", "import some.module")]
    early.deleteLater()


def test_no_class_of_qt_is_left_to_be_created_by_two_threads() -> None:
    done = subprocess.run([sys.executable, "-c", CLASSES], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.splitlines()) == (0, ["True", "[]"]), done.stderr
