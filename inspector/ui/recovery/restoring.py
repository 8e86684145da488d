"""Makes unsaved edits again, of one submission after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.arrays.arrow import texts
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.document.inspection import Inspection
from inspector.core.document.load import open_files
from inspector.core.document.state import State
from inspector.core.document.submission import Submission, free_name, name_of
from inspector.core.document.transition import Transition
from inspector.core.edits.replay import Recovered, recover
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import Options, Pair
from inspector.core.recovery.kept_sheet import read_sheet
from inspector.core.recovery.unsaved import UnsavedEdits
from inspector.core.task import Progress, Task
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.open.open_controller import OpenController
from inspector.ui.settings import Settings
from inspector.ui.tasks.worker import Worker


class Restoring(QObject):
    """Restores edits in the submissions that they belong to, which are opened or added for them.

    may_close: whether the open pair may be closed for another; apply_typed: applies what was typed; whether nothing is
    left that could not be applied. made: the edits of a submission are made again; typed: texts by id that were typed
    for the open submission and not applied; ended: all is restored.
    """

    failed = Signal(object)
    made = Signal(UnsavedEdits, Recovered)
    typed = Signal(dict)
    ended = Signal(list)

    def __init__(
        self,
        inspection: Inspection,
        open_controller: OpenController,
        change_queue: ChangeQueue,
        may_close: Callable[[], bool],
        apply_typed: Callable[[], bool],
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._inspection, self._open_controller, self._change_queue = inspection, open_controller, change_queue
        self._may_close, self._apply_typed, self._settings = may_close, apply_typed, settings
        self._waiting: list[UnsavedEdits] = []
        self._done: list[tuple[UnsavedEdits, Recovered]] = []
        # The first of those that wait, while what it belongs to is being opened.
        self._opening: UnsavedEdits | None = None
        self.reader = Worker(self)
        self.reader.failed.connect(self._skip)
        open_controller.opened.connect(self._on_opened)
        # `opened` follows `stopped` when the load succeeds; otherwise drop what waits for it.
        open_controller.worker.stopped.connect(lambda: QTimer.singleShot(0, self, self._drop))

    def start(self, chosen: Sequence[UnsavedEdits]) -> None:
        """Restore the edits of submissions of one truth, which is opened unless it is open already."""
        self._waiting, self._done = [*chosen], []
        if self._is_beside(chosen[0]) and not self._takes_its_place(chosen[0]):
            self._next()
        elif self._may_close():
            self._open(chosen[0])

    def loaded(self, unsaved: UnsavedEdits) -> Submission | None:
        """The submission that unsaved edits belong to, the open one if it can be; None if it is not loaded."""
        if not self._inspection.is_open:
            return None
        for one in (self._inspection.open_submission, *self._inspection.submissions):
            files = files_of(one.evaluation.pair)
            if files is not None and unsaved.applies_to(*files):
                return one
        return None

    def _is_beside(self, unsaved: UnsavedEdits) -> bool:
        source = self._inspection.evaluation.pair.truth.sheet.source if self._inspection.is_open else None
        return source is not None and unsaved.is_beside(source.path)

    def _takes_its_place(self, unsaved: UnsavedEdits) -> bool:
        """Whether the edits were made after a save of the only submission, whose place the saved file takes."""
        files = files_of(self._inspection.evaluation.pair)
        is_only = len(self._inspection.submissions) == 1 and self.loaded(unsaved) is None
        return is_only and files is not None and unsaved.is_relevant_to(*files)

    def _open(self, first: UnsavedEdits) -> None:
        """Open what the edits belong to, with all that it was compared with."""
        self._opening, metric, truth = first, first.metric or None, first.truth.path
        known = self._settings.comparison_of(truth, None if first.generated is not None else first.submission.path)
        if known is None and first.generated is not None:
            self._open_controller.run(_open_kept_task(first))
        elif known is None:
            self._open_controller.open(truth, first.submission.path, metric, first.options)
        else:
            given = {one.submission.path: one.options for one in self._waiting}
            options = given.get(known.submission) or Options.of(known.options)
            others = {path: Options.of(options) for path, options in known.further if path not in given}
            self._open_controller.open(truth, known.submission, metric or known.metric, options, lambda: others)

    def _on_opened(self) -> None:
        first, self._opening = self._opening, None
        if first is None:
            return
        opened = self._inspection.open_submission
        if first.generated is not None and opened.path is None:
            self._waiting.remove(first)
            self._inspection.rename(opened.name, free_name(first.generated, self._inspection.names))
            self._apply_to(opened, first)
        else:
            self._next()

    def _drop(self) -> None:
        self._opening = None

    def _next(self) -> None:
        # Texts that cannot be applied keep their submission open.
        self._waiting = sorted((one for one in self._waiting if one.exists), key=lambda one: bool(one.typed))
        if not self._waiting:
            if self._done:
                self.ended.emit(self._done)
            return
        unsaved = self._waiting.pop(0)
        if (loaded := self.loaded(unsaved)) is not None:
            self._apply_to(loaded, unsaved)
            return
        pair = self._inspection.evaluation.pair
        self.reader.start(_further_task(self._inspection, unsaved), lambda added: self._add(added, pair, unsaved))

    def _skip(self, error: Exception) -> None:
        self.failed.emit(error)
        self._next()

    def _add(self, added: Submission, pair: Pair, unsaved: UnsavedEdits) -> None:
        """Add the submission that unsaved edits belong to, unless the truth was read again meanwhile."""
        if any(one.evaluation.pair is pair for one in self._inspection.submissions):
            name = unsaved.generated
            added.name = name_of(added.evaluation.pair, self._inspection.names) if name is None else name
            self._inspection.add_submission(added)
            self._apply_to(added, unsaved)

    def _apply_to(self, submission: Submission, unsaved: UnsavedEdits) -> None:
        """Apply the edits to a submission, once it is the open one."""
        if not len(unsaved.edits) and not unsaved.typed:
            self._finish(unsaved, recover(submission.evaluation, unsaved.edits))
        elif submission is self._inspection.open_submission:
            self._apply(unsaved)
        elif self._apply_typed():  # what was typed is of the submission that is open
            self._change_queue.change("switch", lambda: self._switch_task(submission), lambda _: self._apply(unsaved))

    def _switch_task(self, submission: Submission) -> Task[Transition] | None:
        is_there = submission in self._inspection.submissions
        return self._inspection.switch_task(submission.name) if is_there else None

    def _apply(self, unsaved: UnsavedEdits) -> None:
        """Apply the edits; their file is deleted once this window's journal holds them."""
        recovered = list[Recovered]()

        def plan(evaluation: Evaluation) -> Edit:
            recovered.append(recover(evaluation, unsaved.edits))
            return recovered[-1].edit

        self._change_queue.apply(len(unsaved.edits), plan, lambda edit: self._finish(unsaved, recovered[-1]))

    def _finish(self, unsaved: UnsavedEdits, recovered: Recovered) -> None:
        rows = np.concatenate([self._rows_of(unsaved.typed), recovered.edit.rows])  # a text still has to be applied
        if len(rows):
            self._inspection.go_to(int(rows[0]))
        if unsaved.typed:
            self.typed.emit(dict(unsaved.typed))
        self._done.append((unsaved, recovered))
        self.made.emit(unsaved, recovered)
        self._next()

    def _rows_of(self, ids: Iterable[str]) -> Ints:
        """int64: the rows with these ids."""
        rows = self._inspection.evaluation.table.rows_of(texts([*ids]))
        return rows[rows >= 0]


def files_of(pair: Pair) -> tuple[Path, Path] | None:
    """Paths of a truth and a submission, None when one of them is not a file."""
    truth, submission = pair.truth.sheet.source, pair.submission.sheet.source
    return (truth.path, submission.path) if truth and submission else None


def _open_kept_task(unsaved: UnsavedEdits) -> Task[State]:
    """Open predictions that no file holds, with their truth."""
    yield Progress(0.0, f"Reading {unsaved.name}")
    predictions = read_sheet(unsaved.submission.path)
    return (yield from open_files(unsaved.truth.path, predictions, unsaved.metric or None, unsaved.options))


def _further_task(inspection: Inspection, unsaved: UnsavedEdits) -> Task[Submission]:
    """Read the submission that unsaved edits belong to."""
    yield Progress(0.0, f"Reading {unsaved.name}")
    path = unsaved.submission.path
    read = path if unsaved.generated is None else read_sheet(path)
    return (yield from inspection.add_task(read, None, unsaved.options))
