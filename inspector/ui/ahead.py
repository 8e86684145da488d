"""Imports what a window needs next while it is already there, in a thread: keys and mouse are answered meanwhile."""

from __future__ import annotations

from importlib import import_module
from threading import Thread

from PySide6.QtCore import QObject, Signal


class Ahead(QObject):
    """Imports one module, once, and tells when it is there. An error of it goes to `threading.excepthook`."""

    done = Signal()

    def __init__(self, module: str, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = Thread(target=self._import, args=(module,), name=f"import {module}", daemon=True)

    def begin(self) -> None:
        """Begin, if that has not been done."""
        if self._thread.ident is None:
            self._thread.start()

    def wait(self) -> None:
        """Wait for the end: a process must not end in the middle of an import."""
        if self._thread.ident is not None:
            self._thread.join()

    def _import(self, module: str) -> None:
        import_module(module)
        self.done.emit()
