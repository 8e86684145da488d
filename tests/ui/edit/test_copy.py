"""Copying many rows in a worker thread: from a snapshot, and only when complete."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QStatusBar
from pytestqt.qtbot import QtBot
from ui.user import action, find, go_to

from inspector import Inspection
from inspector.core.rows import copying
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.window.main_window import MainWindow


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "copy", 2)
    monkeypatch.setattr(copying, "_ROWS_A_PIECE", 2)


def copied() -> str:
    return QGuiApplication.clipboard().text()


@pytest.fixture
def plain(window: MainWindow) -> str:
    """The text of all rows, copied directly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ROWS_AT_ONCE, "copy", 1000)
        go_to(window, "r01").selectAll()
        action(window, "copy_with_headers").trigger()
    text = copied()
    QGuiApplication.clipboard().setText("before")
    return text


def test_many_rows_are_copied_like_few(window: MainWindow, plain: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.bench.copy_controller.done):
        action(window, "copy_with_headers").trigger()
        assert copied() == "before"
    assert copied() == plain
    assert find(window, QStatusBar, "").currentMessage() == f"Copied: {plain.count(chr(10)) - 1} rows"


def test_an_edit_made_meanwhile_is_not_in_the_copy(
    window: MainWindow, plain: str, pair: Inspection, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.bench.copy_controller.done):
        action(window, "copy_with_headers").trigger()
        pair.edit("r01", ["z"])
        pair.edit("r05", ["z"])
    assert copied() == plain


def test_a_copy_can_be_cancelled(window: MainWindow, plain: str, qtbot: QtBot) -> None:
    worker = window.bench.copy_controller.worker
    cancel = find(window, QPushButton, "cancelButton")
    was_seen: list[bool] = []
    # Asked in the slot: the task may have ended by the time that a wait returns.
    worker.progressed.connect(lambda *_: was_seen.append(cancel.isVisible()) or cancel.click())
    with qtbot.waitSignal(worker.stopped):
        action(window, "copy_with_headers").trigger()
    assert was_seen[0]
    worker.close()
    assert (copied(), cancel.isVisible()) == ("before", False)
