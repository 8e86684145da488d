"""Runs small tasks at once and large ones in a worker thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, SignalInstance

from inspector.core.task import Result, Task, drain
from inspector.ui.tasks.worker import Worker

# Up to so many rows, each kind of work takes less time than a frame.
ROWS_AT_ONCE = {
    "autosave": 500,
    "baseline": 50_000,
    "copy": 5_000,
    "count": 50_000,
    "edit": 2_000,
    "filter": 100_000,
    "further": 2_000,
    "notes": 50_000,
    "reload": 2_000,
    "repair": -1,  # may read the files again
    "score": 2_000,
    "sort": 100_000,
    "switch": 2_000,  # may score it under another metric
}


def is_small(work: str, rows: int) -> bool:
    """Whether a kind of work, a key of ROWS_AT_ONCE, on so many rows is done within a frame."""
    return rows <= ROWS_AT_ONCE[work]


class TaskRunner(QObject):
    """Runs one task at a time; a newer one replaces it. All errors arrive at `failed`.

    closing: the signal at which a task that still runs is dropped.
    """

    failed = Signal(Exception)

    def __init__(self, parent: QObject, closing: SignalInstance | None = None) -> None:
        super().__init__(parent)
        self.worker = Worker(self)
        self.worker.failed.connect(self.failed)
        if closing is not None:
            closing.connect(self.worker.close)

    @property
    def is_busy(self) -> bool:
        """Whether a task runs whose result is still wanted."""
        return self.worker.is_busy

    def run(self, work: str, rows: int, task: Task[Result], done: Callable[[Result], object]) -> None:
        """Run a task of a kind of work on so many rows, and hand its result to `done`."""
        if not is_small(work, rows):
            self.worker.start(task, done)
            return
        self.worker.cancel()
        try:
            result = drain(task)
        except Exception as error:  # as in a thread, whatever happens has to reach the user
            self.failed.emit(error)
        else:
            done(result)

    def cancel(self) -> None:
        """Drop what is still running."""
        self.worker.cancel()

    def close(self) -> None:
        """Drop what is still running and wait until it has ended."""
        self.worker.close()
