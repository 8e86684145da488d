"""The table without rows: says that none match, and clears the filter."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTableView, QWidget
from ui.user import Key, Left, find, press, shown, text, write

from inspector import Inspection
from inspector.core.query import Clause


@pytest.mark.slow
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_the_button_shows_every_row_again(window, pair: Inspection, by: str) -> None:
    table, note = find(window, QTableView, "rowTable"), find(window, QWidget, "noRows")
    assert not note.isVisible()
    pair.filter_by([Clause("truth:b"), Clause("id:nothing", "histogram")])
    assert note.isVisible()
    assert (text(window, "noRowsText"), note.rect()) == ("No rows match.", table.viewport().rect())
    button = find(window, QPushButton, "clearFilters")
    if by == "mouse":
        QTest.mouseClick(button, Left)
    else:
        table.setFocus()
        press(window, Key.Key_Tab)
        assert button.hasFocus()
        press(window, Key.Key_Return)
    assert (pair.state.clauses, len(shown(table, "id")), note.isVisible()) == ((), 14, False)
    assert table.hasFocus()


def test_the_button_empties_the_line_of_the_filter_too(window, pair: Inspection) -> None:
    edit = find(window, QLineEdit, "filterEdit")
    edit.setFocus()
    write(edit, "nowhere")
    edit.asked.emit(edit.text())
    find(window, QPushButton, "clearFilters").click()
    assert (edit.text(), pair.state.clauses) == ("", ())


def test_the_note_stays_over_the_whole_table(window, pair: Inspection) -> None:
    pair.narrow("id:nothing")
    window.resize(window.width() + 90, window.height() + 50)
    table = find(window, QTableView, "rowTable")
    assert find(window, QWidget, "noRows").rect() == table.viewport().rect()


def test_it_says_what_may_be_meant_by_a_filter_without_rows(window, pair: Inspection) -> None:
    hint = find(window, QLabel, "noRowsHint")
    pair.narrow("truth:B", "typing")
    assert (hint.isVisible(), hint.text()) == (True, "No row has truth B; did you mean truth:b?")
    pair.narrow("id:nothing", "typing")
    assert (hint.isVisible(), hint.text()) == (False, "")
