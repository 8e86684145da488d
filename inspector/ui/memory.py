"""What a window remembers from one run to the next: its place, its docks, its columns, its order, its size of text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.core import column
from inspector.core.order import SortKey
from inspector.ui.bridge import Bridge
from inspector.ui.settings import Settings

if TYPE_CHECKING:
    from inspector.ui.main_window import MainWindow


class Memory(QObject):
    """Puts a window into the state of last time, and keeps the state that it has."""

    def __init__(self, window: MainWindow, bridge: Bridge, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self.layout = settings.bytes("docks")
        window.restoreGeometry(settings.bytes("geometry"))
        window.table.columns_shown.restore(settings.text("columns"))
        window.table.columns_shown.apply()
        window.opener.opened.connect(self._sort_as_last_time)
        bridge.ordered.connect(self._note_order)

    def keep(self) -> None:
        """The window is about to close."""
        window, settings = self._window, self._settings
        settings.keep_bytes("geometry", window.saveGeometry())
        settings.keep_text("columns", window.table.columns_shown.kept())
        if window.inspection.is_open:
            settings.keep_bytes("docks", window.stage.layout or window.saveState())

    def _note_order(self) -> None:
        self._settings.keep_text("sort", json.dumps([str(key) for key in self._window.inspection.state.keys]))

    def _sort_as_last_time(self) -> None:
        """The order of last time, if these files have its columns and it is another."""
        inspection = self._window.inspection
        names = {shown.name for shown in column.of(inspection.state)}
        keys = _keys(self._settings.text("sort"))
        if keys is not None and keys != inspection.state.keys and names >= {key.column for key in keys}:
            inspection.sort(*keys)


def _keys(kept: str) -> tuple[SortKey, ...] | None:
    try:
        return tuple(SortKey.parse(str(key)) for key in json.loads(kept))
    except (ValueError, TypeError):
        return None
