"""The main window as it is first painted, before most of the program is imported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from inspector.core.errors import InputError
from inspector.ui import log_file
from inspector.ui.commands.actions import Actions
from inspector.ui.commands.command import Menus
from inspector.ui.open.reading_choices import warning
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.message_bar import MessageBar
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.menu_bar import MenuBar
from inspector.ui.window.start_page import StartPage
from inspector.ui.window.status_bar import StatusBar

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection

_NAME = "Submission Inspector"
_TOLD = 6000  # milliseconds


class Contents(Protocol):
    """What the window asks of the workbench, which is made after the first paint."""

    def ask_files(self) -> None:
        """Let the user choose two files."""

    def open_files(self, paths: list[Path]) -> None:
        """Open files that were dropped."""

    def open_sample(self, name: str) -> None:
        """Open a built-in sample."""

    def open_recent(self, pair: RecentPair) -> None:
        """Open a recent pair."""

    def close(self) -> bool:
        """End what runs; false when the user would rather keep unsaved edits."""

    def leave(self) -> None:
        """End what runs; unsaved edits stay on disk. Raises InputError if they cannot be written."""


Make: TypeAlias = "Callable[[MainWindow, Inspection | None], Contents]"


class MainWindow(QMainWindow):
    """The window with its menus, start page, message bar and status bar. Anything more makes the workbench.

    make: makes the workbench, on an inspection or on an empty one.
    """

    painted = Signal()

    def __init__(self, theme: Theme, settings: Settings, menus: Menus[Any], make: Make) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.name("")
        self.setAcceptDrops(True)
        self.theme, self.settings, self._make = theme, settings, make
        self._bench: Contents | None = None
        self.message, self.status = MessageBar(theme, warning, self), StatusBar(self)
        self.empty = StartPage(theme, self)
        self.commands = Actions(self, menus, lambda command: command.run(self.bench))
        self.menus = MenuBar(self, self.commands, theme, settings)
        self.commands.enable(open_pair=False)
        self._place_parts()
        self._connect()
        self.empty.show_recent(settings.own)
        self.resize(1280, 800)
        self.restoreGeometry(settings.bytes("geometry"))
        # The window may have been left on stage.
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)

    @property
    def bench(self) -> Contents:
        """The workbench, which is made when it is first asked for."""
        return self._bench or self.create_workbench()

    def create_workbench(self, inspection: Inspection | None = None) -> Contents:
        """Make the workbench, on this inspection or on an empty one, unless it is there already."""
        if self._bench is None:
            self._bench = self._make(self, inspection)
        return self._bench

    def name(self, what: str) -> None:
        """Set the title; `[*]` marks where Qt shows unsaved edits."""
        self.setWindowTitle(f"{what} – {_NAME}" if what else _NAME)

    def show_message(self, text: str) -> None:
        """Show a message in the status bar for a few seconds, in place of the counts."""
        if not self.status.isHidden():  # as on stage: Qt would paint it over the counts as soon as both are seen
            self.status.showMessage(text, _TOLD)

    def report(self, error: Exception | str) -> None:
        """Show an error in the message bar until it is dismissed; unexpected ones are logged too."""
        if not isinstance(error, (str, InputError, OSError)):
            log_file.log_error(error)
        self.message.show_message(error)

    def paint_later(self) -> None:
        """Paint everything in a later event, so that keys pressed meanwhile are handled first."""
        # Only now: floating docks inherit it, and would not be enabled again.
        self.setUpdatesEnabled(False)
        # With 0 ms Qt would run it within this event.
        QTimer.singleShot(1, self, self._paint)

    def _paint(self) -> None:
        self.setUpdatesEnabled(True)
        # An update() may be dropped as already pending.
        self.repaint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            _accept_copy(event)
            self.empty.light(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.empty.light(False)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        _accept_copy(event)
        self.empty.light(False)
        self.bench.open_files(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._bench is not None and not self._bench.close():
            event.ignore()
            return
        self.settings.keep_bytes("geometry", self.saveGeometry())
        event.accept()

    def leave(self) -> None:
        """End without a question: unsaved edits stay on disk. Raises InputError if they cannot be written."""
        self.settings.keep_bytes("geometry", self.saveGeometry())
        try:
            if self._bench is not None:
                self._bench.leave()
        finally:
            self.settings.sync()

    def _place_parts(self) -> None:
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.empty)
        middle = QWidget(self)
        # The message below, so that no row moves under the mouse when it appears.
        self.column = arrange(QVBoxLayout(middle), (self.stack, 1), self.message, spacing=0)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        self.empty.open_asked.connect(lambda: self.bench.ask_files())
        for part in (self.empty, self.menus):
            part.sample_asked.connect(lambda name: self.bench.open_sample(name))
            part.recent_asked.connect(lambda pair: self.bench.open_recent(pair))


def _accept_copy(event: QDropEvent) -> None:
    """Take files as a copy: after a move, a file manager would delete them."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
