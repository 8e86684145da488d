"""What can be drawn whole for an interval: rows, or groups with the same text in a column or a part of the id."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow.compute as pc
from PySide6.QtWidgets import QMenu

from inspector.core.data.table import ID_PARTS, Table
from inspector.ui.widgets.building.build import add_tick
from inspector.ui.widgets.formatting import menu as menu_text
from inspector.ui.widgets.formatting import one_line, tip

_PARTS = {"id-start": "Start of the id", "id-end": "End of the id"}
_SAMPLE = 100


def known_group(table: Table, group: str) -> str:
    """The group, empty where the pair has no such column."""
    return group if group in table.extra or group in ID_PARTS else ""


def list_groups(menu: QMenu, table: Table, chosen: str, choose: Callable[[str], object]) -> None:
    """Fill a menu: rows one by one, then every extra column, then the parts of ids that have any."""
    named = {"": "Rows, one by one", **{name: f"Groups of {one_line(name)}" for name in table.extra}}
    if pc.any(pc.match_substring_regex(table.ids.slice(0, _SAMPLE), "[-_]")).as_py() or chosen in _PARTS:
        named |= {part: f"Groups of: {text}" for part, text in _PARTS.items() if part not in table.extra}
    for name, text in named.items():
        choice = add_tick(menu, menu_text(text), name == chosen, lambda _=True, name=name: choose(name), tip(text))
        choice.setStatusTip("What the interval of the score draws again and again")
