"""What is wrong with a line that is being typed: a note that floats below it, so that nothing moves under the eyes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme


class ErrorNote(PlainLabel):
    """Belongs to one line, is as wide as that, and goes where it goes; a click takes it out of the way."""

    def __init__(self, line: QWidget, theme: Theme) -> None:
        super().__init__(line, wraps=True)
        self._line, self._theme = line, theme
        line.installEventFilter(self)
        theme.changed.connect(self._colour)
        self._colour()
        self.hide()

    def say(self, text: str) -> None:
        """Show a text, or nothing when it is empty."""
        self.setText(f"⚠ {text}" if text else "")
        if self.parent() is not self._line.window():
            self.setParent(self._line.window())
        self._follow()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.say("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide):
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        """Stand below the line, above whatever is there."""
        if not self.text() or not self._line.isVisible():
            self.hide()
            return
        width = self._line.width()
        corner = self._line.mapTo(self._line.window(), QPoint(0, self._line.height()))
        self.setGeometry(corner.x(), corner.y(), width, self.heightForWidth(width))
        self.show()
        self.raise_()

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"background: {colours.base}; color: {colours.worse}; border: 1px solid {colours.worse};"
            f" border-top: 0; padding: {GRID}px {GAP}px;"
        )
