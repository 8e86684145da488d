"""A small pair, windows on it, and checks around every UI test: no unexpected question, widget or timer is left."""

from __future__ import annotations

import csv
import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

import inspector
from inspector import Inspection
from inspector.core import samples
from inspector.core.document.load import open_task
from inspector.core.files.options import Options
from inspector.core.files.pair import build_pair, read_alignment
from inspector.core.task import drain
from inspector.ui.app import make_window
from inspector.ui.settings import Settings
from inspector.ui.widgets.input import new_file
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow

# id, truth, prediction; a prediction of None is a row that the submission lacks. Under map@3 the first hits are at
# 1, 2, 3, beyond K and nowhere; labels look like markup, like a mnemonic, and like a number.
ROWS: tuple[tuple[str, str, str | None], ...] = (
    ("r01", "a", "a b c"),
    ("r02", "b", "a b c"),
    ("r03", "c", "a b c"),
    ("r04", "d", "a b c d"),
    ("r05", "e", "a b c"),
    ("r06", "a", "b b a"),
    ("r07", "a", ""),
    ("r08", "a b c", "c x a"),
    ("r09", "<b>x</b>", "<b>x</b> &amp c"),
    ("r10", "&amp", "c &amp"),
    ("r11", "0706016001", "0706016001 706016001"),
    ("r12", "", "a"),
    ("r13", "b", None),
    ("r14 & <i>", "a b", "b <u> a"),
)
METRIC = "map@3"
_PATIENCE_MS = 1_000

_PLATFORM_WARNING = r"^This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)\(?\)?$"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ignore the warnings of the offscreen platform plugin when a window or a popup is shown."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(_PLATFORM_WARNING, extend=True))


@dataclass
class Questions:
    """The questions of the window, and the button that answers them; an unexpected question is an error."""

    asked: list[str] = field(default_factory=list)
    answer: QMessageBox.StandardButton | None = None

    def ask(self, box: QMessageBox) -> QMessageBox.StandardButton:
        self.asked.append(box.text())
        assert self.answer is not None, f"an unexpected question: {box.text()}"
        return self.answer


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> Questions:
    """Answers the message boxes of the window."""
    asked = Questions()
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.ask(box))
    return asked


@pytest.fixture
def replacing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user agrees to replace whatever file has the name that is chosen."""
    monkeypatch.setattr(new_file, "ask", lambda *_, **__: QMessageBox.StandardButton.Yes)


@pytest.fixture(autouse=True, scope="module")
def _collect_garbage() -> None:
    """Collect what the tests of another file left, before the objects that exist are frozen."""
    gc.collect()


@pytest.fixture(autouse=True)
def _fail_on_remaining_widgets_and_timers(qapp: QApplication) -> Iterator[None]:
    """No widget without a parent and no running timer that the test made is left behind.

    Menus that pyqtgraph makes without a parent are deleted with the window, which the test still holds here.
    """
    before = set(map(shiboken6.getCppPointer, qapp.topLevelWidgets()))
    gc.freeze()  # from now on the garbage collector looks at what the test makes, which takes a third of the time
    yield
    sweep()
    new = [widget for widget in qapp.topLevelWidgets() if shiboken6.getCppPointer(widget) not in before]
    left = [widget for widget in new if not isinstance(widget, QMenu) or widget.isVisible()]
    assert not left, f"still there after the test: {left}"
    patience = QDeadlineTimer(_PATIENCE_MS)
    while (running := _ticking()) and not patience.hasExpired():  # one that is about to stop is not left behind
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    assert not running, f"still running after the test: {[(timer, timer.parent()) for timer in running]}"


def _ticking() -> list[QTimer]:
    """The running timers that Python has made since objects were frozen."""
    timers = [timer for timer in gc.get_objects() if isinstance(timer, QTimer)]
    return [timer for timer in timers if shiboken6.isValid(timer) and timer.isActive()]


def sweep() -> None:
    """Delete everything that Qt and Python delete later."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def pair_files(tmp_path: Path) -> tuple[Path, Path]:
    """The truth and the submission of the small pair."""
    write_pair(tmp_path, ROWS)
    return tmp_path / "truth.csv", tmp_path / "submission.csv"


