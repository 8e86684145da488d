"""Visibility, order and widths of the table columns, stored by name so that they also apply to other files."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QTableView

from inspector.ui.settings import json_value
from inspector.ui.table.row_model import RowModel
from inspector.ui.widgets.building.build import add_tick
from inspector.ui.widgets.formatting import menu as menu_text
from inspector.ui.widgets.formatting import tip

# Of a column, in digits: more than any screen has.
_MAX_WIDTH = 10_000


class ColumnChoice(QObject):
    """The user's choices for the columns of a view on a RowModel. Stores widths in multiples of a digit's width."""

    changed = Signal()

    def __init__(self, view: QTableView, model: RowModel) -> None:
        super().__init__(view)
        self._view, self._model, self._header = view, model, view.horizontalHeader()
        self._widths: dict[str, float] = {}
        self._order: list[str] = []
        self._hidden: set[str] = set()
        self._shown: set[str] = set()
        self._crowded: frozenset[str] = frozenset()
        self._idle: frozenset[str] = frozenset()
        self._is_applying = False
        self._header.sectionMoved.connect(self._store_order)

    @property
    def names(self) -> list[str]:
        """The names of all columns, shown or hidden, in model order."""
        return [column.name for column in self._model.columns]

    def kept(self) -> str:
        """The choices as JSON text, for `restore`."""
        sets = {"hidden": sorted(self._hidden), "wanted": sorted(self._shown)}
        return json.dumps({"widths": self._widths, "order": self._order, **sets})

    def restore(self, kept: str) -> None:
        """Restore choices from `kept`; invalid text changes nothing."""
        entries: Any = json_value(kept)
        try:
            widths = {str(name): float(width) for name, width in entries["widths"].items()}
            order, hidden = dict.fromkeys(map(str, entries["order"])), {str(name) for name in entries["hidden"]}
            shown = {str(name) for name in entries.get("wanted", ())}
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            return
        self._widths = {name: width for name, width in widths.items() if 0 < width <= _MAX_WIDTH}
        self._order, self._hidden, self._shown = [*order], hidden, shown

    def width(self, name: str) -> int | None:
        """The width in pixels that the user set for a column, None when unset."""
        chosen = self._widths.get(name)
        return None if chosen is None else round(chosen * self._digit_width)

    def note_width(self, name: str, pixels: int) -> None:
        """Store the width in pixels that the user set for a column."""
        self._widths[name] = round(pixels / self._digit_width, 2)

    def apply(self) -> None:
        """Apply visibility and order to the view; columns without a choice keep their default position."""
        self._is_applying = True
        for column, name in enumerate(self.names):
            self._view.setColumnHidden(column, name in self._absent)
        chosen = [name for name in self._order if name in self.names]
        others = [name for name in self.names if name not in chosen]
        for position, name in enumerate(self._merge_order(chosen, others)):
            self._header.moveSection(self._header.visualIndex(self.names.index(name)), position)
        self._is_applying = False
        self.changed.emit()

    def show(self, name: str, shown: bool) -> None:
        """Show or hide a column; the last visible one stays."""
        if not shown and not self._others(name):
            return
        (self._hidden.discard if shown else self._hidden.add)(name)
        (self._shown.add if shown else self._shown.discard)(name)
        self.apply()

    def can_hide(self, name: str) -> bool:
        """Whether a column is shown without a choice of the user, so that it may be hidden for lack of room."""
        return name not in self._hidden | self._shown and name not in self._widths

    def hide_crowded(self, names: Collection[str]) -> None:
        """Hide exactly these columns for lack of room; does not change the user's choices."""
        before, self._crowded = self._absent, frozenset(names)
        self._hide_others(before)

    def hide_idle(self, names: Collection[str]) -> None:
        """Hide exactly these columns, which say nothing yet; does not change the user's choices."""
        before, self._idle = self._absent, frozenset(names)
        self._hide_others(before)

    def reset(self) -> None:
        """Restore the default columns, order and widths."""
        self._widths, self._order, self._hidden, self._shown = {}, [], set(), set()
        self.apply()

    def fill(self, menu: QMenu) -> None:
        """Fill a menu with an action to show or hide each column, and one to reset."""
        menu.clear()
        for column in self._model.columns:
            text = menu_text(column.title) + (" (no room)" if column.name in self._crowded else "")
            is_shown, hint = column.name not in self._absent, tip(column.tip)
            add_tick(menu, text, is_shown, lambda shown, name=column.name: self.show(name, shown), hint)
        menu.addSeparator()
        menu.addAction("Reset columns").triggered.connect(lambda: self.reset())

    def fill_header_menu(self, menu: QMenu, name: str) -> None:
        """Add actions to the menu of a column's title: hide it, or choose columns."""
        hide = menu.addAction("&Hide this column")
        hide.setEnabled(bool(self._others(name)))
        hide.triggered.connect(lambda: self.show(name, False))
        self.fill(menu.addMenu("&Columns"))

    @property
    def _absent(self) -> frozenset[str]:
        """The columns that are not shown, whatever the reason."""
        return self._crowded | self._idle | self._hidden

    def _others(self, name: str) -> set[str]:
        """The columns that would be left without one."""
        return set(self.names) - self._absent - {name}

    def _hide_others(self, before: Collection[str]) -> None:
        for name in self._absent.symmetric_difference(before):
            if name in self.names:
                self._view.setColumnHidden(self.names.index(name), name in self._absent)

    @property
    def _digit_width(self) -> int:
        return self._view.fontMetrics().horizontalAdvance("0")

    def _merge_order(self, chosen: list[str], others: list[str]) -> list[str]:
        """Insert the columns without a stored position after the column that precedes them by default."""
        ordered = list(chosen)
        for name in others:
            before = self.names[: self.names.index(name)]
            ordered.insert(max((ordered.index(other) + 1 for other in before if other in ordered), default=0), name)
        return ordered

    def _store_order(self) -> None:
        if not self._is_applying:
            self._order = [self.names[self._header.logicalIndex(position)] for position in range(self._header.count())]
            self.changed.emit()
