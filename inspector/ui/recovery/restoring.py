"""Makes unsaved edits again, of one submission after the other, and opens what was open beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.arrays.arrow import texts
from inspector.core.data.edits import Edit
from inspector.core.document.inspection import Inspection
from inspector.core.document.load import as_guessed, open_files
from inspector.core.document.state import State
from inspector.core.document.submission import Submission, name_of
from inspector.core.edits.replay import Recovered, recover
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.pair import Pair
from inspector.core.path import located
from inspector.core.recovery.kept_sheet import read_sheet
from inspector.core.recovery.unsaved import UnsavedEdits
from inspector.core.task import Progress, Task
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.open.open_controller import OpenController
from inspector.ui.recovery.listing import Entry, Listing
from inspector.ui.recovery.reopening import Reopening, switch_task
from inspector.ui.recovery.words import Restored
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker

# Lets texts by id wait in a submission; the ids of those that have no place there.
GiveBack: TypeAlias = Callable[[Submission, Mapping[str, str]], list[str]]


class Restoring(QObject):
    """Restores edits in the submissions that they belong to, once all that were listed with them are there again.

    may_close: whether the open pair may be closed for another; keep_typed: applies what was typed; give_back: what
    becomes of texts that were typed and not applied. made: the edits of a submission are made again; added: a
    submission came to the list; ended: all is restored.
    """

    failed = Signal(object)
    made = Signal(Restored)
    added = Signal(Submission)
    ended = Signal(list)

    def __init__(
        self,
        signals: DocumentSignals,
        open_controller: OpenController,
        change_queue: ChangeQueue,
        may_close: Callable[[], bool],
        keep_typed: Callable[[], object],
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._inspection, self._open_controller, self._change_queue = signals.inspection, open_controller, change_queue
        self._may_close, self._keep_typed, self._settings = may_close, keep_typed, settings
        self.give_back: GiveBack = lambda submission, texts: [*texts]
        self._listing = Listing()
        self._waiting: list[UnsavedEdits] = []
        self._done: list[Restored] = []
        # What is being opened, until it is.
        self._opening: Entry | None = None
        self._reopening = Reopening(signals, change_queue.change, self)
        self.reader = Worker(self)
        self.reader.failed.connect(self._skip)
        open_controller.opened.connect(self._on_opened)
        # `opened` follows `stopped` when the load succeeds; otherwise drop what waits for it.
        open_controller.worker.stopped.connect(lambda: QTimer.singleShot(0, self, self._drop))

    def start(self, chosen: Sequence[UnsavedEdits]) -> None:
        """Restore the edits of submissions of one truth, which is opened unless it is open already."""
        self._waiting, self._done, self._listing = [*chosen], [], Listing.of(chosen, self._settings)
        if self._is_beside(chosen[0]) and not self._takes_its_place(chosen[0]):
            self._list_next()
        elif self._may_close():
            self._open(chosen[0])

    def loaded(self, unsaved: UnsavedEdits) -> Submission | None:
        """The submission that unsaved edits of a file belong to, the open one if it can be; None if it is not there."""
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
        """Open the first of the list that has a file, or else one that is kept beside its journal."""
        self._opening, metric = self._listing.take_first(), first.metric or None
        listed, unsaved = self._opening
        is_guess = self._listing.session.is_guess and metric is not None
        if listed.path is not None:
            truth = first.truth.path
            submission = None if located(listed.path) == located(truth) else listed.path  # one file holds both
            self._open_controller.open(truth, submission, metric, listed.options, is_guess=is_guess)
        else:
            task = _open_kept_task(unsaved or first)
            self._open_controller.run(as_guessed(task) if is_guess else task)

    def _on_opened(self) -> None:
        opening, self._opening = self._opening, None
        if opening is not None:
            opened = self._inspection.open_submission
            if (name := opening[0].name) and name not in self._inspection.names:
                self._inspection.rename(opened.name, name)
            self._listing.note(opening, opened)
            self._list_next()

    def _drop(self) -> None:
        self._opening = None

    def _list_next(self) -> None:
        """Add the next submission that was listed, unless it is there; after the last, make the edits."""
        while self._listing.entries:
            listed, unsaved = entry = self._listing.entries.pop(0)
            found = None if unsaved is None else self.loaded(unsaved)
            if (there := found or self._listed_at(listed.path)) is None:
                task = _further_task(self._inspection, entry)
                self.reader.start(task, partial(self._add, entry, self._inspection.evaluation.pair))
                return
            self._listing.note(entry, there)
        self._next()

    def _listed_at(self, path: Path | None) -> Submission | None:
        """The submission with a file, None if it is not there."""
        wanted, every = path and located(path), self._inspection.submissions
        return next((one for one in every if one.path is not None and located(one.path) == wanted), None)

    def _skip(self, error: Exception) -> None:
        self.failed.emit(error)
        self._list_next()

    def _add(self, entry: Entry, pair: Pair, added: Submission) -> None:
        """Add a submission that was listed, unless the truth was read again meanwhile."""
        if any(one.evaluation.pair is pair for one in self._inspection.submissions):
            added.name = entry[0].name or name_of(added.evaluation.pair, self._inspection.names)
            self._inspection.add_submission(added)
            self.added.emit(added)
            self._listing.note(entry, added)
            self._list_next()

    def _next(self) -> None:
        """Make the next edits; after the last, open what was open."""
        self._waiting = [one for one in self._waiting if one.exists and one in self._listing.of_edits]
        if self._waiting:
            unsaved = self._waiting.pop(0)
            self._apply_to(self._listing.of_edits[unsaved], unsaved)
        elif self._done:
            self._reopening.start(self._listing.session, self._listing.by_name, self._end)

    def _apply_to(self, submission: Submission, unsaved: UnsavedEdits) -> None:
        """Apply the edits to a submission, once it is the open one."""
        if not len(unsaved.edits):
            self._finish(submission, unsaved, recover(submission.evaluation, unsaved.edits))
        elif submission is self._inspection.open_submission:
            self._apply(submission, unsaved)
        else:
            self._keep_typed()  # which is of the submission that is open
            switch = partial(switch_task, self._inspection, submission)
            self._change_queue.change("switch", switch, lambda _: self._apply(submission, unsaved))

    def _apply(self, submission: Submission, unsaved: UnsavedEdits) -> None:
        """Apply the edits; their file is deleted once this window's journal holds them."""
        recovered = list[Recovered]()

        def plan(evaluation: Evaluation) -> Edit:
            recovered.append(recover(evaluation, unsaved.edits))
            return recovered[-1].edit

        done = lambda _: self._finish(submission, unsaved, recovered[-1])  # noqa: E731
        self._change_queue.apply(len(unsaved.edits), plan, done)

    def _finish(self, submission: Submission, unsaved: UnsavedEdits, recovered: Recovered) -> None:
        left = self.give_back(submission, unsaved.typed)
        done = Restored(submission, unsaved, recovered, tuple(left))
        self._done.append(done)
        self.made.emit(done)
        self._next()

    def _end(self) -> None:
        """Go to the first row with a text, which still has to be applied, or else to the first edited one.

        The rows are sorted again, which the user has not seen in another order.
        """
        self._change_queue.sort(lambda keys: keys)
        opened = self._inspection.open_submission
        for one in sorted(self._done, key=lambda one: one.submission is not opened):
            typed = self._inspection.evaluation.table.rows_of(texts([*one.unsaved.typed]))
            rows = [*typed[typed >= 0].tolist(), *one.recovered.edit.rows[:1].tolist()]
            if rows:
                self._inspection.go_to(rows[0])
                break
        self.ended.emit(self._done)


def files_of(pair: Pair) -> tuple[Path, Path] | None:
    """Paths of a truth and a submission, None when one of them is not a file."""
    truth, submission = pair.truth.sheet.source, pair.submission.sheet.source
    return (truth.path, submission.path) if truth and submission else None


def _open_kept_task(unsaved: UnsavedEdits) -> Task[State]:
    """Open predictions that no file holds, with their truth."""
    yield Progress(0.0, f"Reading {unsaved.name}")
    predictions = read_sheet(unsaved.submission.path)
    return (yield from open_files(unsaved.truth.path, predictions, unsaved.metric or None, unsaved.options))


def _further_task(inspection: Inspection, entry: Entry) -> Task[Submission]:
    """Read a submission that was listed."""
    listed, unsaved = entry
    yield Progress(0.0, f"Reading {listed.name or (listed.path and listed.path.name) or 'a submission'}")
    is_kept = unsaved is not None and unsaved.generated is not None
    read = read_sheet(unsaved.submission.path) if unsaved is not None and is_kept else listed.path
    return (yield from inspection.add_task(read, None, listed.options))
