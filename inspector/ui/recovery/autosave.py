"""Writes the unsaved edits of the open pair to disk while the user edits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.arrays.types import Ints
from inspector.core.document.change import Change
from inspector.core.document.save import options_now
from inspector.core.recovery.journal import Journal
from inspector.core.task import drain
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker

# Milliseconds between an edit and the write; a crash loses at most this much.
_DELAY = 300
# Milliseconds until a write that failed is tried again.
_RETRY = 5000
_NONE = np.empty(0, np.int64)


class Autosave(QObject):
    """Writes a journal of the open pair into a folder; without a folder, does nothing.

    written: all edits are on disk; failed: writing failed, emitted once until a write succeeds; is_held: says when the
    edits are not all there, and those on disk are the right ones, as while they are played as steps.
    """

    written = Signal()
    failed = Signal(Exception)

    def __init__(
        self, signals: DocumentSignals, folder: Path | None, is_held: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._inspection, self._folder = signals.inspection, folder
        self._is_held = is_held
        self._journal: Journal | None = None
        self._pending: list[Ints] = []
        # What the runner writes now; it would be lost if that were cancelled.
        self._writing = _NONE
        self._has_failed = False
        self._runner = TaskRunner(self)
        self._runner.failed.connect(self._fail)
        self._syncer = Worker(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY)
        self._timer.timeout.connect(self.flush)
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.setInterval(_RETRY)
        self._retry.timeout.connect(self.flush)
        if folder is not None:
            signals.loaded.connect(self._begin)
            signals.saved.connect(self._begin)
            signals.edited.connect(self._schedule)
            signals.metric_changed.connect(lambda: self._schedule(None))
            self._begin()

    def flush(self) -> None:
        """Write the pending edits now, unless held; emits `written` when done."""
        if self._runner.is_busy or self._is_held():
            return
        if self._journal is None:
            self._pending = []
            self.written.emit()
            return
        self._writing = rows = self._take_pending()
        task = self._journal.write(self._inspection.evaluation.overlay, str(self._inspection.metric), rows)
        self._runner.run("autosave", len(rows), task, self._finish)

    def clear(self) -> None:
        """Delete the journal, after the edits are saved or discarded."""
        self._runner.close()
        self._syncer.close()
        self._timer.stop()
        self._retry.stop()
        self._pending, self._writing = [], _NONE
        if self._journal is not None:
            self._journal.drop()
        self._journal = None

    def leave(self) -> None:
        """Write what is still to be written, and leave the journal on disk. Raises InputError."""
        self._runner.close()
        self._syncer.close()
        self._timer.stop()
        self._retry.stop()
        if self._journal is not None:
            self._pending.append(self._writing)
            overlay, metric = self._inspection.evaluation.overlay, str(self._inspection.metric)
            drain(self._journal.write(overlay, metric, self._take_pending()))
            drain(self._journal.sync())
            self._journal.close()
        self._journal = None
        self.written.emit()

    def _begin(self) -> None:
        """Start a new journal, after loading a pair or saving it."""
        self.clear()
        if self._folder is None or not self._inspection.is_open:
            return
        saved = self._inspection.saved if self._inspection.is_saved else None
        options = options_now(self._inspection.evaluation.pair, saved)
        path = saved.path if saved else None
        self._journal = Journal.of(self._folder, self._inspection.evaluation, path, options)
        if not self._inspection.is_saved:
            self._pending.append(self._inspection.evaluation.overlay.rows)
            self._timer.start()

    def _schedule(self, change: Change | None) -> None:
        if change is not None:
            self._pending.append(self._inspection.evaluation.all_rows if change.rows is None else change.rows)
        # Edits do not restart the timer: continuous editing would postpone the write forever.
        if not self._timer.isActive():
            self._timer.start()

    def _take_pending(self) -> Ints:
        """Return the pending rows, ascending and distinct, and clear them."""
        is_pending = np.zeros(len(self._inspection.evaluation.table), bool)
        for rows in self._pending:
            is_pending[rows] = True
        self._pending = []
        return np.flatnonzero(is_pending)

    def _finish(self, _: None) -> None:
        self._writing, self._has_failed = _NONE, False
        if self._pending:
            self.flush()
        else:
            if self._journal is not None:
                self._syncer.start(self._journal.sync(), lambda _: None)
            self.written.emit()

    def _fail(self, error: Exception) -> None:
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(error)
        self._retry.start()
