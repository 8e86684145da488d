"""The search in the labels panel."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDockWidget, QLineEdit, QTableView
from ui.user import Key, bring, click_header, click_row, find, press, shown, text, write

from inspector import Inspection
from inspector.ui.analysis.labels_panel import LabelLines


@pytest.fixture
def table(window) -> QTableView:
    return bring(find(window, LabelLines, "labelTable"), find(window, QDockWidget, "labelsDock"))


@pytest.fixture
def search(window, table) -> QLineEdit:
    search = find(window, QLineEdit, "labelSearch")
    search.setFocus()
    return search


def test_only_labels_with_the_text_are_listed(window, table, search) -> None:
    every = shown(table, "label")
    assert text(window, "labelCount") == f"{len(every)}"
    write(search, "B")
    wanted = [label for label in every if "b" in label.lower()]
    assert shown(table, "label") == wanted
    assert {"b", "<b>x</b>"} <= set(wanted) < set(every)
    assert text(window, "labelCount") == f"{len(wanted)} of {len(every)}"
    write(search, ">x")
    assert shown(table, "label") == ["<b>x</b>"]
    press(window, Key.Key_Escape)
    assert (search.text(), shown(table, "label"), search.hasFocus()) == ("", every, True)


def test_text_is_no_pattern_and_nothing_found_is_said(window, table, search) -> None:
    for words, found in ((".", []), ("(", []), ("&", ["&amp"]), ("0706", ["0706016001"])):
        search.clear()
        write(search, words)
        assert shown(table, "label") == found
    search.clear()
    write(search, "nothing")
    assert text(window, "labelCount") == f"0 of {table.listed[1]}"


def test_a_label_found_stays_what_it_is_when_sorted_and_counted_again(window, table, search, pair) -> None:
    write(search, "a")
    lines = dict(zip(shown(table, "label"), shown(table, "support"), strict=True))
    for title in ("label", "support", "support", "F"):
        click_header(table, title)
        assert dict(zip(shown(table, "label"), shown(table, "support"), strict=True)) == lines
    click_row(table, shown(table, "label").index("&amp"), "label")
    assert [clause.text for clause in pair.state.clauses] == ['truth:"&amp" | pred:"&amp"']
    pair.edit("r05", ["a", "banana"])
    assert set(shown(table, "label")) == {*lines, "banana"}


def test_down_and_enter_go_from_the_search_to_the_labels(window, table, search, pair: Inspection) -> None:
    write(search, "706")
    press(window, Key.Key_Down)
    assert table.hasFocus()
    press(window, Key.Key_Return)
    assert "0706016001" in pair.state.clauses[0].text
    search.setFocus()
    press(window, Key.Key_Return)
    assert table.hasFocus()
