"""The shortcut sheet: every key in its group, with a search line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from inspector.ui.commands import fuzzy
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, set_text_style


@dataclass(frozen=True)
class Line:
    """One shortcut: its group, keys, short name and description."""

    group: str
    keys: str
    text: str
    hint: str


class ShortcutSheet(Dialog):
    """Shows the lines that match the search, and hides empty groups."""

    def __init__(self, lines: Sequence[Line], parent: QWidget) -> None:
        super().__init__(parent, "shortcuts", "Shortcuts")
        self._search = self._make_search()
        self._parts: list[tuple[Line, list[PlainLabel]]] = []
        self._headings: dict[str, PlainLabel] = {}
        self._nothing = PlainLabel(self, "No key fits", quiet=True)
        page = QWidget(self)
        self._grid = QGridLayout(page)
        self._grid.setHorizontalSpacing(3 * GAP)
        self._grid.setVerticalSpacing(GRID)
        self._grid.setColumnStretch(2, 1)
        for line in lines:
            self._add(line)
        self._grid.addWidget(self._nothing, self._grid.rowCount(), 0, 1, 3)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        self._find("")
        layout = QVBoxLayout(self)
        layout.addWidget(self._search)
        layout.addWidget(self._scrolled(page), 1)
        layout.addWidget(self.button_box(QDialogButtonBox.StandardButton.Close))
        wide = page.sizeHint().width() + 8 * GAP
        for _, parts in self._parts:
            parts[-1].setWordWrap(True)  # only now: the dialog is as wide as the longest hint where there is room
        self.resize(min(wide, parent.width() - 4 * GAP), min(680, parent.height() - 8 * GAP))

    def shown(self) -> list[Line]:
        """The lines that match the search."""
        return [line for line, parts in self._parts if not parts[0].isHidden()]

    def _make_search(self) -> QLineEdit:
        search = named(QLineEdit(self), "shortcutSearch", "Search the shortcuts")
        search.setPlaceholderText("Search by key or by what it does")
        search.setClearButtonEnabled(True)
        search.textChanged.connect(self._find)
        return search

    def _add(self, line: Line) -> None:
        if line.group not in self._headings:
            self._headings[line.group] = heading = PlainLabel(self, line.group)
            set_text_style(heading, "heading")
            heading.setContentsMargins(0, GAP if self._parts else 0, 0, 0)
            self._grid.addWidget(heading, self._grid.rowCount(), 0, 1, 3)
        key = PlainLabel(self, line.keys)
        set_text_style(key, "typed")
        parts = [key, PlainLabel(self, line.text), PlainLabel(self, line.hint, quiet=True)]
        place = self._grid.rowCount()
        for column, part in enumerate(parts):
            self._grid.addWidget(part, place, column)
        self._parts.append((line, parts))

    def _find(self, typed: str) -> None:
        groups = set()
        for line, parts in self._parts:
            fits = fuzzy.holds(typed, f"{line.keys} {line.text} {line.hint}")
            for part in parts:
                part.setVisible(fits)
            groups |= {line.group} if fits else set()
        for group, heading in self._headings.items():
            heading.setVisible(group in groups)
        self._nothing.setVisible(not groups)

    def _scrolled(self, page: QWidget) -> QScrollArea:
        area = named(QScrollArea(self), "shortcutList", "Shortcuts by menu")
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(page)
        return area
