"""Bar for errors and offers. A message can be copied, stays until dismissed and does not block the window.

A refusal (an InputError without a file) stays only until the next change of the document. A lasting offer stands below
later messages, and alone again when they are gone, until it is dismissed or holds no longer.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from inspector.core.errors import InputError
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme, set_text_style

_UNEXPECTED = "Unexpected error; your edits are still here"
_DETAIL_LINES = 9
# With less room for the text, the buttons stand below it.
_LEAST_LETTERS = 24


@dataclass(frozen=True)
class Offer:
    """A text with a button that does what it offers. holds: whether there is still a reason for it."""

    text: str
    title: str
    action: Callable[[], object]
    hint: str
    holds: Callable[[], bool]


class MessageBar(QFrame):
    """Hidden while there is no message. Unexpected errors have details, offers have a button."""

    def __init__(self, theme: Theme, describe: Callable[[Exception | str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self._theme, self._describe = theme, describe
        self._action: Callable[[], object] = self.hide
        self._further_action: Callable[[], object] = self.hide
        self._refusal: InputError | None = None
        self._shown: Exception | str = ""
        self._lasting: Offer | None = None
        self._text = PlainLabel(self, name="messageText", selectable=True, wraps=True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self._text.setSizePolicy(policy)
        self._details = named(QPlainTextEdit(self), "messageDetails", "Details of the message")
        self._details.setReadOnly(True)
        self._details.setTabChangesFocus(True)
        set_text_style(self._details, "typed")
        self._build()
        theme.changed.connect(self._update_colours)
        self._update_colours()
        self.hide()

    def show_message(self, error: Exception | str) -> None:
        """Show a message instead of the previous one; the details of an unexpected error hold its traceback."""
        # OSError messages of the operating system are also meant for the user.
        is_expected = isinstance(error, (str, InputError, OSError))
        text = self._describe(error) if is_expected else f"⚠ {_UNEXPECTED} ({type(error).__name__})"
        if (offer := self._held) is None:
            self._show(text)
        else:
            self._show(f"{text}\n{offer.text}", offer)
        self._shown = error
        self._refusal = error if isinstance(error, InputError) and error.file is None else None
        details = getattr(error, "details", "")  # of a host's metric, which failed by itself
        if isinstance(error, Exception) and not is_expected:
            details = "".join(traceback.format_exception(error))
        if details:
            self._details.setPlainText(details)
            self._more.show()

    def offer(self, text: str, title: str, action: Callable[[], object], hint: str = "Apply the offer") -> None:
        """Show a message with a button that runs `action` and hides the message."""
        self._show(text, Offer(text, title, action, hint, bool))

    def offer_lasting(self, offer: Offer) -> None:
        """Show an offer that stays below messages while it holds; an error that is shown stays, too."""
        self._lasting = offer
        is_told = not self.isHidden() and isinstance(self._shown, Exception)
        self.show_message(self._shown) if is_told else self._show(offer.text, offer)

    def add_button(self, title: str, action: Callable[[], object], hint: str) -> None:
        """Add a button that runs `action`; the message stays."""
        self._further.setText(title)
        self._further.setToolTip(tip(hint))
        self._further.show()
        self._further_action = action

    def hide_refusal(self) -> None:
        """Hide a refusal after a change of the document; other messages stay."""
        if self._refusal is not None:
            self.leave()

    def retract(self, shown: Exception | str) -> None:
        """Hide this error or offer if it is the one that is shown, because its reason is gone."""
        if self._shown is shown:
            self.leave()

    def shows(self, shown: Exception | str) -> bool:
        """Whether this error or offer is the one that is shown."""
        return not self.isHidden() and self._shown is shown

    def leave(self) -> None:
        """End the message that is shown; a lasting offer that still holds stays or comes back."""
        if (offer := self._held) is None:
            self.hide()
        else:
            self._show(offer.text, offer)

    def review_offer(self) -> None:
        """Hide a lasting offer that is shown alone and holds no longer."""
        if self._lasting is not None and self._shown is self._lasting.text and self._held is None:
            self.hide()

    @property
    def says(self) -> str:
        """The message and its details as text."""
        return "\n".join(filter(None, [self._text.text().removeprefix("⚠ "), self._details.toPlainText()]))

    @property
    def _held(self) -> Offer | None:
        """The lasting offer, if it still holds."""
        if self._lasting is not None and not self._lasting.holds():
            self._lasting = None
        return self._lasting

    def _show(self, text: str, offer: Offer | None = None) -> None:
        """Show a text, with the button of an offer; the button stays in place, as it may just be pressed."""
        self._refusal, self._shown = None, text if offer else ""
        self._text.setText(text)
        self._details.clear()
        for part in (self._details, self._more, self._further):
            part.hide()
        self._more.setText("Details")
        self._offer.setVisible(offer is not None)
        if offer is not None:
            self._offer.setText(offer.title)
            self._offer.setToolTip(tip(offer.hint))
            self._action = offer.action
        self._arrange()
        self.show()

    def _build(self) -> None:
        self._offer = self._button("Reload", "Do what the message offers", self._accept, "messageOffer")
        more = "Show more about the problem"
        self._further = self._button("All findings…", more, lambda: self._further_action(), "messageAside")
        self._more = self._button("Details", "Show the traceback, for a bug report", self._toggle_details)
        copy = self._button("Copy message", "Copy the message and its details", self._copy)
        dismiss = self._button("Dismiss", "Hide the message", self._dismiss)
        self._buttons = arrange(QHBoxLayout(), self._offer, self._further, self._more, copy, dismiss)
        self._line = arrange(QBoxLayout(QBoxLayout.Direction.LeftToRight), (self._text, 1), self._buttons)
        self._line.setAlignment(self._buttons, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        arrange(QVBoxLayout(self), self._line, self._details, spacing=GRID, margins=(GAP, GRID, GAP, GRID))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest button: the window never has to become wider for what is said."""
        return QSize(max(self._widths) + 2 * GAP, super().minimumSizeHint().height())

    @property
    def _widths(self) -> list[int]:
        """The widths of the buttons that are shown."""
        return [part.sizeHint().width() for part in self.findChildren(QPushButton) if not part.isHidden()]

    def _arrange(self) -> None:
        """Put the buttons below the text where they would leave it a narrow column, and below each other if need be."""
        room, widths = self.width() - 2 * GAP, self._widths
        buttons = sum(widths) + (len(widths) - 1) * self._buttons.spacing()
        least = self.fontMetrics().horizontalAdvance("0" * _LEAST_LETTERS)
        across, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._line.setDirection(across if room - buttons >= least else below)
        self._buttons.setDirection(across if room >= buttons else below)

    def _button(self, title: str, hint: str, action: Callable[[], object], name: str = "") -> QPushButton:
        button = named(QPushButton(title, self), name, hint=hint)
        button.clicked.connect(lambda: action())
        return button

    def _accept(self) -> None:
        action, lasting = self._action, self._lasting
        self.hide() if lasting is not None and action is lasting.action else self.leave()
        action()

    def _dismiss(self) -> None:
        """Hide the message; a lasting offer only if it is shown alone."""
        if self._lasting is not None and self._shown is self._lasting.text:
            self._lasting = None
        self.leave()

    def _toggle_details(self) -> None:
        shown = self._details.isHidden()
        self._details.setFixedHeight(_DETAIL_LINES * self._details.fontMetrics().lineSpacing() + 2 * GAP)
        self._details.setVisible(shown)
        self._more.setText("Hide details" if shown else "Details")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.says)

    def _update_colours(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"#messageBar {{ background: {colours.base}; border-left: {GRID}px solid {colours.worse};"
            f" border-bottom: 1px solid {colours.line}; }}"
        )
