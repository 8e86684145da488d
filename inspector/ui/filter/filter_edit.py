"""The line edit for a filter; it emits its text after a pause in typing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import GAP, GRID, Theme

_PAUSE_MS = 150
_HINT = (
    "Show only matching rows. Enter keeps the filter as a chip; in an empty line it applies the chips again after "
    "edits. Esc clears. Help > Filter language explains the syntax."
)
_EXAMPLES = 'Filter, such as  score<0.2   rank=none   truth:w_1   !edited   "two words"'


class FilterEdit(QLineEdit):
    """Input of a filter expression.

    asked: the text after a pause; committed: the text at Enter; stepped_back: Esc in an empty line; left: Down, which
    moves to the table.
    """

    asked = Signal(str)
    committed = Signal(str)
    stepped_back = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("filterEdit")
        self.setAccessibleName("Filter")
        self.setPlaceholderText(_EXAMPLES)
        self.setToolTip(tip(_HINT))
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)  # the window handles dropped files
        self._theme, self._is_wrong = theme, False
        self._debounce = Debounce(_PAUSE_MS, self, lambda: self.asked.emit(self.text()))
        self.textChanged.connect(lambda _: self._debounce.start())
        theme.changed.connect(self._colour)

    def put(self, text: str) -> None:
        """Replace the text without applying it."""
        self.setText(text)
        self._debounce.stop()

    def mark(self, wrong: bool) -> None:
        """Mark the text as invalid with a red border; `ErrorNote` shows the error."""
        if wrong != self._is_wrong:
            self._is_wrong = wrong
            self._colour()

    def _colour(self) -> None:
        # As wide with its padding as the border and padding of every line, so that marking moves nothing.
        border = f"QLineEdit {{ border: 2px solid {self._theme.colours.worse}; padding: {GRID - 1}px {GAP - 3}px; }}"
        self.setStyleSheet(border if self._is_wrong else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._debounce.stop()
                self.committed.emit(self.text())
            case Qt.Key.Key_Escape if self.text():
                self.put("")
                self.asked.emit("")
            case Qt.Key.Key_Escape:
                self.stepped_back.emit()
            case Qt.Key.Key_Down:
                self.left.emit()
            case _:
                super().keyPressEvent(event)
