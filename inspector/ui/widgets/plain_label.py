"""Base class of all labels: plain text only, because the text may come from a file."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from inspector.ui.widgets.theme import set_text_style, tabular_font


class PlainLabel(QLabel):
    """Label without markup. figures: digits of equal width; quiet: muted colour for secondary text; style: a font."""

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
        style: str = "",
    ) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        self.setObjectName(name)
        self.setProperty("quiet", quiet)
        if figures:
            self.setFont(tabular_font(self.font()))
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if style:
            set_text_style(self, style)
