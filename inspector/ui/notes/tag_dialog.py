"""The dialog that tags rows: a line for new tags, and a list of those in use."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCompleter, QDialogButtonBox, QListWidget, QListWidgetItem, QWidget

from inspector.core.notes.note import split_tags
from inspector.core.plural import count_of
from inspector.ui.notes.discarding import ask_before_leaving
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.formatting import start, tip
from inspector.ui.widgets.input.text_line import TextLine
from inspector.ui.widgets.plain_label import PlainLabel

_ON, _OFF, _SOME = Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked
_TAG, _COUNT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_MOST_SHOWN = 80


class TagDialog(Dialog):
    """Ticks the tags that all rows have, and half those that some have. Once accepted, `added` and `removed` tell what
    to change.

    in_use: the number of rows with each tag; of_rows: of the rows to be tagged, how many have each.
    """

    def __init__(self, rows: int, in_use: Mapping[str, int], of_rows: Mapping[str, int], parent: QWidget) -> None:
        super().__init__(parent, "tagDialog", f"Tag {count_of(rows, 'row')}", QSize(400, 360))
        self._rows = rows
        self._line = self._make_line([*in_use])
        self._list = named(QListWidget(self), "tagList", "Tags in use")
        for tag in in_use:
            self._add(tag, of_rows.get(tag, 0))
        self._effect = PlainLabel(self, name="tagEffect", quiet=True, wraps=True)
        self._list.itemChanged.connect(self._show_effect)
        self._line.textChanged.connect(self._show_effect)
        self._build()
        self._show_effect()

    @property
    def added(self) -> tuple[str, ...]:
        """The tags that some rows do not have yet and all are to have, typed ones included."""
        ticked = [item for item in self._items if item.checkState() == _ON and item.data(_COUNT) < self._rows]
        return tuple(dict.fromkeys([*(item.data(_TAG) for item in ticked), *split_tags(self._line.text())]))

    @property
    def removed(self) -> tuple[str, ...]:
        """The tags that some rows have and none is to keep."""
        return tuple(item.data(_TAG) for item in self._unticked)

    def reject(self) -> None:
        """Close as Esc does: the user is asked whether to keep what was typed or ticked."""
        if not (self.added or self.removed):
            super().reject()
        else:
            ask_before_leaving(self, "The tags are not changed yet.", "&Apply")

    @property
    def _items(self) -> list[QListWidgetItem]:
        return [self._list.item(place) for place in range(self._list.count())]

    @property
    def _unticked(self) -> list[QListWidgetItem]:
        """The tags to take off the rows that have them."""
        return [item for item in self._items if item.checkState() == _OFF and item.data(_COUNT)]

    def _add(self, tag: str, count: int) -> None:
        some = f"   {count:,} of {self._rows:,} rows" if 0 < count < self._rows else ""
        item = QListWidgetItem(start(tag, _MOST_SHOWN) + some)
        item.setData(_TAG, tag)
        item.setData(_COUNT, count)
        item.setToolTip(tip(tag))
        if some:
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserTristate)
        item.setCheckState(_ON if count == self._rows else _SOME if count else _OFF)
        self._list.addItem(item)

    def _show_effect(self) -> None:
        parts = [f"+ {start(tag, _MOST_SHOWN)}" for tag in self.added] + [
            f"− {start(item.data(_TAG), _MOST_SHOWN)} from {count_of(item.data(_COUNT), 'row')}"
            for item in self._unticked
        ]
        how = "Tick tags, or type new ones" if self._list.count() else "No row has a tag yet: type the first ones"
        self._effect.setText(" · ".join(parts) or f"{how}; a tag is one word")

    def _make_line(self, in_use: list[str]) -> TextLine:
        line = named(TextLine(self), "tagEdit", "Tags to add")
        line.setPlaceholderText("tags to add, such as  hard  wrong-truth")
        completer = QCompleter(in_use, line)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        line.setCompleter(completer)
        return line

    def _build(self) -> None:
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(super().reject)
        self.lay_out(self._line, self._list, self._effect, buttons)
