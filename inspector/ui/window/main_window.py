"""The window: what it shows before all else is imported. What is around a pair is the `Workbench`, which follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QChildEvent, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.core.errors import InputError
from inspector.ui import log_file
from inspector.ui.commands.actions import Actions
from inspector.ui.commands.menus import Menus
from inspector.ui.settings import Settings
from inspector.ui.widgets.message_bar import MessageBar
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.start_page import StartPage
from inspector.ui.window.status_bar import StatusBar

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection
    from inspector.ui.window.workbench import Workbench

_NAME = "Submission Inspector"
What = TypeVar("What")


class MainWindow(QMainWindow):
    """A frame with what can be opened in it. Whatever else is asked for makes the workbench, if it is not there yet."""

    painted = Signal()

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.name("")
        self.setAcceptDrops(True)
        self.theme, self.settings = theme, settings
        self._bench: Workbench | None = None
        self.message, self.status, self.empty = MessageBar(theme, self), StatusBar(self), StartPage(theme, self)
        self.commands = Actions(self, lambda name: self.bench.deeds[name]())
        self.menus = Menus(self, self.commands, theme, settings)
        self.commands.enable(open_pair=False)
        self._place_parts()
        self._connect()
        self.empty.show_recent(settings.recent)
        self.resize(1280, 800)
        self.restoreGeometry(settings.bytes("geometry"))

    @property
    def bench(self) -> Workbench:
        """What works on the pair; made at once when nobody has made it before."""
        return self._bench or self.create_workbench()

    def create_workbench(self, inspection: Inspection | None = None) -> Workbench:
        """Make the workbench, on this inspection or on an empty one; does nothing more when it is there already."""
        if self._bench is None:
            # Nine tenths of what the program imports, and the first paint needs none of it.
            from inspector.core.document.inspection import Inspection
            from inspector.ui.window.workbench import Workbench

            self._bench = Workbench(self, inspection or Inspection())
        return self._bench

    def name(self, what: str) -> None:
        """Put what is shown into the title, `[*]` where a star stands for unsaved edits."""
        self.setWindowTitle(f"{what} – {_NAME}" if what else _NAME)

    def say(self, text: str) -> None:
        """Say what was done, in the status line, for a while."""
        self.status.showMessage(text, 6000)

    def report(self, error: Exception | str) -> None:
        """Say what went wrong, in a line that stays; what nobody foresaw goes to the log, too."""
        if not isinstance(error, (str, InputError, OSError)):
            log_file.note(error)
        self.message.say(error)

    def childEvent(self, event: QChildEvent) -> None:
        """Qt makes the tabs of docks when it needs them, and leaves them without a name."""
        super().childEvent(event)
        if event.polished() and isinstance(child := event.child(), QTabBar):
            child.setAccessibleName("Panels that share a place")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self._open(self.bench.open_controller.take, paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._bench is not None and not self._bench.close():
            event.ignore()
            return
        self.settings.keep_bytes("geometry", self.saveGeometry())
        event.accept()

    def _place_parts(self) -> None:
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.empty)
        middle = QWidget(self)
        self.column = QVBoxLayout(middle)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self.message)
        self.column.addWidget(self.stack, 1)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        self.empty.open_asked.connect(lambda: self.bench.ask_files())
        for part in (self.empty, self.menus):
            part.sample_asked.connect(lambda name: self._open(self.bench.open_controller.open_sample, name))
            part.recent_asked.connect(lambda pair: self._open(self.bench.open_controller.open_recent, pair))

    def _open(self, deed: Callable[[What], None], what: What) -> None:
        self.bench.unless_edited(lambda: deed(what))
