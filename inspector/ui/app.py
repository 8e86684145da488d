"""Starts Qt, shows the window, and ends with an exit status."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from inspector import resource
from inspector.core.errors import InputError
from inspector.ui import log_file
from inspector.ui.ahead import Ahead
from inspector.ui.main_window import MainWindow
from inspector.ui.settings import Settings
from inspector.ui.theme import Theme

if TYPE_CHECKING:
    from inspector.core.files import Task
    from inspector.core.inspection import Inspection
    from inspector.core.state import State

# A truth, a submission (None where one file holds both), and a metric (None for a guess).
Files = tuple[Path, Path | None, str | None]


def run(
    inspection: Inspection | None = None,
    *,
    opening: Task[State] | None = None,
    files: Files | None = None,
    screenshot: Path | None = None,
    theme: str | None = None,
) -> int:
    """Show the window until it is closed and return the exit status.

    opening: a pair that is still to be read while the window is already there; an InputError of it is raised here,
    unless `files`, the truth, the submission and the metric that it reads, could be opened with a repair.
    screenshot: draw the window with its pair into this file and close it. theme: `light` or `dark` for this run only.
    """
    with contextlib.ExitStack() as kept:
        qInstallMessageHandler(_log)
        if screenshot is None:
            kept.enter_context(log_file.kept())
        return _run(inspection, opening, files, screenshot, theme)


def _run(
    inspection: Inspection | None,
    opening: Task[State] | None,
    files: Files | None,
    screenshot: Path | None,
    theme: str | None,
) -> int:
    app = QApplication.instance() or QApplication(sys.argv[:1])
    settings = Settings(forgetful=screenshot is not None)
    window = MainWindow(_theme(app, theme or settings.theme, settings.text_scale), settings)
    failures: list[Exception] = []

    def furnish() -> None:
        opener = window.furnish(inspection).opener
        if opening is not None:
            # Once: whatever else fails later was asked of a window that is there.
            once = Qt.ConnectionType.SingleShotConnection
            opener.failed.connect(lambda error: _judge(error, window, failures, strict=screenshot is not None), once)
            opener.run(opening) if files is None else opener.run_on(opening, *files)

    if opening is not None:
        window.status.show_progress(0.0, "Starting", can_cancel=False)
    ahead = Ahead("inspector.ui.workbench", window)
    # A window that was closed in the very moment needs nothing any more.
    ahead.done.connect(lambda: window.isVisible() and furnish())
    ahead.failed.connect(window.status.idle)
    ahead.failed.connect(window.report)
    if inspection is None and screenshot is None:
        # A queue, because everything in the window is to be painted first.
        window.painted.connect(ahead.begin, Qt.ConnectionType.QueuedConnection)
    else:
        furnish()
    if screenshot is None:
        window.resize(window.size().boundedTo(window.screen().availableSize()))
    else:
        _picture(window, screenshot, failures, waits=opening is not None)
    window.show()
    with reported(window):
        status = app.exec()
        ahead.wait()
    window.deleteLater()
    window.theme.deleteLater()
    if failures:
        raise failures[0]
    return status


def _judge(error: Exception, window: MainWindow, failures: list[Exception], *, strict: bool) -> None:
    """End the program when the files it was started with cannot be opened, unless a repair can be offered."""
    bench = window.bench
    if not bench.inspection.is_open and (strict or bench.opener.repair_for(error) is None):
        failures.append(error)
        QApplication.exit(2)


def _log(kind: QtMsgType, context: object, text: str) -> None:
    """Qt's own messages go to the log; that a picture off screen has no window manager is no news."""
    if kind == QtMsgType.QtFatalMsg:  # nothing comes after it, so that nobody would read the log
        sys.stderr.write(f"Error: {text.strip()}\n")
    if "propagateSizeHints" not in text:
        logging.getLogger("inspector.qt").log(logging.DEBUG if kind == QtMsgType.QtDebugMsg else logging.WARNING, text)


def _theme(app: QApplication, choice: str, scale: float) -> Theme:
    app.setApplicationName("submission-inspector")
    app.setApplicationDisplayName("Submission Inspector")
    app.setDesktopFileName("submission-inspector")
    app.setWindowIcon(QIcon(str(resource.path("icons/submission-inspector.svg"))))
    theme = Theme(app)
    theme.choose(choice)
    theme.set_scale(scale)
    return theme


def _picture(window: MainWindow, path: Path, failures: list[Exception], *, waits: bool) -> None:
    """Draw the window once everything in it has had its turn to be laid out."""

    def draw() -> None:
        if not window.grab().save(str(path)):
            failures.append(InputError("the picture cannot be written", path, expected="a name that ends in .png"))
        window.close()

    def lay_out() -> None:
        QTimer.singleShot(0, window, lambda: QTimer.singleShot(0, window, draw))

    if waits:
        window.bench.opener.opened.connect(lay_out)
    else:
        lay_out()


@contextmanager
def reported(window: MainWindow) -> Iterator[None]:
    """Meanwhile an error that nobody foresaw, in whatever thread, is shown by the window, and the program goes on."""

    class Reporter(QObject):
        raised = Signal(object)

    reporter = Reporter()
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
