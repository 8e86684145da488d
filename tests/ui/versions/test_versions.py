"""Versions in the window: kept, listed, returned to, compared with, renamed, deleted and exported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QPushButton, QTableWidget
from ui.conftest import METRIC, Questions
from ui.user import action, find, text

import inspector
from inspector import Inspection
from inspector.core.document.submission import submission_of
from inspector.core.edits.paste import paste
from inspector.core.ensemble.generated import generated_pair
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import drain
from inspector.ui.settings import Settings
from inspector.ui.window.main_window import MainWindow

HOSTILE = '=cmd, <b>"x"</b> & /..'


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answers the question for a name with the last of these, or with what it proposes."""
    typed: list[str] = []

    def ask(parent: object, title: str, label: str, text: str = "") -> tuple[str, bool]:
        return (typed.pop() if typed else text), True

    monkeypatch.setattr(QInputDialog, "getText", staticmethod(ask))
    return typed


@pytest.fixture
def listed(window: MainWindow, pair: Inspection, names: list[str]) -> MainWindow:
    """A window whose panel lists a version with one changed row, from before another edit."""
    pair.edit("r05", ["e"])
    action(window, "keep_version").trigger()
    pair.edit("r02", ["b"])
    action(window, "show_versions").trigger()
    find(window, QTableWidget, "versionsTable").selectRow(0)
    return window


def line(window: MainWindow, number: int = 0) -> list[str]:
    table = find(window, QTableWidget, "versionsTable")
    return [table.item(number, column).text() for column in range(table.columnCount())]


def push(window: MainWindow, name: str) -> None:
    find(window, QPushButton, name).click()


