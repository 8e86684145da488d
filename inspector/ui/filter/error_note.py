"""A note below a line edit that shows an input error. It floats, so that the layout does not move while typing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme


class ErrorNote(PlainLabel):
    """Floats below a widget and follows its position and width; a click hides it."""

    def __init__(self, line: QWidget, theme: Theme) -> None:
        super().__init__(line, wraps=True)
        self._line, self._theme = line, theme
        line.installEventFilter(self)
        theme.changed.connect(self._colour)
        self._colour()
        self.hide()

    def show_message(self, text: str) -> None:
        """Show a message; an empty one hides the note."""
        self.setText(f"⚠ {text}" if text else "")
        if self.parent() is not self._line.window():
            self.setParent(self._line.window())
        self._follow()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.show_message("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide):
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        """Move below the line, on top of other widgets."""
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
