"""Presentation mode: larger text and only the panels an audience needs, and back to the window as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow

from inspector.core.errors import InputError
from inspector.ui.presentation.playback_panel import PlaybackPanel
from inspector.ui.widgets.theme import Theme

_LARGER = 1.5
_NEEDED = ("rowDock", "stageDock")


class PresentationMode(QObject):
    """Switches a window to presentation mode and back, and plays the edits as steps.

    docks: by object name; show_large: makes the score large or usual; layout: the docks as they were before, None
    outside presentation mode.
    """

    done = Signal(str)
    failed = Signal(Exception)

    def __init__(
        self,
        window: QMainWindow,
        docks: Mapping[str, QDockWidget],
        show_large: Callable[[bool], None],
        theme: Theme,
        panel: PlaybackPanel,
    ) -> None:
        super().__init__(window)
        self._window, self._docks, self._show_large = window, docks, show_large
        self._theme, self._panel = theme, panel
        self._scale, self._size = 1.0, window.size()
        self.layout: QByteArray | None = None
        panel.ended.connect(lambda: self._dock.hide())

    def toggle(self) -> None:
        """Enter presentation mode, or leave it."""
        if self.layout is None:
            self._enter()
        else:
            self._leave(self.layout)

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

    @property
    def _dock(self) -> QDockWidget:
        return self._docks["stageDock"]

    def _enter(self) -> None:
        self.layout = self._window.saveState()
        self._scale, self._size = self._theme.scale, self._window.size()
        for name, dock in self._docks.items():
            dock.setVisible(name == "rowDock" or (name in _NEEDED and dock.isVisible()))
        self._show_large(True)
        self._theme.set_scale(self._scale * _LARGER)

    def _leave(self, layout: QByteArray) -> None:
        self.layout, playing = None, self._panel.playback.is_playing
        self._theme.set_scale(self._scale)
        self._show_large(False)
        # Large text may have enlarged the window.
        if not self._window.isMaximized() and not self._window.isFullScreen():
            self._window.resize(self._size)
        self._window.restoreState(layout)
        self._show_steps(playing)

    def _show_steps(self, shown: bool) -> None:
        """Show or hide the playback dock, in front of its tabs."""
        self._dock.setVisible(shown)
        if shown:
            self._dock.raise_()
