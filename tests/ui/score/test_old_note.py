"""The overall from before the last edits: greyed, named so, with what can be done about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QToolButton
from ui.host.acting import WAIT, Acting, metric_file, settled
from ui.host.user_of_metric import hosted_by, predict
from ui.user import find, text

from inspector.core.host import host
from inspector.ui.window.main_window import MainWindow

OLD = "before the last edits"


@pytest.fixture
def hosted(window: MainWindow, tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setattr(host, "Host", Acting)
    Acting.gate.set()
    return hosted_by(window, metric_file(tmp_path), qtbot)


def note(window: MainWindow) -> str:
    return find(window, QToolButton, "oldNote").text()


def choose(window: MainWindow, name: str) -> None:
    action = window.findChild(QAction, name)
    assert action is not None
    action.trigger()


def test_the_overall_is_painted_again_in_grey_while_asked(hosted: MainWindow, qtbot: Any) -> None:
    label = find(hosted, QLabel, "overallScore")
    assert (note(hosted), label.accessibleName()) == ("", "Overall score")
    Acting.gate.clear()
    qtbot.wait(0)
    before, painted = label.text(), list[str]()
    label.paintEvent = lambda event: painted.append(label.accessibleName())  # type: ignore[method-assign]
    predict(hosted, "r02", "b")
    qtbot.waitUntil(lambda: "asking" in note(hosted), timeout=WAIT)
    qtbot.waitUntil(lambda: any(OLD in name for name in painted), timeout=WAIT)
    assert label.text() == before
    assert OLD in label.accessibleName()
    Acting.gate.set()
    settled(hosted, qtbot)
    assert (note(hosted), label.accessibleName()) == ("", "Overall score")


def test_after_cancel_the_metric_can_be_asked_again(hosted: MainWindow, qtbot: Any) -> None:
    Acting.gate.clear()
    predict(hosted, "r02", "b")
    qtbot.waitUntil(lambda: "asking" in note(hosted), timeout=WAIT)
    hosted.bench.host_metrics.controller.cancel()
    qtbot.waitUntil(lambda: "ask again" in note(hosted), timeout=WAIT)
    assert OLD in hosted.statusBar().currentMessage()
    Acting.gate.set()
    choose(hosted, "askAgain")
    settled(hosted, qtbot)
    assert note(hosted) == ""


def test_after_a_refused_edit_it_can_be_undone(hosted: MainWindow, qtbot: Any) -> None:
    before = text(hosted, "overallScore")
    predict(hosted, "r02", "boom")
    qtbot.waitUntil(lambda: "ask again" in note(hosted), timeout=WAIT)
    assert OLD in find(hosted, QLabel, "overallScore").accessibleName()
    choose(hosted, "undoEdit")
    settled(hosted, qtbot)
    assert (note(hosted), text(hosted, "overallScore")) == ("", before)
