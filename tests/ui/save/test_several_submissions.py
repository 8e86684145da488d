"""Saving, closing, reloading and repairing while several submissions have unsaved edits."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from ui.conftest import ROWS, Questions, write_pair
from ui.user import action, find, text

import inspector
from inspector import InputError, Inspection
from inspector.core.task import drain
from inspector.ui.problems.repair_dialog import RepairDialog

Button = QMessageBox.StandardButton


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """Another submission of the same truth."""
    (tmp_path / "more").mkdir()
    write_pair(tmp_path / "more", ROWS)
    return (tmp_path / "more" / "submission.csv").rename(tmp_path / "second.csv")


@pytest.fixture
def two(pair: Inspection, second: Path) -> Inspection:
    """Two submissions, both with edits; the first one is open."""
    pair.add(second)
    pair.open("second")
    pair.edit("r03", ["c"])
    pair.open("submission")
    pair.edit("r02", ["b"])
    return pair


@pytest.fixture
def save_dialogs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Answers the file dialogs with the proposed names in another folder; their titles."""
    titles: list[str] = []
    (tmp_path / "saved").mkdir()

    def answer(parent: object, title: str, name: str, *_: object) -> tuple[str, str]:
        titles.append(title)
        return str(tmp_path / "saved" / Path(name).name), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(answer))
    return titles


@pytest.mark.slow
def test_closing_asks_once_about_all_submissions(show, two, questions: Questions, save_dialogs, tmp_path) -> None:
    window = show(two)
    questions.answer = Button.Cancel
    assert not window.close()
    assert questions.asked == ["2 submissions have unsaved changes:\nsubmission\nsecond"]
    questions.answer = Button.Save
    assert window.close()
    assert save_dialogs == ["Save submission", "Save second"]
    saved = [tmp_path / "saved" / f"{name}-edited.csv" for name in ("submission", "second")]
    assert ["r02,b\n" in file.read_text() for file in saved] == [True, False]
    assert ["r03,c\n" in file.read_text() for file in saved] == [False, True]


@pytest.mark.slow
def test_closing_asks_about_one_that_is_not_open(show, two, questions: Questions, tmp_path) -> None:
    two.undo()
    window = show(two)
    assert not window.isWindowModified()
    questions.answer = Button.Discard
    assert window.close()
    assert questions.asked == ["'second' has edits in 1 row that are not saved."]


@pytest.mark.slow
def test_a_cancelled_name_keeps_the_window_and_all_edits(show, two, questions: Questions, monkeypatch) -> None:
    window = show(two)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(lambda *_: ("", "")))
    questions.answer = Button.Save
    assert not window.close()
    assert [one.history.is_saved for one in two.submissions] == [False, False]


def test_a_parked_submission_is_saved_to_the_file_it_was_saved_to(two, tmp_path) -> None:
    parked = two.submission("second")
    two.note_saved(drain(two.save_task(tmp_path / "mine.csv", parked)))
    assert (parked.history.is_saved, two.is_saved, parked.path) == (True, False, tmp_path / "mine.csv")
    assert "r03,c\n" in parked.path.read_text()
    assert "r02,b\n" not in parked.path.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["second.csv", "mine.csv", "truth.csv"])
def test_no_file_of_another_submission_is_written_over(two, tmp_path, name) -> None:
    two.open("second")
    two.save(tmp_path / "mine.csv")
    two.open("submission")
    before = (tmp_path / name).read_bytes()
    with pytest.raises(InputError, match="was read from this file, which is never overwritten"):
        two.save(tmp_path / name, overwrite=True)
    assert (tmp_path / name).read_bytes() == before
    two.save(tmp_path / "own.csv")
    two.save(tmp_path / "own.csv", overwrite=True)
    two.open("second")
    two.save(tmp_path / "mine.csv", overwrite=True)


def test_an_export_is_not_written_over_a_saved_submission(two, tmp_path) -> None:
    two.save(tmp_path / "mine.csv")
    assert any(file.is_at((tmp_path / "mine.csv").stat()) for file in two.inputs.values())


@pytest.mark.slow
def test_a_changed_file_of_any_submission_is_noticed(show, qtbot, two, second) -> None:
    window = show(two)
    with qtbot.waitSignal(window.bench._watcher.changed) as noticed:
        second.write_text(second.read_text().replace("r01,", "r01,z "))
    assert noticed.args == [[second]]


@pytest.mark.slow
def test_a_change_noticed_just_before_a_switch_is_told_after_it(show, qtbot, two, second) -> None:
    window = show(two)
    watcher = window.bench._watcher
    with qtbot.waitSignal(watcher._watched._watched.fileChanged):
        second.write_text(second.read_text().replace("r01,", "r01,z "))
    with qtbot.waitSignal(watcher.changed):
        two.open("second")


@pytest.mark.slow
def test_a_submission_that_has_the_name_of_its_file_keeps_to_that(show, two, save_dialogs, tmp_path) -> None:
    window = show(two)
    two.rename("second", "mine")
    two.open("mine")
    two.baseline = "submission"
    action(window, "save_as").trigger()
    assert two.names[:2] == ["submission", "mine"]
    two.open("submission")
    action(window, "save_as").trigger()
    assert (two.open_submission.name, two.baseline) == ("submission-edited", "submission-edited")
    assert [one.name for one in two.submissions] == ["submission-edited", "mine"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("undone", "told"),
    [
        ([], "1 edited row and 1 of other submissions carried over"),
        (["submission"], "1 edited row of other submissions carried over"),
        (["submission", "second"], "no edits to carry over"),
    ],
)
def test_a_reload_tells_of_the_edits_of_all_submissions(show, qtbot, two, undone: list[str], told: str) -> None:
    for name in undone:
        two.open(name)
        two.reset()
    two.open("submission")
    window = show(two)
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        action(window, "reload").trigger()
    assert window.statusBar().currentMessage() == f"Read again from disk; {told}"


@pytest.mark.slow
def test_a_reload_names_the_submission_whose_edits_meet_another_file(show, qtbot, two, second) -> None:
    window = show(two)
    with qtbot.waitSignal(window.bench._watcher.changed):
        second.write_text(second.read_text().replace("r03,", "r03,x "))
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        action(window, "reload").trigger()
    assert text(window, "messageText") == "⚠ second: 1 edited row changed on disk, too; the edits are kept"
    assert two.submission("second").evaluation.labels(2) == ["c"]


def test_a_repair_is_not_made_in_another_submission_than_it_was_asked_for(show, qtbot, tmp_path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text("id,label\nr1,x\n")
    (tmp_path / "truth.csv").write_text("id,label\nr1,x\nr2,y\n")
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "a.csv", "map@3")
    inspection.add(tmp_path / "b.csv")
    window = show(inspection)
    fix = next(problem.fix for problem in inspection.problems if problem.fix)
    controller = window.bench.repair_controller
    controller.ask(fix)
    dialog = find(window, RepairDialog, "fixDialog")
    qtbot.waitUntil(lambda: dialog.repair_preview is not None)
    inspection.open("b")
    dialog.accept()
    assert "Another submission was opened meanwhile" in text(window, "messageText")
    assert inspection.undo_name is None


def test_the_menu_names_the_last_edit_of_the_open_submission(show, two) -> None:
    window = show(two)
    assert action(window, "undo").text().endswith("r02")
    two.open("second")
    assert action(window, "undo").text().endswith("r03")
    action(window, "undo").trigger()
    assert not action(window, "undo").isEnabled()
    assert not two.submission("submission").history.is_saved
