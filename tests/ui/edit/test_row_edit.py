"""Editing in table cells, and copying rows for a spreadsheet."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QLineEdit, QTableView
from ui.user import (
    Bare,
    Control,
    Key,
    Left,
    Shift,
    click_row,
    find,
    go_to,
    overwrite,
    press,
    section,
    shown,
    text,
    write,
)

from inspector import Inspection
from inspector.core.query.clause import Clause
from inspector.ui.widgets.theme import GAP, GRID


@pytest.fixture
def table(window) -> QTableView:
    table = find(window, QTableView, "rowTable")
    table.setFocus()
    return table


def editor(table: QTableView) -> QLineEdit:
    editors = table.viewport().findChildren(QLineEdit)
    assert len(editors) == 1
    return editors[0]


def labels(pair: Inspection, id_: str) -> list[str]:
    return pair.evaluation.labels(pair.evaluation.table.row_of(id_))


@pytest.mark.slow
@pytest.mark.parametrize("begin", ["F2", "Enter", "double click"])
def test_a_prediction_is_typed_over_in_place_and_entered(window, table, pair: Inspection, begin: str, qtbot) -> None:
    go_to(window, "r05")
    index = table.currentIndex().siblingAtColumn(section(table, "predictions"))
    table.setCurrentIndex(index)
    if begin == "double click":
        table.scrollTo(index)
        QTest.mouseClick(table.viewport(), Left, Bare, table.visualRect(index).center())
        QTest.mouseDClick(table.viewport(), Left, Bare, table.visualRect(index).center())
    else:
        press(window, Key.Key_F2 if begin == "F2" else Key.Key_Return)
    overwrite(editor(table), "zz e")
    press(window, Key.Key_Return)
    assert labels(pair, "r05") == ["zz", "e"]
    assert index.data() == "zz e"
    assert pair.undo_name == "edit r05"
    assert table.state() == QTableView.State.NoState
    qtbot.waitUntil(lambda: not table.viewport().findChildren(QLineEdit))


@pytest.mark.slow
@pytest.mark.parametrize(("rank", "after"), [(0, ["zz", "b", "c"]), (1, ["a", "zz", "c"]), (2, ["a", "b", "zz"])])
def test_a_double_click_on_a_rank_selects_only_its_label(window, table, pair: Inspection, rank, after, qtbot) -> None:
    go_to(window, "r05")
    index = table.currentIndex().siblingAtColumn(section(table, "predictions"))
    table.scrollTo(index)
    cell = table.visualRect(index)
    width = table.horizontalHeader().ranks.within(cell.width() - 2 * GAP + 2 * GRID).width
    at = QPoint(cell.left() + GAP - GRID + rank * width + width // 2, cell.center().y())
    QTest.mouseClick(table.viewport(), Left, Bare, at)
    QTest.mouseDClick(table.viewport(), Left, Bare, at)
    line = editor(table)
    qtbot.waitUntil(lambda: line.selectedText() == "abc"[rank])
    write(line, "zz")
    press(window, Key.Key_Return)
    assert labels(pair, "r05") == after
    press(window, Key.Key_F2)
    line = editor(table)
    qtbot.waitUntil(lambda: line.selectedText() == line.text())  # with a key, all as ever


def test_the_panel_shows_what_is_typed_in_a_cell_before_it_is_entered(window, table, pair: Inspection) -> None:
    go_to(window, "r05")
    before = text(window, "rowScore"), text(window, "rowOverall")
    press(window, Key.Key_F2)
    overwrite(editor(table), "e")
    assert "1.0000" in text(window, "rowScore")
    assert "→" in text(window, "rowOverall")
    assert not pair.evaluation.overlay.rows.size
    press(editor(table), Key.Key_Escape)
    assert (text(window, "rowScore"), text(window, "rowOverall")) == before


@pytest.mark.slow
def test_typed_text_is_told_when_the_files_are_read_again(window, table, pair: Inspection, qtbot) -> None:
    go_to(window, "r05")
    press(window, Key.Key_F2)
    overwrite(editor(table), "zz <b>e")
    pair.load(pair.state)
    assert table.state() == QTableView.State.NoState
    qtbot.waitUntil(lambda: "'zz <b>e'" in text(window, "messageText"))
    assert labels(pair, "r05") == ["a", "b", "c"]


def test_an_open_editor_in_which_nothing_was_typed_is_closed_in_silence(window, table, pair: Inspection, qtbot) -> None:
    go_to(window, "r05")
    press(window, Key.Key_F2)
    with qtbot.assertNotEmitted(window.bench.docks.row.refused, wait=50):
        pair.load(pair.state)
    qtbot.waitUntil(lambda: not table.viewport().findChildren(QLineEdit))


def test_editing_a_long_list_shows_its_first_labels(window, table, pair: Inspection, qtbot) -> None:
    pair.edit("r05", ["a" * 40, "b" * 40, "c" * 40, "d" * 40])
    go_to(window, "r05")
    press(window, Key.Key_F2)
    line = editor(table)
    qtbot.waitUntil(lambda: line.cursorPosition() == 0)
    assert line.selectedText() == line.text()


@pytest.mark.slow
def test_escape_leaves_the_cell_as_it_was(window, table, pair: Inspection) -> None:
    go_to(window, "r05")
    press(window, Key.Key_Return)
    overwrite(editor(table), "qqq")
    press(window, Key.Key_Escape)
    assert labels(pair, "r05") == ["a", "b", "c"]
    assert pair.undo_name is None


def test_entering_the_same_labels_is_no_edit(window, table, pair: Inspection) -> None:
    go_to(window, "r05")
    press(window, Key.Key_Return)
    press(window, Key.Key_Return)
    assert (pair.undo_name, pair.is_saved) == (None, True)


def test_other_columns_cannot_be_typed_over(window, table, pair: Inspection) -> None:
    for title in ("id", "score", "first hit", "cost", "truth"):
        click_row(table, 0, title)
        write(window, "9")
        assert not table.viewport().findChildren(QLineEdit)
    assert pair.undo_name is None


def test_f2_edits_the_prediction_whichever_cell_of_the_row_is_current(window, table) -> None:
    click_row(table, 0, "id")
    press(window, Key.Key_F2)
    assert editor(table).accessibleName() == "Prediction of this row"
    press(window, Key.Key_Escape)


@pytest.mark.slow
@pytest.mark.parametrize("column", ["id", "predictions"])
@pytest.mark.parametrize("is_shown", [True, False])
def test_text_in_a_cell_is_of_its_row_when_another_one_comes(window, table, pair, column: str, is_shown: bool) -> None:
    target = pair.evaluation.table.row_of("r08")
    if not is_shown:
        pair.filter_by([Clause("!id:r08")])
    go_to(window, "r05")
    click_row(table, table.currentIndex().row(), column)
    press(window, Key.Key_F2)
    overwrite(editor(table), "zz e")
    pair.go_to(target)
    assert (labels(pair, "r05"), labels(pair, "r08")) == (["zz", "e"], ["c", "x", "a"])
    assert table.state() == QTableView.State.NoState
    assert window.bench.docks.row.held.texts == {}


@pytest.mark.slow
def test_text_that_no_cell_can_hold_waits_as_another_row_comes(window, table, pair: Inspection) -> None:
    go_to(window, "r05")
    click_row(table, table.currentIndex().row(), "id")
    press(window, Key.Key_F2)
    overwrite(editor(table), "good ")
    editor(table).insert("\0bad")
    pair.go_to(pair.evaluation.table.row_of("r08"))
    assert window.bench.docks.row.held.texts == {"r05": "good \0bad"}
    assert "'r05'" in text(window, "messageText")


def test_a_ctrl_key_moves_the_selection_with_the_current_row(window, table, pair: Inspection) -> None:
    click_row(table, 2, "id")
    press(window, Key.Key_End, Control)
    assert table.selected_rows().tolist() == [pair.current] == [pair.state.order.rows[-1]]


def test_a_label_that_the_file_cannot_hold_is_rejected_in_the_cell(window, table, pair) -> None:
    go_to(window, "r05")
    generation, before = pair.generation, shown(table, "predictions")
    press(window, Key.Key_Return)
    line = editor(table)
    line.setText("good\0bad")
    press(window, Key.Key_Return)
    assert find(window, QFrame, "messageBar").isVisible()
    assert "cannot be written to this file" in text(window, "messageText")
    assert (pair.generation, pair.undo_name, labels(pair, "r05")) == (generation, None, ["a", "b", "c"])
    assert shown(table, "predictions") == before


def test_copied_rows_are_tab_separated_at_full_precision(window, table, pair: Inspection) -> None:
    table.selectAll()
    press(window, Key.Key_C, Control)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    frame = pair.rows().iloc[pair.state.order.rows]
    assert len(lines) == len(frame)
    for cells, (_, row) in zip(lines, frame.iterrows(), strict=True):
        assert cells[0] == row["id"]
        assert float(cells[1]) == row["score"]
        assert cells[2] == ("" if row["first_hit_rank"] != row["first_hit_rank"] else str(int(row["first_hit_rank"])))
        assert float(cells[3]) == row["cost"]
        assert cells[6] == row["predictions"]


def test_rows_can_be_copied_with_their_titles(window, table) -> None:
    table.selectRow(0)
    press(window, Key.Key_C, Control | Shift)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["id", "score", "first_hit_rank"]
    assert len(lines) == 2


def test_only_the_selected_rows_are_copied_in_the_order_shown(window, table) -> None:
    click_row(table, 4, "truth")
    click_row(table, 1, "truth", Control)
    press(window, Key.Key_C, Control)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.split("\t")[0] for line in lines] == [shown(table, "id")[1], shown(table, "id")[4]]


def test_the_status_line_shows_count_and_mean_of_the_selection(window, table, pair: Inspection) -> None:
    table.selectAll()
    said = text(window, "rowsStatus")
    assert f"{len(pair.evaluation.table)} selected" in said
    assert math.isclose(float(said.rsplit(" ", 1)[1]), float(pair.rows()["score"].mean()), abs_tol=5e-5)
