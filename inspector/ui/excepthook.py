"""Errors that nobody foresaw, in whatever thread: shown by the window, which goes on. Knows nothing of what failed."""

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
    """Meanwhile an error that nobody foresaw, in whatever thread, is shown by the window, and the program goes on."""
    reporter = _Reporter()
    # A queue, because a thread must not touch the window, and because Qt may be in the middle of painting it.
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
