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
        if self._inspection.is_open:
            self._restart()

    def close(self) -> None:
        """Stop watching."""
        self._debounce.stop()
        if paths := [*self._watched.files(), *self._watched.directories()]:
            self._watched.removePaths(paths)

    def _restart(self) -> None:
        self.close()
        self._reported.clear()
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
        """The files of the open pair; a submission that was saved is the file it was saved to."""
        pair, saved = self._inspection.evaluation.pair, self._inspection.saved
        files = pair.truth.sheet.source, saved or pair.submission.sheet.source
        return [file for file in files if file is not None]
