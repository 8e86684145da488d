"""Opening pairs and closing dialogs leaves no objects behind."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QPushButton
from ui.conftest import sweep
from ui.user import action, find, make_panels

from inspector.core.document.state import State
from inspector.ui.problems.findings_dialog import FindingsDialog
from inspector.ui.window.main_window import MainWindow

TIMES = 4


def living() -> Counter[str]:
    """The counts of Qt objects in every window and of document states, by type."""
    sweep()
    below = [child for window in QApplication.topLevelWidgets() for child in window.findChildren(QObject)]
    states = [thing for thing in gc.get_objects() if isinstance(thing, State)]
    return Counter(type(thing).__name__ for thing in [*QApplication.topLevelWidgets(), *below, *states])


def grown(again: Callable[[], None]) -> Counter[str]:
    """The objects that increase with repeated work, after some rounds that fill caches."""
    for _ in range(2):
        again()
    before = living()
    for _ in range(TIMES):
        again()
    return Counter({kind: count for kind, count in (living() - before).items() if count >= TIMES})


@pytest.mark.slow
def test_opening_pairs_leaves_no_objects_of_previous_ones(window: MainWindow, pair_files, other, qtbot) -> None:
    def again() -> None:
        for files in (pair_files, other):
            with qtbot.waitSignal(window.bench.open_controller.opened):
                window.bench.open_controller.open(*files, "map@3")
            window.bench.inspection.edit(window.bench.inspection.evaluation.table.id(0), ["q", "r"])
            window.bench.inspection.narrow("edited", "groupsPanel")
            QApplication.processEvents()
        window.bench.inspection.undo()

    make_panels(window)
    for dock in window.bench.docks.by_name.values():
        dock.show()
    window.bench.save_controller.maybe_save = lambda: True
    assert grown(again) == Counter()


@pytest.mark.slow
def test_a_pair_that_was_left_is_freed_without_the_collector(window: MainWindow, other, qtbot) -> None:
    make_panels(window)
    for dock in window.bench.docks.by_name.values():
        dock.show()
    window.bench.inspection.narrow("score<1", "groupsPanel")
    QApplication.processEvents()
    table = weakref.ref(window.bench.inspection.evaluation.table)
    gc.collect()
    gc.disable()
    try:
        with qtbot.waitSignal(window.bench.open_controller.opened):
            window.bench.open_controller.open(*other, "map@3")
        qtbot.waitUntil(lambda: table() is None)
    finally:
        gc.enable()


DIALOGS = ("open_files", "ask_which", "ask_constant", "show_language", "show_palette", "show_shortcuts", "show_about")


@pytest.mark.slow
def test_a_closed_dialog_is_deleted(window: MainWindow, monkeypatch, questions) -> None:
    def close(dialog: QDialog) -> int:
        dialog.show()
        dialog.reject()
        return 0

    monkeypatch.setattr(QDialog, "exec", close)
    questions.answer = QMessageBox.StandardButton.Ok

    def again(name: str) -> None:
        action(window, name).trigger()
        QApplication.processEvents()
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog | QMessageBox):
                widget.close()

    names = (*DIALOGS, "bulk_put_first", "bulk_swap")
    assert {name: grown(partial(again, name)) for name in names} == {name: Counter() for name in names}


@pytest.mark.slow
def test_previewed_repairs_leave_no_objects(window: MainWindow, qtbot, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na.jpg,x\nb.jpg,y\n")
    (tmp_path / "s.csv").write_text("id,label\na,x\nb,y\n")

    def again() -> None:
        with qtbot.waitSignal(window.bench.open_controller.failed):
            window.bench.open_controller.open(tmp_path / "t.csv", tmp_path / "s.csv")
        find(window, QPushButton, "messageAside").click()
        qtbot.waitUntil(lambda: window.findChild(FindingsDialog) is not None)
        window.findChild(FindingsDialog).reject()

    assert grown(again) == Counter()


def test_the_leak_check_detects_a_leak(window: MainWindow) -> None:
    assert grown(lambda: QObject(window)) == Counter({"QObject": TIMES})
