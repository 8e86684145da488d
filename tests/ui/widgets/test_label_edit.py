"""Completion of typed labels: Tab and Enter take the best suggestion or the chosen one, Escape keeps what was typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView
from ui.user import Key, find, go_to, offered, popup, press, shown, write

import inspector
from inspector import Inspection
from inspector.ui.widgets.theme import GRID

ROWS = (("r1", "whale_a", "whale_b w2"), ("r2", "whale_b", "whale_c"), ("r3", "Whale_D", "x<b>y</b>"))


@pytest.fixture
def pair(tmp_path) -> Inspection:
    for name, place in (("truth.csv", 1), ("submission.csv", 2)):
        (tmp_path / name).write_text("id,label\n" + "".join(f"{row[0]},{row[place]}\n" for row in ROWS))
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@5")


@pytest.fixture
def line(window) -> QLineEdit:
    go_to(window, "r1")
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    line.clear()
    return line


def labels(pair: Inspection) -> list[str]:
    return pair.evaluation.labels(pair.evaluation.table.row_of("r1"))


def test_labels_with_the_prefix_are_suggested_and_the_best_selected(window, line) -> None:
    write(window, "wha")
    assert sorted(offered()) == ["Whale_D", "whale_a", "whale_b", "whale_c"]
    assert popup().currentIndex().row() == 0


def test_tab_inserts_the_first_suggestion_and_previews_the_row(window, line, pair: Inspection) -> None:
    write(window, "wha")
    first = offered()[0]
    press(window, Key.Key_Tab)
    assert (line.text(), popup(), line.hasFocus()) == (first, None, True)
    assert (labels(pair), pair.undo_name) == (["whale_b", "w2"], None)


def test_enter_takes_the_best_suggestion_and_a_second_one_commits(window, line, pair: Inspection) -> None:
    write(window, "w2 wha")
    best = offered()[0]
    press(window, Key.Key_Return)
    QApplication.processEvents()
    assert (line.text(), popup(), pair.undo_name) == (f"w2 {best}", None, None)
    press(window, Key.Key_Return)
    assert labels(pair) == ["w2", best]


def test_escape_keeps_a_new_label_that_begins_like_others(window, line, pair: Inspection) -> None:
    write(window, "wha")
    press(window, Key.Key_Escape)
    press(window, Key.Key_Return)
    assert (labels(pair), popup()) == (["wha"], None)


@pytest.mark.slow
def test_enter_enters_a_complete_label_that_others_begin_with(window, pair: Inspection, line) -> None:
    pair.edit("r2", ["w2"])
    write(window, "whale_a")
    press(window, Key.Key_Return)
    QApplication.processEvents()
    assert labels(pair) == ["whale_a"]


def test_down_and_enter_insert_a_suggestion_a_second_enter_commits(window, line, pair) -> None:
    write(window, "w2 wha")
    second = offered()[1]
    press(window, Key.Key_Down)
    press(window, Key.Key_Return)
    QApplication.processEvents()
    assert (line.text(), popup(), pair.undo_name) == (f"w2 {second}", None, None)
    press(window, Key.Key_Return)
    QApplication.processEvents()
    assert labels(pair) == ["w2", second]


def test_the_label_under_the_cursor_is_completed_and_the_others_stay(window, line) -> None:
    write(window, "w2 x")
    line.setCursorPosition(2)
    press(window, Key.Key_Backspace)
    assert line.text() == "w x"
    first = offered()[0]
    press(window, Key.Key_Tab)
    assert line.text() == f"{first} x"


def test_escape_closes_the_list_first_and_then_restores_the_row(window, line, pair: Inspection) -> None:
    write(window, "wha")
    press(window, Key.Key_Escape)
    assert popup() is None
    press(window, Key.Key_Escape)
    assert (line.text(), pair.undo_name) == ("whale_b w2", None)


def test_a_completely_typed_label_is_not_suggested(window, line) -> None:
    write(window, "w2")
    assert offered() == []


def test_empty_text_has_no_suggestions(window, line) -> None:
    write(window, "w2 ")
    assert offered() == []


def test_a_label_that_looks_like_markup_is_suggested_unchanged(window, line, pair: Inspection) -> None:
    write(window, "x<")
    assert offered() == ["x<b>y</b>"]
    press(window, Key.Key_Tab)
    press(window, Key.Key_Return)
    assert labels(pair) == ["x<b>y</b>"]


def test_an_unknown_label_is_marked_and_not_suggested(window, line, pair: Inspection) -> None:
    steps = find(window, QTableView, "stepTable")
    write(window, "whale_x")
    press(window, Key.Key_Return)
    assert labels(pair) == ["whale_x"]
    assert shown(steps, "hit")[0] == "? unknown"
    assert "neither file" in shown(steps, "predicted", Qt.ItemDataRole.ToolTipRole)[0]
    go_to(window, "r2")
    assert shown(steps, "hit")[0] == ""
    line.setFocus()
    line.clear()
    write(window, "whale_")
    assert "whale_x" not in offered()
    assert "whale_a" in offered()


def test_an_unknown_label_is_marked_while_typing(window, line, pair: Inspection) -> None:
    steps = find(window, QTableView, "stepTable")
    write(window, "w2 zz")
    assert shown(steps, "hit")[:2] == ["", "? unknown"]
    assert pair.undo_name is None


def test_a_click_beside_the_list_closes_it_and_acts_where_it_falls(window, line, qtbot) -> None:
    write(window, "wha")
    table = find(window, QTableView, "rowTable")
    at = table.visualRect(table.model().index(2, 0)).center()
    place = popup().mapFromGlobal(table.viewport().mapToGlobal(at))
    QTest.mousePress(popup(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: table.currentIndex().row() == 2)
    assert popup() is None
    assert window.focusWidget() is table  # else what is typed next would change the row


def test_enter_keeps_a_label_that_others_only_contain(window, line, pair: Inspection) -> None:
    write(window, "ale_b")
    assert offered() == ["whale_b"]
    press(window, Key.Key_Return)
    QApplication.processEvents()
    press(window, Key.Key_Return)
    assert labels(pair) == ["ale_b"]


def test_down_on_the_last_suggestion_stays_there(window, line) -> None:
    write(window, "wha")
    for _ in range(len(offered()) + 1):
        press(window, Key.Key_Down)
    assert popup().currentIndex().row() == len(offered()) - 1


@pytest.mark.parametrize("below", [0, 150, 230, 400])
def test_the_list_opens_below_the_line_with_as_many_lines_as_fit(tmp_path, show, qtbot, below: int) -> None:
    for name in ("truth.csv", "submission.csv"):
        (tmp_path / name).write_text("id,label\n" + "".join(f"r{row},whale_{row}\n" for row in range(20)))
    window = show(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@5"))
    go_to(window, "r1")
    line = find(window, QLineEdit, "predictionEdit")
    window.resize(900, 500)
    line.setFocus()
    line.clear()
    foot = line.screen().availableGeometry().bottom() - line.mapToGlobal(QPoint(0, line.height())).y()
    window.move(window.x(), window.y() + foot - below)
    write(window, "wha")
    end, lines = line.mapToGlobal(QPoint(0, line.height())).y(), popup().height() // popup().sizeHintForRow(0)
    is_below, is_whole = popup().mapToGlobal(QPoint()).y() >= end - 2 * GRID, popup().rect().height() <= max(below, 120)
    assert (is_below, is_whole) == (below > 0, True)
    assert (lines == 12, lines == 4) == (below == 400, below == 0)
