"""Which columns of a table are shown, in which order and how wide; kept by name, so that other files keep what fits."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QTableView

from inspector.ui.table.row_model import RowModel
from inspector.ui.widgets.formatting import menu as menu_text


class ColumnChoice(QObject):
    """The user's choices about the columns of a view on a RowModel. Widths are counted in widths of a figure."""

    changed = Signal()

    def __init__(self, view: QTableView, model: RowModel) -> None:
        super().__init__(view)
        self._view, self._model, self._header = view, model, view.horizontalHeader()
        self._widths: dict[str, float] = {}
        self._order: list[str] = []
        self._hidden: set[str] = set()
        self._wanted: set[str] = set()
        self._crowded: frozenset[str] = frozenset()
        self._is_applying = False
        self._header.sectionMoved.connect(self._note_order)

    @property
    def names(self) -> list[str]:
        """The columns there are, whether shown or not."""
        return [column.name for column in self._model.columns]

    def kept(self) -> str:
        """The choices as text, for `restore`."""
        sets = {"hidden": sorted(self._hidden), "wanted": sorted(self._wanted)}
        return json.dumps({"widths": self._widths, "order": self._order, **sets})

    def restore(self, kept: str) -> None:
        """Take choices of an earlier time; text that is none changes nothing."""
        try:
            known: dict[str, Any] = json.loads(kept)
            widths = {str(name): float(width) for name, width in known["widths"].items()}
            order, hidden = [str(name) for name in known["order"]], {str(name) for name in known["hidden"]}
            wanted = {str(name) for name in known.get("wanted", ())}
        except (ValueError, TypeError, KeyError, AttributeError):
            return
        self._widths, self._order, self._hidden, self._wanted = widths, order, hidden, wanted

    def width(self, name: str) -> int | None:
        """The width in pixels that the user gave a column, None when it was left alone."""
        chosen = self._widths.get(name)
        return None if chosen is None else round(chosen * self._figure)

    def note_width(self, name: str, pixels: int) -> None:
        """The user made a column this wide."""
        self._widths[name] = round(pixels / self._figure, 2)

    def apply(self) -> None:
        """Show, hide and order the columns of the view as chosen; columns that nobody chose about keep their place."""
        self._is_applying = True
        for place, name in enumerate(self.names):
            self._view.setColumnHidden(place, name in self._hidden | self._crowded)
        chosen = [name for name in self._order if name in self.names]
        wanted = [name for name in self.names if name not in chosen]
        for place, name in enumerate(self._order_of_last_time(chosen, wanted)):
            self._header.moveSection(self._header.visualIndex(self.names.index(name)), place)
        self._is_applying = False
        self.changed.emit()

    def show(self, name: str, shown: bool) -> None:
        """Show a column or hide it; the last one stays."""
        if not shown and len(set(self.names) - self._hidden) == 1:
            return
        (self._hidden.discard if shown else self._hidden.add)(name)
        (self._wanted.add if shown else self._wanted.discard)(name)
        self.apply()

    def may_go(self, name: str) -> bool:
        """Whether a column is shown, and nobody asked for it or gave it a width, so that it may give way."""
        return name not in self._hidden | self._wanted and name not in self._widths

    def give_way(self, names: Collection[str]) -> None:
        """Leave these columns out as long as there is no room for them, and only these."""
        before, self._crowded = self._crowded, frozenset(names)
        for name in before ^ self._crowded:
            if name in self.names:
                self._view.setColumnHidden(self.names.index(name), name in self._hidden | self._crowded)

    def reset(self) -> None:
        """All columns, in their order, as wide as they are by themselves."""
        self._widths, self._order, self._hidden, self._wanted = {}, [], set(), set()
        self.apply()

    def fill(self, menu: QMenu) -> None:
        """Fill a menu with all columns to show and hide, and the way back."""
        menu.clear()
        for column in self._model.columns:
            crowded = column.name in self._crowded
            action = menu.addAction(menu_text(column.title) + (" (no room)" if crowded else ""))
            action.setCheckable(True)
            action.setChecked(column.name not in self._hidden and not crowded)
            action.setToolTip(column.tip)
            action.triggered.connect(lambda shown, name=column.name: self.show(name, shown))
        menu.addSeparator()
        menu.addAction("Reset columns").triggered.connect(lambda: self.reset())

    def fill_header_menu(self, menu: QMenu, name: str) -> None:
        """Put into the menu of a column's title: hide it, or choose among all."""
        if name:
            title = self._model.columns[self.names.index(name)].title
            menu.addAction(f"Hide {menu_text(title)}").triggered.connect(lambda: self.show(name, False))
        self.fill(menu.addMenu("Columns"))

    @property
    def _figure(self) -> int:
        return self._view.fontMetrics().horizontalAdvance("0")

    def _order_of_last_time(self, chosen: list[str], others: list[str]) -> list[str]:
        """Columns that were not there last time stand behind the one that they follow by themselves."""
        ordered = list(chosen)
        for name in others:
            before = self.names[: self.names.index(name)]
            ordered.insert(max((ordered.index(other) + 1 for other in before if other in ordered), default=0), name)
        return ordered

    def _note_order(self) -> None:
        if not self._is_applying:
            self._order = [self.names[self._header.logicalIndex(place)] for place in range(self._header.count())]
            self.changed.emit()
