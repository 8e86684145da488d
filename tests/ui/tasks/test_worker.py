"""Worker: tasks run in a thread, only the newest one delivers results, and every thread ends."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QThread

from inspector.core.errors import InputError
from inspector.core.task import Progress, Task
from inspector.ui.tasks.worker import Worker


@pytest.fixture
def worker(qapp) -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()
    worker.deleteLater()


class Held:
    """A task that blocks after its first step until it is released, and records its progress."""

    def __init__(self, value: object = "the result", most: int = 3) -> None:
        self.value, self.most = value, most
        self.gate, self.begun, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.steps = 0

    def task(self) -> Task[object]:
        try:
            yield Progress(0.25, "Holding")
            self.begun.set()
            assert self.gate.wait(30)
            while self.steps < self.most:
                self.steps += 1
                yield Progress(0.5, f"Step {self.steps}")
            return self.value
        finally:
            self.ended.set()


def counting(*fractions: float, result: object = None) -> Task[object]:
    for fraction in fractions:
        yield Progress(fraction, f"At {fraction}")
    return result


def failing(error: Exception) -> Task[None]:
    yield Progress(0.0, "About to fail")
    raise error


def test_every_progress_step_and_then_the_result_is_delivered(worker, qtbot) -> None:
    told, results = [], []
    worker.progressed.connect(lambda fraction, doing: told.append((fraction, doing)))
    with qtbot.waitSignal(worker.stopped):
        worker.start(counting(0.0, 0.5, 0.9, result=42), results.append)
        assert worker.is_busy
    assert told == [(0.0, "At 0.0"), (0.5, "At 0.5"), (0.9, "At 0.9")]
    assert results == [42]
    assert not worker.is_busy


def test_a_task_runs_in_a_thread_and_its_result_arrives_in_the_ui_thread(worker, qtbot) -> None:
    ran_in, arrived_in = [], []

    def task() -> Task[None]:
        ran_in.append(threading.current_thread())
        yield Progress(0.0, "Looking around")

    with qtbot.waitSignal(worker.stopped):
        worker.start(task(), lambda _: arrived_in.append((threading.current_thread(), QThread.currentThread())))
    assert ran_in != [threading.main_thread()]
    assert arrived_in == [(threading.main_thread(), worker.thread())]


@pytest.mark.parametrize(
    "error",
    [InputError("not like this"), ValueError("unforeseen"), MemoryError()],
    ids=lambda error: type(error).__name__,
)
def test_every_exception_of_a_task_reaches_failed_and_no_result_does(worker, qtbot, error: Exception) -> None:
    results = []
    with qtbot.waitSignal(worker.failed) as told:
        worker.start(failing(error), results.append)
    assert told.args == [error]
    assert results == []
    assert not worker.is_busy


def test_a_cancelled_task_ends_at_its_next_step_and_nothing_of_it_arrives(worker, qtbot) -> None:
    held, results, told = Held(), [], []
    worker.start(held.task(), results.append)
    assert held.begun.wait(30)
    with qtbot.waitSignal(worker.stopped):
        worker.cancel()
    worker.progressed.connect(lambda *news: told.append(news))
    held.gate.set()
    assert held.ended.wait(30)
    worker.close()
    assert held.steps == 1
    with qtbot.waitSignal(worker.stopped):
        worker.start(counting(result="after"), results.append)
    assert results == ["after"]
    assert told == []


def test_a_newer_task_replaces_an_older_one(worker, qtbot) -> None:
    older, results = Held("older"), []
    worker.start(older.task(), results.append)
    assert older.begun.wait(30)
    with qtbot.waitSignal(worker.stopped):
        worker.start(counting(0.1, result="newer"), results.append)
    assert results == ["newer"]
    older.gate.set()
    assert older.ended.wait(30)
    worker.close()
    assert older.steps == 1
    with qtbot.waitSignal(worker.stopped):
        worker.start(counting(result="newest"), results.append)
    assert results == ["newer", "newest"]


def test_a_result_that_comes_after_a_newer_task_was_started_is_dropped(worker, qtbot) -> None:
    older, newer, results = Held("older", most=0), Held("newer", most=0), []
    for held in (older, newer):
        worker.start(held.task(), results.append)
        assert held.begun.wait(30)
    running = threading.active_count()
    older.gate.set()
    qtbot.waitUntil(lambda: threading.active_count() == running - 1)
    QCoreApplication.processEvents()
    assert (results, worker.is_busy) == ([], True)
    with qtbot.waitSignal(worker.stopped):
        newer.gate.set()
    assert results == ["newer"]


def test_the_error_of_a_replaced_task_is_dropped(worker, qtbot) -> None:
    gate, errors, results = threading.Event(), [], []

    def late_failure() -> Task[None]:
        yield Progress(0.0, "Waiting")
        gate.wait(30)
        raise ValueError("too late to matter")

    worker.failed.connect(errors.append)
    worker.start(late_failure(), results.append)
    with qtbot.waitSignal(worker.stopped):
        worker.start(counting(result="newer"), results.append)
    gate.set()
    worker.close()
    with qtbot.waitSignal(worker.stopped):
        worker.start(counting(result="newest"), results.append)
    assert (errors, results) == ([], ["newer", "newest"])


def test_closing_waits_for_every_thread(worker) -> None:
    before = threading.active_count()
    held = [Held() for _ in range(3)]
    for each in held:
        worker.start(each.task(), lambda _: None)
        assert each.begun.wait(30)
    assert threading.active_count() == before + 3
    for each in held:
        each.gate.set()
    worker.close()
    assert threading.active_count() == before
    assert not worker.is_busy


def test_a_task_ends_without_an_error_after_its_worker_was_deleted(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    errors, held, worker = list[BaseException | None](), Held(), Worker()
    monkeypatch.setattr(threading, "excepthook", lambda args: errors.append(args.exc_value))
    before = {*threading.enumerate()}
    worker.start(held.task(), lambda _: None)
    assert held.begun.wait(30)
    (thread,) = {*threading.enumerate()} - before
    worker.deleteLater()
    QCoreApplication.sendPostedEvents(worker, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(worker)
    held.gate.set()
    thread.join(30)
    QCoreApplication.processEvents()
    assert (errors, held.ended.is_set(), held.steps) == ([], True, 1)


def test_a_task_ends_without_an_error_where_the_program_ends_first() -> None:
    program = """
        import threading
        from PySide6.QtCore import QCoreApplication
        from inspector.core.task import Progress
        from inspector.ui.tasks.worker import Worker
        app, worker = QCoreApplication([]), Worker()
        begun, gate = threading.Event(), threading.Event()
        def task():
            begun.set()
            gate.wait(30)
            yield Progress(0.5, "Late")
        worker.start(task(), print)
        begun.wait(30)
        app.shutdown()
        gate.set()
        for thread in worker._threads:
            thread.join()
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_worker_that_has_ended_starts_nothing(worker, qtbot) -> None:
    before, results = threading.active_count(), []
    with qtbot.assertNotEmitted(worker.stopped, wait=50):
        worker.end()
        worker.start(counting(result="late"), results.append)
    assert (results, worker.is_busy, threading.active_count()) == ([], False, before)


def test_cancelling_without_a_task_emits_nothing(worker, qtbot) -> None:
    with qtbot.assertNotEmitted(worker.stopped):
        worker.cancel()
