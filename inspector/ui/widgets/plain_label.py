"""The one maker of labels. What a label shows may come from a file, so none of them takes its text for markup."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from inspector.ui.widgets.theme import numbers


class PlainLabel(QLabel):
    """A text as it is. figures: numbers keep their columns; quiet: what stands beside it matters more."""

    def __init__(
        self,
        parent: QWidget | None = None,
        text: str = "",
        *,
        name: str = "",
        figures: bool = False,
        quiet: bool = False,
        selectable: bool = False,
        wraps: bool = False,
    ) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("quiet", quiet)
        self.setWordWrap(wraps)
        if figures:
            self.setFont(numbers(self.font()))
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
