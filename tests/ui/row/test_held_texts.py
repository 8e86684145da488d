"""Text that could not be applied waits for its row, whatever happens to the files meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton
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
