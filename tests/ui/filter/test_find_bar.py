"""The find bar: going from one shown row with a text to the next."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtWidgets import QFrame, QLineEdit, QTableView, QToolButton
from ui.user import Control, Key, Shift, action, find, press, text, write

import inspector
from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.ui.filter.find_bar import FindBar
from inspector.ui.tasks.runner import ROWS_AT_ONCE


@pytest.fixture
def edit(window, pair: Inspection) -> QLineEdit:
    pair.sort(SortKey("id"))
    pair.go_to(0)
    press(window, Key.Key_F, Control)
    edit = find(window, QLineEdit, "findEdit")
    assert edit.hasFocus()
    return edit


def current(window) -> str:
    return find(window, QTableView, "rowTable").currentIndex().siblingAtColumn(0).data()


@pytest.mark.slow
def test_typing_goes_to_the_next_row_with_the_text(window, edit, qtbot) -> None:
    write(edit, "D")
    qtbot.waitUntil(lambda: text(window, "findCount") == "1 of 1")
    assert current(window) == "r04"
    assert edit.hasFocus()
    write(edit, "zzz")
    qtbot.waitUntil(lambda: text(window, "findCount") == "not found")
    assert current(window) == "r04"


@pytest.mark.slow
def test_find_next_and_previous_wrap_around(window, edit) -> None:
    write(edit, "x")
    press(window, Key.Key_Return)
    assert (current(window), text(window, "findCount")) == ("r08", "1 of 2")
    press(window, Key.Key_F3)
    assert (current(window), text(window, "findCount")) == ("r09", "2 of 2")
    press(window, Key.Key_F3)
    assert current(window) == "r08"
    press(window, Key.Key_F3, Shift)
    assert current(window) == "r09"
    press(window, Key.Key_Return, Shift)
    assert current(window) == "r08"


@pytest.mark.slow
def test_the_buttons_do_what_the_keys_do(window, edit) -> None:
    write(edit, "x")
    before, after, close = find(window, QFrame, "findBar").findChildren(QToolButton)[-3:]
    after.click()
    after.click()
    assert current(window) == "r09"
    before.click()
    assert current(window) == "r08"
    close.click()
    assert not find(window, QFrame, "findBar").isVisible()


@pytest.mark.slow
def test_esc_closes_and_the_text_stays_for_f3(window, edit) -> None:
    write(edit, "x")
    press(window, Key.Key_Return)
    press(window, Key.Key_Escape)
    assert not find(window, QFrame, "findBar").isVisible()
    assert find(window, QTableView, "rowTable").hasFocus()
    press(window, Key.Key_F3)
    assert current(window) == "r09"
    action(window, "find").trigger()
    assert (edit.text(), edit.selectedText(), current(window)) == ("x", "x", "r09")


def test_f3_without_a_text_asks_for_one(window) -> None:
    press(window, Key.Key_F3)
    assert find(window, QLineEdit, "findEdit").hasFocus()


def test_only_shown_rows_are_found_and_edits_count(window, edit, pair: Inspection) -> None:
    write(edit, "x")
    press(window, Key.Key_Return)
    pair.narrow("id:r09")
    assert (current(window), text(window, "findCount")) == ("r09", "1 of 1")
    pair.filter_by(())
    assert (current(window), text(window, "findCount")) == ("r08", "1 of 2")
    pair.edit("r01", ["x"])
    assert text(window, "findCount") == "2 of 3"
    pair.go_to(4)
    assert text(window, "findCount") == "3 found"


@pytest.mark.slow
def test_find_searches_plain_text_and_not_expressions(window, edit, qtbot) -> None:
    for words, found in (("<b>", "1 of 1"), ("edited", "not found"), ("score<1", "not found"), ("& <i>", "1 of 1")):
        edit.clear()
        write(edit, words)
        press(window, Key.Key_Return)
        assert text(window, "findCount") == found, words


def test_many_rows_are_searched_in_a_worker_thread(window, edit, qtbot, monkeypatch, pair: Inspection) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "filter", 0)
    write(edit, "x")
    press(window, Key.Key_Return)
    pair.narrow("id:r09")  # the result for the previous rows is dropped
    qtbot.waitUntil(lambda: text(window, "findCount") in ("1 found", "1 of 1"))


def test_matches_of_a_text_that_is_typed_no_more_are_not_gone_to(window, edit, qtbot, monkeypatch, pair) -> None:
    found = []
    monkeypatch.setattr(window.bench.filter_controller, "find", lambda text, done: found.append((text, done)))
    write(edit, "x")
    press(window, Key.Key_Return)
    write(edit, "y")
    before = current(window)
    (text_, done), *_ = found
    assert text_ == "x"
    done(np.array([5]))
    assert (current(window), text(window, "findCount")) == (before, "")


def test_esc_stops_the_search_that_waits_for_a_pause(window, edit, qtbot) -> None:
    before = current(window)
    write(edit, "x")
    press(window, Key.Key_Escape)
    assert not window.findChild(FindBar)._debounce.isActive()
    assert current(window) == before


def test_the_current_row_stays_visible_when_the_find_bar_opens(show, qtbot) -> None:
    ids = [f"r{row:03d}" for row in range(200)]
    frame = pd.DataFrame({"id": ids, "label": ["a"] * len(ids)})
    window = show(inspector.open_pair(frame, frame, "map@5"))
    table = find(window, QTableView, "rowTable")
    last = table.rowAt(table.viewport().height() - table.rowHeight(0))
    table.setCurrentIndex(table.model().index(last, 0))
    press(window, Key.Key_F, Control)
    qtbot.waitUntil(lambda: table.rowViewportPosition(last) + table.rowHeight(last) <= table.viewport().height())
    assert table.verticalScrollBar().value() > 0
    press(window, Key.Key_Escape)
    table.verticalScrollBar().setValue(100)
    press(window, Key.Key_F, Control)
    assert table.verticalScrollBar().value() == 100
