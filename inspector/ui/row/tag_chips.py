"""Tags as chips that wrap to new lines; a cross takes one away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from inspector.ui.widgets.flow_layout import FlowRow
from inspector.ui.widgets.formatting import menu, tip
from inspector.ui.widgets.theme import GRID, Theme, set_text_style

_LONGEST = 24


class TagChips(FlowRow):
    """Hidden without tags. removed: the tag whose chip was pressed."""

    removed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__("tagChips", parent)
        self._theme, self._tags = theme, tuple[str, ...]()
        theme.changed.connect(self._colour)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags shown."""
        return self._tags

    def show_tags(self, tags: Sequence[str]) -> None:
        """Show exactly these tags."""
        if tuple(tags) != self._tags:
            self._fill(tuple(tags))

    def _colour(self) -> None:
        self._fill(self._tags)

    def _fill(self, tags: tuple[str, ...]) -> None:
        self._tags = tags
        self.put([self._chip(tag) for tag in tags])

    def _chip(self, tag: str) -> QToolButton:
        chip, colours = QToolButton(self), self._theme.colours
        chip.setObjectName("tagChip")
        chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        chip.setText(f"{menu(tag, _LONGEST)}  ✕")
        chip.setToolTip(tip(f"Take the tag {tag} off this row"))
        chip.setAccessibleName(f"Remove tag {tag}")
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_text_style(chip, "small")
        chip.setStyleSheet(
            f"QToolButton {{ background: {colours.now_soft}; color: {colours.text}; border: 1px solid {colours.line};"
            f" border-radius: {GRID}px; padding: 1px {GRID}px; }}"
            f"QToolButton:hover, QToolButton:focus {{ border-color: {colours.now}; }}"
        )
        chip.clicked.connect(lambda: self.removed.emit(tag))
        return chip
