"""Line edit that narrows a list while the user types."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.input.text_line import TextLine


class SearchEdit(TextLine):
    """Emits `textChanged` as usual. Esc empties the line; left: Down or Enter, which go to the list."""

    left = Signal()

    def __init__(self, hint: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        named(self, spoken=hint, hint=f"{hint}: any part of them, case does not matter. Esc empties the line")
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape if self.text():
                self.clear()
            case Qt.Key.Key_Down | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.left.emit()
            case _:
                super().keyPressEvent(event)
