"""Line edit for any text: leaves Undo to the window where there is nothing to undo, and cuts nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

# Qt cuts longer text without a word, by default after 32,767 letters.
ANY_LENGTH = 2**31 - 1


class TextLine(QLineEdit):
    """Files that are dropped on it go to the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(ANY_LENGTH)
        self.setAcceptDrops(False)

    def event(self, event: QEvent) -> bool:
        """Leave Undo and Redo to the window unless the line has typed text to undo or redo."""
        return not leaves_undo(self, event) and super().event(event)


def leaves_undo(line: QLineEdit, event: QEvent) -> bool:
    """Whether an event, which is ignored then, claims Undo or Redo for a line without anything to undo or redo."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    undo = event.matches(QKeySequence.StandardKey.Undo) and not line.isUndoAvailable()
    if not undo and not (event.matches(QKeySequence.StandardKey.Redo) and not line.isRedoAvailable()):
        return False
    event.ignore()
    return True
