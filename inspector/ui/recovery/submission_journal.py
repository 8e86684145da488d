"""The journal of one submission, with the rows that are still to be written to it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.document.save import options_now
from inspector.core.document.submission import Submission
from inspector.core.recovery.journal import Journal
from inspector.core.recovery.session import Session
from inspector.core.task import Task

_NONE = np.empty(0, np.int64)


class SubmissionJournal:
    """Keeps the unsaved edits of a submission on disk, open or not; there is no file while it has none."""

    def __init__(self, submission: Submission, folder: Path) -> None:
        evaluation, is_saved = submission.evaluation, submission.history.is_saved
        self.submission = submission
        self._pair, self._saved = evaluation.pair, submission.saved
        self._pending = list[Ints]()
        # What is written now; it would be lost if that were cancelled.
        self._writing: Ints | None = None
        saved = submission.saved if is_saved else None
        options = options_now(evaluation.pair, saved)
        self._name = submission.name
        self._typed: Mapping[str, str] = {}
        self._session: Session | None = None
        self._journal = Journal.of(folder, evaluation, saved.path if saved else None, options)
        if not is_saved:
            self.add(evaluation.overlay.rows)

    @property
    def is_current(self) -> bool:
        """Whether the submission still has the file, and the last save, that the journal was begun for."""
        return self._pair is self.submission.evaluation.pair and self._saved is self.submission.saved

    @property
    def is_due(self) -> bool:
        """Whether something is to be written."""
        return bool(self._pending)

    def keep(self, session: Session | None) -> None:
        """Note another name of the submission, the texts that are typed for it and not applied, and what is open."""
        now, before = (self.submission.name, self.submission.typed.every), (self._name, self._typed)
        is_kept = self._journal is not None and self._journal.is_on_disk
        if now != before or (is_kept and session != self._session):
            self.add(_NONE)
        (self._name, self._typed), self._session = now, session

    def add(self, rows: Ints | None) -> None:
        """Note rows to be written: int64, None for all, an empty array if only the metric changed."""
        if self._journal is not None:
            self._pending.append(self.submission.evaluation.all_rows if rows is None else rows)

    def write(self, metric: str) -> tuple[int, Task[None]]:
        """How many rows are due, and the task that writes them as they are now; then call `finish` or `put_back`."""
        if self._journal is None or not self._pending:
            return 0, _nothing()
        overlay, table = self.submission.evaluation.overlay, self.submission.evaluation.table
        is_pending = np.zeros(len(table), bool)
        for rows in self._pending:
            is_pending[rows] = True
        self._pending, self._writing = [], np.flatnonzero(is_pending)
        about = self._name, self._typed, self._session
        return len(self._writing), self._journal.write(overlay, metric, self._writing, *about)

    def finish(self) -> None:
        """Note that all is written."""
        self._writing = None

    def put_back(self) -> None:
        """Note that what was being written has to be written again."""
        if self._writing is not None:
            self._pending.append(self._writing)
        self._writing = None

    def sync(self) -> Task[None]:
        """Sync the file to disk."""
        if self._journal is not None:
            yield from self._journal.sync()

    def drop(self) -> None:
        """Delete the file: its edits are saved or discarded, or in another journal."""
        if self._journal is not None:
            self._journal.drop()

    def close(self) -> None:
        """Leave the file on disk, for the next start."""
        if self._journal is not None:
            self._journal.close()


def _nothing() -> Task[None]:
    yield from ()