def write_pair(folder: Path, rows: tuple[tuple[str, str, str | None], ...]) -> None:
    """truth.csv and submission.csv with the header `id,label`."""
    for name, place in (("truth.csv", 1), ("submission.csv", 2)):
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            lines = [(row[0], row[place]) for row in rows if row[place] is not None]
            csv.writer(file, lineterminator="\n").writerows([("id", "label"), *lines])


@pytest.fixture
def pair(pair_files: tuple[Path, Path]) -> Inspection:
    """The small pair, open under map@3; its repairs are offered untried, which halves the time to open it."""
    options = Options()
    alignment = drain(read_alignment(*pair_files, options))
    return Inspection(drain(open_task(build_pair(alignment, options, tries_repairs=False), METRIC)))


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light colours."""
    theme = Theme(qapp)
    theme.choose("light")
    qapp.clipboard().clear()
    yield theme
    if theme.scale != 1.0:  # styling the window of the test again takes a third of its time
        theme.set_scale(1.0)
    shiboken6.delete(theme)


Show = Callable[..., MainWindow]


@pytest.fixture
def show(qtbot, theme: Theme, questions: Questions) -> Iterator[Show]:
    """Show a window on an inspection, and close it at the end of the test."""
    windows: list[MainWindow] = []

    def show_window(inspection: Inspection, settings: Settings | None = None) -> MainWindow:
        window = make_window(theme, settings or Settings(temporary=True))
        window.create_workbench(inspection)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
        return window

    yield show_window
    questions.answer = QMessageBox.StandardButton.Discard
    for window in filter(shiboken6.isValid, windows):
        window.close()
        window.deleteLater()


@pytest.fixture
def window(show: Show, pair: Inspection) -> MainWindow:
    """The window on the small pair."""
    return show(pair)


# id, true price, predicted price; None is a row that the submission lacks.
PRICES = (("h1", 208500, 181000.5), ("h2", 181500, 181500), ("h3", 223500, 400000), ("h4", 140000, None))
# id, and the true and predicted probabilities of three classes.
CLASSES = (
    ("c1", (1, 0, 0), (0.5, 0.25, 0.25)),
    ("c2", (0, 1, 0), (0.125, 0.75, 0.125)),
    ("c3", (0, 0, 1), (0.75, 0.25, 0.0)),
)


@pytest.fixture
def prices(tmp_path: Path) -> Inspection:
    """Four houses and their prices, under RMSE."""
    rows = (("truth.csv", 1), ("submission.csv", 2))
    for name, place in rows:
        lines = "".join(f"{row[0]},{row[place]}\n" for row in PRICES if row[place] is not None)
        (tmp_path / name).write_text(f"id,price\n{lines}")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse", shape="numbers")


@pytest.fixture
def classes(tmp_path: Path) -> Inspection:
    """Three rows of three probabilities each, under RMSE."""
    for name, place in (("truth.csv", 1), ("submission.csv", 2)):
        lines = "".join(f"{row[0]},{','.join(map(str, row[place]))}\n" for row in CLASSES)
        (tmp_path / name).write_text(f"id,cat,dog,fox\n{lines}")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse", shape="numbers")


@pytest.fixture
def sample() -> Inspection:
    """The Humpback sample, 25,361 rows."""
    folder = samples.find("humpback").folder()
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "map@5")


@pytest.fixture
def sample_window(show: Show, sample: Inspection) -> MainWindow:
    """The window on the Humpback sample."""
    return show(sample)


@pytest.fixture
def empty(show) -> MainWindow:
    return show(Inspection())


@pytest.fixture
def other(tmp_path: Path) -> tuple[Path, Path]:
    """Another pair, of three rows."""
    folder = tmp_path / "other"
    folder.mkdir()
    write_pair(folder, (("o1", "x", "x y"), ("o2", "y", "x y"), ("o3", "z", "x y")))
    return folder / "truth.csv", folder / "submission.csv"
