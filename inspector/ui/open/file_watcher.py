"""Watches the files of the open pair. A change that this program made is none. Reads nothing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from inspector.core.document.inspection import Inspection
from inspector.core.files.io.source import Source
from inspector.ui.tasks.signals import DocumentSignals

# A file that is being written changes many times; what counts is that it has come to rest.
_REST = 400


class FileWatcher(QObject):
    """Tells once for each change on disk which files are others now."""

    changed = Signal(list)

    def __init__(self, signals: DocumentSignals, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection: Inspection = signals.inspection
        self._told: set[tuple[Path, int]] = set()
        self._watched = QFileSystemWatcher(self)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._look)
        self._watched.fileChanged.connect(lambda _: self._rest.start())
        # A busy folder must not put the look off for ever.
        self._watched.directoryChanged.connect(lambda _: None if self._rest.isActive() else self._rest.start())
        signals.loaded.connect(self._begin)
        if self._inspection.is_open:
            self._begin()

    def close(self) -> None:
        """Watch nothing any more."""
        self._rest.stop()
        if paths := [*self._watched.files(), *self._watched.directories()]:
            self._watched.removePaths(paths)

    def _begin(self) -> None:
        self.close()
        self._told.clear()
        self._watch()

    def _watch(self) -> None:
        """The files, and their folders: a file put in another's place by renaming is another file."""
        paths = {str(path) for source in self._sources() for path in (source.path, source.path.absolute().parent)}
        if fresh := sorted(paths - {*self._watched.files(), *self._watched.directories()}):
            self._watched.addPaths(fresh)

    def _look(self) -> None:
        self._watch()
        paths = [source.path for source in self._sources() if source.is_replaced]
        replaced = {(path, path.stat().st_mtime_ns) for path in paths}
        fresh, self._told = replaced - self._told, replaced
        if fresh:
            self.changed.emit(sorted(path for path, _ in fresh))

    def _sources(self) -> list[Source]:
        pair = self._inspection.evaluation.pair
        return [sheet.source for sheet in (pair.truth.sheet, pair.submission.sheet) if sheet.source is not None]
