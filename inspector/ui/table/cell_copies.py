"""What of a cell of the table can be copied: its whole text, or one label of its prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from inspector.ui.widgets.formatting import menu, one_line, start

if TYPE_CHECKING:
    from inspector.ui.table.row_table import RowTable

_MOST_SAID = 60


class CellCopy(NamedTuple):
    """A text that can be copied, and what it is."""

    what: str
    text: str

    @property
    def entry(self) -> str:
        """The text of a menu for it, without a letter for the key."""
        return menu(f"{self.what}: {one_line(self.text) or '(nothing)'}", _MOST_SAID)

    def copied(self) -> str:
        """Put it on the clipboard; returns what was done, in words."""
        QGuiApplication.clipboard().setText(self.text)
        return f"Copied {self.what}: {start(one_line(self.text), _MOST_SAID) or '(nothing)'}"


def cell_copy(table: RowTable) -> CellCopy:
    """The text of the current cell."""
    return CellCopy("the whole prediction" if table.is_on_labels else "cell", table.cell_text)


def label_copy(table: RowTable, place: QPoint) -> CellCopy | None:
    """The label at a place of the current row; None if there is none, or no other one beside it."""
    labels = table.current_labels if table.is_on_labels else ()
    rank = table.rank_at(place)
    return CellCopy(f"the label at rank {rank + 1}", labels[rank]) if 0 <= rank < len(labels) > 1 else None
