"""Writes the unsaved edits of all submissions to disk while the user edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.arrays.types import Ints
from inspector.core.document.change import Change
from inspector.core.errors import InputError
from inspector.core.recovery.session import Session
from inspector.core.task import Task, drain
from inspector.ui.recovery.submission_journal import SubmissionJournal
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.debounce import Debounce

# Milliseconds from the first edit that is not on disk to the start of its write. A crash loses the edits of this time
# and of the write itself, and of what is still written before it.
_DELAY = 300
# Milliseconds until a write that failed is tried again.
_RETRY = 5000
_NONE = np.empty(0, np.int64)


class Autosave(QObject):
    """Keeps a journal of each submission in a folder; without a folder, does nothing.

    A journal is deleted once its submission is saved or gone, not when another one is opened. written: all edits are on
    disk; failed: writing failed, emitted once until a write succeeds; is_held: whether the document lacks some of the
    edits for now, as while they are played as steps, so that those on disk stay.
    """

    written = Signal()
    failed = Signal(Exception)

    def __init__(
        self, signals: DocumentSignals, folder: Path | None, is_held: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._inspection, self._folder, self._is_held = signals.inspection, folder, is_held
        self._journals: list[SubmissionJournal] = []
        # Of submissions that are saved, gone, or read again; they stay until all edits are in the others.
        self._ended: list[SubmissionJournal] = []
        self._has_failed = False
        self._runner = TaskRunner(self)
        self._runner.failed.connect(self._fail)
        self._syncer = Worker(self)
        self._timer, self._retry = (Debounce(pause, self, self.flush) for pause in (_DELAY, _RETRY))
        if folder is not None:
            for signal in (signals.loaded, signals.saved, signals.submissions_changed):
                signal.connect(self._follow)
            signals.edited.connect(self._on_edited)
            signals.metric_changed.connect(self._on_metric_changed)
            signals.baseline_changed.connect(self.keep_session)
            self._follow()

    def flush(self) -> None:
        """Write the pending edits now, but for the open submission's while held; emits `written` when done."""
        if self._runner.is_busy:
            return
        if written := [journal.write(str(self._inspection.metric)) for journal in self._due]:
            rows, tasks = sum(count for count, _ in written), [task for _, task in written]
            self._runner.run("autosave", rows, _one_by_one(tasks), self._finish)
        else:
            self._tell_written()

    def keep_session(self) -> None:
        """Keep the texts that are typed for the submissions and not applied, and what is open."""
        if self._keep_session():
            self._start()

    def clear(self) -> None:
        """Delete all journals, after the edits are saved or discarded."""
        self._stop()
        for journal in (*self._ended, *self._journals):
            journal.drop()
        self._ended, self._journals = [], []

    def leave(self) -> None:
        """Write what is still to be written, and leave the journals on disk. Raises InputError."""
        self._stop()
        errors = list[InputError]()
        for journal in self._journals:
            try:
                drain(journal.write(str(self._inspection.metric))[1])
            except InputError as error:  # those of other submissions may be small enough for the disk
                errors.append(error)
            drain(journal.sync())
            journal.close()
        self._journals = []
        if errors:
            raise errors[0]
        self._tell_written()

    def _follow(self) -> None:
        """Begin the journals of new submissions and saved ones; end those of submissions that are saved or gone."""
        assert self._folder is not None  # noqa: S101
        now = self._inspection.submissions
        ended = [one for one in self._journals if one.submission not in now or not one.is_current]
        if ended:
            self._stop()
        self._ended += ended
        self._journals = [one for one in self._journals if one not in ended]
        known = [one.submission for one in self._journals]
        self._journals += [SubmissionJournal(one, self._folder) for one in now if one not in known]
        if self._keep_session():
            self._start()
        elif not self._runner.is_busy:
            self._tell_written()

    def _keep_session(self) -> bool:
        """Let each journal have what is typed for its submission, and what is open; whether something is due."""
        session = Session.now(self._inspection) if self._inspection.is_open else None
        for journal in self._journals:
            journal.keep(session)
        return any(journal.is_due for journal in self._journals)

    def _on_metric_changed(self) -> None:
        self._keep_session()  # the metric is no guess any more
        self._schedule(_NONE, self._journals)

    def _on_edited(self, change: Change) -> None:
        opened = self._inspection.open_submission
        self._schedule(change.rows, [one for one in self._journals if one.submission is opened])

    def _schedule(self, rows: Ints | None, journals: Iterable[SubmissionJournal]) -> None:
        for journal in journals:
            journal.add(rows)
        self._start()

    def _start(self) -> None:
        """Write soon. A timer that runs is not restarted: editing all the time would postpone the write forever."""
        if not self._timer.isActive():
            self._timer.start()

    def _finish(self, _: None) -> None:
        self._has_failed = False
        for journal in self._journals:
            journal.finish()
        if self._due:
            self.flush()
        else:
            self._syncer.start(_one_by_one([journal.sync() for journal in self._journals]), lambda _: None)
            self._tell_written()

    def _fail(self, error: Exception) -> None:
        for journal in self._journals:
            journal.put_back()
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(error)
        self._retry.start()

    def _stop(self) -> None:
        """Stop what runs; it is to be written again."""
        self._runner.close()
        self._syncer.close()
        self._timer.stop()
        self._retry.stop()
        for journal in self._journals:
            journal.put_back()

    @property
    def _due(self) -> list[SubmissionJournal]:
        """The journals that are to be written now."""
        held = self._inspection.open_submission if self._inspection.is_open and self._is_held() else None
        return [journal for journal in self._journals if journal.is_due and journal.submission is not held]

    def _tell_written(self) -> None:
        """Tell that all edits are on disk; then the journals that ended hold none that another one lacks."""
        if any(journal.is_due for journal in self._journals):  # held back
            return
        for journal in self._ended:
            journal.drop()
        self._ended = []
        self.written.emit()


def _one_by_one(tasks: Iterable[Task[None]]) -> Task[None]:
    for task in tasks:
        yield from task
