"""Remembers with each truth file where the pictures and texts of its rows come from."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget

from inspector.core.rows.media import ImageSource
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals

_NAME, _MOST = "illustrations", 50


class ImageSources(QObject):
    """Stands between the preview panel and the settings."""

    def __init__(self, signals: DocumentSignals, settings: Settings, dock: QDockWidget, panel: QueryPanel) -> None:
        super().__init__(dock)
        self._inspection, self._settings, self._dock, self._panel = signals.inspection, settings, dock, panel
        panel.chosen.connect(self._keep)
        signals.loaded.connect(self.recall)

    def ask(self) -> None:
        """View > Images of the queries."""
        self._dock.show()
        self._dock.raise_()
        self._panel.ask_folder()

    def recall(self) -> None:
        """Take what was chosen for this truth file last time, and show it if there is something to show."""
        if not self._inspection.is_open:
            return
        folder, column = self._kept.get(self._truth, ("", ""))
        illustration = ImageSource(Path(folder) if folder and Path(folder).is_dir() else None, column)
        self._panel.illustrate(illustration)
        if illustration:
            self._dock.raise_()

    def _keep(self, illustration: ImageSource) -> None:
        others = [(truth, kept) for truth, kept in self._kept.items() if truth != self._truth]
        mine = str(illustration.folder or ""), illustration.column
        self._settings.keep(_NAME, dict([(self._truth, mine), *others][:_MOST]))

    @property
    def _kept(self) -> dict[str, tuple[str, str]]:
        """The folder and the column that were chosen for each truth file, the one chosen last in front."""
        kept = self._settings.kept(_NAME)
        pairs = kept.items() if isinstance(kept, dict) else ()
        return {str(truth): (str(pair[0]), str(pair[1])) for truth, pair in pairs if _is_pair(pair)}

    @property
    def _truth(self) -> str:
        return str(Path(self._inspection.evaluation.pair.truth.sheet.name).absolute())


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2
