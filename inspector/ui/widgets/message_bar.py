"""One line for what went wrong or can be done: it stays until dismissed, can be copied, and interrupts nothing.

A refusal, which is an error that names no file, stays only until something else is done.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from inspector.core.errors import InputError
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme, set_text_style

_UNFORESEEN = "Something went wrong that should not have; your edits are still here"
_DETAIL_LINES = 9


class MessageBar(QFrame):
    """Hidden while there is nothing to say. An error that nobody foresaw brings details, an offer brings a button."""

    def __init__(self, theme: Theme, describe: Callable[[Exception | str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self._theme, self._describe = theme, describe
        self._deed: Callable[[], object] = self.hide
        self._look_into: Callable[[], object] = self.hide
        self._refusal: InputError | None = None
        self._text = PlainLabel(self, name="messageText", selectable=True, wraps=True)
        self._details = QPlainTextEdit(self)
        self._details.setObjectName("messageDetails")
        self._details.setAccessibleName("Details of the message")
        self._details.setReadOnly(True)
        self._details.setTabChangesFocus(True)
        set_text_style(self._details, "typed")
        self._build()
        theme.changed.connect(self._colour)
        self._colour()
        self.hide()

    def say(self, error: Exception | str) -> None:
        """Show a message in place of the one before; an error that is no message to a user keeps it in its details."""
        # What the system says about a file is for the user, too.
        foreseen = isinstance(error, (str, InputError, OSError))
        self._show(self._describe(error) if foreseen else f"⚠ {_UNFORESEEN} ({type(error).__name__})")
        self._refusal = error if isinstance(error, InputError) and error.file is None else None
        if isinstance(error, Exception) and not foreseen:
            self._details.setPlainText("".join(traceback.format_exception(error)))
            self._more.show()

    def offer(self, text: str, title: str, deed: Callable[[], object], hint: str = "Do what is offered") -> None:
        """Show a message with a button that does something about it, and then the message is gone."""
        self._show(text)
        self._offer.setText(title)
        self._offer.setToolTip(tip(hint))
        self._offer.show()
        self._deed = deed

    def offer_further(self, title: str, deed: Callable[[], object], hint: str) -> None:
        """Add a button that looks into the matter; the message stays."""
        self._aside.setText(title)
        self._aside.setToolTip(tip(hint))
        self._aside.show()
        self._look_into = deed

    def let_pass(self) -> None:
        """Something was done: what was refused before is of no interest any more; all else stays."""
        if self._refusal is not None:
            self.hide()

    def take_back(self, refusal: InputError) -> None:
        """Hide this very refusal, if it is what is said: its reason is gone."""
        if self._refusal is refusal:
            self.hide()

    @property
    def says(self) -> str:
        """The message and its details as text."""
        return "\n".join(filter(None, [self._text.text().removeprefix("⚠ "), self._details.toPlainText()]))

    def _show(self, text: str) -> None:
        self._refusal = None
        self._text.setText(text)
        self._details.clear()
        for part in (self._details, self._more, self._offer, self._aside):
            part.hide()
        self._more.setText("Details")
        self.show()

    def _build(self) -> None:
        self._offer = self._button("Reload", "Do what the message offers", self._accept)
        self._offer.setObjectName("messageOffer")
        self._aside = self._button("All findings…", "Look into the matter", lambda: self._look_into())
        self._aside.setObjectName("messageAside")
        self._more = self._button("Details", "Show where it went wrong, for a report", self._turn_details)
        buttons = (
            self._offer,
            self._aside,
            self._more,
            self._button("Copy", "Copy the message and its details", self._copy),
            self._button("Dismiss", "Hide the message", self.hide),
        )
        line = QHBoxLayout()
        line.addWidget(self._text, 1)
        for button in buttons:
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP, GRID, GAP, GRID)
        layout.setSpacing(GRID)
        layout.addLayout(line)
        layout.addWidget(self._details)

    def _button(self, title: str, hint: str, deed: Callable[[], object]) -> QPushButton:
        button = QPushButton(title, self)
        button.setToolTip(hint)
        button.clicked.connect(lambda: deed())
        return button

    def _accept(self) -> None:
        self.hide()
        self._deed()

    def _turn_details(self) -> None:
        shown = self._details.isHidden()
        self._details.setFixedHeight(_DETAIL_LINES * self._details.fontMetrics().lineSpacing() + 2 * GAP)
        self._details.setVisible(shown)
        self._more.setText("Hide details" if shown else "Details")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.says)

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"#messageBar {{ background: {colours.base}; border-left: {GRID}px solid {colours.worse};"
            f" border-bottom: 1px solid {colours.line}; }}"
        )
