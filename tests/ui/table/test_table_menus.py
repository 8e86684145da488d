"""The context menus of the table: filter by a cell, by a column, by the selection."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QStatusBar,
    QTableView,
    QWidget,
)
from ui.user import Alt, Control, Key, click_row, find, press, section, shown

import inspector
from inspector import Inspection
from inspector.core.query import parse
from inspector.core.query.cell import conditions
from inspector.core.rows.columns import columns_of as columns
from inspector.ui.table.column_filter import ColumnFilter
from inspector.ui.table.table_menus import TableMenus


@pytest.fixture
def noted() -> Inspection:
    """A pair with extra columns: one of numbers, and one with the name of a query field."""
    truth = pd.DataFrame(
        {"id": ["a", "b", "c"], "label": ["x", "x y", "&z"], "age": ["3", "12", ""], "score": ["p q", "r", '"']}
    )
    submission = pd.DataFrame({"id": ["a", "b"], "label": ["x", "q y q"]})
    return inspector.open_pair(truth, submission, "map@2", separator=" ", id_column="id", truth_column="label")


def open_menu(window, qtbot, ask) -> QMenu:
    ask()
    qtbot.waitUntil(lambda: any(menu.isVisible() for menu in menus(window)))
    return next(menu for menu in menus(window) if menu.isVisible())


def menus(window) -> list[QMenu]:
    return find(window, QTableView, "rowTable").findChildren(QMenu)


def cell_menu(window, qtbot, id_: str, title: str) -> QMenu:
    """The menu of a right click on a cell."""
    table = find(window, QTableView, "rowTable")
    click_row(table, shown(table, "id").index(id_), title)
    place = table.visualRect(table.currentIndex()).center()
    return open_menu(window, qtbot, lambda: table.customContextMenuRequested.emit(place))


def entries(menu: QMenu) -> dict[str, object]:
    found = {}
    for action in menu.actions():
        if action.menu():
            found |= {f"{action.text()} > {inner.text()}": inner for inner in action.menu().actions()}
        found[action.text().replace("&&", "§").replace("&", "").replace("§", "&")] = action
    return found


def choose(menu: QMenu, name: str) -> None:
    entries(menu)[name].trigger()
    menu.close()


def ids(window) -> list[object]:
    return sorted(shown(find(window, QTableView, "rowTable"), "id"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "entry", "found"),
    [
        ("truth", "Only rows with > truth:x", ["a", "b"]),
        ("truth", "No rows with > truth:y", ["a", "c"]),
        ("predictions", "Only rows with > pred:q", ["b"]),
        ("id", "Only rows with id:b", ["b"]),
        ("id", "No rows with id:b", ["a", "c"]),
        ("first hit", "Only rows with rank=2", ["b"]),
        ("age", "Only rows with age:12", ["b"]),
    ],
)
def test_a_cell_filters_by_its_value(show, qtbot, noted, title: str, entry: str, found: list[str]) -> None:
    window = show(noted)
    choose(cell_menu(window, qtbot, "b", title), entry)
    assert ids(window) == found


def test_every_cell_offers_conditions_that_its_row_fulfils(noted: Inspection) -> None:
    noted.edit("a", ["y", "new"])
    for column in columns(noted.evaluation):
        for row in range(3):
            for condition in conditions(noted.evaluation, column.name, row):
                assert parse(condition).mask(noted.evaluation)[row], condition
    assert conditions(noted.evaluation, "first_hit_rank", 2) == ["rank=none"]
    assert conditions(noted.evaluation, "extra:score", 2) == ['"extra:score":"\\""']
    assert conditions(noted.evaluation, "predictions", 2) == []


def test_a_label_that_looks_like_a_mnemonic_is_shown_as_it_is(show, qtbot, noted) -> None:
    window = show(noted)
    menu = cell_menu(window, qtbot, "c", "truth")
    assert 'Only rows with truth:"&&z"' in [action.text() for action in menu.actions()]
    choose(menu, 'Only rows with truth:"&z"')
    assert ids(window) == ["c"]


def test_the_menu_has_the_actions_of_the_row(show, qtbot, noted) -> None:
    window = show(noted)
    menu = cell_menu(window, qtbot, "b", "score")
    assert {"Copy rows", "Copy rows with headers", "Show only selected rows"} <= set(entries(menu))
    choose(menu, "Show only selected rows")
    assert ids(window) == ["b"]


def test_the_menu_key_opens_the_menu_of_the_current_cell(show, qtbot, noted) -> None:
    window = show(noted)
    table = find(window, QTableView, "rowTable")
    click_row(table, shown(table, "id").index("b"), "id")
    menu = open_menu(window, qtbot, lambda: table.customContextMenuRequested.emit(table.viewport().rect().center()))
    assert "Only rows with id:b" in entries(menu)
    corner = table.viewport().mapToGlobal(table.visualRect(table.currentIndex()).bottomLeft())
    assert abs(menu.pos().x() - corner.x()) <= 4
    menu.close()


def column_menu(window, qtbot, title: str) -> QMenu:
    table = find(window, QTableView, "rowTable")
    header = table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(section(table, title)) + 4, 4)
    return open_menu(window, qtbot, lambda: header.customContextMenuRequested.emit(at))


def ask(window, qtbot, title: str, sign: str, value: str) -> ColumnFilter:
    """Filter a column through the window: its menu, a condition, a value, Enter."""
    choose(column_menu(window, qtbot, title), "Filter this column…")
    popup = next(popup for popup in window.findChildren(ColumnFilter) if popup.isVisible())
    popup.findChild(QComboBox).setCurrentText(sign)
    QTest.keyClicks(popup.findChild(QLineEdit), value)
    QTest.keyClick(popup.findChild(QLineEdit), Key.Key_Return)
    return popup


def chips(window) -> list[str]:
    boxes = find(window, QWidget, "filterChips").findChildren(QCheckBox)
    return [box.text() for box in boxes if box.isVisible()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "sign", "value", "chip", "found"),
    [
        ("score", "≥", "0.5", "score>=0.5", ["a"]),
        ("first hit", "=", "none", "rank=none", ["c"]),
        ("hits", "=", "none", "rank=none", ["c"]),
        ("truth", "contains", "Y", "truth:/(?i)Y/", ["b"]),
        ("predictions", "is", "q", "pred:q", ["b"]),
        ("id", "is not", "b", "id!=b", ["a", "c"]),
        ("age", "<", "10", "age<10", ["a"]),
        ("age", "contains", "2", "age:/(?i)2/", ["b"]),
    ],
)
def test_a_column_is_filtered_from_its_title(show, qtbot, noted, title, sign, value, chip, found) -> None:
    window = show(noted)
    ask(window, qtbot, title, sign, value)
    assert (chips(window), ids(window)) == ([chip], found)


def test_a_column_has_one_filter_which_can_be_cleared(show, qtbot, noted) -> None:
    window = show(noted)
    ask(window, qtbot, "cost", ">", "0")
    ask(window, qtbot, "cost", "=", "0")
    assert (chips(window), ids(window)) == (["cost=0"], ["a"])
    choose(column_menu(window, qtbot, "cost"), "Clear this column's filter")
    assert (chips(window), len(ids(window))) == ([], 3)
    menu = column_menu(window, qtbot, "cost")
    assert "Clear this column's filter" not in entries(menu)
    menu.close()


def test_the_popup_reports_a_value_that_is_not_a_number(show, qtbot, noted) -> None:
    window = show(noted)
    popup = ask(window, qtbot, "cost", ">", "much")
    assert popup.isVisible()
    assert any("much is not a number" in label.text() for label in popup.findChildren(QLabel) if label.isVisible())
    popup.findChild(QLineEdit).setText("")
    popup.findChild(QPushButton).click()
    assert (chips(window), len(ids(window))) == ([], 3)


def test_sorting_is_in_the_menu_of_a_title_too(show, qtbot, noted) -> None:
    window = show(noted)
    choose(column_menu(window, qtbot, "id"), "Sort descending")
    assert shown(find(window, QTableView, "rowTable"), "id") == ["c", "b", "a"]
    assert window.findChild(TableMenus)


def test_a_column_is_hidden_and_shown_again_from_a_title(show, qtbot, noted) -> None:
    window = show(noted)
    table = find(window, QTableView, "rowTable")
    choose(column_menu(window, qtbot, "age"), "Hide this column")
    assert table.isColumnHidden(section(table, "age"))
    choose(column_menu(window, qtbot, "score"), "&Columns > age")
    assert not table.isColumnHidden(section(table, "age"))


def test_the_last_column_cannot_be_hidden(show, qtbot, noted) -> None:
    window = show(noted)
    choice = find(window, QTableView, "rowTable").column_choice
    for name in choice.names[1:]:
        choice.show(name, False)
    menu = column_menu(window, qtbot, "id")
    assert not entries(menu)["Hide this column"].isEnabled()
    menu.close()


COPIED = {
    "id": "b",
    "predictions": "q y q",
    "truth": "x y",
    "score": "0.25",
    "first hit": "2",
    "cost": "0.25",
    "age": "12",
}


def test_one_cell_is_copied_with_all_its_digits(show, qtbot, qapp, noted) -> None:
    window = show(noted)
    for title, copied in COPIED.items():
        what = "the whole prediction" if title == "predictions" else "cell"
        choose(cell_menu(window, qtbot, "b", title), f"Copy {what}: {copied}\tCtrl+Alt+C")
        assert qapp.clipboard().text() == copied


def test_keys_copy_the_current_cell(window, qapp) -> None:
    find(window, QTableView, "rowTable").setFocus()
    click_row(find(window, QTableView, "rowTable"), 0, "predictions")
    press(window, Key.Key_C, Control | Alt)
    assert qapp.clipboard().text() == shown(find(window, QTableView, "rowTable"), "predictions")[0] != ""
    said = find(window, QStatusBar, "").currentMessage()
    assert said == f"Copied the whole prediction: {qapp.clipboard().text()}"


def test_a_right_click_on_a_label_offers_that_label_too(show, qtbot, qapp, noted) -> None:
    window = show(noted)
    table = find(window, QTableView, "rowTable")
    click_row(table, shown(table, "id").index("b"), "predictions")
    cell = table.visualRect(table.currentIndex())
    places = [QPoint(x, cell.center().y()) for x in range(cell.left(), cell.right())]
    place = next(place for place in places if table.rank_at(place) == 1)
    menu = open_menu(window, qtbot, lambda: table.customContextMenuRequested.emit(place))
    assert "Copy the whole prediction: q y q\tCtrl+Alt+C" in entries(menu)
    choose(menu, "Copy the label at rank 2: y")
    assert qapp.clipboard().text() == "y"
    assert find(window, QStatusBar, "").currentMessage() == "Copied the label at rank 2: y"


def test_only_a_label_that_is_clicked_is_offered(show, qtbot, noted) -> None:
    window = show(noted)
    for id_, title in (("a", "predictions"), ("c", "predictions"), ("b", "truth"), ("b", "id")):
        menu = cell_menu(window, qtbot, id_, title)
        assert not [name for name in entries(menu) if "at rank" in name]
        menu.close()


def test_a_cell_without_a_number_is_copied_as_it_is_read(show, qtbot, qapp, noted) -> None:
    window = show(noted)
    choose(cell_menu(window, qtbot, "c", "first hit"), "Copy cell: none\tCtrl+Alt+C")
    assert qapp.clipboard().text() == "none"
