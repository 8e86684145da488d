"""The row panel keeps a row that the filter hides, with a note that links to the first row shown."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QTableView, QToolButton
from ui.user import Bare, Control, Key, Shift, find, go_to, overwrite, press, text

from inspector.core.data.order import SortKey


def note(window) -> QToolButton:
    return find(window, QToolButton, "hiddenNote")


def test_the_note_appears_for_a_hidden_row_and_goes_to_the_first_shown(window, pair) -> None:
    go_to(window, "r05")
    assert not note(window).isVisible()
    pair.sort(SortKey("id"))
    pair.narrow("rank=1")
    assert (text(window, "rowId"), note(window).isVisible()) == ("r05", True)
    assert "first of the 5 rows" in note(window).toolTip()
    note(window).click()
    assert (text(window, "rowId"), note(window).isVisible()) == ("r01", False)
    assert find(window, QTableView, "rowTable").currentIndex().row() == 0


def test_the_note_disappears_once_filter_or_metric_show_the_row(window, pair) -> None:
    go_to(window, "r04")
    pair.narrow("score>0")
    assert note(window).isVisible()
    pair.set_metric("map@4")
    assert not note(window).isVisible()
    pair.narrow("rank=none")
    assert note(window).isVisible()
    pair.filter_by([])
    assert (text(window, "rowId"), note(window).isVisible()) == ("r04", False)


def test_the_note_is_disabled_when_no_row_is_shown(window, pair) -> None:
    pair.narrow("id:nothing")
    assert note(window).isVisible()
    assert not note(window).isEnabled()


@pytest.mark.parametrize("modifier", [Bare, Control], ids=["into the table", "Ctrl+Down"])
def test_the_keys_go_from_a_hidden_row_to_the_first_shown(window, pair, modifier) -> None:
    pair.sort(SortKey("id"))
    table = go_to(window, "r05")
    press(window, Key.Key_F, Control | Shift)
    overwrite(find(window, QLineEdit, "filterEdit"), "rank=1")
    press(window, Key.Key_Return)
    assert note(window).isVisible()
    if modifier is Control:
        press(window, Key.Key_Down, Control)
    else:
        table.setFocus()
    assert (text(window, "rowId"), note(window).isVisible()) == ("r01", False)
