"""Remembers the image source of each truth file in the settings."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from inspector.core.path import is_folder, located
from inspector.core.rows.media import ImageSource
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals

_KEY, _MOST = "illustrations", 50


class ImageSources(QObject):
    """Saves the image source chosen in the query panel, and restores it when its truth file is opened."""

    def __init__(self, signals: DocumentSignals, settings: Settings, dock: QDockWidget, panel: QueryPanel) -> None:
        super().__init__(dock)
        self._inspection, self._settings, self._dock, self._panel = signals.inspection, settings, dock, panel
        self._signals = signals
        panel.chosen.connect(self._keep)
        signals.loaded.connect(self.restore)

    def ask(self) -> None:
        """Ask for the folder of Analyse > Images of the queries."""
        self._dock.show()
        self._dock.raise_()
        self._panel.ask_folder()

    def restore(self) -> None:
        """Restore the source last chosen for this truth file, and raise the panel if there is one."""
        if not self._inspection.is_open:
            return
        folder, column = self._sources.get(self._truth, ("", ""))
        source = ImageSource(Path(folder) if folder and is_folder(Path(folder)) else None, column)
        self._inspection.pictures = source
        self._signals.pictured.emit()
        if source:
            self._dock.raise_()

    def _keep(self, source: ImageSource) -> None:
        self._inspection.pictures = source
        self._signals.pictured.emit()
        self._make_room()
        others = [(truth, kept) for truth, kept in self._sources.items() if truth != self._truth]
        own = str(source.folder or ""), source.column
        self._settings.keep(_KEY, dict([(self._truth, own), *others][:_MOST]))

    def _make_room(self) -> None:
        """Give the panel the height that a picture needs, when one has just been asked for."""
        window = self._dock.parentWidget()
        if isinstance(window, QMainWindow) and not self._dock.isFloating():
            height = max(self._dock.height(), window.height() * 2 // 5)
            window.resizeDocks([self._dock], [height], Qt.Orientation.Vertical)

    @property
    def _sources(self) -> dict[str, tuple[str, str]]:
        """The folder and column of each truth file, newest first."""
        kept = self._settings.kept(_KEY)
        pairs = kept.items() if isinstance(kept, dict) else ()
        found = ((truth, pair) for truth, pair in pairs if isinstance(pair, list) and len(pair) == 2)
        return {str(truth): (str(folder), str(column)) for truth, (folder, column) in found}

    @property
    def _truth(self) -> str:
        return str(located(Path(self._inspection.evaluation.pair.truth.sheet.name)))
