"""Messages of rejected actions disappear with the next action; file errors stay."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit
from ui.user import Control, Key, Shift, action, find, go_to, overwrite, press, text

from inspector import Inspection
from inspector.core.errors import InputError
from inspector.core.query import Clause
from inspector.ui.save.save_controller import STILL_EDITING, STILL_WRITING
from inspector.ui.window.main_window import MainWindow


def message(window: MainWindow) -> str:
    bar = find(window, QFrame, "messageBar")
    return text(window, "messageText") if bar.isVisible() else ""


def fault(window: MainWindow) -> str:
    note = find(window, QLabel, "filterFault")
    return note.text() if note.isVisible() else ""


@pytest.fixture
def refused(window: MainWindow) -> MainWindow:
    """A window in which an edit was just rejected."""
    go_to(window, "r05")
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    line.setText("good\0bad")
    line.textEdited.emit(line.text())
    press(window, Key.Key_Return)
    assert "cannot be written to this file" in message(window)
    return window


def test_a_rejected_edit_is_shown_until_the_next_edit(refused, pair: Inspection) -> None:
    for name in ("next_row", "sort_best"):
        action(refused, name).trigger()
    assert "cannot be written" in message(refused)
    overwrite(find(refused, QLineEdit, "predictionEdit"), "e")
    press(refused, Key.Key_Return)
    assert pair.undo_name is not None
    assert message(refused) == ""


def test_another_metric_or_an_undo_clears_the_message(refused, pair: Inspection) -> None:
    pair.set_metric("map@1")
    assert message(refused) == ""
    pair.edit("r05", ["e"])
    refused.bench.notifications.report(InputError("the confidences do not fit"))
    pair.undo()
    assert message(refused) == ""


@pytest.mark.slow
def test_a_file_error_stays_visible_during_edits(window, pair: Inspection) -> None:
    for error in (InputError("there is no such file", "gone.csv"), OSError("a disk is full"), "3 ids are unknown"):
        window.bench.notifications.report(error)
        pair.edit("r05", ["e"])
        pair.undo()
        assert message(window).removeprefix("⚠ ") == str(error)
    window.bench.notifications.report(InputError("there is no such file", "gone.csv"))
    window.message.offer("truth.csv changed on disk", "Reload", lambda: None)
    pair.edit("r05", ["e"])
    assert message(window) == "truth.csv changed on disk"


@pytest.mark.slow
@pytest.mark.parametrize(("refusal", "part"), [(STILL_WRITING, "save_controller"), (STILL_EDITING, "change_queue")])
def test_a_please_wait_message_is_cleared_when_the_task_ends(window, refusal: InputError, part: str) -> None:
    worker = getattr(window.bench, part).worker
    window.bench.notifications.report(refusal)
    worker.stopped.emit()
    assert message(window) == ""
    window.bench.notifications.report(InputError("the confidences do not fit"))
    worker.stopped.emit()
    assert "do not fit" in message(window)


@pytest.mark.slow
def test_a_rejected_filter_is_shown_until_the_line_matches_the_filter(window) -> None:
    press(window, Key.Key_F, Control | Shift)
    line = find(window, QLineEdit, "filterEdit")
    window.bench.filter_controller.narrow(Clause("truth:(", "labelsPanel"))
    assert fault(window)
    window.bench.filter_controller.narrow(Clause("truth:a", "labelsPanel"))
    assert (fault(window), line.accessibleDescription()) == ("", "")
    overwrite(line, "score<")
    press(window, Key.Key_Return)
    assert fault(window)
    window.bench.filter_controller.narrow(Clause("truth:b", "labelsPanel"))
    assert fault(window)
