"""Text that could not be applied waits for its row, whatever happens to the files meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QTableView
from ui.user import Key, action, find, go_to, overwrite, press, text

import inspector
from inspector import Inspection
from inspector.ui.window.main_window import MainWindow

TEXT = "id,label\na,1 0.9\nb,3 0.8\nc,2 0.7\n"


@pytest.fixture
def gap(tmp_path: Path) -> Inspection:
    (tmp_path / "t.csv").write_text("id,label\na,1\nb,2\nc,2\n")
    (tmp_path / "s.csv").write_text(TEXT)
    return inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "gap")


def reload(window: MainWindow, folder: Path, qtbot) -> None:
    """Read the files again, as if it had been asked for before the text was typed."""
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        window.bench.change_queue.rebase(inspector.open_pair(folder / "t.csv", folder / "s.csv", "gap").state)


@pytest.mark.slow
def test_a_reload_waits_for_text_of_a_row_that_was_left(show, gap: Inspection) -> None:
    window = show(gap)
    go_to(window, "b")
    overwrite(find(window, QLineEdit, "predictionEdit"), "2 0.9x7")
    go_to(window, "c")
    action(window, "reload").trigger()
    assert "What was typed for 'b'" in text(window, "messageText")
    assert not window.bench.open_controller.worker.is_busy


@pytest.mark.slow
@pytest.mark.parametrize("leaves", [True, False])
def test_a_reload_keeps_text_that_could_not_be_applied(show, gap: Inspection, tmp_path, qtbot, leaves: bool) -> None:
    window = show(gap)
    line = find(window, QLineEdit, "predictionEdit")
    go_to(window, "b")
    overwrite(line, "2 0.9x7")
    if leaves:
        go_to(window, "c")
        assert text(window, "messageText").startswith("⚠ 'b': ")
        assert "The text is kept, and is there again when you go to the row." in text(window, "messageText")
    reload(window, tmp_path, qtbot)
    assert "b" in window.bench.docks.row.held.texts
    go_to(window, "b")
    assert (line.text(), find(window, QLabel, "draftNote").isVisible()) == ("2 0.9x7", True)
    assert gap.undo_name is None


def test_text_of_a_row_that_is_gone_is_told_after_a_reload(show, gap: Inspection, tmp_path, qtbot) -> None:
    window = show(gap)
    go_to(window, "b")
    overwrite(find(window, QLineEdit, "predictionEdit"), "2 0.9x7")
    go_to(window, "c")
    for name in ("t.csv", "s.csv"):
        lines = (tmp_path / name).read_text().splitlines(keepends=True)
        (tmp_path / name).write_text("".join(line for line in lines if not line.startswith("b,")))
    reload(window, tmp_path, qtbot)
    assert "'2 0.9x7' for 'b'" in text(window, "messageText")
    assert window.bench.docks.row.held.texts == {}


def test_another_pair_has_no_text_of_the_one_before(show, gap: Inspection, tmp_path) -> None:
    window = show(gap)
    go_to(window, "b")
    overwrite(find(window, QLineEdit, "predictionEdit"), "2 0.9x7")
    go_to(window, "c")
    gap.load(inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "gap").state)
    assert window.bench.docks.row.held.texts == {}


def played(window: MainWindow, pair: Inspection) -> None:
    """Make three edits of a row and play the first."""
    go_to(window, "b")
    for label in ("4", "5", "6"):
        pair.edit("b", [label, "1"], [0.5, 0.25])
    action(window, "play_steps").trigger()
    find(window, QPushButton, "stageNext").click()


@pytest.mark.slow
@pytest.mark.parametrize("gesture", ["put_truth_first", "clear_row"])
def test_a_gesture_in_playback_acts_on_the_row_with_all_edits(show, gap: Inspection, gesture: str) -> None:
    window = show(gap)
    played(window, gap)
    assert gap.evaluation.labels(1) == ["4", "1"]
    action(window, gesture).trigger()
    assert gap.evaluation.labels(1) == (["2", "6", "1"] if gesture == "put_truth_first" else [])
    gap.undo()
    assert gap.evaluation.labels(1) == ["6", "1"]


@pytest.mark.slow
def test_text_typed_during_playback_overwrites_no_later_edit(show, gap: Inspection) -> None:
    window = show(gap)
    played(window, gap)
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "9 0.5")
    press(line, Key.Key_Return)
    assert (gap.evaluation.labels(1), line.text()) == (["6", "1"], "9 0.5")
    assert "later edits, which are made again" in text(window, "messageText")
    press(line, Key.Key_Return)
    assert gap.evaluation.labels(1) == ["9"]


@pytest.mark.slow
def test_text_comes_back_when_a_draft_of_another_row_is_left(show, gap: Inspection) -> None:
    window = show(gap)
    line = find(window, QLineEdit, "predictionEdit")
    go_to(window, "b")
    overwrite(line, "2 0.9x7")
    go_to(window, "c")
    overwrite(line, "9 0.5")
    go_to(window, "b")
    assert (gap.evaluation.labels(2), line.text()) == (["9"], "2 0.9x7")


def waits_for_b(window: MainWindow) -> QLineEdit:
    """Leave a text for row b that cannot be applied, and come back to it."""
    line = find(window, QLineEdit, "predictionEdit")
    go_to(window, "b")
    overwrite(line, "2 0.9x7")
    go_to(window, "c")
    go_to(window, "b")
    return line


def type_in_table(window: MainWindow, words: str | None) -> None:
    """Type in the cell of the current row in the table, None for nothing, and press Enter."""
    table = find(window, QTableView, "rowTable")
    table.setFocus()
    press(table, Key.Key_F2)
    (cell,) = (edit for edit in table.viewport().findChildren(QLineEdit) if not edit.isHidden())
    if words is not None:
        overwrite(cell, words)
    press(cell, Key.Key_Return)


@pytest.mark.slow
@pytest.mark.parametrize("gesture", ["table", "put_truth_first", "clear_row", "steps"])
def test_a_text_that_gave_way_to_an_edit_can_be_had_back(show, gap: Inspection, gesture: str) -> None:
    window = show(gap)
    line = waits_for_b(window)
    if gesture == "table":
        type_in_table(window, "2 0.3")
    elif gesture == "steps":
        find(window, QTableView, "stepTable").model().typed.emit(0, "2")
    else:
        action(window, gesture).trigger()
    labels = gap.evaluation.labels(1)
    assert (labels != ["3"], window.bench.docks.row.held.texts) == (True, {})
    assert text(window, "messageText") == "What was typed for 'b' gave way to the edit: '2 0.9x7'"
    find(window, QPushButton, "messageOffer").click()
    assert (gap.evaluation.labels(1), line.text()) == (labels, "2 0.9x7")
    assert find(window, QLabel, "draftNote").isVisible()
    gap.undo()
    assert (gap.evaluation.labels(1), line.text()) == (["3"], "2 0.9x7")


def test_a_cell_left_as_it_was_leaves_a_text_that_waits(show, gap: Inspection) -> None:
    window = show(gap)
    line = waits_for_b(window)
    type_in_table(window, None)
    assert (window.bench.docks.row.held.texts, line.text()) == ({"b": "2 0.9x7"}, "2 0.9x7")


@pytest.mark.slow
def test_an_edit_of_many_rows_leaves_a_text_that_waits(show, gap: Inspection) -> None:
    window = show(gap)
    line = waits_for_b(window)
    QApplication.clipboard().setText("b\t2 0.3\n")
    action(window, "paste").trigger()
    assert (gap.evaluation.labels(1), line.text()) == (["2"], "2 0.9x7")
    assert window.bench.docks.row.held.waits(1)


@pytest.mark.slow
def test_a_draft_is_an_edit_before_the_truth_is_put_first(show, gap: Inspection) -> None:
    window = show(gap)
    go_to(window, "b")
    overwrite(find(window, QLineEdit, "predictionEdit"), "7 0.5")
    action(window, "put_truth_first").trigger()
    assert gap.evaluation.labels(1) == ["2", "7"]
    gap.undo()
    assert gap.evaluation.labels(1) == ["7"]
