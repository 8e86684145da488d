"""Starts Qt, shows the window, and ends with an exit status."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from inspector import resource
from inspector.core.errors import InputError
from inspector.ui import log_file
from inspector.ui.collector import collected_between_events
from inspector.ui.excepthook import reported
from inspector.ui.interrupt import interruptible
from inspector.ui.overrides import guard_overrides
from inspector.ui.preload import Preloader
from inspector.ui.settings import Settings
from inspector.ui.widgets.picture_file import picture_bytes
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow
from inspector.ui.window.menus import MENUS

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection
    from inspector.core.document.state import State
    from inspector.core.task import Task
    from inspector.ui.window.workbench import Workbench

# A truth, a submission (None where one file holds both), and a metric (None for a guess).
Files = tuple[Path, Path | None, str | None]


def run(
    inspection: Inspection | None = None,
    *,
    opening: Task[State] | None = None,
    files: Files | None = None,
    further: Sequence[Path] = (),
    screenshot: Path | None = None,
    theme: str | None = None,
) -> int:
    """Show the window until it is closed and return the exit status.

    opening: a pair that is still to be read while the window is already there, which shows an InputError of it; files:
    the truth, the submission and the metric that it reads, so that they can be opened in another way. further:
    submissions that are added then. screenshot: draw the window with its pair into this file and close it; an
    InputError of `opening` is raised. theme: `light` or `dark` for this run only.
    """
    with contextlib.ExitStack() as kept:
        qInstallMessageHandler(_log)
        if screenshot is None:
            kept.enter_context(log_file.log_to_file())
        running = QApplication.instance()
        app = running if isinstance(running, QApplication) else QApplication(sys.argv[:1])
        kept.enter_context(collected_between_events())
        settings = Settings(temporary=screenshot is not None)
        window = make_window(_theme(app, theme or settings.theme, settings.text_scale), settings)
        return _Start(window, inspection, opening, files, further, screenshot).run()


def make_window(theme: Theme, settings: Settings) -> MainWindow:
    """A window with its menus; its workbench is made, and nine tenths of the program imported, when first needed."""
    guard_overrides()
    return MainWindow(theme, settings, MENUS, _make_workbench)


def _make_workbench(window: MainWindow, inspection: Inspection | None) -> Workbench:
    for preloader in window.findChildren(Preloader):  # two threads that import at once gain no time
        preloader.wait()

    from inspector.core.document.inspection import Inspection
    from inspector.ui.manual import manual_window  # noqa: F401  # shown only when asked for, and guarded with the others
    from inspector.ui.window import palette  # noqa: F401  # the same
    from inspector.ui.window.workbench import Workbench

    guard_overrides()
    return Workbench(window, inspection or Inspection())


def _workbench(window: MainWindow) -> Workbench:
    """The workbench of a window that `make_window` made."""
    from inspector.ui.window.workbench import Workbench

    bench = window.bench
    assert isinstance(bench, Workbench)  # noqa: S101
    return bench


class _Start:
    """Starts a window with what it is to show, and runs it until it is closed."""

    def __init__(
        self,
        window: MainWindow,
        inspection: Inspection | None,
        opening: Task[State] | None,
        files: Files | None,
        further: Sequence[Path],
        screenshot: Path | None,
    ) -> None:
        self._window, self._inspection, self._screenshot = window, inspection, screenshot
        self._opening, self._files, self._further = opening, files, further
        self._failures: list[Exception] = []

    def run(self) -> int:
        """Show the window until it is closed and return the exit status; raises what ended the program."""
        window, preloader = self._window, self._prepare()
        if self._screenshot is None:
            window.resize(window.size().boundedTo(window.screen().availableSize()))
        else:
            self._draw_into(self._screenshot)
        window.show()
        with reported(window), interruptible(window, self._leave):
            status = QApplication.exec()
            preloader.wait()
            window.deleteLater()
            window.theme.deleteLater()
            if self._failures:
                raise self._failures[0]
        return status

    def _leave(self) -> None:
        """End at a signal: nobody is asked, and unsaved edits stay on disk for the next start."""
        try:
            self._window.leave()
        except InputError as error:
            self._failures.append(error)
        QApplication.exit(2)

    def _prepare(self) -> Preloader:
        """Make the workbench: now if there is a pair to show, else after the first paint."""
        window = self._window

        def create_workbench() -> None:
            # The window may have been closed meanwhile.
            if window.isVisible():
                self._furnish()

        if self._opening is not None:
            window.status.show_progress(0.0, "Starting", can_cancel=False)
        preloader = Preloader("inspector.ui.window.workbench", window)
        preloader.done.connect(create_workbench)
        preloader.failed.connect(window.status.idle)
        preloader.failed.connect(window.report)
        if self._inspection is None and self._screenshot is None:
            # Queued, so that the whole window is painted first.
            window.painted.connect(preloader.begin, Qt.ConnectionType.QueuedConnection)
        else:
            self._furnish()
        return preloader

    def _furnish(self) -> None:
        self._window.create_workbench(self._inspection)
        open_controller = _workbench(self._window).open_controller
        if self._opening is None:
            return
        if self._screenshot is not None:  # nobody can be asked while a picture is drawn
            open_controller.worker.failed.connect(self._end)
        if self._files is None or self._screenshot is not None:
            open_controller.run(self._opening, lambda: dict.fromkeys(self._further))
        else:
            open_controller.run_with_files(self._opening, *self._files, lambda: dict.fromkeys(self._further))

    def _end(self, error: Exception) -> None:
        """End the program without a picture: the files cannot be opened."""
        self._failures.append(error)
        QApplication.exit(2)

    def _draw_into(self, path: Path) -> None:
        """Save a picture of the window once it is laid out."""
        window = self._window

        def draw() -> None:
            from inspector.core.files.io.target import Target
            from inspector.core.files.io.write import write
            from inspector.core.task import drain

            try:
                target = Target(path=path, inputs=_workbench(window).inspection.inputs, overwrite=True)
                drain(write(target, [picture_bytes(window.grab(), path)]))
            except InputError as error:
                self._failures.append(error)
            window.close()

        def lay_out() -> None:
            QTimer.singleShot(0, window, lambda: QTimer.singleShot(0, window, draw))

        bench = _workbench(window) if self._opening is not None else None
        if bench is None:
            lay_out()
        elif self._further:
            for ended in (bench.comparisons.controller.adder.done, bench.comparisons.controller.adder.failed):
                ended.connect(lay_out)
        else:
            bench.open_controller.opened.connect(lay_out)


def _log(kind: QtMsgType, context: object, text: str) -> None:
    """Log Qt's own messages, except that an off-screen window has no window manager."""
    if kind == QtMsgType.QtFatalMsg:  # Qt would abort next, and nobody would read the log
        sys.stderr.write(f"Error: {text.strip()}\n")
        sys.stderr.flush()
        os._exit(2)
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
