"""Line edit for any text: leaves Undo to the window where there is nothing to undo, and cuts nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

# Qt cuts longer text without a word, by default after 32,767 letters.
_ANY_LENGTH = 2**31 - 1
# Milliseconds without a key after which what is typed so far is kept: a crash loses no more.
PAUSE = 300


def is_done(event: QKeyEvent) -> bool:
    """Whether a key is pressed that ends a text also where Enter alone goes on with it: Ctrl+Enter."""
    is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return event.type() == QEvent.Type.KeyPress and is_enter and has_control


class TextLine(QLineEdit):
    """Files that are dropped on it go to the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(_ANY_LENGTH)
        self.setAcceptDrops(False)

    def event(self, event: QEvent) -> bool:
        """Leave Undo and Redo to the window unless the line has typed text to undo or redo.

        As long as it has either, one more of the other does nothing: it would change a row out of sight.
        """
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._leaves(event):
            event.ignore()
            return False
        return super().event(event)

    def _leaves(self, event: QKeyEvent) -> bool:
        """Whether a key asks for Undo or Redo, and the line has neither."""
        asked = any(map(event.matches, (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)))
        return asked and not (self.isUndoAvailable() or self.isRedoAvailable())
