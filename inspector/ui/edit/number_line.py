"""Line for a number that Up and Down change."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.input.text_line import TextLine
from inspector.ui.widgets.label_edit import nudged, steps_of


class NumberLine(TextLine):
    """A number of any size. decimal: the sign before its decimals, as in the file."""

    def __init__(self, decimal: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decimal = decimal

    def put(self, number: float) -> None:
        """Show a number in place of what is there, which comes back with Undo."""
        self.selectAll()
        self.insert(f"{number:.15g}".replace(".", self._decimal))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down change the number, with Shift ten times as much."""
        steps = steps_of(event)
        new = nudged(self.text(), steps, self._decimal) if steps else None
        if new is None:
            super().keyPressEvent(event)
            return
        self.selectAll()
        self.insert(new)
