"""One line for what went wrong: it stays until dismissed, can be copied, and interrupts nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from inspector.ui.theme import GAP, GRID, Theme


class MessageBar(QFrame):
    """Hidden while there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self._theme = theme
        self._text = QLabel(self)
        self._text.setObjectName("messageText")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP, GRID, GAP, GRID)
        layout.addWidget(self._text, 1)
        for title, action in (("Copy", self._copy), ("Dismiss", self.hide)):
            button = QPushButton(title, self)
            button.clicked.connect(action)
            layout.addWidget(button)
        theme.changed.connect(self._colour)
        self._colour()
        self.hide()

    def say(self, error: Exception | str) -> None:
        """Show a message in place of the one before."""
        self._text.setText(f"⚠ {error}")
        self.show()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.text().removeprefix("⚠ "))

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"#messageBar {{ background: {colours.base}; border-left: {GRID}px solid {colours.worse};"
            f" border-bottom: 1px solid {colours.line}; }}"
        )
