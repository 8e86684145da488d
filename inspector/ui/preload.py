"""Imports the rest of the program in a thread, while the window already answers keys and mouse."""

from __future__ import annotations

import sys
from importlib import import_module
from threading import Thread

from PySide6.QtCore import QObject, Signal

from inspector.core.errors import InputError
from inspector.ui import log_file

_HINT = "A part of the program is missing or damaged: install it again, then start it anew; the log says more"


class Preloader(QObject):
    """Imports one module, once; `done` when it is there, `failed` with a message for the user."""

    done = Signal()
    failed = Signal(Exception)

    def __init__(self, module: str, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = Thread(target=self._import, args=(module,), name=f"import {module}", daemon=True)

    def begin(self) -> None:
        """Start the import, unless it is started."""
        if self._thread.ident is None:
            _create_qt_classes()
            self._thread.start()

    def wait(self) -> None:
        """Wait for the end: a process must not end in the middle of an import."""
        if self._thread.ident is not None:
            self._thread.join()

    def _import(self, module: str) -> None:
        try:
            import_module(module)
        except Exception as error:  # whatever stops an import leaves a window with which nothing can be opened
            log_file.log_error(error)
            found = f"{type(error).__name__}: {error}"
            self.failed.emit(InputError("the program cannot go on starting", found=found, hint=_HINT))
        else:
            self.done.emit()


def _create_qt_classes() -> None:
    """Create all classes of the Qt modules that are imported.

    PySide creates a class when it is first named, and the process crashes where two threads name one for the first
    time at once: the import in its thread, and the window for an event.
    """
    for name, module in [*sys.modules.items()]:
        if name.startswith("PySide6.Qt"):
            for attribute in dir(module):
                getattr(module, attribute)
