"""Keeps the notes of the open pair on disk, and asks for notes and tags in dialogs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, reduce
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.types import Ints
from inspector.core.document.transition import NotesPlan
from inspector.core.errors import InputError
from inspector.core.notes.file import Kept, NotesFile
from inspector.core.notes.notes import Notes
from inspector.core.plural import count_of
from inspector.core.task import drain
from inspector.ui.notes.note_dialog import NoteDialog
from inspector.ui.notes.tag_dialog import TagDialog
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import start

# Milliseconds until a write that failed is tried again.
_RETRY = 5000
_NOTHING = Notes()
_MOST_TAGS, _MOST_OF_TAG, _MOST_OF_ID = 5, 40, 40


class NotesController(QObject):
    """Reads the notes of a pair when it is opened, and writes them after every change; without a folder, neither.

    change: queues a plan for the notes of about so many rows; found: the pair got notes of an earlier session;
    offered: a text, the title of a button, what it does, and a hint.
    """

    failed = Signal(Exception)
    done = Signal(str)
    found = Signal()
    offered = Signal(str, str, object, str)

    def __init__(
        self,
        signals: DocumentSignals,
        folder: Path | None,
        change: Callable[[NotesPlan, int], None],
        selected_rows: Callable[[], Ints],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._inspection, self._folder, self._window = signals.inspection, folder, window
        self._change, self._selected_rows = change, selected_rows
        self.worker = Worker(self)
        self.worker.failed.connect(self._fail)
        self._file: NotesFile | None = None
        # The open dialogs, and what to do about each when its pair goes.
        self._dialogs: dict[QDialog, Callable[[], None]] = {}
        # What the open pair has now, and of that what is on disk; the same object if that is all.
        self._notes = self._written = _NOTHING
        self._is_failing = False
        self._retry = Debounce(_RETRY, self, self._write)
        signals.loaded.connect(self._begin)
        signals.noted.connect(self._on_noted)
        self._begin()

    def ask_note(self, typed: str | None = None, more: str = "") -> None:
        """Let the user edit the note of the current row.

        typed: what was typed in its line, to go on with; more: what is typed behind the note.
        """
        row = self._inspection.current
        if row is None:
            return
        id_ = self._inspection.evaluation.table.id(row)
        before = self._inspection.notes[id_].text if typed is None else typed
        dialog = NoteDialog(id_, before, self._window)
        for signal in (dialog.paused, dialog.accepted):
            signal.connect(lambda: self._write_note(id_, dialog.text))
        # Not where the pair goes first: then the note stays with it.
        dialog.rejected.connect(lambda: self._write_note(id_, before if dialog in self._dialogs else None))
        dialog.accepted.connect(lambda: None if dialog.text is None else self.offer_note(id_, before, dialog.text))
        self._open(dialog, lambda: self._leave_note(id_, dialog.text))
        dialog.write(more)

    def ask_tags(self) -> None:
        """Let the user tag the selected rows, or the current one if none is selected."""
        inspection, rows = self._inspection, self._selected_rows()
        rows = rows if len(rows) or inspection.current is None else np.array([inspection.current])
        if not len(rows):
            return
        ids: list[str] = inspection.evaluation.table.ids.take(integers(rows)).to_pylist()
        dialog = TagDialog(len(ids), inspection.notes.tags, inspection.notes.tags_of(ids), self._window)
        dialog.accepted.connect(lambda: self._tag(ids, dialog.added, dialog.removed))
        self._open(dialog, lambda: None)

    def take_off(self, id_: str, tag: str) -> None:
        """Take a tag off a row."""
        self._tag([id_], (), (tag,))

    def offer_note(self, id_: str, before: str, now: str = "") -> None:
        """Offer to give a row the note back that it had, if it has none now."""
        if not before or now.strip():
            return
        self._offer(f"Note of {start(id_, _MOST_OF_ID)} removed", partial(_noted, id_, before), 1, "Note this again")

    @property
    def unwritten(self) -> str:
        """Words on notes that cannot be written, empty if all are on disk; tries once more."""
        error = self._flush()
        return f"Notes of rows are not kept yet: {error}" if error else ""

    def close(self) -> None:
        """Write what is still to be written."""
        self._end_dialogs()
        self._flush()
        self._retry.stop()
        self.worker.close()

    def _begin(self) -> None:
        """Finish with the last pair, or its last reading, and read the notes of the new one."""
        self._end_dialogs()
        self._flush()
        self.worker.close()
        self._retry.stop()
        is_open = self._inspection.is_open
        self._file = NotesFile(self._folder, self._inspection.evaluation.table) if self._folder and is_open else None
        self._notes = self._inspection.notes if is_open else _NOTHING
        self._written, self._is_failing = _NOTHING, False
        self._write()

    def _on_noted(self) -> None:
        self._notes = self._inspection.notes
        if self._has_more and not self.worker.is_busy:
            self._write()

    @property
    def _has_more(self) -> bool:
        """Whether there are notes that are not on disk."""
        return self._file is not None and bool(self._notes.by_id) and self._notes is not self._written

    def _write(self) -> None:
        if self._file is not None:
            self.worker.start(self._file.merge(self._notes), partial(self._finish, self._notes))

    def _finish(self, sent: Notes, kept: Kept) -> None:
        self._written, self._is_failing = kept.notes, False
        if kept.remark is not None:
            self.failed.emit(kept.remark)
        if kept.notes is not sent:  # of an earlier session, or of another window
            self._change(lambda notes: notes.merged(kept.notes), len(kept.notes.by_id))
            self.found.emit()
        elif self._has_more:
            self._write()

    def _flush(self) -> InputError | None:
        """Write what is not on disk, now; the error if that is not possible."""
        if self._file is None or not self._has_more:
            return None
        self.worker.close()
        try:
            kept = drain(self._file.merge(self._notes))
        except InputError as error:
            return error
        self._written = self._notes
        if kept.remark is not None:
            self.failed.emit(kept.remark)
        return None

    def _fail(self, error: Exception) -> None:
        if not self._is_failing:
            self._is_failing = True
            self.failed.emit(error)
        self._retry.start()

    def _end_dialogs(self) -> None:
        """Close the dialogs, which are about the last pair."""
        dialogs, self._dialogs = self._dialogs, {}
        for dialog, leave in dialogs.items():
            leave()
            dialog.done(QDialog.DialogCode.Rejected)

    def _open(self, dialog: QDialog, leave: Callable[[], None]) -> None:
        self._dialogs[dialog] = leave
        dialog.finished.connect(lambda: self._dialogs.pop(dialog, None))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _leave_note(self, id_: str, text: str | None) -> None:
        """Keep a note that was being typed with the pair that it is about, which is no longer open."""
        try:
            self._notes = self._notes if text is None else self._notes.with_text(id_, text)
        except InputError as error:
            self.failed.emit(error)

    def _write_note(self, id_: str, text: str | None) -> None:
        if text is not None:
            self._change(lambda notes: notes.with_text(id_, text), 1)

    def _tag(self, ids: list[str], added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        if not added and not removed:
            return
        before = self._inspection.notes
        self._change(lambda notes: notes.with_tags(ids, added, removed), len(ids))
        self.done.emit(f"Tags of {count_of(len(ids), 'row')} changed")
        if removed:
            had = {tag: [id_ for id_ in ids if tag in before[id_].tags] for tag in removed}
            plan, count = lambda notes: reduce(_tagged, had.items(), notes), sum(map(len, had.values()))
            self._offer(_taken_off(had), plan, count, "Tag these rows again")

    def _offer(self, words: str, plan: NotesPlan, count: int, hint: str) -> None:
        """Offer to give rows back what they had; without effect once another pair is open."""
        pair = self._inspection.evaluation.pair

        def put_back() -> None:
            if self._inspection.is_open and self._inspection.evaluation.pair is pair:
                self._change(plan, count)

        self.offered.emit(words, "Put back", put_back, hint)


def _noted(id_: str, text: str, notes: Notes) -> Notes:
    """The row with its note again, unless it has another one by now."""
    return notes if notes[id_].text else notes.with_text(id_, text)


def _tagged(notes: Notes, tag: tuple[str, list[str]]) -> Notes:
    return notes.with_tags(tag[1], [tag[0]])


def _taken_off(had: Mapping[str, list[str]]) -> str:
    """Words on tags that were taken off rows."""
    rows = count_of(len({id_ for ids in had.values() for id_ in ids}), "row")
    names = ", ".join(start(tag, _MOST_OF_TAG) for tag in [*had][:_MOST_TAGS])
    more = f" and {len(had) - _MOST_TAGS:,} more tags" if len(had) > _MOST_TAGS else ""
    return f"Taken off {rows}: {names}{more}"
