"""After a crash, *Restore* brings back the list, the open submission, the baseline, the texts and the guess."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFrame, QLineEdit
from ui.conftest import METRIC
from ui.recovery.test_several_submissions import blend, left, restore
from ui.user import Key, find, go_to, press, text

import inspector
from inspector import Inspection
from inspector.core.recovery.session import Session
from inspector.ui.recovery.reopening import Reopening
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.window.main_window import MainWindow

NAMES = ["submission", "second", "third"]
Crash = Callable[[MainWindow], None]


@pytest.fixture
def three(pair: Inspection, pair_files: tuple[Path, Path]) -> Inspection:
    for name in NAMES[1:]:
        copy = pair_files[1].with_name(f"{name}.csv")
        copy.write_bytes(pair_files[1].read_bytes())
        pair.add(copy)
    return pair


@pytest.fixture
def crash(qtbot, folder: Path) -> Crash:
    """Let a window be killed: what is on disk of its edits is all that there is, and no program holds it."""

    def crash_window(window: MainWindow) -> None:
        inspection = window.bench.inspection
        wanted = {one.name: one.typed.every for one in inspection.submissions if one.typed.every}
        now = Session.now(inspection)
        edited = {one.name for one in inspection.submissions if len(one.evaluation.overlay)}
        every = {*wanted, *edited, *(one.name for one in inspection.submissions if one.path is None)}

        def is_written() -> bool:
            found = left(folder)
            typed = {one.name.removesuffix(".csv"): {**one.typed} for one in found if one.typed}
            return len(found) == len(every) and typed == wanted and all(one.session == now for one in found)

        qtbot.waitUntil(is_written)
        copies = {path.name: path.read_bytes() for path in folder.iterdir()}
        window.bench.save_controller.maybe_save = lambda: True
        window.close()
        for name, content in copies.items():
            (folder / name).write_bytes(content)

    return crash_window


def mistype(window: MainWindow, id_: str, words: str) -> None:
    """Type what cannot be applied in the line of a row."""
    go_to(window, id_)
    edit = find(window, QLineEdit, "predictionEdit")
    edit.setText(words)
    edit.textEdited.emit(words)


def worked(window: MainWindow, inspection: Inspection) -> None:
    """Edits in two submissions, texts in two, the second one open, and the third the baseline."""
    inspection.edit("r02", ["b"])
    inspection.open("third")
    inspection.edit("r03", ["c"])
    mistype(window, "r06", "of\0third")
    inspection.open("second")
    mistype(window, "r05", "of\0second")
    inspection.baseline = "third"


def assert_as_before(inspection: Inspection) -> None:
    assert [one.name for one in inspection.submissions] == NAMES
    assert (inspection.open_submission.name, inspection.baseline) == ("second", "third")
    assert inspection.submission("submission").evaluation.labels(1) == ["b"]
    assert inspection.submission("third").evaluation.labels(2) == ["c"]
    texts = [one.typed.every for one in inspection.submissions]
    assert texts == [{}, {"r05": "of\0second"}, {"r06": "of\0third"}]


@pytest.mark.slow
@pytest.mark.parametrize("start", ["empty", "first", "edited"])
def test_all_is_as_it_was_before_the_crash(show, qtbot, three, pair_files, folder, keeping, crash, start: str) -> None:
    window = show(three, keeping)
    worked(window, three)
    crash(window)
    # Since then, the settings remember the pair alone.
    keeping.remember(RecentPair(*pair_files, METRIC))
    opened = {"empty": None, "first": pair_files[1], "edited": pair_files[1].with_name("third.csv")}[start]
    again = inspector.open_pair(pair_files[0], opened, METRIC) if opened else Inspection()
    window = show(again, keeping)
    restore(qtbot, window, "1 edit of submission.csv")
    qtbot.waitUntil(lambda: window.status.currentMessage().startswith("Recovered 2 edits in 2 submissions."))
    said = window.status.currentMessage()
    assert {"'r05' in 'second'", "'r06' in 'third'"} == {
        *said.partition(" typed for ")[2].split(" waits")[0].split(" and ")
    }
    if start == "edited":
        assert sorted(one.name for one in again.submissions) == sorted(NAMES)
        assert (again.open_submission.name, again.baseline) == ("second", "third")
    else:
        assert_as_before(again)
    assert find(window, QFrame, "leftoverBar").isHidden()
    assert window.bench.docks.by_name["submissionsDock"].isVisible()
    assert again.evaluation.table.id(again.current) == "r05"
    assert find(window, QLineEdit, "predictionEdit").text() == "of\0second"


@pytest.mark.slow
def test_an_older_journal_goes_by_the_recent_files(show, qtbot, three, pair_files, folder, keeping, crash) -> None:
    window = show(three, keeping)
    three.open("third")
    three.edit("r03", ["c"])
    crash(window)
    for path in folder.glob("*.jsonl"):
        head, *lines = path.read_text().splitlines()
        content = json.loads(head)
        del content["session"]
        path.write_text("\n".join([json.dumps(content), *lines, ""]))
    others = [(pair_files[1].with_name(f"{name}.csv"), {}) for name in NAMES[1:]]
    keeping.remember(RecentPair(*pair_files, METRIC, further=tuple(others)))
    window = show(again := Inspection(), keeping)
    restore(qtbot, window, "1 edit of third.csv")
    qtbot.waitUntil(lambda: window.status.currentMessage().startswith("Recovered"))
    assert [one.name for one in again.submissions] == NAMES
    assert (again.open_submission.name, again.baseline) == ("third", "file")


@pytest.mark.slow
def test_it_survives_a_second_crash(show, qtbot, three, folder, keeping, crash) -> None:
    worked(window := show(three, keeping), three)
    crash(window)
    for _ in range(2):
        again = Inspection()
        window = show(again, keeping)
        restore(qtbot, window, "1 edit of submission.csv")
        qtbot.waitUntil(lambda: window.status.currentMessage().startswith("Recovered"))  # noqa: B023
        assert_as_before(again)
        crash(window)


@pytest.mark.slow
def test_a_restored_text_holds_neither_a_switch_nor_is_applied(show, qtbot, three, folder, keeping, crash) -> None:
    worked(window := show(three, keeping), three)
    crash(window)
    window = show(again := Inspection(), keeping)
    restore(qtbot, window, "1 edit of submission.csv")
    qtbot.waitUntil(lambda: window.status.currentMessage().startswith("Recovered"))
    for _ in range(3):
        window.bench.comparisons.step(1)
    assert_as_before(again)
    window.bench.comparisons.step(1)
    go_to(window, "r06")
    line = find(window, QLineEdit, "predictionEdit")
    assert (again.open_submission.name, line.text()) == ("third", "of\0third")
    line.setFocus()
    press(line, Key.Key_Escape)
    assert (line.text().split(), again.submission("third").typed.every) == (["b", "b", "a"], {})


@pytest.mark.slow
def test_a_baseline_that_is_a_version_is_chosen_again(show, qtbot, three, folder, tmp_path, crash) -> None:
    keeping = Settings(temporary=True, edits=folder, versions=tmp_path / "versions")
    window = show(three, keeping)
    three.edit("r02", ["b"])
    three.keep("a version")
    three.edit("r03", ["c"])
    three.baseline = "a version"
    crash(window)
    window = show(again := Inspection(), keeping)
    restore(qtbot, window, "2 edits of submission.csv")
    qtbot.waitUntil(lambda: again.is_open and again.baseline == "a version")
    assert [one.name for one in again.submissions] == NAMES


@pytest.mark.slow
@pytest.mark.parametrize("chooses", [True, False])
def test_a_version_that_is_read_late_is_chosen_unless_the_user_chose(show, three, chooses: bool) -> None:
    window, done = show(three), list[str]()
    signals, change = DocumentSignals(three, window), window.bench.change_queue.change
    reopening = Reopening(signals, change, window)
    reopening.start(Session((), "third", "late"), {"third": three.submission("third")}, lambda: done.append("done"))
    assert (three.open_submission.name, three.baseline, done) == ("third", "file", ["done"])
    if chooses:
        three.baseline = "second"
    three.keep("late")
    assert three.baseline == ("second" if chooses else "late")
    signals.close()


@pytest.mark.slow
def test_a_name_that_the_user_gave_is_kept(show, qtbot, three, folder, keeping, crash) -> None:
    window = show(three, keeping)
    three.rename("submission", "first try")
    three.rename("third", "last try")
    blend(three)
    three.open("last try")
    three.edit("r03", ["c"])
    three.baseline = "a blend"
    crash(window)
    window = show(again := Inspection(), keeping)
    restore(qtbot, window, "1 edit of third.csv")
    qtbot.waitUntil(lambda: window.status.currentMessage().startswith("Recovered"))
    assert [one.name for one in again.submissions] == ["first try", "second", "last try", "a blend"]
    assert (again.open_submission.name, again.baseline) == ("last try", "a blend")


@pytest.mark.slow
def test_a_file_that_is_gone_leaves_the_others_restored(show, qtbot, three, pair_files, folder, keeping, crash) -> None:
    worked(window := show(three, keeping), three)
    crash(window)
    pair_files[1].unlink()
    window = show(again := Inspection(), keeping)
    restore(qtbot, window, "1 edit of submission.csv")
    qtbot.waitUntil(lambda: again.is_open and again.baseline == "third")
    assert [one.name for one in again.submissions] == NAMES[1:]
    assert again.submission("third").typed.every == {"r06": "of\0third"}
    qtbot.waitUntil(lambda: len(left(folder)) == 3)  # the edits of what is gone stay on disk


@pytest.mark.slow
@pytest.mark.parametrize("is_guess", [True, False])
def test_a_guess_is_a_guess_after_the_crash_too(show, qtbot, pair_files, folder, keeping, crash, is_guess) -> None:
    pair = inspector.open_pair(*pair_files)
    assert pair.evaluation.guessed
    window = show(pair, keeping)
    if not is_guess:
        pair.set_metric("f1")
        pair.set_metric(str(inspector.open_pair(*pair_files).metric))
    pair.edit("r02", ["b"])
    before = text(window, "overallScore")
    crash(window)
    window = show(again := Inspection(), keeping)
    restore(qtbot, window, "1 edit of submission.csv")
    qtbot.waitUntil(lambda: window.status.currentMessage().startswith("Recovered"))
    assert (again.evaluation.guessed, again.metric) == (is_guess, pair.metric)
    assert text(window, "overallScore") == before


@pytest.mark.slow
def test_another_text_for_the_row_leaves_the_one_of_the_crash_on_disk(
    show, qtbot, three, pair_files, folder, keeping, crash
) -> None:
    worked(window := show(three, keeping), three)
    crash(window)
    again = inspector.open_pair(pair_files[0], pair_files[1].with_name("second.csv"), METRIC)
    window = show(again, keeping)
    mistype(window, "r05", "new\0text")
    restore(qtbot, window, "1 edit of submission.csv")
    qtbot.waitUntil(lambda: again.baseline == "third")
    assert again.submission("second").typed.every == {"r05": "new\0text"}
    assert "Left out: text typed for 'r05'" in text(window, "messageText")
    qtbot.waitUntil(lambda: [{**one.typed} for one in left(folder)].count({"r05": "of\0second"}) == 1)
