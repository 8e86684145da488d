"""Finds the unsaved edits of a crashed session, and offers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.data.table import Table
from inspector.core.document.submission import Submission
from inspector.core.errors import InputError
from inspector.core.files.io.draft import remove_drafts
from inspector.core.files.pair import read_pair
from inspector.core.recovery.kept_sheet import read_sheet
from inspector.core.recovery.unsaved import UnsavedEdits, find_unsaved
from inspector.core.task import Progress, Task
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.open.open_controller import OpenController
from inspector.ui.recovery.autosave import Autosave
from inspector.ui.recovery.recovery_bar import RecoveryBar
from inspector.ui.recovery.recovery_dialog import RecoveryDialog
from inspector.ui.recovery.restoring import Restoring, files_of
from inspector.ui.recovery.words import Restored, offered_words, restored_words
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.input.question import Button, ask
from inspector.ui.widgets.theme import Theme


class RecoveryController(QObject):
    """Owns the autosave and the recovery bar; removes what killed saves left. Without a folder for edits, does nothing.

    may_close: whether the open pair may be closed for another; may ask the user about unsaved edits; is_held: whether
    the edits are not all there, as while they are played as steps; keep_typed: applies what was typed. added: a
    submission came to the list; met: rows, int64, of the open submission whose restored edits meet another prediction
    on disk, those of others by name, and words.
    """

    failed = Signal(object)
    done = Signal(str)
    added = Signal(Submission)
    met = Signal(object, dict, str)

    def __init__(
        self,
        signals: DocumentSignals,
        open_controller: OpenController,
        change_queue: ChangeQueue,
        may_close: Callable[[], bool],
        is_held: Callable[[], bool],
        keep_typed: Callable[[], object],
        settings: Settings,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._inspection = signals.inspection
        self._settings, self._folder, self._window = settings, settings.edits, window
        self._found_edits: list[UnsavedEdits] = []
        self._offered: list[UnsavedEdits] = []
        self._restored: list[Restored] = []
        self._worker, self._lister = Worker(self), Worker(self)
        self.restoring = Restoring(signals, open_controller, change_queue, may_close, keep_typed, settings, self)
        self.bar = RecoveryBar(theme, window)
        self.autosave = Autosave(signals, self._folder, is_held, self)
        self._connect(signals)
        if self._folder is not None:  # by a child timer: QTimer.singleShot would keep a closed window alive
            Debounce(0, self, self._search).start()

    def close(self) -> None:
        """Delete the journal. Call when the window closes, after its edits are saved or discarded."""
        self._stop()
        self.autosave.clear()
        self._discard_restored()

    def leave(self) -> None:
        """Leave the unsaved edits on disk for the next start. Raises InputError if they cannot be written."""
        self._stop()
        self.autosave.leave()

    def _stop(self) -> None:
        for worker in (self._worker, self.restoring.reader, self._lister):
            worker.close()

    def _connect(self, signals: DocumentSignals) -> None:
        for part in (self._worker, self.restoring, self._lister, self.autosave):
            part.failed.connect(self.failed)
        self.bar.restore_asked.connect(self._restore)
        self.bar.list_asked.connect(self._list)
        self.bar.discard_asked.connect(self._discard)
        self.autosave.written.connect(self._discard_restored)
        signals.loaded.connect(self._search)
        self.restoring.made.connect(self._note)
        self.restoring.ended.connect(self._tell)
        self.restoring.added.connect(self.added)

    def _search(self) -> None:
        """Search the folder in a worker thread: a journal may be large."""
        self._offer()
        if self._folder is not None:
            folders = [*self._settings.written_folders, *(path.absolute().parent for path in self._paths)]
            self._worker.start(_search_task(self._folder, folders), self._on_found)

    def _on_found(self, found_edits: list[UnsavedEdits]) -> None:
        restored = {one.unsaved.path for one in self._restored}
        self._found_edits = [unsaved for unsaved in found_edits if unsaved.path not in restored]
        self._offer()

    def _offer(self) -> None:
        """Offer those of the open truth, of the open submission first, or the newest while none is open."""
        truth = self._truth
        # Another window may have restored or discarded one in the meantime.
        self._found_edits = [unsaved for unsaved in self._found_edits if unsaved.exists]
        chosen = [unsaved for unsaved in self._found_edits if truth is None or unsaved.is_beside(truth)]
        if self._inspection.is_open and (files := files_of(self._inspection.evaluation.pair)) is not None:
            chosen.sort(key=lambda unsaved: not unsaved.is_relevant_to(*files))
        self._offered = _of_one_truth(chosen)
        others = [unsaved for unsaved in chosen if unsaved not in self._offered]
        self.bar.offer(self._offered, others) if self._offered else self.bar.hide()

    def _restore(self) -> None:
        """Make the offered edits again in the submissions that they belong to."""
        if self._offered and all(unsaved.exists for unsaved in self._offered):
            self.restoring.start(self._offered)
        else:
            self._offer()

    def _note(self, restored: Restored) -> None:
        """Offer edits no more that are made again; their file is deleted once this window's journal holds them."""
        self._restored.append(restored)
        self._found_edits = [other for other in self._found_edits if other.path != restored.unsaved.path]
        self._offer()
        self.autosave.flush()

    def _tell(self, done: list[Restored]) -> None:
        """Say what was restored, and which restored edits meet what another program wrote."""
        opened = self._inspection.open_submission
        words = restored_words(done, opened)
        conflicts = [one for one in done if len(one.recovered.conflicts)]
        if not conflicts:
            (self.failed if any(one.left_out or one.texts_left for one in done) else self.done).emit(words)
            return
        here = [one for one in conflicts if one.submission is opened]
        rows = here[0].recovered.conflicts if here else np.empty(0, np.int64)
        self.met.emit(rows, {one.unsaved.name: one.recovered for one in conflicts if one not in here}, words)

    def _list(self) -> None:
        if not self._offered:
            return
        dialog, loaded = RecoveryDialog(self._offered, self._window), self.restoring.loaded
        open_ones = {unsaved: one.evaluation.table for unsaved in self._offered if (one := loaded(unsaved)) is not None}
        dialog.show_before(open_ones)
        if unread := [unsaved for unsaved in self._offered if unsaved not in open_ones]:
            self._lister.start(_tables_task(unread), dialog.show_before)
        dialog.finished.connect(self._lister.cancel)
        dialog.open()

    def _discard(self) -> None:
        """Delete the offered edits for good, once the user agrees."""
        title, text, offered = "Discard unsaved edits", "Delete these edits for good?", self._offered
        if ask(self._window, title, text, offered_words(offered)) != Button.Discard:
            return
        for unsaved in offered:
            unsaved.discard()
        self._offer()

    def _discard_restored(self) -> None:
        """Delete the files of restored edits: this window's journal holds them, or they are saved or discarded.

        Edits that did not fit stay in their file.
        """
        for one in self._restored:
            one.unsaved.discard(but=frozenset(one.left_out), typed=one.texts_left)
        self._restored = []

    @property
    def _truth(self) -> Path | None:
        """The path of the open truth, None without one."""
        source = self._inspection.evaluation.pair.truth.sheet.source if self._inspection.is_open else None
        return source.path if source else None

    @property
    def _paths(self) -> list[Path]:
        """The paths of all open files."""
        submissions = [one.path for one in self._inspection.submissions]
        return [path for path in (self._truth, *submissions) if path is not None]


