"""The status bar shows the progress of the newest running task."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton
from ui.user import action, find

from inspector.core.task import Progress, Task
from inspector.ui.tasks.worker import Worker
from inspector.ui.window.status_bar import StatusBar


class Holder:
    """A task that reports its name and blocks until it is released."""

    def __init__(self, name: str) -> None:
        self.name, self.gate = name, threading.Event()

    def task(self) -> Task[None]:
        yield Progress(0.25, self.name)
        assert self.gate.wait(30)


@pytest.fixture
def line(qtbot) -> StatusBar:
    line = StatusBar(None)
    qtbot.addWidget(line)
    line.show()
    return line


@pytest.fixture
def workers(line: StatusBar) -> Iterator[list[Worker]]:
    workers = [Worker(line), Worker(line)]
    for worker in workers:
        line.follow(worker, worker.cancel)
    yield workers
    for worker in workers:
        worker.close()


@pytest.fixture
def both(qtbot, workers: list[Worker]) -> Iterator[list[Holder]]:
    """Both workers are busy, and the second one started last."""
    held = [Holder("Opening"), Holder("Saving")]
    for worker, each in zip(workers, held, strict=True):
        with qtbot.waitSignal(worker.progressed):
            worker.start(each.task(), lambda _: None)
    yield held
    for each in held:
        each.gate.set()


def said(line: StatusBar) -> str:
    bar, cancel = find(line, QProgressBar, "progressBar"), find(line, QPushButton, "cancelButton")
    assert bar.isVisible() == cancel.isVisible()
    if not bar.isVisible():
        return ""
    task = bar.format().partition("…")[0]
    assert task in cancel.toolTip()
    return task


@pytest.mark.parametrize(("first", "left"), [(0, "Saving"), (1, "Opening")])
def test_when_one_task_ends_the_other_is_shown(line, workers, both, qtbot, first: int, left: str) -> None:
    assert said(line) == "Saving"
    with qtbot.waitSignal(workers[first].stopped):
        both[first].gate.set()
    assert said(line) == left
    with qtbot.waitSignal(workers[1 - first].stopped):
        both[1 - first].gate.set()
    assert said(line) == ""


def test_a_long_task_is_cut_in_the_middle_and_told_whole(line) -> None:
    doing = "submission_of_some_length_0.0731: Interval: 760 of 1,000 resamples"
    line.show_progress(0.41, doing)
    bar = find(line, QProgressBar, "progressBar")
    told = bar.format().replace("%p", "100")
    assert bar.fontMetrics().horizontalAdvance(told) < bar.width()
    assert told.startswith("submission")
    assert doing in find(line, QPushButton, "cancelButton").toolTip()


def test_progress_of_the_older_task_does_not_replace_the_newer(line, workers, both) -> None:
    workers[0].progressed.emit(0.5, "Opening further")
    assert said(line) == "Saving"


def test_cancel_stops_only_the_task_that_is_shown(line, workers, both) -> None:
    cancel = find(line, QPushButton, "cancelButton")
    cancel.click()
    assert ([worker.is_busy for worker in workers], said(line)) == ([True, False], "Opening")
    cancel.click()
    assert ([worker.is_busy for worker in workers], said(line)) == ([False, False], "")


@pytest.mark.slow
def test_what_is_told_on_stage_is_not_painted_over_the_counts(window) -> None:
    counts = find(window, QLabel, "rowsStatus")
    action(window, "stage").trigger()
    window.show_message("3 rows changed")
    action(window, "stage").trigger()
    assert counts.isVisible()
    assert window.status.currentMessage() == ""
    window.show_message("3 rows changed")
    assert (counts.isVisible(), window.status.currentMessage()) == (False, "3 rows changed")
