"""Keeps the edits of the open pair on disk while they are made. Knows nothing of those that a crash left behind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.arrays.types import Ints
from inspector.core.document.change import Change
from inspector.core.errors import InputError
from inspector.core.recovery.journal import Journal
from inspector.core.task import drain
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker

# How long edits are gathered before they are written, in milliseconds; so much a crash can lose.
_DELAY = 300
# So many rows are written before anybody could notice; more are written beside the window.
_AT_ONCE = 500


class Autosave(QObject):
    """Writes a journal of the open pair into a folder; without a folder, does nothing.

    written: every edit so far is on disk; failed: it cannot be, said once until it can again.
    """

    written = Signal()
    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, folder: Path | None, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection, self._folder = signals.inspection, folder
        self._journal: Journal | None = None
        self._pending: list[Ints] = []
        self._has_failed = False
        self._worker = Worker(self)
        self._worker.failed.connect(self._fail)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY)
        self._timer.timeout.connect(self.flush)
        if folder is not None:
            signals.loaded.connect(self._begin)
            signals.saved.connect(self._begin)
            signals.edited.connect(self._note)
            signals.metric_changed.connect(lambda: self._note(None))
            self._begin()

    def flush(self) -> None:
        """Write what was gathered, now; `written` follows."""
        if self._worker.is_busy:
            return
        if self._journal is None:
            self._pending = []
            self.written.emit()
            return
        rows = self._gathered()
        task = self._journal.write(self._inspection.evaluation.overlay, str(self._inspection.metric), rows)
        if len(rows) > _AT_ONCE:
            self._worker.start(task, self._finish)
            return
        try:
            self._finish(drain(task))
        except InputError as error:
            self._fail(error)

    def clear(self) -> None:
        """Forget the edits: they are saved, or the user let them go."""
        self._worker.close()
        self._timer.stop()
        self._pending = []
        if self._journal is not None:
            self._journal.drop()
        self._journal = None

    def _begin(self) -> None:
        """Another pair is open, or the edits of this one were saved: from now on others would be lost."""
        self.clear()
        if self._folder is None or not self._inspection.is_open:
            return
        saved_to = self._inspection.saved_to if self._inspection.is_saved else None
        self._journal = Journal.of(self._folder, self._inspection.evaluation, saved_to)
        if not self._inspection.is_saved:
            self._pending.append(self._inspection.evaluation.overlay.rows)
            self._timer.start()

    def _note(self, change: Change | None) -> None:
        if change is not None:
            self._pending.append(self._inspection.evaluation.all_rows if change.rows is None else change.rows)
        # Not started anew by every edit: a hand that never rests would never be written down.
        if not self._timer.isActive():
            self._timer.start()

    def _gathered(self) -> Ints:
        """The rows that were noted, each once, and none is waiting any more."""
        noted = np.zeros(len(self._inspection.evaluation.table), bool)
        for rows in self._pending:
            noted[rows] = True
        self._pending = []
        return np.flatnonzero(noted)

    def _finish(self, _: None) -> None:
        self._has_failed = False
        if self._pending:
            self.flush()
        else:
            self.written.emit()

    def _fail(self, error: Exception) -> None:
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(error)
