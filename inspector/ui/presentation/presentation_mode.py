"""Presentation mode: the whole screen for the row and the score, in large type, and back to the window as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QTableView,
    QToolBar,
    QWidget,
)

from inspector.core.errors import InputError
from inspector.ui.presentation.playback_panel import PlaybackPanel
from inspector.ui.presentation.stage_header import StageHeader
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.theme import Theme

_NEEDED, _CONTROLS = ("rowDock", "stageDock"), ("filterBar", "findBar", "leftoverBar")
# From ten metres, a line of text has to be at least this part of the screen's height. On a narrow screen the letters
# of the steps and of the row, beside each other, are what limits its size.
_LINES_A_SCREEN, _LETTERS_A_SCREEN = 29, 84
# The row needs more of the width than the table: all columns of its arithmetic are read. Steps need as much as it does.
_ROW_WIDTH, _ROW_WIDTH_BESIDE_STEPS = 0.58, 0.5
_ANY_HEIGHT = 16_777_215  # that of Qt's widgets at first


class PresentationMode(QObject):
    """Switches a window to presentation mode and back, and plays the edits as steps.

    docks: by object name; layout: that of the window before, None outside presentation mode.
    """

    done = Signal(str)
    failed = Signal(Exception)

    def __init__(
        self,
        window: QMainWindow,
        docks: Mapping[str, QDockWidget],
        theme: Theme,
        panel: PlaybackPanel,
        signals: DocumentSignals,
        settings: Settings,
    ) -> None:
        super().__init__(window)
        self._window, self._docks, self._theme, self._panel = window, docks, theme, panel
        self._header = StageHeader(signals, settings, theme, window)
        self._bar = self._make_bar()
        self._scale, self._size, self._state = 1.0, window.size(), window.windowState()
        self._hidden: list[QWidget] = []
        self._lent: list[QAction] = []
        self.layout: QByteArray | None = None
        panel.ended.connect(self._end_steps)
        self._dock.installEventFilter(self)
        self._header.left.connect(self.toggle)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), panel)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self._end_or_leave)
        signals.scored.connect(self._keep_hidden)  # a pair that is opened brings back the score bar

    def toggle(self) -> None:
        """Enter presentation mode, or leave it; the keys stay with the steps that are shown."""
        if self.layout is None:
            self._enter()
        else:
            self._leave(self.layout)
        self._panel.take_focus()

    def remember(self) -> None:
        """Edits from now on are the steps of `play`."""
        self._panel.playback.mark()
        self.done.emit("Recording: each edit becomes a step; “Predict, then reveal” plays them")

    def play(self) -> None:
        """Show the steps one by one, from the first."""
        if not self._panel.playback.count:
            hint = "Make an edit first: each one is a step"
            self.failed.emit(InputError("there is no step to show", hint=hint))
            return
        self._show_steps(True)
        self._panel.play()
        if self.layout is not None:
            self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave with Esc, unless the widget with the focus needs it; end the steps with their dock."""
        if watched is self._dock:
            if event.type() == QEvent.Type.Close:
                self._panel.finish()
            return False
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() == QEvent.Type.KeyPress and self.layout is not None:
            self.toggle()
            return True
        return False

    @property
    def _dock(self) -> QDockWidget:
        return self._docks["stageDock"]

    def _make_bar(self) -> QToolBar:
        """What holds the header: above all docks, as wide as the window."""
        bar = named(QToolBar("Stage", self._window), "stageBar")
        bar.setMovable(False)
        bar.toggleViewAction().setEnabled(False)
        bar.toggleViewAction().setVisible(False)
        bar.addWidget(self._header)
        self._window.addToolBar(bar)
        bar.hide()
        return bar

    def _enter(self) -> None:
        window = self._window
        self.layout = window.saveState()
        self._scale, self._size, self._state = self._theme.scale, window.size(), window.windowState()
        self._hide_controls()
        for name, dock in self._docks.items():
            dock.setVisible(name == "rowDock" or (name in _NEEDED and dock.isVisible()))
        self._header.fit(window.screen().size())
        self._bar.show()
        window.setWindowState(self._state | Qt.WindowState.WindowFullScreen)
        window.installEventFilter(self)
        self._theme.set_scale(self._scale * self._larger)
        self._header.refresh()
        self._arrange()
        if (table := window.findChild(QTableView, "rowTable")) is not None:
            table.horizontalScrollBar().setValue(0)  # the scores are what is watched

    @property
    def _larger(self) -> float:
        """How much larger text may become on this screen."""
        screen, text = self._window.screen().size(), self._window.fontMetrics()
        lines = screen.height() / max(1, text.height()) / _LINES_A_SCREEN
        letters = screen.width() / max(1, text.averageCharWidth()) / _LETTERS_A_SCREEN
        return max(1.0, min(lines, letters))

    def _arrange(self) -> None:
        """Give the row its width; while steps are shown, they take the place of the table."""
        window, playing = self._window, self._panel.playback.is_playing
        self._show_table(not playing)
        width = round(window.screen().size().width() * (_ROW_WIDTH_BESIDE_STEPS if playing else _ROW_WIDTH))
        window.resizeDocks([self._docks["rowDock"]], [width], Qt.Orientation.Horizontal)

    def _show_table(self, shown: bool) -> None:
        """Show the table, or leave its room to the docks.

        The middle of the window stays without height: if it went, Qt would divide the width anew with every other text.
        """
        middle = self._window.centralWidget()
        assert middle is not None  # noqa: S101
        middle.setMaximumHeight(_ANY_HEIGHT if shown else 0)
        for part in middle.findChildren(QStackedWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            part.setVisible(shown)  # else keys could go there

    def _leave(self, layout: QByteArray) -> None:
        playing, window = self._panel.playback.is_playing, self._window
        window.removeEventFilter(self)
        window.setWindowState(self._state)
        self.layout = None
        self._bar.hide()
        self._show_table(True)
        self._theme.set_scale(self._scale)
        self._show_controls()
        # Large text may have enlarged the window.
        if not window.isMaximized() and not window.isFullScreen():
            window.resize(self._size)
        # Panels still ask for the room that their large text needed.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        window.restoreState(layout)
        self._show_steps(playing)

    def _hide_controls(self) -> None:
        """Hide menus, bars and the status line; the keys of the menus, which would rest with them, stay in force."""
        window = self._window
        bars: list[QWidget] = [bar for bar in window.findChildren(QToolBar) if bar is not self._bar]
        bars += [bar for name in _CONTROLS if (bar := window.findChild(QWidget, name)) is not None]
        self._hidden = [part for part in (window.menuBar(), window.statusBar(), *bars) if not part.isHidden()]
        known = set(window.actions())
        self._lent = [action for action in _with_keys(window.menuBar()) if action not in known]
        window.addActions(self._lent)
        for part in self._hidden:
            part.hide()

    def _keep_hidden(self) -> None:
        for part in self._hidden if self.layout is not None else ():
            part.hide()

    def _show_controls(self) -> None:
        for part in self._hidden:
            part.show()
        for action in self._lent:
            self._window.removeAction(action)

    def _end_or_leave(self) -> None:
        """Leave presentation mode, else end the steps."""
        if self.layout is not None:
            self.toggle()
        else:
            self._panel.finish()

    def _end_steps(self) -> None:
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self._dock.isAncestorOf(focus)
        self._dock.hide()
        self._show_table(True)
        if self.layout is not None:
            self._arrange()
        if had_focus and (table := self._window.findChild(QWidget, "rowTable")) is not None:
            table.setFocus()  # else it goes to the button that leaves the stage, and the next Space leaves

    def _show_steps(self, shown: bool) -> None:
        """Show or hide the playback dock, in front of its tabs."""
        self._dock.setVisible(shown)
        if shown:
            self._dock.raise_()


def _with_keys(menu: QWidget) -> Iterator[QAction]:
    """The actions of a menu and of its submenus that have a shortcut."""
    for action in menu.actions():
        if isinstance(inner := action.menu(), QMenu):
            yield from _with_keys(inner)
        elif action.shortcuts():
            yield action
