"""Keeps the versions of all submissions on disk, so that they survive the program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from inspector.core.document.save import Saved
from inspector.core.document.submission import Submission
from inspector.core.errors import shorten
from inspector.core.plural import count_of
from inspector.core.task import Task, drain
from inspector.core.versions.file import VersionsFile
from inspector.core.versions.version import Version
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.debounce import Debounce

# Milliseconds until a write that failed is tried again.
_RETRY = 5000
# The name and the number of rows of versions by key, as they were when they were on disk last.
Names: TypeAlias = dict[str, tuple[str, int]]


class VersionKeeper(QObject):
    """Merges the versions of each submission with those on disk, when it is opened and whenever they change.

    One that was saved under another name has them under both.
    Without a folder it does nothing. failed: emitted once until a merge succeeds.
    """

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, folder: Path | None, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection, self._folder = signals.inspection, folder
        # The submissions whose versions were read, with those that are on disk.
        self._known: dict[Submission, Names] = {}
        # The save of each after which its versions were written.
        self._saves = WeakKeyDictionary[Submission, Saved]()
        # The submissions of the document, and those that are gone from it but not yet on disk.
        self._seen: tuple[Submission, ...] = ()
        self._gone: list[Submission] = []
        self._failures = 0
        self._is_failing = False
        self.worker = Worker(self)
        self.worker.failed.connect(self._fail)
        self._retry = Debounce(_RETRY, self, self._next)
        if folder is not None:
            for signal in (signals.loaded, signals.submissions_changed, signals.saved):
                signal.connect(self._next)
            signals.closing.connect(self.close)
            self._next()

    def close(self) -> None:
        """Write what is still to be written."""
        for error in self._write_now(self._due).values():
            self._fail(error)
        self._retry.stop()

    def unkept_words(self) -> str:
        """Which versions could not be written, tried once more, and why; empty if all are on disk."""
        if not (due := [one for one in self._due if self._unwritten(one)]):
            return ""
        errors = self._write_now(due)
        self._retry.start()
        words = [
            f"{count_of(self._unwritten(one), 'version')} of {shorten(one.name)} cannot be kept. {error}"
            for one, error in errors.items()
        ]
        return "\n".join(words)

    def _write_now(self, due: Sequence[Submission]) -> dict[Submission, Exception]:
        """Write the versions of some submissions; why those of others cannot be written."""
        self.worker.close()
        self._retry.stop()
        errors = dict[Submission, Exception]()
        for one in due:
            sent = _names(one)
            try:
                self._note(one, sent, drain(self._task(one)))
            except Exception as error:  # what can be written is
                errors[one] = error
        return errors

    def _unwritten(self, one: Submission) -> int:
        """How many versions of a submission are not on disk."""
        return sum(version.key not in self._known.get(one, {}) for version in one.versions)

    def _next(self) -> None:
        """Merge the versions of the next submission whose versions are not those on disk."""
        present = self._inspection.submissions
        self._gone += [one for one in self._seen if one not in present and one.versions and self._is_due(one)]
        self._seen = present
        self._known = {one: names for one, names in self._known.items() if one in (*present, *self._gone)}
        if self.worker.is_busy or not (due := self._due):
            return
        one = due[self._failures % len(due)]  # one that fails does not keep the others waiting
        self.worker.start(self._task(one), partial(self._take, one, _names(one)))

    @property
    def _due(self) -> list[Submission]:
        """The submissions whose versions were not read yet, or changed since."""
        return [one for one in (*self._inspection.submissions, *self._gone) if self._is_due(one)]

    def _is_due(self, one: Submission) -> bool:
        is_saved_since = bool(one.versions) and one.saved is not None and self._saves.get(one) is not one.saved
        return self._files(one) is not None and (self._known.get(one) != _names(one) or is_saved_since)

    def _task(self, one: Submission) -> Task[list[Version]]:
        files = self._files(one)
        assert self._folder is not None and files is not None  # noqa: S101
        deleted, saved = self._known.get(one, {}).keys() - _names(one).keys(), one.saved
        rows = one.evaluation.table.row_print
        found = yield from VersionsFile(self._folder, *files, rows).merge(one.evaluation, list(one.versions), deleted)
        if saved is not None and saved.path != files[1]:  # the file that is opened the next time
            elsewhere = VersionsFile(self._folder, files[0], saved.path, rows)
            yield from elsewhere.merge(one.evaluation, list(one.versions), deleted)
        if saved is not None:
            self._saves[one] = saved
        return found

    def _take(self, one: Submission, sent: Names, found: list[Version]) -> None:
        """Take over what other windows and earlier sessions kept; then go on with the next submission."""
        if any(version.pair.table.vocab is not one.evaluation.table.vocab for version in found):
            self._next()  # the files were read in another way meanwhile, and the versions are to be, too
            return
        self._note(one, sent, found)
        if one in self._inspection.submissions:
            self._inspection.take_versions(one, found, sent)
        self._next()

    def _note(self, one: Submission, sent: Names, found: list[Version]) -> None:
        """Note what is on disk now."""
        self._is_failing = False
        self._failures = 0
        on_disk = {version.key: sent.get(version.key, (version.name, len(version.edits))) for version in found}
        self._known[one] = {**sent, **on_disk}
        self._gone = [other for other in self._gone if self._is_due(other)]

    def _fail(self, error: Exception) -> None:
        self._failures += 1
        if not self._is_failing:
            self._is_failing = True
            self.failed.emit(error)
        self._retry.start()

    def _files(self, one: Submission) -> tuple[Path, Path] | None:
        """The truth and the file that the versions are of; None for data from Python."""
        pair = one.evaluation.pair
        truth, submission = pair.truth.sheet.source, pair.submission.sheet.source or one.saved
        return (truth.path, submission.path) if truth and submission else None


def _names(one: Submission) -> Names:
    return {version.key: (version.name, len(version.edits)) for version in one.versions}
