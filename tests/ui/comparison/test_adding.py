"""Adding submissions: by the dialog, from a folder, dropped; files that are refused keep no others out."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QPushButton, QTableView, QWidget
from ui.open.test_dropping import drop
from ui.user import action, find, text

from inspector import Inspection
from inspector.core.document.load import open_task
from inspector.core.files.detection.question import AmbiguousReadingError, PossibleReading
from inspector.core.files.options import Options
from inspector.core.files.pair import read_pair
from inspector.core.task import Progress


def names(inspection: Inspection) -> list[str]:
    return [one.name for one in inspection.submissions]


@pytest.mark.slow
def test_many_files_are_added_at_once_and_the_first_shows_the_panel(window, pair, better, write, qtbot, monkeypatch):
    chosen = [str(better), str(write("other"))]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (chosen, ""))
    panel = find(window, QWidget, "submissionsPanel")
    assert not panel.isVisible()
    with qtbot.waitSignal(window.bench.comparisons.controller.done):
        action(window, "add_submissions").trigger()
    assert names(pair) == ["submission", "better", "other"]
    assert window.statusBar().currentMessage() == "2 submissions added"
    assert panel.isVisible()
    assert pair.open_submission.name == "submission"


def test_files_of_a_folder_are_added_but_those_that_are_open(window, pair, better, qtbot, monkeypatch) -> None:
    (better.parent / ".hidden.csv").write_text("id,label\n")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(better.parent))
    with qtbot.waitSignal(window.bench.comparisons.controller.done):
        action(window, "add_folder").trigger()
    assert names(pair) == ["submission", "better"]
    with qtbot.waitSignal(window.bench.comparisons.controller.failed):
        action(window, "add_folder").trigger()
    assert "no further file in this folder" in text(window, "messageText")


def test_files_that_are_refused_are_named_and_the_others_added(window, pair, better, tmp_path, qtbot) -> None:
    strange, missing = tmp_path / "strange.csv", tmp_path / "missing.csv"
    strange.write_text("id,label\nz1,a\nz2,b\n")
    with qtbot.waitSignal(window.bench.comparisons.controller.failed):
        window.bench.comparisons.controller.add([strange, missing, better])
    assert names(pair) == ["submission", "better"]
    said = text(window, "messageText")
    assert "2 files could not be added:" in said
    assert "strange.csv" in said
    assert "no id of the truth is in the submission" in said
    assert "missing.csv" in said


def test_one_refused_file_is_told_with_its_reason(window, pair, tmp_path, qtbot) -> None:
    with qtbot.waitSignal(window.bench.comparisons.controller.failed):
        window.bench.comparisons.controller.add([tmp_path / "missing.csv"])
    assert text(window, "messageText").startswith(f"⚠ {tmp_path / 'missing.csv'}: ")


def test_cancel_gives_up_one_file_and_goes_on_with_the_next(window, pair, better, write, qtbot, monkeypatch) -> None:
    read, opened = pair.add_task, threading.Event()

    def slow(path, **options):
        if path.name == "slow.csv":
            yield Progress(0.5, "waiting")
            assert opened.wait(30)
            yield Progress(0.6, "waiting")
        return (yield from read(path, **options))

    monkeypatch.setattr(pair, "add_task", slow)
    controller, cancel = window.bench.comparisons.controller, find(window, QPushButton, "cancelButton")
    with qtbot.waitSignal(controller.adder.worker.progressed) as progress:
        controller.add([write("slow"), better])
    assert progress.args[1] == "slow.csv (1 of 2)"
    with qtbot.waitSignal(controller.done):
        cancel.click()
        opened.set()
    assert names(pair) == ["submission", "better"]


def test_files_that_wait_are_given_up_when_other_files_are_opened(
    window, pair, better, write, other, qtbot, monkeypatch
) -> None:
    read, opened = pair.add_task, threading.Event()

    def slow(path, **options):
        task = read(path, **options)
        yield Progress(0.5, "waiting")
        assert opened.wait(30)
        return (yield from task)

    monkeypatch.setattr(pair, "add_task", slow)
    controller = window.bench.comparisons.controller
    with qtbot.waitSignal(controller.adder.worker.progressed):
        controller.add([better, write("next")])
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    with qtbot.waitSignal(controller.failed) as failed:
        opened.set()
    assert "better.csv: other files were opened meanwhile" in str(failed.args[0])
    assert "next.csv" not in str(failed.args[0])
    assert len(pair.submissions) == 1


def test_no_question_is_asked_about_a_file_of_a_pair_that_is_closed(window, pair, write, other, qtbot, monkeypatch):
    reading, opened = PossibleReading("labels a", Options(submission_column="a"), 1.0, 0.5), threading.Event()

    def ask(path, options=None):
        yield Progress(0.5, "waiting")
        assert opened.wait(30)
        raise AmbiguousReadingError("in several ways", pair.evaluation.pair.submission.sheet, [reading])

    monkeypatch.setattr(pair, "add_task", ask)
    monkeypatch.setattr(QInputDialog, "getItem", lambda *asked: pytest.fail("asked"))
    controller = window.bench.comparisons.controller
    with qtbot.waitSignal(controller.adder.worker.progressed):
        controller.add([write("next")])
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    with qtbot.waitSignal(controller.failed):
        opened.set()
    assert len(pair.submissions) == 1


def test_a_file_that_can_be_read_in_several_ways_is_read_as_chosen(window, pair, write, qtbot, monkeypatch) -> None:
    readings = [PossibleReading(f"labels {name}", Options(submission_column=name), 1.0, 0.5) for name in "ab"]
    question = AmbiguousReadingError("in several ways", pair.evaluation.pair.submission.sheet, readings)
    read, offered, given = pair.add_task, [str(reading) for reading in readings], []

    def ask(path, options=None):
        given.append(options)
        if options is None:
            raise question
        return (yield from read(path))

    monkeypatch.setattr(pair, "add_task", ask)
    answers = iter([(offered[1], True), (offered[0], False)])
    monkeypatch.setattr(QInputDialog, "getItem", lambda *asked: (asked[3] == offered) and next(answers))
    controller = window.bench.comparisons.controller
    with qtbot.waitSignal(controller.done):
        controller.add([write("more")])
    assert given == [None, readings[1].options]
    with qtbot.waitSignal(controller.failed):
        controller.add([write("less")])
    assert (names(pair), given[2:]) == (["submission", "more"], [None])


@pytest.mark.slow
def test_files_dropped_on_the_panel_are_added(window, pair, better, write, qtbot) -> None:
    window.bench.comparisons.show_panel()
    for paths, part in (((better,), "submissionsPanel"), ((write("other"), write("third")), "submissionsTable")):
        with qtbot.waitSignal(window.bench.comparisons.controller.done):
            drop(window, *paths, at=find(window, QWidget, part))
    assert names(pair) == ["submission", "better", "other", "third"]


@pytest.mark.slow
def test_files_dropped_elsewhere_join_several_submissions(compared, three, write, qtbot) -> None:
    with qtbot.waitSignal(compared.bench.comparisons.controller.done):
        drop(compared, write("fourth"), at=find(compared, QTableView, "rowTable"))
    assert names(three) == ["submission", "better", "alike", "fourth"]


@pytest.mark.slow
def test_a_file_dropped_in_place_of_a_submission_can_be_compared_with_it(window, pair, better, qtbot) -> None:
    with qtbot.waitSignal(window.bench.open_controller.opened):
        drop(window, better)
    assert (names(pair), text(window, "messageText")) == (["better"], "better.csv is open in place of submission.csv")
    offer = find(window, QPushButton, "messageOffer")
    assert offer.text() == "Compare both"
    with qtbot.waitSignal(window.bench.comparisons.controller.done):
        offer.click()
    assert (names(pair), pair.open_submission.name, pair.baseline) == (["better", "submission"], "better", "submission")


@pytest.mark.slow
def test_of_many_files_dropped_at_first_those_behind_the_pair_are_added(
    empty, pair_files, better, write, qtbot
) -> None:
    with qtbot.waitSignal(empty.bench.comparisons.controller.done):
        drop(empty, *pair_files, better, write("other"))
    assert names(empty.bench.inspection) == ["submission", "better", "other"]


@pytest.mark.slow
def test_files_that_are_named_behind_the_pair_are_added(empty, pair_files, better, qtbot) -> None:
    with qtbot.waitSignal(empty.bench.comparisons.controller.done):
        empty.bench.open_controller.run(open_task(read_pair(*pair_files)), lambda: {better: None})
    assert names(empty.bench.inspection) == ["submission", "better"]


def test_a_file_that_is_gone_is_told_also_when_it_is_dropped(compared, three, tmp_path, qtbot) -> None:
    with qtbot.waitSignal(compared.bench.comparisons.controller.failed):
        drop(compared, tmp_path / "gone.csv")
    assert "gone.csv" in text(compared, "messageText")
    assert len(three.submissions) == 3


def test_the_empty_panel_says_what_it_is_for_and_has_a_button(window, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    action(window, "show_submissions").trigger()
    button = find(window, QPushButton, "addSubmissions")
    assert text(window, "noSubmissions").startswith("Compare this submission with others")
    assert not find(window, QTableView, "submissionsTable").isVisible()
    assert button.hasFocus()
    button.click()


@pytest.mark.parametrize("name", ["add_submissions", "show_submissions"])
def test_commands_of_the_menu_need_a_pair(empty, name: str) -> None:
    assert not action(empty, name).isEnabled()


@pytest.mark.slow
def test_a_comparison_is_one_recent_entry_that_opens_all_of_it(show, window, pair, better, write, qtbot) -> None:
    alike = write("alike", r07="x")
    with qtbot.waitSignal(window.bench.comparisons.controller.done):
        window.bench.comparisons.controller.add([better, alike])
    (kept,) = window.settings.recent
    assert kept.title == "submission.csv and 2 more"
    other = show(Inspection(), window.settings)
    with qtbot.waitSignal(other.bench.comparisons.controller.done):
        other.bench.open_recent(kept)
    assert [one.name for one in other.bench.inspection.submissions] == ["submission", "better", "alike"]
    assert [one.title for one in window.settings.recent] == ["submission.csv and 2 more"]