def file_name(monkeypatch: pytest.MonkeyPatch, path: Path) -> list[tuple]:
    asked: list[tuple] = []
    answer = staticmethod(lambda *told: asked.append(told) or (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    return asked


def test_a_version_is_kept_and_listed_with_its_score(listed, pair: Inspection, qtbot) -> None:
    (version,) = pair.versions
    assert (version.name, version.edits.rows.tolist()) == ("version 1", [4])
    qtbot.waitUntil(lambda: line(listed)[3] == f"{version.under(pair.metric).scores.overall:.6f}")
    name, _, changed, _, made_from = line(listed)
    assert (name, changed, made_from) == ("version 1", "1", "the file")


def test_a_version_says_what_it_was_if_the_files_have_changed_since(listed, pair: Inspection, qtbot) -> None:
    (version,) = pair.versions
    now = f"{version.under(pair.metric).scores.overall:.6f}"
    assert version.scored is not None
    version.scored = (version.scored[0], 0.25)
    pair.tell_of_submissions()
    qtbot.waitUntil(lambda: line(listed)[3] == f"{now} (0.250000 when kept)")
    version.scored = (version.scored[0], float("nan"))
    pair.tell_of_submissions()
    qtbot.waitUntil(lambda: line(listed)[3] == now)
    version.scored = (version.scored[0], 0.25)
    pair.set_metric("map@4")
    qtbot.waitUntil(lambda: line(listed)[3] == f"{version.under(pair.metric).scores.overall:.6f}")


def test_returning_is_an_edit_that_can_be_undone(listed, pair: Inspection) -> None:
    push(listed, "returnToVersion")
    assert (pair.evaluation.labels(1), pair.evaluation.labels(4)) == (["a", "b", "c"], ["e"])
    assert (pair.undo_name, pair.open_submission.made_from) == ("return to version 1", "version 1")
    action(listed, "undo").trigger()
    assert pair.evaluation.labels(1) == ["b"]
    assert len(pair.versions) == 1


def test_every_delta_can_be_the_difference_from_a_version(listed, pair: Inspection) -> None:
    push(listed, "compareWithVersion")
    assert pair.baseline == "version 1"
    assert np.flatnonzero(pair.evaluation.deltas(pair.evaluation.all_rows)).tolist() == [1]
    assert line(listed)[0] == "version 1  ◂ compared with"
    action(listed, "show_submissions").trigger()
    assert "version 1, a version" in [entry.title for entry in listed.bench.docks.submissions.table._model.entries]


def test_versions_are_among_what_the_menu_compares_with(listed, pair: Inspection) -> None:
    choices = listed.commands.submenus["compare_with"]
    choices.aboutToShow.emit()
    assert [entry.text() for entry in choices.actions()] == ["The file as loaded", "version 1 (version)"]
    choices.actions()[1].trigger()
    assert pair.baseline == "version 1"


def test_a_version_is_renamed_to_plain_text(listed, pair: Inspection, names, qtbot) -> None:
    names.append(HOSTILE)
    push(listed, "renameVersion")
    qtbot.waitUntil(lambda: line(listed)[0] == HOSTILE)
    names.append("submission")
    push(listed, "renameVersion")
    qtbot.waitUntil(lambda: "the name 'submission' is taken" in text(listed, "messageText"))
    assert pair.versions[0].name == HOSTILE


@pytest.mark.slow
@pytest.mark.parametrize("is_sure", [True, False])
def test_deleting_asks_and_a_baseline_gives_way(listed, pair: Inspection, questions: Questions, qtbot, is_sure) -> None:
    push(listed, "compareWithVersion")
    questions.answer = QMessageBox.StandardButton.Discard if is_sure else QMessageBox.StandardButton.Cancel
    push(listed, "deleteVersion")
    qtbot.waitUntil(lambda: len(questions.asked) == 1)
    assert (len(pair.versions), pair.baseline) == ((0, "file") if is_sure else (1, "version 1"))
    assert pair.evaluation.labels(1) == ["b"]


def test_a_patch_holds_the_changed_rows_and_pastes_back(
    listed, pair: Inspection, pair_files, tmp_path, monkeypatch
) -> None:
    asked = file_name(monkeypatch, tmp_path / "patch.csv")
    pair.edit("r09", ["<b>x</b>", "c"])
    pair.keep(HOSTILE)
    find(listed, QTableWidget, "versionsTable").selectRow(1)
    push(listed, "exportPatch")
    content = (tmp_path / "patch.csv").read_text()
    assert content == "id,label\nr02,b\nr05,e\nr09,<b>x</b> c\n"
    assert Path(asked[0][2]).name == "submission-patch.csv"
    fresh = inspector.open_pair(*pair_files, METRIC)
    fresh.apply(paste(fresh.evaluation, content, np.empty(0, np.int64)).edit)
    assert [fresh.evaluation.labels(row) for row in range(14)] == [pair.evaluation.labels(row) for row in range(14)]


def test_a_version_is_exported_whole_but_over_no_open_file(
    listed, pair: Inspection, pair_files, tmp_path, monkeypatch
) -> None:
    before = pair_files[1].read_bytes()
    for path in pair_files:
        file_name(monkeypatch, path)
        push(listed, "exportVersion")
        assert "which is never overwritten" in text(listed, "messageText")
    assert pair_files[1].read_bytes() == before
    asked = file_name(monkeypatch, tmp_path / "whole.csv")
    push(listed, "exportVersion")
    assert Path(asked[0][2]).name == "submission-version 1.csv"
    assert (tmp_path / "whole.csv").read_text() == before.decode().replace("r05,a b c", "r05,e")
    assert not pair.is_saved


@pytest.mark.slow
def test_versions_survive_a_restart_and_deleted_ones_do_not_come_back(
    show, qtbot, pair: Inspection, pair_files, names, tmp_path, questions: Questions
) -> None:
    settings = Settings(temporary=True, versions=tmp_path / "versions")
    window = show(pair, settings)
    pair.edit("r05", ["e"])
    pair.keep("lunch")
    pair.undo()
    pair.keep("dinner")
    window.close()
    again = inspector.open_pair(*pair_files, METRIC)
    other = show(again, settings)
    qtbot.waitUntil(lambda: [version.name for version in again.versions] == ["lunch", "dinner"])
    again.edit("r05", ["z"])
    again.return_to("lunch")
    assert again.evaluation.labels(4) == ["e"]
    again.remove("dinner")
    questions.answer = QMessageBox.StandardButton.Discard
    other.close()
    last = inspector.open_pair(*pair_files, METRIC)
    show(last, settings)
    qtbot.waitUntil(lambda: [version.name for version in last.versions] == ["lunch"])


@pytest.mark.slow
def test_versions_of_two_windows_meet_and_a_taken_name_is_told_apart(show, qtbot, pair, pair_files, tmp_path) -> None:
    settings = Settings(temporary=True, versions=tmp_path / "versions")
    other = inspector.open_pair(*pair_files, METRIC)
    for one, id_ in ((pair, "r05"), (other, "r02")):
        one.edit(id_, ["e"])
        one.keep("mine")
    show(pair, settings)
    keeper = show(other, settings).bench.comparisons._keeper
    qtbot.waitUntil(lambda: sorted(version.name for version in other.versions) == ["mine", "mine (2)"])
    qtbot.waitUntil(lambda: not keeper.worker.is_busy)
    assert {version.key for version in pair.versions} < {version.key for version in other.versions}


def test_a_folder_that_cannot_be_written_is_reported_once(show, qtbot, pair, tmp_path) -> None:
    (tmp_path / "file").touch()
    window = show(pair, Settings(temporary=True, versions=tmp_path / "file" / "versions"))
    keeper = window.bench.comparisons._keeper
    with qtbot.waitSignal(keeper.failed):
        pair.keep("one")
    assert "the versions cannot be kept" in text(window, "messageText")
    with qtbot.assertNotEmitted(keeper.failed), qtbot.waitSignal(keeper.worker.failed):
        keeper._retry.timeout.emit()
    assert [version.name for version in pair.versions] == ["one"]


def test_a_version_kept_while_another_is_written_outlives_its_files(show, qtbot, pair, tmp_path) -> None:
    keeper = show(pair, Settings(temporary=True, versions=tmp_path / "versions")).bench.comparisons._keeper
    qtbot.waitUntil(lambda: not keeper.worker.is_busy)
    for name in ("first", "late"):  # the second while the first is written
        pair.edit("r05", [name])
        pair.keep(name)
    pair.load(inspector.open_pair({"q": ["a"]}, {"q": ["a"]}, METRIC).state)

    def kept() -> str:
        return "".join(path.read_text() for path in (tmp_path / "versions").glob("*.jsonl"))

    qtbot.waitUntil(lambda: '"first"' in kept() and '"late"' in kept())


def test_nothing_is_kept_of_what_opens_while_the_name_is_typed(window, pair, pair_files, names, monkeypatch) -> None:
    pair.add(pair_files[1], "second")

    def ask(*_: object, text: str = "") -> tuple[str, bool]:
        pair.open("second")
        return text, True

    monkeypatch.setattr(QInputDialog, "getText", staticmethod(ask))
    action(window, "keep_version").trigger()
    assert not any(one.versions for one in pair.submissions)
    assert "no version of 'submission' was kept" in text(window, "messageText")


def test_the_window_asks_before_versions_are_lost_that_cannot_be_written(
    show, qtbot, pair, tmp_path, questions: Questions
) -> None:
    (tmp_path / "file").touch()
    window = show(pair, Settings(temporary=True, versions=tmp_path / "file" / "versions"))
    keeper = window.bench.comparisons._keeper
    with qtbot.waitSignal(keeper.failed):
        pair.keep("one")
    questions.answer = QMessageBox.StandardButton.Cancel
    assert not window.close()
    assert "1 version of 'submission' cannot be kept" in questions.asked[0]
    (tmp_path / "file").unlink()
    assert window.close()
    assert len(questions.asked) == 1
    assert '"one"' in next((tmp_path / "file" / "versions").glob("*.jsonl")).read_text()


def test_versions_of_what_has_no_file_are_asked_about(show, questions: Questions, pair) -> None:
    frame = inspector.open_pair({"q": ["a"], "r": ["b"]}, {"q": ["a"], "r": ["a"]}, METRIC)
    frame.add({"q": ["a"], "r": ["b"]}, "other")
    window = show(frame)
    frame.keep("one")
    questions.answer = QMessageBox.StandardButton.Cancel
    window.bench.comparisons.controller.remove("submission")
    assert not window.close()
    assert questions.asked == [
        "'submission' has 1 version, which a saved file keeps.",
        "'submission' has 1 version, which a saved file keeps.",
    ]
    frame.remove("one")
    assert window.close()


@pytest.mark.slow
def test_versions_of_a_blend_are_on_disk_once_it_is_saved(show, qtbot, pair, tmp_path, questions: Questions) -> None:
    settings = Settings(temporary=True, versions=tmp_path / "versions")
    window = show(pair, settings)
    evaluation = pair.evaluation
    made = drain(generated_pair(evaluation.pair, evaluation.predictions(evaluation.all_rows), "a blend"))
    pair.add_submission(submission_of("blend", Evaluation.of(made, evaluation.metric)))
    pair.open("blend")
    pair.keep("one")
    assert pair.open_submission.unsaved_words == "was never saved, and has 1 version, which a saved file keeps"
    pair.save(tmp_path / "blend.csv")
    assert window.close()
    assert questions.asked == []
    again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "blend.csv", METRIC)
    show(again, settings)
    qtbot.waitUntil(lambda: [version.name for version in again.versions] == ["one"])


@pytest.mark.slow
def test_versions_are_there_under_the_name_it_was_saved_as(show, qtbot, pair, pair_files, tmp_path) -> None:
    settings = Settings(temporary=True, versions=tmp_path / "versions")
    window = show(pair, settings)
    pair.edit("r05", ["e"])
    pair.keep("lunch")
    pair.edit("r02", ["b"])
    pair.save(tmp_path / "mine.csv")
    pair.keep("after the save")
    assert window.close()
    for name in ("mine.csv", pair_files[1].name):
        again = inspector.open_pair(pair_files[0], tmp_path / name, METRIC)
        other = show(again, settings)
        qtbot.waitUntil(lambda again=again: [one.name for one in again.versions] == ["lunch", "after the save"])
        again.return_to("lunch")
        assert [again.evaluation.labels(row) for row in (1, 4)] == [["a", "b", "c"], ["e"]]
        again.undo()
        assert other.close()
