"""The message bar keeps room for its text, however narrow it is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from inspector.ui.widgets.message_bar import MessageBar
from inspector.ui.widgets.plain_label import PlainLabel

TEXT = "a label cannot be repeated within a row, and more is said about it"


@pytest.mark.parametrize(("width", "below"), [(900, False), (330, True)])
def test_buttons_stand_below_the_text_where_it_would_be_narrow(theme, qtbot, width: int, below: bool) -> None:
    bar = MessageBar(theme, str)
    qtbot.addWidget(bar)
    bar.show_message(TEXT)
    bar.resize(width, bar.heightForWidth(width))
    bar.layout().activate()
    text = bar.findChild(PlainLabel, "messageText")
    dismiss = next(button for button in bar.findChildren(QPushButton) if button.text() == "Dismiss")
    assert (dismiss.y() > text.geometry().bottom()) == below
    assert text.width() > bar.fontMetrics().horizontalAdvance("0" * 20)
    bar.offer("Files have changed", "Reload", bar.hide)
    assert bar.findChild(QPushButton, "messageOffer").isVisibleTo(bar)


def test_neither_buttons_nor_a_long_word_widen_the_window(theme, qtbot) -> None:
    bar = MessageBar(theme, str)
    qtbot.addWidget(bar)
    bar.resize(900, 60)  # as wide as it was when it was last seen
    bar.offer(f"{'w' * 200} changed on disk", "Read them again", bar.hide)
    bar.add_button("All findings…", bar.hide, "Show more")
    buttons = [button for button in bar.findChildren(QPushButton) if not button.isHidden()]
    narrow = bar.minimumSizeHint().width()
    assert narrow < 2 * max(button.sizeHint().width() for button in buttons)
    bar.resize(narrow, bar.heightForWidth(narrow))
    bar.layout().activate()
    assert all(bar.rect().contains(button.geometry()) for button in buttons)
