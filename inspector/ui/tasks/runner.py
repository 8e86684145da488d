"""Tasks whose result a panel shows: done at once where the pair is small, beside the window where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from inspector.core.task import Task, drain
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker

_AT_ONCE = 50_000


class TaskRunner(QObject):
    """Only the newest task's result arrives; a task that is still running when the window closes is dropped."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection = signals.inspection
        self._worker = Worker(self)
        self._worker.failed.connect(self.failed)
        signals.closing.connect(self._worker.close)

    def start(self, task: Task[Any], done: Callable[[Any], None]) -> None:
        """Hand a task's result to `done`."""
        if len(self._inspection.state.table) <= _AT_ONCE:
            self._worker.cancel()
            done(drain(task))
        else:
            self._worker.start(task, done)

    def cancel(self) -> None:
        """Drop what is still running."""
        self._worker.cancel()
