"""Completion in the filter line, and what half-typed expressions do to the rows."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QLineEdit, QTableView, QWidget
from ui.user import Control, Key, find, go_to, offered, overwrite, popup, press, shown, write

from inspector import Inspection
from inspector.ui.filter import filter_edit


@pytest.fixture
def edit(window) -> QLineEdit:
    edit = find(window, QLineEdit, "filterEdit")
    edit.setFocus()
    return edit


def ids(window) -> list[object]:
    return shown(find(window, QTableView, "rowTable"), "id")


def chips(window) -> list[str]:
    boxes = find(window, QWidget, "filterChips").findChildren(QCheckBox)
    return [box.text().replace("&&", "&") for box in boxes if box.isVisible()]


def pause(edit: QLineEdit, qtbot) -> None:
    """Wait until the text was considered."""
    with qtbot.waitSignal(edit.asked):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Tab], ids=["Enter", "Tab"])
def test_a_field_and_then_a_label_are_taken(window, edit, pair: Inspection, key) -> None:
    write(edit, "rank>1 & tru")
    assert offered() == ["truth:", "truths"]
    press(window, key)
    QApplication.processEvents()
    assert (edit.text(), pair.state.clauses, edit.hasFocus()) == ("rank>1 & truth:", (), True)
    assert {"a", "b", '"<b>x</b>"', '"&amp"'} <= set(offered())
    write(edit, "&")
    assert offered() == []  # an unquoted & links conditions
    press(window, Key.Key_Backspace)
    write(edit, "0706")
    assert offered() == ["0706016001", "706016001"][: len(offered())]
    press(window, key)
    QApplication.processEvents()
    assert (edit.text(), popup()) == ("rank>1 & truth:0706016001", None)
    press(window, Key.Key_Return)
    assert chips(window) == ["rank>1 & truth:0706016001"]


def test_undo_takes_back_what_was_taken_and_what_was_typed(window, edit) -> None:
    changes = []
    edit.textEdited.connect(changes.append)
    write(edit, "tru")
    press(window, Key.Key_Tab)
    assert (edit.text(), changes[3:]) == ("truth:", ["truth:"])
    press(window, Key.Key_Escape)
    press(window, Key.Key_Z, Control)
    assert edit.text() == "tru"
    press(window, Key.Key_Z, Control)
    assert edit.text() == ""


def test_taking_what_stands_there_already_changes_nothing(window, pair: Inspection) -> None:
    pair.edit("r05", ["e"])
    go_to(window, "r05")
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "a")
    assert offered() == ["a", "&amp"]
    press(window, Key.Key_Tab)
    assert (line.text(), popup(), line.hasFocus()) == ("a", None, True)
    press(window, Key.Key_Z, Control)
    assert pair.redo_name is None


def test_a_long_expression_is_not_cut(edit) -> None:
    long = " | ".join(f"id{number}" for number in range(10_000))
    edit.insert(long)
    assert edit.text() == long


def test_a_hostile_label_is_taken_in_quotes(window, edit, pair: Inspection) -> None:
    write(edit, 'truth:"<')
    assert offered()[0] == '"<b>x</b>"'
    press(window, Key.Key_Return)
    assert edit.text() == 'truth:"<b>x</b>"'
    press(window, Key.Key_Return)
    assert (chips(window), ids(window)) == (['truth:"<b>x</b>"'], ["r09"])


def test_signs_are_offered_and_none_is_taken_by_enter_alone(window, edit) -> None:
    write(edit, "rank")
    assert offered() == ["rank<", "rank<=", "rank>", "rank>=", "rank=", "rank!="]
    press(window, Key.Key_Return)
    QApplication.processEvents()
    assert (chips(window), popup()) == (["rank"], None)
    write(edit, "rank")
    for _ in range(3):
        press(window, Key.Key_Down)
    press(window, Key.Key_Return)
    assert edit.text() == "rank>"


def test_what_is_complete_is_applied_by_enter(window, edit) -> None:
    for text in ("edited", "truth:a", "rank=none", "b c"):
        write(edit, text)
        press(window, Key.Key_Return)
        QApplication.processEvents()
        assert (chips(window)[-1], edit.text(), popup()) == (text, "", None)


def test_esc_closes_the_popup_and_keeps_what_was_typed(window, edit) -> None:
    write(edit, "tru")
    press(window, Key.Key_Escape)
    assert (popup(), edit.text()) == (None, "tru")
    press(window, Key.Key_Return)
    assert (chips(window), edit.text()) == (["tru"], "")


def test_control_space_offers_everything_that_can_follow(window, edit) -> None:
    assert popup() is None
    press(window, Key.Key_Space, Control)
    assert {"truth:", "score", "id:", "edited", "problem"} <= set(offered())
    assert not popup().currentIndex().isValid()
    press(window, Key.Key_Tab)
    assert edit.text() == "truth:"


@pytest.mark.slow
def test_half_typed_expressions_leave_the_rows_as_they_are(window, edit, qtbot, pair: Inspection) -> None:
    before = ids(window)
    for text in ("t", "ru", "th", ":"):
        write(edit, text)
        pause(edit, qtbot)
        assert (ids(window), pair.state.clauses) == (before, ())
    write(edit, "b")
    qtbot.waitUntil(lambda: len(ids(window)) == 4)
    for text in (" & ran", "k", ">"):
        write(edit, text)
        pause(edit, qtbot)
        assert [clause.text.strip() for clause in pair.state.clauses] == ["truth:b"]
    write(edit, "1")
    qtbot.waitUntil(lambda: len(ids(window)) < 4)


@pytest.mark.slow
def test_an_error_is_said_only_after_a_pause_and_not_over_the_popup(window, edit, qtbot) -> None:
    note = find(window, QLabel, "filterFault")
    write(edit, "rank>")
    pause(edit, qtbot)
    assert not note.isVisible()
    qtbot.waitUntil(note.isVisible)
    assert "a value is missing" in note.text()
    press(window, Key.Key_Escape)
    assert not note.isVisible()
    write(edit, "truth:")
    with qtbot.waitSignal(window.bench.filter._error_pause.timeout):
        assert popup()
    assert (note.isVisible(), popup() is not None) == (False, True)
    press(window, Key.Key_Escape)
    qtbot.waitUntil(note.isVisible)
    write(edit, "b")
    qtbot.waitUntil(lambda: not note.isVisible())


def test_a_key_asks_for_the_values_once(edit, monkeypatch) -> None:
    asked, values = [], filter_edit.values
    monkeypatch.setattr(filter_edit, "values", lambda *given: asked.append(given[1:]) or values(*given))
    write(edit, "truth:")
    asked.clear()
    write(edit, "a")
    assert asked == [("truth", "a")]
