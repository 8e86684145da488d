"""The id column stays in sight while the table is scrolled sideways."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractItemModel, QPoint, Qt
from PySide6.QtGui import QImage, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView
from ui.table.painting import recorded
from ui.user import Key, Left, find, go_to, press, section, shown

from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.ui.widgets.tables.pinned import PinnedCells
from inspector.ui.widgets.tables.plain_cells import PlainCells
from inspector.ui.widgets.tables.sorting_header import SortingHeader


@pytest.fixture
def table(window) -> QTableView:
    """The table, scrolled to its right end."""
    table = find(window, QTableView, "rowTable")
    for title in ("truth", "predictions"):
        table.setColumnWidth(section(table, title), table.viewport().width())
    table.setColumnWidth(section(table, "id"), 120)
    table.column_choice.note_width("id", 120)
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    assert table.columnViewportPosition(section(table, "id")) < -120
    return table


def line(table: QTableView, pos: int) -> QPoint:
    """A place in the id column as it is seen, in the row at a pos."""
    return QPoint(20, table.rowViewportPosition(pos) + table.rowHeight(pos) // 2)


def test_the_ids_are_painted_where_they_stay(table) -> None:
    def pictures() -> tuple[object, object]:
        body, head = table.viewport().grab().toImage(), table.horizontalHeader().viewport().grab().toImage()
        return body.copy(4, 0, 110, body.height()), head.copy(0, 0, 110, head.height())

    scrolled = pictures()
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum() // 2)
    assert pictures() == scrolled
    table.horizontalScrollBar().setValue(0)
    assert table.pinned.isEmpty()
    in_place = table.viewport().grab().toImage()
    assert in_place.copy(4, 0, 110, in_place.height()) == scrolled[0]


def test_a_click_on_a_pinned_id_is_a_click_on_the_id(table, pair: Inspection) -> None:
    QTest.mouseClick(table.viewport(), Left, Qt.KeyboardModifier.NoModifier, line(table, 3))
    assert table.currentIndex() == table.model().index(3, section(table, "id"))
    assert pair.current == pair.state.order.row(3)
    assert table.visualRect(table.currentIndex()).left() == 0


def test_moving_up_and_down_does_not_scroll_sideways(window, table) -> None:
    before = table.horizontalScrollBar().value()
    go_to(window, "r05")
    table.setFocus()
    for key in (Key.Key_Down, Key.Key_Up, Key.Key_Up):
        press(window, key)
    assert table.horizontalScrollBar().value() == before > 0


def test_no_cell_is_scrolled_below_the_pinned_ids(window, table) -> None:
    index = table.model().index(0, section(table, "score"))
    table.scrollTo(index)
    assert table.visualRect(index).left() >= max(table.pinned.width(), 0)
    assert table.horizontalScrollBar().value() < table.horizontalScrollBar().maximum()


def test_the_pinned_title_sorts_by_id_and_resizes_nothing(window, table, pair: Inspection) -> None:
    header = table.horizontalHeader()
    widths = [header.sectionSize(column) for column in range(header.count())]
    QTest.mouseClick(header.viewport(), Left, Qt.KeyboardModifier.NoModifier, QPoint(20, 5))
    assert pair.state.keys == (SortKey("id"),)
    assert shown(table, "id") == sorted(pair.evaluation.table.ids.to_pylist())
    for x in range(0, header.pinned.width(), 2):
        QTest.mouseMove(header.viewport(), QPoint(x, 5))
        QTest.mousePress(header.viewport(), Left, Qt.KeyboardModifier.NoModifier, QPoint(x, 5))
        QTest.mouseMove(header.viewport(), QPoint(x + 40, 5))
        QTest.mouseRelease(header.viewport(), Left, Qt.KeyboardModifier.NoModifier, QPoint(x + 40, 5))
    assert [header.sectionSize(column) for column in range(header.count())] == widths
    assert header.section_at(QPoint(20, 5)) == section(table, "id")


def test_the_pinned_ids_take_at_most_half_of_the_table(table) -> None:
    table.setColumnWidth(section(table, "id"), 3 * table.viewport().width())
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    assert table.pinned.width() == table.viewport().width() // 2


def test_no_end_of_a_wide_id_stands_beside_the_pinned_one(table) -> None:
    table.setColumnWidth(section(table, "id"), table.viewport().width())
    table.horizontalScrollBar().setValue(10)
    assert table.columnViewportPosition(section(table, "id")) == -10
    painted = [text for _, text in recorded(table, 0).texts]
    assert shown(table, "score")[0] in painted
    assert shown(table, "id")[0] not in painted


def test_a_hidden_id_column_is_not_pinned(table) -> None:
    table.column_choice.show("id", False)
    assert table.pinned.isEmpty()
    assert table.indexAt(line(table, 0)).column() != section(table, "id")


def model() -> QAbstractItemModel:
    """Three lines of a name and four numbers."""
    found, role = QStandardItemModel(3, 5), Qt.ItemDataRole.TextAlignmentRole
    for column in range(5):
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        found.setHeaderData(column, Qt.Orientation.Horizontal, f"title {column}")
        found.setHeaderData(column, Qt.Orientation.Horizontal, side.value, role)
        for row in range(3):
            index = found.index(row, column)
            found.setData(index, f"name {row}" if not column else f"{row}{column}.123456")
            found.setData(index, side.value, role)
    return found


@pytest.fixture
def cells(qtbot) -> PinnedCells:
    """Columns of 100 pixels in a view of 300, of which the names are pinned."""
    table = PinnedCells()
    qtbot.addWidget(table)
    source = model()
    source.setParent(table)
    table.setModel(source)
    table.setItemDelegate(PlainCells(table))
    header = SortingHeader(table)
    header.pinned_section = 0
    table.setHorizontalHeader(header)
    table.verticalHeader().hide()
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)  # as in all tables of the program
    table.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
    table.resize(302, 200)
    table.show()
    for column in range(5):
        table.setColumnWidth(column, 100)
    return table


def names_of(table: PinnedCells) -> QImage:
    return table.viewport().grab().toImage().copy(0, 0, 98, 200)


def test_cells_of_delegates_are_painted_where_they_stay(cells) -> None:
    for row in (None, 1):
        if row is not None:
            cells.selectRow(row)
        cells.horizontalScrollBar().setValue(0)
        in_place = names_of(cells)
        cells.horizontalScrollBar().setValue(100)
        assert names_of(cells) == in_place
    assert cells.indexAt(QPoint(20, 40)).column() == 0


def test_a_number_is_seen_as_a_whole_or_not_at_all(cells) -> None:
    header = cells.horizontalHeader()
    for at in range(0, cells.horizontalScrollBar().maximum() + 1, 7):
        cells.horizontalScrollBar().setValue(at)
        edge = header.pinned.width()
        starts = [header.sectionViewportPosition(column) for column in range(1, 5)]
        assert not edge or not any(start < edge < start + 100 for start in starts), at
        assert edge <= 200
