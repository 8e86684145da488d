"""Unsaved edits are offered after a crash, and only then."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QFrame, QLabel, QMessageBox, QPushButton, QTableView
from ui.conftest import METRIC, ROWS, write_pair
from ui.user import action, find, text

import inspector
from inspector import Inspection
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.recovery import journal
from inspector.core.recovery.journal import Journal
from inspector.core.recovery.unsaved import UnsavedEdits, find_unsaved
from inspector.core.task import Task, drain
from inspector.ui.recovery import recovery_controller
from inspector.ui.recovery.autosave import Autosave
from inspector.ui.recovery.recovery_controller import RecoveryController
from inspector.ui.settings import Settings
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.worker import Worker
from inspector.ui.window.main_window import MainWindow

Button = QMessageBox.StandardButton
PROGRAM = """
import sys
import inspector
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from inspector.ui.recovery import autosave
from inspector.ui.app import make_window
from inspector.ui.settings import Settings
from inspector.ui.widgets.theme import Theme
app = QApplication([])
pair = inspector.open_pair(sys.argv[1], sys.argv[2], "map@3")
window = make_window(Theme(app), Settings(temporary=True, edits=Path(sys.argv[3])))
window.create_workbench(pair)
window.show()
QTimer.singleShot(0, window, lambda: (pair.edit("r02", ["b"]), pair.edit("r03", ["c", "<i>"])))
app.exec()
"""


@pytest.fixture
def crashed(pair_files: tuple[Path, Path], folder: Path) -> Path:
    """The journal of two edits of the small pair after a crash."""
    return leave(folder, *pair_files)


def leave(folder: Path, truth: Path, submission: Path, *ids: str) -> Path:
    pair = inspector.open_pair(truth, submission, METRIC)
    for id_ in ids or ("r02", "r03"):
        pair.edit(id_, ["b", "<i>"])
    kept = Journal.of(folder, pair.evaluation)
    drain(kept.write(pair.evaluation.overlay, METRIC, pair.evaluation.overlay.rows))
    kept.close()
    return kept.path


def kept(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def lines(folder: Path) -> int:
    """Of the journals in place: their drafts begin with a dot, and may be renamed before they are read."""
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("[!.]*"))


def bar(window: MainWindow) -> QFrame:
    return find(window, QFrame, "leftoverBar")


def offered(qtbot, window: MainWindow) -> str:
    qtbot.waitUntil(bar(window).isVisible)
    return text(window, "leftoverText")


def push(window: MainWindow, title: str) -> None:
    (button,) = [button for button in bar(window).findChildren(QPushButton) if button.text() == title]
    button.click()


def test_one_file_of_truth_and_prediction_is_restored_as_one(show, qtbot, folder, keeping, tmp_path) -> None:
    one = tmp_path / "oof.csv"
    rows = [f"r{at},{'cat' if at % 2 else 'dog'},{0.25 + at % 3 / 4},{0.75 - at % 3 / 4}" for at in range(30)]
    one.write_text("\n".join(["id,animal,prob_cat,prob_dog", *rows, ""]))
    before = inspector.open_pair(one)
    before.edit("r3", ["cat", "dog"], [0.875, 0.125])
    made = Journal.of(folder, before.evaluation)
    drain(made.write(before.evaluation.overlay, str(before.metric), before.evaluation.overlay.rows))
    made.close()
    window = show(None, keeping)
    offered(qtbot, window)
    push(window, "Restore")
    qtbot.waitUntil(lambda: text(window, "overallScore") == repr(before.overall))


@pytest.mark.slow
def test_the_edits_of_a_killed_program_are_restored_by_the_next_one(
    show, qtbot, pair_files, folder, keeping, pair
) -> None:
    arguments = [sys.executable, "-c", PROGRAM, *map(str, (*pair_files, folder))]
    with subprocess.Popen(arguments, cwd=Path(inspector.__file__).parents[1]) as program:
        try:
            qtbot.waitUntil(lambda: lines(folder) >= 3, timeout=30_000)
            assert drain(find_unsaved(folder)) == []
        finally:
            program.kill()
    window = show(pair, keeping)
    assert offered(qtbot, window).startswith("↺ 2 edits of submission.csv from ")
    push(window, "Restore")
    assert (pair.evaluation.labels(1), pair.evaluation.labels(2)) == (["b"], ["c", "<i>"])
    assert (pair.undo_name, pair.current) == ("recovered 2 edits", 1)
    assert window.status.currentMessage() == "Recovered 2 edits as one step."
    scores = pair.evaluation.scores.row[pair.state.order.rows]
    assert (np.diff(scores[np.isfinite(scores)]) >= 0).all()  # worst first, as the head of the column says
    assert not bar(window).isVisible()
    assert [path.name.split("-")[1] for path in kept(folder)] == [str(os.getpid())]
    action(window, "undo").trigger()
    assert pair.is_saved


@pytest.mark.slow
def test_edits_are_on_disk_within_a_second_and_gone_after_a_clean_close(show, qtbot, pair, folder, questions) -> None:
    window = show(pair, Settings(temporary=True, edits=folder))
    assert kept(folder) == []
    pair.edit("r02", ["b"])
    qtbot.waitUntil(lambda: lines(folder) == 2, timeout=1000)
    pair.edit("r03", ["c"])
    qtbot.waitUntil(lambda: lines(folder) == 3, timeout=1000)
    questions.answer = Button.Discard
    window.close()
    assert kept(folder) == []


def test_an_edit_just_before_the_close_leaves_no_file(show, pair, folder, keeping, questions) -> None:
    window = show(pair, keeping)
    pair.edit("r02", ["b"])
    questions.answer = Button.Discard
    window.close()
    assert kept(folder) == []


def test_autosave_continues_after_a_cancelled_close(show, qtbot, pair, folder, keeping, questions) -> None:
    window = show(pair, keeping)
    pair.edit("r02", ["b"])
    questions.answer = Button.Cancel
    window.close()
    qtbot.waitUntil(lambda: lines(folder) == 2)


def test_restoring_leaves_rows_that_were_edited_since(show, qtbot, pair, crashed, keeping) -> None:
    window = show(pair, keeping)
    offered(qtbot, window)
    pair.edit("r02", ["newer"])
    push(window, "Restore")
    assert (pair.evaluation.labels(1), pair.evaluation.labels(2)) == (["newer"], ["b", "<i>"])
    assert window.message.says == (
        "Recovered 1 edit. Left out: 1 edit whose row you have edited since; that newer edit stays."
        " What was left out is kept, and offered again."
    )
    qtbot.waitUntil(lambda: crashed.read_bytes().count(b"\n") == 2)
    assert b"r02" in crashed.read_bytes()
    pair.undo()
    assert pair.evaluation.labels(1) == ["newer"]


@pytest.mark.slow
def test_the_bar_is_no_wider_than_its_buttons_and_not_on_stage(show, qtbot, pair, crashed, keeping) -> None:
    window = show(pair, keeping)
    offered(qtbot, window)
    buttons = bar(window).findChildren(QPushButton)
    for width, is_below in ((1400, False), (bar(window).minimumSizeHint().width(), True)):
        bar(window).setFixedWidth(width)
        qtbot.waitUntil(lambda wide=width: bar(window).width() == wide)
        bar(window).layout().activate()
        assert all(button.geometry().right() < width for button in buttons)
        text_bottom = find(window, QLabel, "leftoverText").geometry().bottom()
        assert all((button.y() > text_bottom) == is_below for button in buttons)
    action(window, "stage").trigger()
    assert not bar(window).isVisible()
    action(window, "stage").trigger()
    assert bar(window).isVisible()


@pytest.mark.slow
def test_restoring_is_silent_about_rows_that_are_edited_alike(show, qtbot, pair, crashed, keeping) -> None:
    window = show(pair, keeping)
    offered(qtbot, window)
    pair.edit("r02", ["b", "<i>"])
    push(window, "Restore")
    assert pair.evaluation.labels(2) == ["b", "<i>"]
    assert not window.message.isVisible()
    qtbot.waitUntil(lambda: not crashed.exists())


def test_undone_edits_are_removed_from_disk(show, qtbot, pair, folder, keeping) -> None:
    show(pair, keeping)
    pair.edit("r02", ["b"])
    qtbot.waitUntil(lambda: lines(folder) == 2)
    pair.undo()
    qtbot.waitUntil(lambda: kept(folder) == [])


def test_edits_that_are_played_as_steps_stay_on_disk(show, qtbot, pair, folder, keeping) -> None:
    window = show(pair, keeping)
    pair.edit("r02", ["b"])
    pair.edit("r05", ["b"])
    qtbot.waitUntil(lambda: lines(folder) == 3)
    action(window, "play_steps").trigger()
    assert len(pair.evaluation.overlay) == 0
    window.bench._recovery.autosave.flush()  # as its timer does
    assert lines(folder) == 3
    window.bench.docks.stage.finish()
    pair.undo()
    qtbot.waitUntil(lambda: lines(folder) > 3)


@pytest.mark.slow
def test_after_a_save_only_later_edits_are_kept(
    show, qtbot, pair, pair_files, folder, keeping, tmp_path, monkeypatch
) -> None:
    window = show(pair, keeping)
    pair.edit("r02", ["b"])
    qtbot.waitUntil(lambda: lines(folder) == 2)
    saved = tmp_path / "saved.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(lambda *_: (str(saved), "")))
    action(window, "save_as").trigger()
    assert kept(folder) == []
    pair.edit("r03", ["c"])
    qtbot.waitUntil(lambda: lines(folder) == 2)
    shutil.copytree(folder, tmp_path / "crashed")
    (left,) = drain(find_unsaved(tmp_path / "crashed"))
    assert (left.submission.path, left.opened, left.edits.ids.to_pylist()) == (saved, pair_files[1], ["r03"])
    again = inspector.open_pair(*pair_files, METRIC)
    other = show(again, Settings(temporary=True, edits=tmp_path / "crashed"))
    assert "1 edit of saved.csv" in offered(qtbot, other)
    with qtbot.waitSignal(other.bench.open_controller.opened):
        push(other, "Restore")
    assert (again.evaluation.labels(1), again.evaluation.labels(2)) == (["b"], ["c"])


@pytest.mark.slow
def test_another_pair_replaces_the_journal_of_the_first(show, qtbot, pair, other, folder, keeping) -> None:
    window = show(pair, keeping)
    pair.edit("r02", ["b"])
    qtbot.waitUntil(lambda: lines(folder) == 2)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other, METRIC)
    assert kept(folder) == []
    pair.edit("o1", ["y"])
    qtbot.waitUntil(lambda: lines(folder) == 2)


def test_another_metric_is_written_to_the_journal(show, qtbot, pair, folder, keeping) -> None:
    show(pair, keeping)
    pair.edit("r02", ["b"])
    qtbot.waitUntil(lambda: lines(folder) == 2)
    pair.set_metric("map@2")
    qtbot.waitUntil(lambda: b"map@2" in kept(folder)[0].read_bytes())


@pytest.mark.slow
def test_many_rows_are_written_in_a_thread_and_later_edits_after_them(
    show, qtbot, sample, folder, keeping, monkeypatch
) -> None:
    monkeypatch.setattr(journal, "_SLICE", 1000)
    kept_by = show(sample, keeping).findChild(Autosave)
    rows = np.arange(10_000)
    sample.apply(Edit(rows, Ragged.of([[0]] * len(rows)), "all"))
    kept_by.flush()
    assert kept_by.findChild(TaskRunner).findChild(Worker).is_busy
    sample.edit(sample.evaluation.table.id(3), ["late"])
    kept_by.flush()
    kept_by.findChild(QTimer).stop()
    with qtbot.waitSignal(kept_by.written):
        pass
    content = kept(folder)[0].read_bytes()
    assert content.count(b"\n") == 1 + len(rows) + 1
    assert b',["late"],null,' in content.splitlines()[-1]


@pytest.mark.slow
def test_leaving_keeps_rows_whose_write_had_not_come_far(show, sample, folder, keeping, monkeypatch) -> None:
    window = show(sample, keeping)
    kept_by = window.findChild(Autosave)
    monkeypatch.setattr(TaskRunner, "run", lambda *_: None)  # as if its thread had not begun yet
    sample.edit(sample.evaluation.table.id(3), ["early"])
    kept_by.flush()
    sample.edit(sample.evaluation.table.id(4), ["late"])
    window.leave()
    (unsaved,) = drain(find_unsaved(folder))
    assert [unsaved.edits.prediction(number).labels for number in range(2)] == [("early",), ("late",)]


def test_edits_made_before_the_window_opens_are_journaled_too(show, qtbot, pair, folder, keeping) -> None:
    pair.edit("r02", ["b"])
    show(pair, keeping)
    qtbot.waitUntil(lambda: lines(folder) == 2)


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_reported_once(show, qtbot, pair, tmp_path) -> None:
    (tmp_path / "file").touch()
    window = show(pair, Settings(temporary=True, edits=tmp_path / "file" / "edits"))
    message = find(window, QFrame, "messageBar")
    pair.edit("r02", ["b"])
    qtbot.waitUntil(message.isVisible)
    assert "unsaved edits cannot be written" in text(window, "messageText")
    message.hide()
    pair.edit("r03", ["b"])
    qtbot.waitUntil(lambda: not window.findChild(Autosave).findChild(QTimer).isActive())
    assert not message.isVisible()


def test_with_no_pair_open_the_newest_edits_are_offered(show, qtbot, crashed, keeping, pair_files) -> None:
    inspection = Inspection()
    window = show(inspection, keeping)
    assert "2 edits of submission.csv" in offered(qtbot, window)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        push(window, "Restore")
    assert (str(inspection.metric), inspection.undo_name) == (METRIC, "recovered 2 edits")
    assert inspection.evaluation.labels(2) == ["b", "<i>"]
    qtbot.waitUntil(lambda: not crashed.exists())
    assert not bar(window).isVisible()


def test_an_offer_waits_until_its_own_pair_is_open(
    show, qtbot, crashed, folder, keeping, other, pair_files, monkeypatch
) -> None:
    looks = []

    def looking(folder: Path) -> Task[list[UnsavedEdits]]:
        looks.append((yield from find_unsaved(folder)))
        return looks[-1]

    monkeypatch.setattr(recovery_controller, "find_unsaved", looking)
    inspection = inspector.open_pair(*other, METRIC)
    window = show(inspection, keeping)
    workers = window.findChild(RecoveryController).findChildren(Worker)
    qtbot.waitUntil(lambda: len(looks) == 1 and not any(worker.is_busy for worker in workers))
    assert [unsaved.path for unsaved in looks[0]] == [crashed]
    assert not bar(window).isVisible()
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files, METRIC)
    assert "2 edits" in offered(qtbot, window)
    assert crashed.exists()


def test_discarding_offers_the_next_edits_and_then_none(
    show, qtbot, crashed, folder, keeping, other, questions
) -> None:
    questions.answer = Button.Discard
    late = leave(folder, *other, "o1")
    window = show(Inspection(), keeping)
    first = offered(qtbot, window)
    assert "1 edit of submission.csv" in first
    assert first.endswith(" Offered next: 2 edits of submission.csv.")
    push(window, "Discard")
    assert not late.exists()
    assert "2 edits" in text(window, "leftoverText")
    push(window, "Discard")
    assert (bar(window).isVisible(), kept(folder)) == (False, [])


def test_edits_are_discarded_only_if_the_user_says_so_again(show, qtbot, crashed, folder, keeping, questions) -> None:
    questions.answer = Button.Cancel
    window = show(Inspection(), keeping)
    said = offered(qtbot, window)
    push(window, "Discard")
    assert questions.asked == ["Delete these edits for good?"]
    assert (text(window, "leftoverText"), kept(folder)) == (said, [crashed])


def test_edits_restored_by_another_window_are_not_restored_twice(show, qtbot, crashed, keeping, pair) -> None:
    window = show(pair, keeping)
    offered(qtbot, window)
    crashed.unlink()
    push(window, "Restore")
    assert (pair.undo_name, bar(window).isVisible()) == (None, False)


def test_an_unanswered_offer_comes_again(show, qtbot, crashed, keeping, pair) -> None:
    window = show(pair, keeping)
    offered(qtbot, window)
    window.close()
    assert crashed.exists()


def test_restoring_asks_before_other_unsaved_edits_are_lost(
    show, qtbot, pair_files, folder, keeping, other, questions, tmp_path
) -> None:
    inspection = inspector.open_pair(*pair_files, METRIC)
    path = leave(folder, *pair_files)
    path.write_bytes(path.read_bytes().replace(str(pair_files[1]).encode(), str(other[1]).encode(), 1))
    window = show(inspection, keeping)
    inspection.edit("r05", ["e"])
    offered(qtbot, window)
    questions.answer = Button.Cancel
    push(window, "Restore")
    assert len(questions.asked) == 1
    assert (inspection.undo_name, bar(window).isVisible()) == ("edit r05", True)


def test_restoring_without_the_files_is_reported_and_keeps_the_edits(show, qtbot, crashed, keeping, pair_files) -> None:
    pair_files[1].unlink()
    window = show(Inspection(), keeping)
    assert offered(qtbot, window).endswith("not saved. submission.csv is gone.")
    push(window, "Restore")
    qtbot.waitUntil(find(window, QFrame, "messageBar").isVisible)
    assert "there is no such file" in text(window, "messageText")
    assert (crashed.exists(), bar(window).isVisible()) == (True, True)


def test_edits_that_cannot_be_restored_are_reported_in_the_message_bar(show, qtbot, crashed, keeping, tmp_path) -> None:
    write_pair(tmp_path, tuple(row for row in ROWS if row[0] != "r02"))
    with crashed.open("ab") as file:
        file.write(b'["r05",["two words"]]\n')
    inspection = Inspection()
    window = show(inspection, keeping)
    offered(qtbot, window)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        push(window, "Restore")
    assert text(window, "messageText") == (
        "⚠ Recovered 1 edit. Left out: 1 edit whose row the truth no longer has. "
        "Left out: 1 edit with labels or confidences that the file cannot hold. "
        "What was left out is kept, and offered again."
    )
    assert find(window, QFrame, "messageBar").isVisible()
    assert inspection.evaluation.labels(inspection.evaluation.table.row_of("r03")) == ["b", "<i>"]


@pytest.mark.slow
def test_nothing_is_said_to_be_recovered_where_all_is_left_out(show, qtbot, crashed, keeping, tmp_path) -> None:
    write_pair(tmp_path, tuple(row for row in ROWS if row[0] not in ("r02", "r03")))
    window = show(Inspection(), keeping)
    offered(qtbot, window)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        push(window, "Restore")
    assert text(window, "messageText").startswith("⚠ Left out: 2 edits whose row the truth no longer has. ")


def cells(view: QTableView) -> list[list[str]]:
    """The cells of a list of unsaved edits."""
    model = view.model()
    return [[model.index(row, section).data() for section in range(3)] for row in range(model.rowCount())]


@pytest.mark.slow
@pytest.mark.parametrize("is_open", [True, False], ids=["open pair", "no pair"])
def test_the_list_shows_id_before_and_after_as_plain_text(
    show, qtbot, qtmodeltester, crashed, keeping, pair_files, is_open
) -> None:
    with crashed.open("ab") as file:
        file.write(b'["gone",["a"]]\n["r13",[]]\n')
    inspection = inspector.open_pair(*pair_files, METRIC) if is_open else Inspection()
    window = show(inspection, keeping)
    offered(qtbot, window)
    push(window, "Show list")
    view = find(window, QTableView, "leftoverTable")
    model = view.model()
    qtmodeltester.check(model)
    qtbot.waitUntil(lambda: model.index(0, 1).data() != "…")
    assert cells(view) == [
        ["r02", "a  b  c", "b  <i>"],
        ["r03", "a  b  c", "b  <i>"],
        ["gone", "no longer in the truth", "a"],
        ["r13", "(nothing)", "(nothing)"],
    ]
    assert model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole) == "<qt>b  &lt;i&gt;</qt>"
    view.window().close()
    assert crashed.exists()


def test_the_list_shows_why_the_files_cannot_be_read(show, qtbot, crashed, keeping, pair_files) -> None:
    pair_files[0].unlink()
    window = show(Inspection(), keeping)
    offered(qtbot, window)
    push(window, "Show list")
    view = find(window, QTableView, "leftoverTable")
    qtbot.waitUntil(lambda: "there is no such file" in text(view.window(), "leftoverFiles"))
    assert view.model().index(0, 1).data() == "…"
    view.window().close()


def test_forgetful_settings_have_no_folder_and_others_one_of_the_user(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert Settings(temporary=True).edits is None
    assert Settings().edits == tmp_path / "submission-inspector" / "edits"
    assert Settings(edits=tmp_path).edits == tmp_path


def test_drafts_of_killed_saves_are_removed_at_the_next_start(show, qtbot, pair, keeping, tmp_path: Path) -> None:
    (elsewhere := tmp_path / "elsewhere").mkdir()
    drafts = [folder / ".saving-abcdefg1" for folder in (tmp_path, elsewhere)]
    for draft in drafts:
        draft.write_text("half")
    keeping.note_writing_to(elsewhere)
    show(pair, keeping)
    qtbot.waitUntil(lambda: not any(draft.exists() for draft in drafts))
