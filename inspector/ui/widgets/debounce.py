"""A timer that calls back once, after a pause."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class Debounce(QTimer):
    """Call `callback` once, `interval_ms` after the last `start()`; each `start()` restarts the wait."""

    def __init__(self, interval_ms: int, parent: QObject, callback: Callable[[], object]) -> None:
        # No keyword properties: in a Turkish locale PySide looks for the setter of `interval` under another name.
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(interval_ms)
        self.timeout.connect(callback)
