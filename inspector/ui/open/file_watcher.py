"""Watches the files of the open pair for changes by other programs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from inspector.core.document.inspection import Inspection
from inspector.core.document.save import Saved
from inspector.core.files.io.source import Source
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.debounce import Debounce

# A file changes many times while it is written; wait until it stops changing.
_REST_MS = 400


class FileWatcher(QObject):
    """Emits the changed files once per change on disk."""

    changed = Signal(list)

    def __init__(self, signals: DocumentSignals, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection: Inspection = signals.inspection
        self._reported: set[tuple[Path, int]] = set()
        self._watched = QFileSystemWatcher(self)
        self._debounce = Debounce(_REST_MS, self, self._check)
        self._watched.fileChanged.connect(lambda _: self._debounce.start())
        # Do not restart the wait for folders: a busy folder would postpone the check forever.
        self._watched.directoryChanged.connect(lambda _: None if self._debounce.isActive() else self._debounce.start())
        signals.loaded.connect(self._restart)
        signals.saved.connect(self._restart)
        signals.submissions_changed.connect(self._restart)
        if self._inspection.is_open:
            self._restart()

    def close(self) -> None:
        """Stop watching."""
        self._debounce.stop()
        self._unwatch()

    def _unwatch(self) -> None:
        if paths := [*self._watched.files(), *self._watched.directories()]:
            self._watched.removePaths(paths)

    def _restart(self) -> None:
        """Watch the files that are open now; a check that is due still comes, and what was told is not told again."""
        self._unwatch()
        self._watch()

    def _watch(self) -> None:
        """Watch the files, and their folders, because a replaced file is a new one that is not watched yet."""
        paths = {str(path) for source in self._sources() for path in (source.path, source.path.absolute().parent)}
        if new := sorted(paths - {*self._watched.files(), *self._watched.directories()}):
            self._watched.addPaths(new)

    def _check(self) -> None:
        self._watch()
        paths = [source.path for source in self._sources() if source.is_replaced]
        replaced = {(path, path.stat().st_mtime_ns) for path in paths}
        new, self._reported = replaced - self._reported, replaced
        if new:
            self.changed.emit(sorted(path for path, _ in new))

    def _sources(self) -> list[Source | Saved]:
        """The files of the truth and of all submissions; one that was saved is the file it was saved to."""
        if not self._inspection.is_open:
            return []
        pairs = [(one.evaluation.pair, one.saved) for one in self._inspection.submissions]
        files = pairs[0][0].truth.sheet.source, *(saved or pair.submission.sheet.source for pair, saved in pairs)
        return [file for file in files if file is not None]