def _of_one_truth(chosen: Sequence[UnsavedEdits]) -> list[UnsavedEdits]:
    """The first, and the first of each other submission of its truth."""
    found = dict[Path, UnsavedEdits]()
    for unsaved in chosen:
        if unsaved.truth.path == chosen[0].truth.path:
            found.setdefault(unsaved.submission.path, unsaved)
    return [*found.values()]


def _search_task(folder: Path, written: Iterable[Path]) -> Task[list[UnsavedEdits]]:
    """Find the unsaved edits, and remove the drafts of killed saves from the folders that were written to."""
    for other in dict.fromkeys(written):
        yield Progress(0.0, "Looking for files that were not written to the end")
        remove_drafts(other)
    return (yield from find_unsaved(folder))


def _tables_task(chosen: Sequence[UnsavedEdits]) -> Task[dict[UnsavedEdits, Table | InputError]]:
    """Read the tables of the files that unsaved edits belong to, each of them or its error."""
    found = dict[UnsavedEdits, Table | InputError]()
    for unsaved in chosen:
        try:
            path = unsaved.submission.path
            submission = path if unsaved.generated is None else read_sheet(path)
            found[unsaved] = (yield from read_pair(unsaved.truth.path, submission, unsaved.options)).table
        except InputError as error:
            found[unsaved] = error
    return found
