"""The cells of the tables of groups: plain text, cut where it has no room, on the colour of the selection."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QTableView

from inspector.ui.widgets.tables.plain_cells import PlainCells
from inspector.ui.widgets.theme import GAP


@pytest.fixture
def view(qtbot, theme) -> QTableView:
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(QStandardItemModel(1, 1, view))
    view.setItemDelegate(PlainCells(view))
    view.horizontalHeader().resizeSection(0, 120)
    return view


def painted(view: QTableView, text: str) -> QImage:
    """The first cell with a text."""
    item = QStandardItem(text)
    item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    view.model().setItem(0, 0, item)
    return view.viewport().grab(view.visualRect(view.model().index(0, 0))).toImage()


def ink(image: QImage, background: QColor) -> list[int]:
    """The columns of pixels that are not all of the background."""
    rows = range(image.height())
    return [x for x in range(image.width()) if any(image.pixelColor(x, y) != background for y in rows)]


def test_markup_and_ampersands_are_painted_as_they_are(view: QTableView) -> None:
    plain = ink(painted(view, "a & b"), view.palette().color(QPalette.ColorRole.Base))
    assert len(ink(painted(view, "a && b"), view.palette().color(QPalette.ColorRole.Base))) > len(plain)
    assert painted(view, "<b>x</b>") != painted(view, "x")


def test_a_long_text_ends_within_its_cell(view: QTableView) -> None:
    base = view.palette().color(QPalette.ColorRole.Base)
    columns = ink(painted(view, "w" * 100), base)
    assert columns[-1] < painted(view, "w").width() - GAP + 1
    assert painted(view, "w" * 100) == painted(view, "w" * 200)


def test_lines_of_a_text_stand_in_one(view: QTableView) -> None:
    assert painted(view, "a\nb") == painted(view, "a b")


def test_a_text_has_its_own_colour(view: QTableView) -> None:
    plain, item = painted(view, "MMM"), view.model().item(0, 0)
    item.setData(QColor("red"), Qt.ItemDataRole.ForegroundRole)
    image = view.viewport().grab(view.visualRect(view.model().index(0, 0))).toImage()
    inks = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert image != plain
    assert "#ff0000" in inks


def test_a_selected_cell_has_the_colours_of_the_selection(view: QTableView) -> None:
    painted(view, "a")
    view.selectAll()
    image = view.viewport().grab(view.visualRect(view.model().index(0, 0))).toImage()
    assert image.pixelColor(1, 1) == view.palette().color(QPalette.ColorGroup.Inactive, QPalette.ColorRole.Highlight)
