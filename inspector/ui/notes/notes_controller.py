"""Keeps the notes of the open pair on disk, and asks for notes and tags in dialogs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

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

# Milliseconds until a write that failed is tried again.
_RETRY = 5000
_NOTHING = Notes()


class NotesController(QObject):
    """Reads the notes of a pair when it is opened, and writes them after every change; without a folder, neither.

    change: queues a plan for the notes of about so many rows; found: the pair got notes of an earlier session.
    """

    failed = Signal(Exception)
    done = Signal(str)
    found = Signal()

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
        # What the open pair has now, and of that what is on disk; the same object if that is all.
        self._notes = self._written = _NOTHING
        self._is_failing = False
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.setInterval(_RETRY)
        self._retry.timeout.connect(self._write)
        signals.loaded.connect(self._begin)
        signals.noted.connect(self._on_noted)
        self._begin()

    def ask_note(self) -> None:
        """Let the user edit the note of the current row."""
        row = self._inspection.current
        if row is None:
            return
        id_ = self._inspection.evaluation.table.id(row)
        dialog = NoteDialog(id_, self._inspection.notes[id_].text, self._window)
        dialog.accepted.connect(lambda: self._write_note(id_, dialog.text))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_tags(self) -> None:
        """Let the user tag the selected rows, or the current one if none is selected."""
        inspection, rows = self._inspection, self._selected_rows()
        rows = rows if len(rows) or inspection.current is None else np.array([inspection.current])
        if not len(rows):
            return
        ids: list[str] = inspection.evaluation.table.ids.take(integers(rows)).to_pylist()
        dialog = TagDialog(len(ids), inspection.notes.tags, inspection.notes.tags_of(ids), self._window)
        dialog.accepted.connect(lambda: self._tag(ids, dialog.added, dialog.removed))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @property
    def unwritten(self) -> str:
        """Words on notes that cannot be written, empty if all are on disk; tries once more."""
        error = self._flush()
        return f"Notes of rows are not kept yet: {error}" if error else ""

    def close(self) -> None:
        """Write what is still to be written."""
        self._flush()
        self._retry.stop()
        self.worker.close()

    def _begin(self) -> None:
        """Finish with the last pair, or its last reading, and read the notes of the new one."""
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

    def _write_note(self, id_: str, text: str | None) -> None:
        if text is not None:
            self._change(lambda notes: notes.with_text(id_, text), 1)

    def _tag(self, ids: list[str], added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        if added or removed:
            self._change(lambda notes: notes.with_tags(ids, added, removed), len(ids))
            self.done.emit(f"Tags of {count_of(len(ids), 'row')} changed")
