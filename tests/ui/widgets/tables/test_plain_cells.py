"""Cells of plain texts: names are cut in the middle, numbers and sentences at the end."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QTableWidget, QTableWidgetItem

from inspector.ui.widgets.tables.plain_cells import PlainCells

NAME = "Cassava_Bacterial_Blight_of_a_leaf"


@pytest.mark.parametrize(
    ("side", "holds_names", "ends"),
    [
        (Qt.AlignmentFlag.AlignLeft, True, ("Cas", "eaf")),
        (Qt.AlignmentFlag.AlignLeft, False, ("Cas", "…")),
        (Qt.AlignmentFlag.AlignRight, True, ("Cas", "…")),
    ],
)
def test_a_text_without_room_is_cut_where_it_tells_least(qtbot, side, holds_names: bool, ends: tuple[str, str]) -> None:
    table, painted = QTableWidget(1, 1), list[str]()
    qtbot.addWidget(table)
    item = QTableWidgetItem(NAME)
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    table.setItem(0, 0, item)
    option = QStyleOptionViewItem()
    option.rect, option.fontMetrics = QRect(0, 0, 120, 20), QFontMetrics(QApplication.font())
    painter = SimpleNamespace(setPen=lambda _: None, drawText=lambda place, flags, text: painted.append(text))
    PlainCells(table, holds_names=holds_names).paint(painter, option, table.model().index(0, 0))
    (text,) = painted
    assert text.startswith(ends[0])
    assert text.endswith(ends[1])
    assert "…" in text
