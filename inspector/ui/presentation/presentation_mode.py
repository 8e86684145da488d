"""The stage: large type, the score big, nothing that is not needed; and everything as it was found afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtWidgets import QDockWidget

from inspector.core.errors import InputError
from inspector.ui.presentation.playback_panel import PlaybackPanel
from inspector.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench

_LARGER = 1.5
_NEEDED = ("rowDock", "stageDock")


class PresentationMode(QObject):
    """Turns a window into its form for an audience and back, and plays the steps on it.

    layout: the docks as they were before, None while the window is not on stage.
    """

    def __init__(self, bench: Workbench, theme: Theme, panel: PlaybackPanel) -> None:
        super().__init__(bench)
        self._bench, self._window, self._theme, self._panel = bench, bench.window, theme, panel
        self._scale, self._size = 1.0, bench.window.size()
        self.layout: QByteArray | None = None
        panel.ended.connect(lambda: self._dock.hide())

    def turn(self) -> None:
        """Go on stage, or leave it."""
        if self.layout is None:
            self._enter()
        else:
            self._leave(self.layout)

    def remember(self) -> None:
        """Edits from now on are the steps of `play`."""
        self._panel.playback.mark()
        self._window.say("Edits from here on are steps; “Predict, then reveal” plays them")

    def play(self) -> None:
        """Show the steps one by one, from the first."""
        if not self._panel.playback.count:
            self._bench.news.report(
                InputError("there is no step to show", hint="Make an edit first: each one is a step")
            )
            return
        self._show_steps(True)
        self._panel.play()

    @property
    def _dock(self) -> QDockWidget:
        return self._bench.docks.by_name["stageDock"]

    def _enter(self) -> None:
        self.layout = self._window.saveState()
        self._scale, self._size = self._theme.scale, self._window.size()
        for name, dock in self._bench.docks.by_name.items():
            dock.setVisible(name == "rowDock" or (name in _NEEDED and dock.isVisible()))
        self._bench.score_bar.show_large(True)
        self._theme.set_scale(self._scale * _LARGER)

    def _leave(self, layout: QByteArray) -> None:
        self.layout, playing = None, self._panel.playback.is_playing
        self._theme.set_scale(self._scale)
        self._bench.score_bar.show_large(False)
        # Large type may have needed more room than there was.
        if not self._window.isMaximized() and not self._window.isFullScreen():
            self._window.resize(self._size)
        self._window.restoreState(layout)
        self._show_steps(playing)

    def _show_steps(self, shown: bool) -> None:
        """Where they share their place with other panels they stand in front."""
        self._dock.setVisible(shown)
        if shown:
            self._dock.raise_()
