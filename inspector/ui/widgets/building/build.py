"""Names for a widget, and layouts of parts in a line, each in one call."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

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
