"""The unsaved edits of all submissions of a truth survive a crash, whichever of them is open."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QFrame, QMessageBox, QPushButton, QTableView, QTabWidget
from ui.conftest import METRIC, ROWS, write_pair
from ui.user import find, text

import inspector
from inspector import Inspection
from inspector.core.document.submission import Submission, submission_of
from inspector.core.ensemble.generated import generated_pair
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.recovery.unsaved import UnsavedEdits, find_unsaved
from inspector.core.samples.sample import _home
from inspector.core.task import drain
from inspector.ui.recovery import autosave
from inspector.ui.recovery.words import offered_words
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.window.main_window import MainWindow

EVERY = ["a blend", "second", "submission"]


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """Another submission of the same truth."""
    (tmp_path / "more").mkdir()
    write_pair(tmp_path / "more", ROWS)
    return (tmp_path / "more" / "submission.csv").rename(tmp_path / "second.csv")


@pytest.fixture
def two(pair: Inspection, second: Path) -> Inspection:
    pair.add(second)
    return pair


def left(folder: Path) -> list[UnsavedEdits]:
    """What a crash would leave now: unlocked copies of the journals."""
    copies = folder.with_name("copies")
    copies.mkdir(exist_ok=True)
    for old in copies.iterdir():
        old.unlink()
    for path in folder.iterdir() if folder.exists() else ():
        (copies / path.name).write_bytes(path.read_bytes())
    return drain(find_unsaved(copies))


def names(folder: Path) -> dict[str, list[str]]:
    """The ids of the edited rows by submission."""
    return {one.submission.path.stem: sorted(one.edits.ids.to_pylist()) for one in left(folder)}


def restore(qtbot, window: MainWindow, words: str) -> None:
    bar = find(window, QFrame, "leftoverBar")
    qtbot.waitUntil(lambda: bar.isVisible() and words in text(window, "leftoverText"))
    (button,) = [button for button in bar.findChildren(QPushButton) if button.text() == "Restore"]
    button.click()


@pytest.mark.slow
def test_an_edit_just_before_a_switch_is_written_for_its_own_submission(show, qtbot, two, folder, keeping) -> None:
    show(two, keeping)
    two.edit("r02", ["b"])
    two.open("second")
    two.edit("r03", ["c"])
    two.open("submission")
    two.edit("r05", ["e"])
    qtbot.waitUntil(lambda: names(folder) == {"submission": ["r02", "r05"], "second": ["r03"]})
    two.open("second")
    two.undo()
    qtbot.waitUntil(lambda: names(folder) == {"submission": ["r02", "r05"]})


def test_a_save_ends_the_journal_of_its_submission_only(show, qtbot, two, folder, keeping, tmp_path) -> None:
    show(two, keeping)
    two.edit("r02", ["b"])
    two.open("second")
    two.edit("r03", ["c"])
    two.save(tmp_path / "saved.csv")
    qtbot.waitUntil(lambda: names(folder) == {"submission": ["r02"]})
    two.edit("r05", ["e"])
    qtbot.waitUntil(lambda: names(folder) == {"submission": ["r02"], "saved": ["r05"]})


def test_a_removed_submission_takes_its_edits_along(show, qtbot, two, folder, keeping, questions) -> None:
    window = show(two, keeping)
    two.edit("r02", ["b"])
    two.open("second")
    two.edit("r03", ["c"])
    qtbot.waitUntil(lambda: len(names(folder)) == 2)
    two.remove("submission")
    qtbot.waitUntil(lambda: names(folder) == {"second": ["r03"]})
    questions.answer = QMessageBox.StandardButton.Discard
    window.close()
    assert left(folder) == []


def test_leaving_writes_what_is_pending_of_every_submission(show, two, folder, keeping, monkeypatch) -> None:
    monkeypatch.setattr(autosave, "_DELAY", 100_000)
    window = show(two, keeping)
    two.edit("r02", ["b"])
    two.open("second")
    two.edit("r03", ["c"])
    window.leave()
    assert names(folder) == {"submission": ["r02"], "second": ["r03"]}


@pytest.mark.slow
def test_a_reload_keeps_the_edits_of_all_on_disk_at_any_moment(
    show, qtbot, two, pair_files, folder, keeping, monkeypatch
) -> None:
    show(two, keeping)
    two.edit("r02", ["b"])
    two.open("second")
    two.edit("r03", ["c"])
    both = {"submission": ["r02"], "second": ["r03"]}
    qtbot.waitUntil(lambda: names(folder) == both)
    before = {path.name for path in folder.iterdir()}
    fresh = inspector.open_pair(pair_files[0], pair_files[1].with_name("second.csv"), METRIC).state
    two.commit(drain(two.rebase_task(fresh)))
    assert names(folder) == both
    qtbot.waitUntil(lambda: not before & {path.name for path in folder.iterdir()})
    assert names(folder) == both


@pytest.mark.slow
def test_the_edits_of_all_submissions_are_restored_at_once(show, qtbot, two, pair_files, folder, keeping) -> None:
    window = show(two, keeping)
    two.edit("r02", ["b"])
    two.open("second")
    two.edit("r03", ["c"])
    window.leave()
    again = inspector.open_pair(*pair_files, METRIC)
    other = show(again, keeping)
    restore(qtbot, other, "↺ 1 edit of submission.csv and 1 edit of second.csv from ")
    qtbot.waitUntil(lambda: again.open_submission.name == "second" and not again.is_saved)
    assert (again.evaluation.labels(1), again.evaluation.labels(2)) == (["a", "b", "c"], ["c"])
    qtbot.waitUntil(lambda: names(folder) == {"submission": ["r02"], "second": ["r03"]} and len(left(folder)) == 2)
    assert not find(other, QFrame, "leftoverBar").isVisible()
    again.undo()
    assert again.is_saved
    assert again.submission("submission").evaluation.labels(1) == ["b"]


def test_edits_of_several_days_are_offered_from_the_first_to_the_last(show, two, folder, keeping) -> None:
    window = show(two, keeping)
    two.edit("r02", ["b"])
    two.open("second")
    two.edit("r03", ["c"])
    window.leave()
    days = (datetime(2020, 11, day, 15, 1) for day in (27, 26))
    offered = [replace(one, when=when) for one, when in zip(left(folder), days, strict=True)]
    assert " from 26 Nov 2020 15:01 to 27 Nov 2020 15:01 were not saved." in offered_words(offered)
    assert " from 27 Nov 2020 15:01 was not saved." in offered_words(offered[:1])


@pytest.mark.slow
def test_files_that_changed_are_named_and_so_is_a_sample(two, folder, keeping, show) -> None:
    window = show(two, keeping)
    two.edit("r02", ["b"])
    window.leave()
    (one,) = left(folder)
    truth = replace(one.truth, modified=1)
    assert offered_words([replace(one, truth=truth)] * 2).endswith("saved. The truth may have changed since.")
    path = _home() / "humpback-0" / "submission.csv"  # of no version of the sample, so that it never exists
    sample = replace(one, submission=replace(one.submission, path=path))
    said = offered_words([sample, one])
    assert said.startswith("↺ 1 edit of submission.csv (sample humpback) and 1 edit of submission.csv from ")
    assert said.endswith("saved. submission.csv is gone.")


@pytest.mark.slow
def test_edits_of_a_loaded_submission_are_restored_into_it(show, qtbot, two, second, folder, keeping) -> None:
    gone = inspector.open_pair(two.evaluation.pair.truth.sheet.name, second, METRIC)
    window = show(gone, keeping)
    gone.edit("r03", ["c"])
    window.leave()
    window = show(two, keeping)
    two.edit("r02", ["b"])
    restore(qtbot, window, "1 edit of second.csv")
    qtbot.waitUntil(lambda: two.open_submission.name == "second")
    assert (len(two.submissions), two.evaluation.labels(1), two.evaluation.labels(2)) == (2, ["a", "b", "c"], ["c"])


@pytest.mark.slow
def test_switching_all_the_time_does_not_postpone_the_write(show, two, folder, keeping) -> None:
    window = show(two, keeping)
    (timer,) = [timer for timer in window.findChild(autosave.Autosave).findChildren(QTimer) if timer.interval() == 20]
    two.edit("r02", ["b"])
    begun = timer.timerId()
    two.open("second")
    assert timer.timerId() == begun


@pytest.mark.slow
def test_two_windows_keep_the_edits_of_their_parked_submissions_apart(
    show, qtbot, two, pair_files, second, folder, keeping
) -> None:
    other = inspector.open_pair(*pair_files, METRIC)
    other.add(second)
    for inspection, ids in ((two, ("r02", "r03")), (other, ("r05", "r06"))):
        show(inspection, keeping)
        inspection.edit(ids[0], ["e"])
        inspection.open("second")
        inspection.edit(ids[1], ["e"])
    qtbot.waitUntil(lambda: len(left(folder)) == 4)
    kept = sorted((one.submission.path.stem, *one.edits.ids.to_pylist()) for one in left(folder))
    assert kept == [("second", "r03"), ("second", "r06"), ("submission", "r02"), ("submission", "r05")]
    other.undo()
    qtbot.waitUntil(lambda: len(left(folder)) == 3)


@pytest.mark.slow
def test_the_list_stays_while_another_file_is_restored(
    show, qtbot, two, pair_files, folder, keeping, monkeypatch
) -> None:
    window = show(two, keeping)
    two.open("second")
    two.edit("r03", ["c"])
    window.leave()
    again = inspector.open_pair(*pair_files, METRIC)
    other = show(again, keeping)
    restore(qtbot, other, "1 edit of second.csv")
    (button,) = [
        one for one in find(other, QFrame, "leftoverBar").findChildren(QPushButton) if one.text() == "Show list"
    ]
    button.click()
    qtbot.waitUntil(lambda: again.open_submission.name == "second" and not again.is_saved)
    find(other, QDialog, "leftoverDialog").close()


def blend(inspection: Inspection, name: str = "a blend") -> Submission:
    """Add a submission that no file holds."""
    evaluation = inspection.evaluation
    made = drain(generated_pair(evaluation.pair, evaluation.predictions(evaluation.all_rows), "a blend of two"))
    inspection.add_submission(submission_of(name, Evaluation.of(made, evaluation.metric)))
    return inspection.submission(name)


@pytest.mark.slow
def test_a_blend_is_on_disk_until_it_is_saved_and_as_its_file_after(
    show, qtbot, two, folder, keeping, tmp_path, questions
) -> None:
    window = show(two, keeping)
    blend(two)
    qtbot.waitUntil(lambda: [one.name for one in left(folder)] == ["a blend"])
    two.rename("a blend", "<b>another</b>")
    qtbot.waitUntil(lambda: [one.name for one in left(folder)] == ["<b>another</b>"])
    two.open("<b>another</b>")
    two.save(tmp_path / "blend.csv")
    qtbot.waitUntil(lambda: left(folder) == [])
    two.edit("r03", ["c"])
    qtbot.waitUntil(lambda: names(folder) == {"blend": ["r03"]})
    questions.answer = QMessageBox.StandardButton.Discard
    window.close()
    assert not any(folder.iterdir())


@pytest.mark.slow
def test_a_blend_is_restored_with_its_edits_beside_all_that_was_open(
    show, qtbot, two, second, pair_files, folder, keeping
) -> None:
    keeping.remember(RecentPair(*pair_files, METRIC, further=((second, {}),)))
    window = show(two, keeping)
    blend(two)
    two.open("a blend")
    two.edit("r03", ["c"])
    two.open("second")
    two.edit("r05", ["e"])
    window.leave()
    other = show(Inspection(), keeping)
    restore(qtbot, other, "a blend with 1 edit")
    again = other.bench.inspection
    qtbot.waitUntil(lambda: again.is_open and sorted(one.name for one in again.submissions) == EVERY)
    qtbot.waitUntil(lambda: not find(other, QFrame, "leftoverBar").isVisible())
    assert "Recovered 1 edit and a blend with 1 edit." in other.status.currentMessage()
    restored = again.submission("a blend")
    assert (restored.evaluation.labels(2), restored.unsaved_words) == (["c"], "was never saved")
    assert again.submission("second").evaluation.labels(4) == ["e"]
    qtbot.waitUntil(lambda: sorted(one.name for one in left(folder)) == ["a blend", "second.csv"])


@pytest.mark.slow
def test_a_blend_alone_is_restored_when_nothing_else_is_there(
    show, qtbot, two, pair_files, second, folder, keeping
) -> None:
    window = show(two, keeping)
    blend(two)
    window.leave()
    for path in (pair_files[1], second):
        path.unlink()
    other = show(Inspection(), Settings(temporary=True, edits=folder))
    restore(qtbot, other, "↺ a blend from ")
    again = other.bench.inspection
    qtbot.waitUntil(lambda: again.is_open and again.open_submission.name == "a blend")
    assert (again.is_saved, again.submission_path) == (False, None)
    rows = again.evaluation.all_rows
    assert again.evaluation.predictions(rows).lengths.tolist() == two.evaluation.predictions(rows).lengths.tolist()
    qtbot.waitUntil(lambda: "Recovered a blend." in other.status.currentMessage())
    qtbot.waitUntil(lambda: [one.name for one in left(folder)] == ["a blend"])


@pytest.mark.slow
def test_the_list_has_a_page_for_each_submission(show, qtbot, two, pair_files, folder, keeping) -> None:
    window = show(two, keeping)
    two.edit("r02", ["b"])
    blend(two, "a & b")
    two.open("a & b")
    two.edit("r03", ["c"])
    window.leave()
    other = show(inspector.open_pair(*pair_files, METRIC), keeping)
    bar = find(other, QFrame, "leftoverBar")
    qtbot.waitUntil(bar.isVisible)
    (button,) = [button for button in bar.findChildren(QPushButton) if button.text() == "Show list"]
    button.click()
    dialog = find(other, QDialog, "leftoverDialog")
    tabs, (first, made) = dialog.findChild(QTabWidget), dialog.findChildren(QTableView, "leftoverTable")
    assert [tabs.tabText(number) for number in range(tabs.count())] == ["submission.csv", "a && b"]
    qtbot.waitUntil(lambda: {one.model().index(0, 1).data() for one in (first, made)} == {"a  b  c"})
    dialog.close()
