"""Names for a widget, layouts of parts in a line, and actions that can be ticked, each in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QBoxLayout, QLayout, QMenu, QWidget

Named = TypeVar("Named", bound=QWidget)
Line = TypeVar("Line", bound=QBoxLayout)
# A widget or a layout, alone or with its stretch; a number is empty room with that stretch.
Part: TypeAlias = QWidget | QLayout | tuple[QWidget | QLayout, int] | int


def named(widget: Named, name: str = "", spoken: str = "", hint: str = "") -> Named:
    """The widget, with an object name, an accessible name and a tooltip as far as they are given."""
    for text, give in ((name, widget.setObjectName), (spoken, widget.setAccessibleName), (hint, widget.setToolTip)):
        if text:
            give(text)
    return widget


def add_tick(menu: QMenu, text: str, is_on: bool, turn: Callable[..., object], hint: str = "") -> QAction:
    """Add an action that is ticked while it is on; turn: called with whether the user turns it on."""
    action = QAction(text, menu)
    action.setCheckable(True)
    action.setChecked(is_on)
    action.triggered.connect(turn)
    if hint:
        action.setToolTip(hint)
    menu.addAction(action)
    return action


def arrange(line: Line, *parts: Part, spacing: int | None = None, margins: tuple[int, ...] = (0, 0, 0, 0)) -> Line:
    """The layout with these parts, first to last; spacing: that of the style by default; margins: from the left on."""
    line.setContentsMargins(*margins)
    if spacing is not None:
        line.setSpacing(spacing)
    for part in parts:
        what, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(what, int):
            line.addStretch(what)
        elif isinstance(what, QLayout):
            line.addLayout(what, stretch)
        else:
            line.addWidget(what, stretch)
    return line
