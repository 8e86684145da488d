"""Several numbers a row in the table: each is sorted by, filtered and edited on its own."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QPushButton
from ui.table.painting import Recorder
from ui.user import Bare, Key, Left, action, find, go_to, press, section

from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.core.evaluation.numbers import numbers
from inspector.ui.table.column_filter import ColumnFilter
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.theme import GAP, GRID
from inspector.ui.window.main_window import MainWindow
from inspector.ui.window.palette import choices


def title_place(table: RowTable, number: int) -> QPoint:
    """A place in the title of one of several numbers."""
    header, at = table.horizontalHeader(), section(table, "predictions")
    width = header.ranks.within(header.sectionSize(at) - 2 * GAP + 2 * GRID).width
    return QPoint(header.sectionViewportPosition(at) + GAP + number * width + width // 2, header.height() // 2)


def test_the_tip_of_an_error_names_the_number_that_is_furthest_off(show, classes) -> None:
    table = find(show(classes), RowTable, "rowTable")
    model, at = table.model(), section(table, "error")
    for pos in range(model.rowCount()):
        truth, predicted = numbers(classes.evaluation, np.array([model.row_at(pos)]))
        off = np.abs(predicted - truth)[0]
        tip = model.data(model.index(pos, at), Qt.ItemDataRole.ToolTipRole)
        assert f", of {['cat', 'dog', 'fox'][int(np.nanargmax(off))]}<" in tip


def open_editor(table: RowTable) -> LabelEdit:
    (editor,) = (one for one in table.viewport().findChildren(LabelEdit) if not one.isHidden())
    return editor


def type_in_cell(window: MainWindow, table: RowTable, text: str) -> None:
    """Type another text into the current cell, and press Enter."""
    press(window, Key.Key_F2)
    editor = open_editor(table)
    editor.selectAll()
    QTest.keyClicks(editor, text)
    press(window, Key.Key_Return)


def test_a_click_on_the_title_of_one_of_several_numbers_sorts_by_it(show, classes) -> None:
    table = find(show(classes), RowTable, "rowTable")
    table.window().resize(1600, 800)
    header = table.horizontalHeader()
    for descending in (False, True):
        QTest.mouseClick(header.viewport(), Left, Bare, title_place(table, 1))
        assert classes.state.keys == (SortKey("predictions:dog", descending),)
        dogs = [numbers(classes.evaluation, np.array([row]))[1][0, 1] for row in classes.state.order.rows.tolist()]
        assert dogs == sorted(dogs, reverse=descending)
        drawn = Recorder()
        at = section(table, "predictions")
        header.paintSection(drawn, QRect(0, 0, header.sectionSize(at), header.height()), at)
        drawn.end()
        assert ("dog ▼" if descending else "dog ▲") in [text for _, text in drawn.texts]
        assert "cat" in [text for _, text in drawn.texts]
    QTest.mouseClick(header.viewport(), Left, Bare, title_place(table, 0))
    assert classes.state.keys == (SortKey("predictions:cat"),)
    classes.set_metric("mae")
    assert classes.state.keys == (SortKey("predictions:cat"),)


def test_a_click_on_the_title_of_a_true_number_sorts_by_it(show, classes) -> None:
    table = find(show(classes), RowTable, "rowTable")
    table.window().resize(1600, 800)
    header, at = table.horizontalHeader(), section(table, "truth")
    width, shown = header.ranks.truths_within(header.sectionSize(at) - 2 * GAP + 2 * GRID)
    assert shown >= 2
    place = QPoint(header.sectionViewportPosition(at) + GAP + width + width // 2, header.height() // 2)
    QTest.mouseClick(header.viewport(), Left, Bare, place)
    assert classes.state.keys == (SortKey("truth:dog"),)
    dogs = numbers(classes.evaluation, classes.state.order.rows)[0][:, 1].tolist()
    assert dogs == sorted(dogs)
    drawn = Recorder()
    header.paintSection(drawn, QRect(0, 0, header.sectionSize(at), header.height()), at)
    drawn.end()
    assert [text for _, text in drawn.texts][:2] == ["true cat", "true dog ▲"]


def test_rows_are_sorted_by_the_error_of_one_number(show, qtbot, classes) -> None:
    window = show(classes)
    window.resize(1600, 800)
    table = find(window, RowTable, "rowTable")
    at = table.horizontalHeader().sectionViewportPosition(section(table, "error")) + GAP
    table.horizontalHeader().customContextMenuRequested.emit(QPoint(at, 5))
    qtbot.waitUntil(lambda: any(menu.isVisible() for menu in table.findChildren(QMenu)))
    menu = next(menu for menu in table.findChildren(QMenu) if menu.isVisible())
    offered = [action.text() for action in menu.actions() if action.text().startswith("Sort by")]
    assert offered == ["Sort by error of cat", "Sort by error of dog", "Sort by error of fox"]
    next(action for action in menu.actions() if action.text() == offered[1]).trigger()
    menu.close()
    truth, predicted = numbers(classes.evaluation, classes.state.order.rows)
    errors = (predicted - truth)[:, 1].tolist()
    assert classes.state.keys == (SortKey("error:dog"),)
    assert errors == sorted(errors)
    drawn, header, at = Recorder(), table.horizontalHeader(), section(table, "error")
    header.paintSection(drawn, QRect(0, 0, header.sectionSize(at), header.height()), at)
    drawn.end()
    assert [text for _, text in drawn.texts] == ["error ▲"]
    offered = [choice.text for choice in choices(window.bench) if choice.text.startswith("Sort by")]
    assert {"Sort by true cat", "Sort by predicted fox", "Sort by error of dog"} <= {*offered}


def test_one_of_several_numbers_is_filtered_from_its_title(show, qtbot, classes) -> None:
    window = show(classes)
    table = find(window, RowTable, "rowTable")
    window.resize(1600, 800)
    table.horizontalHeader().customContextMenuRequested.emit(title_place(table, 1))
    qtbot.waitUntil(lambda: any(menu.isVisible() for menu in table.findChildren(QMenu)))
    menu = next(menu for menu in table.findChildren(QMenu) if menu.isVisible())
    next(action for action in menu.actions() if action.text() == "&Filter this column…").trigger()
    menu.close()
    popup = next(popup for popup in window.findChildren(ColumnFilter) if popup.isVisible())
    sign = popup.findChild(QComboBox)
    assert [sign.itemText(at) for at in range(sign.count())] == ["<", "≤", "=", "≠", "≥", ">"]
    sign.setCurrentText("≥")
    popup.findChild(QLineEdit).setText("0.25")
    popup.findChild(QPushButton).click()
    assert [clause.text for clause in classes.state.clauses] == ["predicted.dog>=0.25"]
    kept = numbers(classes.evaluation, classes.state.order.rows)[1][:, 1]
    assert len(kept) and (kept >= 0.25).all()


@pytest.fixture
def opened(show, qtbot, classes) -> tuple[RowTable, LabelEdit]:
    """The table, and the editor of the second number of its first row after a double click on it."""
    window = show(classes)
    table = find(window, RowTable, "rowTable")
    window.resize(1600, 800)
    place = QPoint(title_place(table, 1).x(), table.rowViewportPosition(0) + table.rowHeight(0) // 2)
    QTest.mouseClick(table.viewport(), Left, Bare, place)
    QTest.mouseDClick(table.viewport(), Left, Bare, place)
    editor = open_editor(table)
    qtbot.waitUntil(lambda: editor.selectedText() == editor.text() == "0.25")
    assert editor.geometry().contains(place)
    return table, editor


def of_first_row(pair: Inspection) -> list[float]:
    return numbers(pair.evaluation, pair.state.order.rows[:1])[1][0].tolist()


def test_a_double_click_edits_the_number_that_was_clicked_alone(opened, classes) -> None:
    table, editor = opened
    assert of_first_row(classes) == [0.75, 0.25, 0.0]
    QTest.keyClicks(editor, "0.5")
    line = find(table.window(), QLineEdit, "predictionEdit")
    press(table.window(), Key.Key_Return)
    assert of_first_row(classes) == [0.5, 0.5, 0.0]  # the others of the row keep its sum at 1
    assert line.text() == "0.5 0.5 0"


def test_a_number_that_was_clicked_is_nudged_and_given_up_by_escape(opened, classes) -> None:
    table, editor = opened
    before = find(table.window(), QLabel, "rowScore").text()
    QTest.keyClick(editor, Key.Key_Up)
    assert editor.text() == "0.26"
    assert find(table.window(), QLabel, "rowScore").text() != before
    QTest.keyClick(editor, Key.Key_Escape)
    assert (classes.is_saved, find(table.window(), QLabel, "rowScore").text()) == (True, before)
    assert not find(table.window(), QLabel, "draftNote").isVisible()


def test_a_mistyped_number_waits_as_the_whole_prediction(opened, classes) -> None:
    table, editor = opened
    QTest.keyClicks(editor, "a lot")
    press(table.window(), Key.Key_Return)
    assert classes.is_saved
    assert find(table.window(), QLineEdit, "predictionEdit").text() == "0.75 a lot 0"


def test_enter_opens_all_numbers_after_one_was_open_alone(opened) -> None:
    table, editor = opened
    QTest.keyClick(editor, Key.Key_Escape)
    table.setFocus()
    press(table, Key.Key_Return)
    assert open_editor(table).text() == "0.75 0.25 0"


def test_escape_in_the_table_drops_a_draft_that_was_typed_there(show, classes) -> None:
    window = show(classes)
    table, line = find(window, RowTable, "rowTable"), find(window, QLineEdit, "predictionEdit")
    go_to(window, "c2")
    before = line.text()
    type_in_cell(window, table, "0.5")
    assert (line.text(), find(window, QLabel, "draftNote").isVisible()) == ("0.5", True)
    table.setFocus()
    QTest.keyClick(table, Key.Key_Escape)
    assert (line.text(), find(window, QLabel, "draftNote").isVisible()) == (before, False)


def test_undo_drops_what_was_typed_and_cannot_be_applied_before_an_edit(show, classes) -> None:
    window = show(classes)
    table, line = find(window, RowTable, "rowTable"), find(window, QLineEdit, "predictionEdit")
    classes.edit("c1", ["cat", "dog", "fox"], [0.25, 0.5, 0.25])
    go_to(window, "c2")
    before = line.text()
    type_in_cell(window, table, "0.5")
    assert line.text() == "0.5"
    table.setFocus()
    action(window, "undo").trigger()
    assert (line.text(), len(classes.evaluation.overlay)) == (before, 1)
    assert window.statusBar().currentMessage().startswith("Dropped '0.5', which was typed here")
    action(window, "undo").trigger()
    assert len(classes.evaluation.overlay) == 0


def test_undo_and_escape_leave_a_text_that_a_crash_left(show, classes) -> None:
    window = show(classes)
    table, held = find(window, RowTable, "rowTable"), window.bench.docks.row.held
    classes.edit("c1", ["cat", "dog", "fox"], [0.25, 0.5, 0.25])
    go_to(window, "c2")
    held.give_back(classes.open_submission, {"c2": "0.5 0.25 0.25"})
    window.bench.docks.row.show_waiting()
    QTest.keyClick(table, Key.Key_Escape)
    action(window, "undo").trigger()
    assert (held.texts, len(classes.evaluation.overlay)) == ({"c2": "0.5 0.25 0.25"}, 0)
