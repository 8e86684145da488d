"""Runs long tasks in a worker thread, one at a time; a newer one replaces the older one."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from inspector.core.arrays.cancel import Cancelled, cancel_scope
from inspector.core.task import Progress, Result, Task


class Worker(QObject):
    """Steps a task in a thread of its own. Only the newest task's progress, result or error ever arrives.

    The result reaches `done` in the UI thread; every exception reaches `failed`. stepped: each progress as the task
    gave it, which may hold a part of the result.
    """

    progressed = Signal(float, str)
    stepped = Signal(Progress)
    stopped = Signal()
    failed = Signal(Exception)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._done: Callable[[Any], object] | None = None
        self._has_ended = False
        self._threads: list[threading.Thread] = []
        self._post = _Post()
        self._post.sent.connect(self._receive, Qt.ConnectionType.QueuedConnection)
        self.destroyed.connect(self._post.drop)  # with a window that was never closed, or while it closed

    @property
    def is_busy(self) -> bool:
        """Whether a task runs whose result is still wanted."""
        return self._done is not None

    def start(self, task: Task[Result], done: Callable[[Result], object]) -> None:
        """Run a task and hand its result to `done`; whatever ran before is dropped. An ended worker starts none."""
        if self._has_ended:
            task.close()
            return
        self._post.drop()
        self._done = done
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(target=self._post.run, args=(self._post.number, task), daemon=True)
        self._threads.append(thread)
        thread.start()

    def cancel(self) -> None:
        """Drop the running task; it ends at its next step, or sooner, and nothing of it arrives."""
        if self.is_busy:
            self._post.drop()
            self._done = None
            self.stopped.emit()

    def close(self) -> None:
        """Drop the running task and wait until its thread has ended."""
        self.cancel()
        for thread in self._threads:
            thread.join()

    def end(self) -> None:
        """Close for good, with the window: timers that come later, or panels that Qt shows again, start nothing."""
        self._has_ended = True
        self.close()

    def _receive(self, number: int, news: object) -> None:
        if number != self._post.number or self._done is None:
            return
        if isinstance(news, Progress):
            self.stepped.emit(news)
            self.progressed.emit(news.fraction, news.message)
            return
        done, self._done = self._done, None
        self.stopped.emit()
        if isinstance(news, _Result):
            done(news.value)
        else:
            self.failed.emit(news)


class _Post(QObject):
    """What a worker's threads send from. It has no parent, and each thread holds it: it may outlive the worker.

    number: that of the task whose news are wanted.
    """

    sent = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def drop(self) -> None:
        """Let the running task end at its next step, or sooner; its news are not wanted any more."""
        self.number += 1

    def run(self, number: int, task: Task[object]) -> None:
        """In the thread: step until the end, or until the task is cancelled."""
        try:
            while number == self.number:
                with cancel_scope(lambda: number == self.number):
                    progress = next(task)
                self._send(number, progress)
        except StopIteration as end:
            self._send(number, _Result(end.value))
        except Cancelled:
            pass
        except Exception as error:  # whatever happens in a thread has to reach the user
            self._send(number, error)
        finally:
            task.close()

    def _send(self, number: int, news: object) -> None:
        with contextlib.suppress(RuntimeError):  # as the program ends, PySide deletes what threads still hold
            self.sent.emit(number, news)


class _Result:
    """The value a task returned, as opposed to its progress and its errors."""

    def __init__(self, value: object) -> None:
        self.value = value
