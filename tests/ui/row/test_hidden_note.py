"""When the filter hides the current row, the first row shown becomes the current one, except beside a draft."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QTableView, QToolButton
from ui.user import Control, Key, action, find, go_to, press, text, write

from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.ui.table.row_table import RowTable


def note(window) -> QToolButton:
    return find(window, QToolButton, "hiddenNote")


def current(window) -> str:
    """The id of the current row, which table and row panel agree on."""
    pair, table = window.bench.inspection, find(window, QTableView, "rowTable")
    id_ = pair.evaluation.table.id(pair.current)
    assert table.currentIndex().siblingAtColumn(0).data() == text(window, "rowId") == id_
    assert [pair.evaluation.table.id(row) for row in table.selected_rows().tolist()] == [id_]
    return id_


def draft(window, id_: str, words: str) -> QLineEdit:
    """Type words that are not applied yet for a row."""
    go_to(window, id_)
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    line.selectAll()
    write(line, words)
    return line


@pytest.mark.slow
def test_the_first_row_shown_becomes_the_current_one(window, pair: Inspection) -> None:
    pair.sort(SortKey("id"))
    go_to(window, "r05")
    pair.narrow("truth:b")
    assert (current(window), note(window).isVisible()) == ("r02", False)
    pair.narrow("rank=none")
    assert current(window) == "r13"


@pytest.mark.slow
def test_a_row_that_is_still_shown_stays_the_current_one(window, pair: Inspection) -> None:
    go_to(window, "r13")
    pair.narrow("truth:b")
    pair.sort(SortKey("id"))
    assert current(window) == "r13"


def test_the_row_comes_back_once_the_filter_or_the_metric_show_it(window, pair: Inspection) -> None:
    pair.sort(SortKey("id"))
    go_to(window, "r04")
    pair.narrow("score>0", "one")
    assert current(window) == "r01"
    pair.narrow("truth:b", "two")
    assert current(window) == "r02"
    pair.narrow("", "two")
    assert current(window) == "r02"
    pair.set_metric("map@4")
    assert current(window) == "r04"
    pair.set_metric("map@3")
    assert current(window) == "r01"
    pair.filter_by([])
    assert current(window) == "r04"


def test_a_row_that_the_user_chose_meanwhile_stays(window, pair: Inspection) -> None:
    go_to(window, "r05")
    pair.narrow("truth:b")
    go_to(window, "r14 & <i>")
    pair.filter_by([])
    assert current(window) == "r14 & <i>"


@pytest.mark.slow
@pytest.mark.parametrize("work", ["edit", "note", "click"])
def test_a_row_that_the_user_worked_on_meanwhile_stays(window, pair: Inspection, work: str) -> None:
    pair.sort(SortKey("id"))
    go_to(window, "r05")
    pair.narrow("truth:b")
    assert current(window) == "r02"
    if work == "click":
        table = find(window, RowTable, "rowTable")
        cell = table.visualRect(table.currentIndex()).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    else:
        pair.edit("r02", ["b"]) if work == "edit" else pair.note("r02", "look again")
    pair.filter_by([])
    assert current(window) == "r02"


def test_a_draft_stays_with_its_row_and_the_note_leads_away(window, pair: Inspection) -> None:
    pair.sort(SortKey("id"))
    line = draft(window, "r05", "new")
    pair.narrow("rank=1")
    assert (text(window, "rowId"), line.text(), pair.evaluation.is_edited(4)) == ("r05", "new", False)
    assert note(window).isVisible()
    assert "first of the 5 rows" in note(window).toolTip()
    press(window, Key.Key_Return)
    assert pair.evaluation.labels(4) == ["new"]
    note(window).click()
    assert (current(window), note(window).isVisible()) == ("r01", False)
    assert pair.evaluation.labels(0) == ["a", "b", "c"]


def test_a_draft_that_cannot_be_applied_stays_with_its_row(window, pair: Inspection) -> None:
    line = draft(window, "r05", "good bad")
    line.setText("good\0bad")
    line.textEdited.emit(line.text())
    find(window, QLineEdit, "filterEdit").setFocus()
    pair.narrow("truth:b")
    assert (text(window, "rowId"), line.text()) == ("r05", "good\0bad")
    assert find(window, QLabel, "draftNote").isVisible()
    assert pair.undo_name is None


@pytest.mark.slow
def test_text_in_a_cell_is_not_lost_when_the_filter_hides_its_row(window, pair: Inspection) -> None:
    table = go_to(window, "r05")
    table.setFocus()
    press(window, Key.Key_F2)
    editor = table.viewport().findChild(QLineEdit)
    editor.selectAll()
    write(editor, "typed")
    pair.narrow("truth:b")
    assert pair.evaluation.labels(4) == ["typed"]
    assert not any(pair.evaluation.is_edited(row) for row in range(14) if row != 4)


def test_nothing_changes_when_no_row_is_shown(window, pair: Inspection) -> None:
    go_to(window, "r05")
    pair.narrow("id:nothing")
    assert (text(window, "rowId"), note(window).isVisible(), note(window).isEnabled()) == ("r05", True, False)
    pair.filter_by([])
    assert (current(window), note(window).isVisible()) == ("r05", False)


@pytest.mark.slow
@pytest.mark.parametrize("by", [1, -1])
def test_keys_go_on_from_the_row_that_stands_in(window, pair: Inspection, by: int) -> None:
    pair.sort(SortKey("id"))
    go_to(window, "r05")
    pair.narrow("rank=1")
    press(window, Key.Key_Down if by > 0 else Key.Key_Up, Control)
    assert current(window) == ("r08" if by > 0 else "r01")


def test_another_pair_forgets_the_hidden_row(window, pair: Inspection, other, qtbot) -> None:
    go_to(window, "r02")
    pair.narrow("id:r01")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    go_to(window, "o1")
    pair.sort(SortKey("id"))
    assert current(window) == "o1"


COMMANDS = ("edit_row", "put_truth_first", "clear_row", "edit_note", "tag_rows")


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_commands_leave_a_hidden_row_alone_and_say_why(window, pair: Inspection, name: str) -> None:
    go_to(window, "r05")
    pair.narrow("truth:nothing")
    line = find(window, QLineEdit, "predictionEdit")
    before = pair.overall
    action(window, name).trigger()
    assert window.status.currentMessage() == (
        "The filter hides row 'r05', which stays as it is; show it first (Ctrl+Shift+A: every row)"
    )
    assert (pair.overall, len(pair.evaluation.overlay), line.hasFocus()) == (before, 0, False)
    assert QApplication.activeModalWidget() is None
    assert not window.findChildren(QDialog)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reset_rows", "bulk_edit", "bulk_clear", "copy", "copy_cell", "filter_selection"])
def test_commands_of_selected_rows_say_that_there_are_none(window, pair: Inspection, name: str) -> None:
    pair.narrow("truth:nothing")
    action(window, name).trigger()
    assert window.status.currentMessage() in ("No row is selected", "No row is shown, and none is edited")


def test_a_draft_of_a_hidden_row_can_be_gone_on_with(window, pair: Inspection) -> None:
    line = draft(window, "r05", "e")
    pair.narrow("truth:b")
    action(window, "edit_row").trigger()
    assert (line.selectedText(), text(window, "rowId")) == ("e", "r05")
