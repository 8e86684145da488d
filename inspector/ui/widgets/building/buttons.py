"""Buttons with their names."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from inspector.ui.widgets.building.build import named


def push_button(
    parent: QWidget, text: str, name: str = "", hint: str = "", clicked: Callable[[], object] | None = None
) -> QPushButton:
    """A button."""
    button = named(QPushButton(text, parent), name, hint=hint)
    if clicked is not None:
        button.clicked.connect(clicked)
    return button


def flat_button(parent: QWidget, text: str, name: str, spoken: str, hint: str) -> QToolButton:
    """A button whose frame is seen under the mouse only."""
    button = named(QToolButton(parent), name, spoken, hint)
    button.setText(text)
    button.setAutoRaise(True)
    return button
