"""The active filter clauses as chips: a click switches one on or off, its cross removes it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from inspector.core.query import Clause
from inspector.ui.widgets.flow_layout import FlowLayout
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
        self.box.setToolTip(tip(f"{clause.text} — a click switches it {'off' if clause.on else 'on'}"))
        self.box.setAccessibleName(f"Filter {clause.text}")
        self.box.clicked.connect(self.turned)
        cross = QToolButton(self)
        cross.setText("✕")
        cross.setAutoRaise(True)
        cross.setToolTip("Remove this filter")
        cross.setAccessibleName(f"Remove filter {clause.text}")
        cross.clicked.connect(self.removed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.box)
        layout.addWidget(cross)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        colours = theme.colours
        background, foreground = (colours.now_soft, colours.text) if clause.on else (colours.window, colours.muted)
        self.setStyleSheet(
            f"#chip {{ background: {background}; border: 1px solid {colours.line}; border-radius: {GRID}px; }}"
            f"QCheckBox {{ color: {foreground}; }}"
        )


class ChipRow(QWidget):
    """Chips in as many lines as they need; hidden if there are none."""

    turned = Signal(Clause, bool)
    removed = Signal(Clause)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("filterChips")
        self._theme, self._clauses = theme, tuple[Clause, ...]()
        self._chips: list[Chip] = []
        self._flow = FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._colour)
        self.hide()

    def show_clauses(self, clauses: Sequence[Clause]) -> None:
        """Replace the chips by one per clause, and keep the keyboard focus at its index."""
        focused = self._focused_index()
        self._clauses = tuple(clauses)
        while item := self._flow.takeAt(0):
            if old := item.widget():
                old.hide()
                old.deleteLater()
        self._chips.clear()
        for clause in clauses:
            chip = Chip(clause, self._theme, self)
            chip.turned.connect(lambda on, clause=clause: self.turned.emit(clause, on))
            chip.removed.connect(lambda clause=clause: self.removed.emit(clause))
            self._flow.addWidget(chip)
            self._chips.append(chip)
            chip.show()
        self.setVisible(bool(clauses))
        self._flow.invalidate()
        self.updateGeometry()
        if focused is not None and clauses:
            self._chips[min(focused, len(clauses) - 1)].box.setFocus()

    def _colour(self) -> None:
        self.show_clauses(self._clauses)

    def _focused_index(self) -> int | None:
        """The index of the chip with the keyboard focus, None if no chip has it."""
        focused = self.focusWidget() or self
        return next((index for index, chip in enumerate(self._chips) if chip.isAncestorOf(focused)), None)
