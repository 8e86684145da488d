"""Watches the files of the open pair for changes by other programs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.document.inspection import Inspection
from inspector.core.document.save import Saved
from inspector.core.files.io.source import Source
from inspector.ui.tasks.path_watcher import PathWatcher
from inspector.ui.tasks.signals import DocumentSignals


class FileWatcher(QObject):
    """Emits all files that are not as they were read, once per change on disk."""

    changed = Signal(list)

    def __init__(self, signals: DocumentSignals, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection: Inspection = signals.inspection
        self._reported: set[tuple[Path, int]] = set()
        self._watched = PathWatcher(self)
        self._watched.rested.connect(self._check)
        for signal in (signals.loaded, signals.saved, signals.submissions_changed):
            signal.connect(self._restart)
        if self._inspection.is_open:
            self._restart()

    def close(self) -> None:
        """Stop watching."""
        self._watched.close()

    def replaced(self) -> list[Path]:
        """The files that another program has replaced or modified since they were read or saved."""
        return sorted({source.path for source in self._sources() if source.is_replaced})

    def _restart(self) -> None:
        """Watch the files that are open now; what was told is not told again."""
        self._watched.watch(source.path for source in self._sources())

    def _check(self) -> None:
        self._watched.renew(source.path for source in self._sources())
        paths = self.replaced()
        replaced = {(path, path.stat().st_mtime_ns) for path in paths}
        new, self._reported = replaced - self._reported, replaced
        if new:
            self.changed.emit(paths)

    def _sources(self) -> list[Source | Saved]:
        """The files of the truth and of all submissions; one that was saved is the file it was saved to."""
        if not self._inspection.is_open:
            return []
        pairs = [(one.evaluation.pair, one.saved) for one in self._inspection.submissions]
        files = pairs[0][0].truth.sheet.source, *(saved or pair.submission.sheet.source for pair, saved in pairs)
        return [file for file in files if file is not None]
