"""Unexpected exceptions of any thread: logged and shown in the window, which goes on."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from inspector.ui.window.main_window import MainWindow


class _Reporter(QObject):
    raised = Signal(object)


@contextmanager
def reported(window: MainWindow) -> Iterator[None]:
    """Show unexpected exceptions of any thread in a window while this context is active."""
    reporter = _Reporter()
    # Queued: a thread must not touch the window, and Qt may be painting it.
    reporter.raised.connect(window.report, Qt.ConnectionType.QueuedConnection)

    def report(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QTimer.singleShot(0, window, window.close)
            return
        shown = (error or kind()).with_traceback(trace)
        sys.stderr.write("".join(traceback.format_exception(shown)))
        reporter.raised.emit(shown)

    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    sys.excepthook = report
    threading.excepthook = lambda args: report(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: report(args.exc_type, args.exc_value, args.exc_traceback)
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook, sys.unraisablehook = before
