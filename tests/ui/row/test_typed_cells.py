"""Text that is typed in a cell of the row panel: previewed, in the line as a draft, and never lost with its cell."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QTableView
from ui.user import Key, action, find, go_to, overwrite, press, shown, text, write

import inspector
from inspector import Inspection
from inspector.ui.row.number_model import PREDICTED
from inspector.ui.row.step_model import CONFIDENCE, LABEL
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.window.main_window import MainWindow


def typed(table: QTableView, line: int, words: str, section: int = LABEL) -> LabelEdit:
    """Type in a cell, without Enter."""
    table.setFocus()
    table.setCurrentIndex(table.model().index(line, section))
    table.edit(table.currentIndex())
    (editor,) = (one for one in table.viewport().findChildren(LabelEdit) if not one.isHidden())
    overwrite(editor, words)
    return editor


def leave(window: MainWindow, id_: str | None) -> None:
    """Leave a cell of the row panel for another row, or for the line above it."""
    go_to(window, id_) if id_ else find(window, QLineEdit, "predictionEdit").setFocus()


@pytest.fixture
def steps(window) -> QTableView:
    go_to(window, "r01")
    return find(window, QTableView, "stepTable")


@pytest.fixture
def prices(tmp_path) -> Inspection:
    (tmp_path / "truth.csv").write_text("id,low,high\na,1,2\nb,3,4\n")
    (tmp_path / "submission.csv").write_text("id,low,high\na,2,3\nb,4,5\n")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse")


def test_a_label_is_previewed_while_typed(window, steps, pair: Inspection) -> None:
    typed(steps, 0, "x")
    assert "▼" in text(window, "rowScore")
    assert (find(window, QLineEdit, "predictionEdit").text(), pair.evaluation.labels(0)) == ("x b c", ["a", "b", "c"])
    assert find(window, QLabel, "draftNote").isVisible()
    assert find(window, QLineEdit, "predictionEdit").cursorPosition() == 0  # the first labels are seen


@pytest.mark.parametrize(("metric", "missed"), [("map@3", 0), ("f1", 1)])
def test_the_arithmetic_follows_the_typing_in_a_cell(show, qtmodeltester, metric: str, missed: int) -> None:
    pair = inspector.open_pair({"q": ["a", "b"]}, {"q": ["x", "b", "y"]}, metric)
    window = show(pair)
    steps = find(window, QTableView, "stepTable")
    qtmodeltester.check(steps.model())
    before = shown(steps, "hit"), shown(steps, "adds")
    editor = typed(steps, 0, "a")
    assert (shown(steps, "hit")[:2], shown(steps, "adds")[0]) == (["✓", "✓"], shown(steps, "adds")[1])
    assert len(shown(steps, "hit")) == len(before[0]) - missed
    overwrite(editor, "new")
    assert shown(steps, "adds") == before[1]
    assert (editor.isVisible(), editor.text()) == (True, "new")
    press(editor, Key.Key_Escape)
    assert (shown(steps, "hit"), shown(steps, "adds")) == before


def test_the_arithmetic_follows_a_label_being_added(show) -> None:
    pair = inspector.open_pair({"q": ["a", "b"]}, {"q": ["x", "b"]}, "f1")
    steps = find(show(pair), QTableView, "stepTable")
    before = shown(steps, "predicted"), shown(steps, "hit")
    assert before[0] == ["x", "b", "add…", "a"]
    editor = typed(steps, 2, "a")
    assert shown(steps, "predicted") == ["x", "b", "a", "add…"]
    assert shown(steps, "hit")[2] == "✓"
    overwrite(editor, "a new")
    assert shown(steps, "predicted") == ["x", "b", "a", "new", "add…"]
    overwrite(editor, "")
    assert (shown(steps, "predicted"), shown(steps, "hit")) == before
    overwrite(editor, "new")
    assert (editor.isVisible(), editor.text()) == (True, "new")
    press(editor, Key.Key_Return)
    assert pair.evaluation.labels(0) == ["x", "b", "new"]
    assert shown(steps, "predicted") == ["x", "b", "new", "add…", "a"]


def test_several_labels_in_place_of_one_have_their_lines(show) -> None:
    pair = inspector.open_pair({"q": ["a", "b"]}, {"q": ["x", "b"]}, "map@3")
    steps = find(show(pair), QTableView, "stepTable")
    before = shown(steps, "predicted"), shown(steps, "adds")
    editor = typed(steps, 0, "a new")
    assert shown(steps, "predicted") == ["a", "new", "b", "add…"]
    assert shown(steps, "hit")[:3] == ["✓", "? unknown", "✓"]
    overwrite(editor, "x")
    assert (shown(steps, "predicted"), shown(steps, "adds")) == before
    overwrite(editor, "")  # its line stays as long as its cell does
    assert shown(steps, "predicted") == before[0]
    press(editor, Key.Key_Escape)
    assert (shown(steps, "predicted"), shown(steps, "adds")) == before


def test_the_arithmetic_follows_a_confidence(show, qtmodeltester, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,1\nb,2\nc,3\n")
    (tmp_path / "s.csv").write_text("id,label\na,1 0.9\nb,3 0.8\nc,3 0.7\n")
    window = show(inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "gap"))
    go_to(window, "c")
    steps = find(window, QTableView, "stepTable")
    qtmodeltester.check(steps.model())
    before = shown(steps, "rank"), shown(steps, "adds"), shown(steps, "conf.")
    editor = typed(steps, 0, "0.85", CONFIDENCE)
    assert (before[0][0], shown(steps, "rank")[0]) == ("3", "2")
    assert shown(steps, "adds") != before[1]
    assert (editor.isVisible(), editor.text()) == (True, "0.85")
    press(editor, Key.Key_Escape)
    assert (shown(steps, "rank"), shown(steps, "adds"), shown(steps, "conf.")) == before


def test_a_cell_stays_in_sight_while_what_is_said_below_takes_room(window, steps, pair: Inspection) -> None:
    pair.edit("r04", [f"x{number}" for number in range(9)])
    go_to(window, "r04")
    editor = typed(steps, 5, "y")
    steps.setFixedHeight(editor.geometry().top() + editor.height() // 2)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    assert editor.isVisible() and editor.text() == "y"
    assert steps.viewport().rect().contains(editor.geometry())


def test_escape_takes_back_what_is_typed_in_a_cell(window, steps, pair: Inspection) -> None:
    scores = text(window, "rowScore"), text(window, "rowOverall")
    press(typed(steps, 0, "new"), Key.Key_Escape)
    assert (text(window, "rowScore"), text(window, "rowOverall")) == scores
    assert find(window, QLineEdit, "predictionEdit").text() == "a b c"
    assert (window.bench.docks.row.held.texts, pair.undo_name) == ({}, None)


def test_a_cell_typed_back_to_what_it_was_leaves_no_draft(window, steps, pair: Inspection) -> None:
    editor = typed(steps, 0, "new")
    overwrite(editor, "a")
    press(editor, Key.Key_Return)
    assert not find(window, QLabel, "draftNote").isVisible()
    assert (window.bench.docks.row.held.texts, pair.undo_name) == ({}, None)


def test_another_row_does_not_take_the_text_of_a_cell(window, steps, pair: Inspection) -> None:
    typed(steps, 1, "x")
    action(window, "next_row").trigger()
    assert pair.evaluation.table.id(pair.current) != "r01"
    assert pair.evaluation.labels(0) == ["a", "x", "c"]
    assert len(pair.evaluation.overlay) == 1


def test_text_in_a_cell_is_kept_for_the_next_start(window, steps) -> None:
    typed(steps, 0, "x")
    assert window.bench.docks.row.held.texts == {"r01": "x b c"}  # which the journal follows


def test_a_refused_cell_is_a_draft(show, qrels_and_run) -> None:
    pair = inspector.open_pair(*qrels_and_run)
    window = show(pair)
    go_to(window, "1")
    press(typed(find(window, QTableView, "stepTable"), 1, "c"), Key.Key_Return)
    assert "cannot be repeated" in text(window, "messageText")
    assert find(window, QLineEdit, "predictionEdit").text().split() == ["c", "c", "b"]
    assert find(window, QLabel, "draftNote").isVisible()
    assert window.bench.docks.row.held.words(pair.submissions) == "What was typed for '1' is not applied."
    assert pair.undo_name is None


def test_a_number_that_is_none_is_told_when_its_row_is_left(show, prices: Inspection) -> None:
    window = show(prices)
    go_to(window, "a")
    typed(find(window, QTableView, "numberTable"), 0, "1.5", PREDICTED)
    go_to(window, "b")
    assert prices.evaluation.prediction(0).confidence == (1.5, 3.0)
    typed(find(window, QTableView, "numberTable"), 0, "1.5x", PREDICTED)
    go_to(window, "a")
    assert "'1.5x'" in text(window, "messageText")
    assert prices.evaluation.prediction(1).confidence == (4.0, 5.0)


def test_what_is_no_number_stays_in_its_cell(show, prices: Inspection) -> None:
    window = show(prices)
    go_to(window, "a")
    editor = typed(find(window, QTableView, "numberTable"), 0, "1.5x", PREDICTED)
    assert text(window, "rowScore").startswith("⚠")
    assert find(window, QLineEdit, "predictionEdit").text() == "1.5x 3"
    press(editor, Key.Key_Return)
    assert find(window, QLabel, "messageText").isVisible()
    assert (editor.isVisible(), editor.text()) == (True, "1.5x")
    press(editor, Key.Key_Escape)
    assert prices.evaluation.prediction(0).confidence == (2.0, 3.0)
    assert find(window, QLineEdit, "predictionEdit").text() == "2 3"


def test_a_cell_goes_on_from_the_draft_that_a_crash_left(show, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,1\nb,2\n")
    (tmp_path / "s.csv").write_text("id,label\na,1 0.9\nb,3 0.8\n")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "gap")
    window = show(pair)
    go_to(window, "b")
    window.bench.docks.row.held.give_back(pair.open_submission, {"b": "2 0.7"})
    window.bench.docks.row.show_waiting()
    press(typed(find(window, QTableView, "stepTable"), 0, "0.5", CONFIDENCE), Key.Key_Return)
    assert (pair.evaluation.labels(1), pair.evaluation.prediction(1).confidence) == (["2"], (0.5,))
    assert window.bench.docks.row.held.texts == {}


@pytest.mark.slow
@pytest.mark.parametrize("for_a_row", [True, False])
def test_a_number_that_is_none_waits_when_its_cell_is_left(show, prices: Inspection, for_a_row: bool) -> None:
    window = show(prices)
    go_to(window, "a")
    typed(find(window, QTableView, "numberTable"), 0, "1.5x", PREDICTED)
    leave(window, "b" if for_a_row else None)
    assert "'1.5x'" in text(window, "messageText")
    assert window.bench.docks.row.held.waiting(0) == "1.5x 3"
    go_to(window, "b")
    table = go_to(window, "a")
    line = find(window, QLineEdit, "predictionEdit")
    assert (line.text(), find(window, QLabel, "draftNote").isVisible()) == ("1.5x 3", True)
    marks = shown(table, "id", Qt.ItemDataRole.AccessibleDescriptionRole)
    assert "text not applied yet: 1.5x 3" in marks
    overwrite(line, "1.5 3")
    press(line, Key.Key_Return)
    assert prices.evaluation.prediction(0).confidence == (1.5, 3.0)
    assert window.bench.docks.row.held.texts == {}


@pytest.mark.slow
@pytest.mark.parametrize("for_a_row", [True, False])
def test_a_confidence_that_is_none_waits_when_its_cell_is_left(show, qrels_and_run, for_a_row: bool) -> None:
    pair = inspector.open_pair(*qrels_and_run)
    window = show(pair)
    go_to(window, "1")
    typed(find(window, QTableView, "stepTable"), 1, "0.2x", CONFIDENCE)
    kept = find(window, QLineEdit, "predictionEdit").text()
    assert ":0.2x" in kept
    leave(window, "2" if for_a_row else None)
    row = pair.evaluation.table.row_of("1")
    assert (window.bench.docks.row.held.texts, pair.undo_name) == ({"1": kept}, None)
    assert window.bench.docks.row.held.waits(row)
    go_to(window, "1")
    line = find(window, QLineEdit, "predictionEdit")
    assert line.text() == kept
    overwrite(line, kept.replace("0.2x", "0.2"))
    press(line, Key.Key_Return)
    assert 0.2 in (pair.evaluation.prediction(row).confidence or ())


def test_a_text_of_a_cell_is_kept_for_the_next_start_also_if_it_is_none(show, prices: Inspection) -> None:
    window = show(prices)
    go_to(window, "a")
    typed(find(window, QTableView, "numberTable"), 1, "", PREDICTED)
    assert window.bench.docks.row.held.texts == {"a": "2 "}


@pytest.mark.slow
def test_a_label_in_a_cell_is_explained_once_a_key(window, steps, pair: Inspection, monkeypatch) -> None:
    editor, asked = typed(steps, 0, "b"), list[object]()
    explain = type(pair.evaluation).explain
    monkeypatch.setattr(type(pair.evaluation), "explain", lambda *given: (asked.append(given), explain(*given))[1])
    write(editor, "x")
    assert len(asked) == 1
    assert shown(steps, "predicted")[0] == "bx"


@pytest.mark.slow
def test_a_text_that_is_none_gives_way_to_a_cell_and_is_offered(show, prices: Inspection) -> None:
    window = show(prices)
    line = find(window, QLineEdit, "predictionEdit")
    go_to(window, "a")
    overwrite(line, "2x 3")
    go_to(window, "b")
    go_to(window, "a")
    press(typed(find(window, QTableView, "numberTable"), 1, "9", PREDICTED), Key.Key_Return)
    assert prices.evaluation.prediction(0).confidence == (2.0, 9.0)
    assert "'a' gave way to the edit: '2x 3'" in text(window, "messageText")
