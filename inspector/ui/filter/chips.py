"""The active filter clauses as chips: a click switches one on or off, its cross removes it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QSizePolicy, QWidget

from inspector.core.query import Clause
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import flat_button
from inspector.ui.widgets.flow_layout import FlowRow
from inspector.ui.widgets.formatting import menu, tip
from inspector.ui.widgets.theme import GRID, Theme

_LONGEST = 48


class Chip(QFrame):
    """The chip of one clause."""

    turned = Signal(bool)
    removed = Signal()

    def __init__(self, clause: Clause, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.box = QCheckBox(menu(clause.text, _LONGEST), self)
        self.box.setChecked(clause.on)
        hint = f"{clause.text} — a click switches it {'off' if clause.on else 'on'}"
        named(self.box, "", f"Filter {clause.text}", tip(hint))
        self.box.clicked.connect(self.turned)
        cross = flat_button(self, "✕", "", f"Remove filter {clause.text}", "Remove this filter")
        cross.clicked.connect(self.removed)
        arrange(QHBoxLayout(self), self.box, cross, margins=(GRID, 0, 0, 0), spacing=GRID)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        colours = theme.colours
        background, foreground = (colours.now_soft, colours.text) if clause.on else (colours.window, colours.muted)
        self.setStyleSheet(
            f"#chip {{ background: {background}; border: 1px solid {colours.line}; border-radius: {GRID}px; }}"
            f"QCheckBox {{ color: {foreground}; }}"
        )


class ChipRow(FlowRow):
    """A chip for each clause."""

    turned = Signal(Clause, bool)
    removed = Signal(Clause)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__("filterChips", parent)
        self._theme, self._clauses = theme, tuple[Clause, ...]()
        self._chips: list[Chip] = []
        theme.changed.connect(self._colour)

    def show_clauses(self, clauses: Sequence[Clause]) -> None:
        """Replace the chips by one per clause, and keep the keyboard focus at its index."""
        focused = self._focused_index()
        self._clauses = tuple(clauses)
        self._chips = [self._chip(clause) for clause in clauses]
        self.put(self._chips)
        if focused is not None and clauses:
            self._chips[min(focused, len(clauses) - 1)].box.setFocus()

    def _chip(self, clause: Clause) -> Chip:
        chip = Chip(clause, self._theme, self)
        chip.turned.connect(lambda on: self.turned.emit(clause, on))
        chip.removed.connect(lambda: self.removed.emit(clause))
        return chip

    def _colour(self) -> None:
        self.show_clauses(self._clauses)

    def _focused_index(self) -> int | None:
        """The index of the chip with the keyboard focus, None if no chip has it."""
        focused = self.window().focusWidget() or self  # that of the row is the chip which had it last
        return next((index for index, chip in enumerate(self._chips) if chip.isAncestorOf(focused)), None)
