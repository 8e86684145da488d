"""Files that can be read in several ways: the dialog comes up by itself and shows the readings side by side."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QToolButton,
    QWidget,
)
from ui.open.asking import choose, fill, match, opens
from ui.user import Key, action, find, press, text

import inspector
from inspector.core.document.readings import try_readings
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.options import Options
from inspector.core.task import Progress, drain
from inspector.ui.open import open_controller
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.open.reading_question import ReadingQuestion
from inspector.ui.settings import RecentPair, Settings

LEFT, RIGHT = Options(truth_column="left_fin"), Options(truth_column="right_fin")
Step = Callable[[OpenDialog], None]


@pytest.fixture
def wait(qtbot) -> Step:
    """Waits until the readings in a dialog are tried."""

    def until_tried(dialog: OpenDialog) -> None:
        qtbot.waitUntil(lambda: text(dialog, "questionProgress") == "" and figures(dialog, 1).startswith("✓"))

    return until_tried


def figures(dialog: QWidget, number: int) -> str:
    found = dialog.findChild(QLabel, f"reading{number}Figures")
    return found.text() if found else ""


def shown(dialog: QWidget, number: int) -> tuple[str, tuple[str, ...], str, str]:
    """The heading of a reading, its first row, its figures and its score."""
    table = find(dialog, QTableWidget, f"reading{number}Rows")
    row = tuple(table.item(0, column).text() for column in range(3))
    return text(dialog, f"reading{number}Heading"), row, figures(dialog, number), text(dialog, f"reading{number}Score")


def take(number: int) -> Step:
    return lambda dialog: find(dialog, QPushButton, f"reading{number}Choose").click()


def number_of(dialog: QWidget, column: str) -> int:
    """The number of the reading with a label column of the truth."""
    headings = {number: text(dialog, f"reading{number}Heading") for number in (1, 2)}
    return next(number for number, heading in headings.items() if heading.endswith(column))


def take_right(dialog: OpenDialog) -> None:
    take(number_of(dialog, "right_fin"))(dialog)


def is_asked(dialog: QWidget) -> bool:
    return find(dialog, QWidget, "readingQuestion").isVisible()


def cancel(dialog: OpenDialog) -> None:
    """As if the user cancels: Open is disabled, which makes `Asking` reject the dialog."""
    find(dialog, QDialogButtonBox, "").button(QDialogButtonBox.StandardButton.Open).setEnabled(False)


@pytest.mark.slow
def test_a_dropped_ambiguous_pair_brings_both_readings_side_by_side(empty, asking, ambiguous, wait, qtbot) -> None:
    seen = []

    def look(dialog: OpenDialog) -> None:
        seen.append((is_asked(dialog), opens(dialog), dialog.truth, dialog.submission))
        seen.append({shown(dialog, number) for number in (1, 2)})

    asking.steps = [wait, look, take_right]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open_dropped(ambiguous)
    matches = "✓ 40 of 40 ids match\n10 of 10 predicted labels are in the truth"
    scores = [inspector.open_pair(*ambiguous, **options.as_dict) for options in (LEFT, RIGHT)]
    named = [f"{pair.metric.label}  {pair.overall:.5f}" for pair in scores]
    assert len(set(named)) == 2
    assert seen[0] == (True, False, *ambiguous)
    assert seen[1] == {
        ("Label column of the truth: left_fin", ("im00.jpg", "w_0", "w_0   w_5   w_3"), matches, named[0]),
        ("Label column of the truth: right_fin", ("im00.jpg", "w_3", "w_0   w_5   w_3"), matches, named[1]),
    }


@pytest.mark.slow
def test_taking_the_second_reading_opens_with_its_options_and_score(empty, asking, ambiguous, wait, qtbot) -> None:
    seen = []

    def look(dialog: OpenDialog) -> None:
        seen.append((is_asked(dialog), opens(dialog), match(dialog), dialog.options))

    asking.steps = [fill(*ambiguous), wait, take(2), look]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    ((asked, can_open, matched, options),) = seen
    assert (asked, can_open, matched[:20]) == (False, True, "✓ 40 of 40 ids match")
    assert empty.bench.inspection.evaluation.pair.options == options
    assert options in (LEFT, RIGHT)
    assert text(empty, "overallScore") == repr(inspector.open_pair(*ambiguous, **options.as_dict).overall)


@pytest.mark.slow
def test_the_score_is_that_of_the_metric_in_the_dialog(empty, asking, ambiguous, wait, qtbot) -> None:
    seen = []

    def look(dialog: OpenDialog) -> None:
        seen.append(text(dialog, "reading1Score").split()[0])

    def other_metric(dialog: OpenDialog) -> None:
        find(dialog, QLineEdit, "metricText").setText("recall@2")
        qtbot.waitUntil(lambda: text(dialog, "reading1Score").startswith("Recall@2"))

    asking.steps = [wait, look, other_metric, look, take_right]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(*ambiguous, "map@3")
    assert seen == ["MAP@3", "Recall@2"]
    assert str(empty.bench.inspection.metric).startswith("recall@2")


@pytest.mark.slow
def test_a_reading_can_be_compared_and_changed_again(empty, asking, ambiguous, wait, qtbot) -> None:
    seen = []

    def look(dialog: OpenDialog) -> None:
        seen.append((is_asked(dialog), opens(dialog), dialog.options.truth_column))

    def again(dialog: OpenDialog) -> None:
        find(dialog, QToolButton, "questionAgain").click()
        look(dialog)
        assert figures(dialog, 1).startswith("✓")

    asking.steps = [wait, take(1), look, again, take(2), look]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(*ambiguous)
    first, between, last = seen
    assert [asked for asked, *_ in seen] == [False, True, False]
    assert [can_open for _, can_open, _ in seen] == [True, False, True]
    assert {first[2], last[2]} == {"left_fin", "right_fin"}
    assert between[2] == first[2]


@pytest.mark.slow
def test_other_files_or_options_drop_the_question(empty, asking, ambiguous, wait, other) -> None:
    seen = []

    def look(dialog: OpenDialog) -> None:
        seen.append((is_asked(dialog), find(dialog, QToolButton, "questionAgain").isVisible(), opens(dialog)))

    asking.steps = [wait, take(1), choose("truth_column", "right_fin"), look]
    empty.bench.open_controller._ask(open_controller.OpenRequest(*ambiguous))
    asking.steps = [wait, fill(*other), look]
    empty.bench.open_controller._ask(open_controller.OpenRequest(*ambiguous))
    assert seen == [(False, False, True)] * 2


@pytest.mark.slow
def test_cancelling_the_question_leaves_the_open_pair_alone(window, pair, asking, ambiguous, wait) -> None:
    told, ended = [], []
    window.bench.open_controller.failed.connect(told.append)
    pair.edit("r05", ["e"])
    before = (id(pair.evaluation), text(window, "overallScore"), window.windowTitle())
    asking.steps = [wait, cancel, lambda dialog: ended.append(is_asked(dialog))]
    window.bench.open_controller.open(*ambiguous)
    asking.qtbot.waitUntil(lambda: bool(ended))
    assert (ended, told) == ([True], [])
    assert (id(pair.evaluation), text(window, "overallScore"), window.windowTitle()) == before
    assert pair.undo_name is not None
    assert not find(window, QFrame, "messageBar").isVisible(), text(window, "messageText")
    assert not window.bench.open_controller.worker.is_busy


@pytest.mark.slow
def test_recent_pairs_and_the_command_line_are_asked_about_too(show, asking, ambiguous, wait, qtbot) -> None:
    window = show(inspector.Inspection(), Settings(temporary=True))
    asking.steps = [wait, take_right]
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open_recent(RecentPair(*ambiguous, "map@3"))
    assert window.bench.inspection.evaluation.pair.options == RIGHT
    assert window.settings.recent[0].options == RIGHT.as_dict
    task = open_controller.open_files(*ambiguous, "map@2")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.run_with_files(task, *ambiguous, "map@2")
    assert str(window.bench.inspection.metric).startswith("map")
    assert window.bench.inspection.metric.k == 2


@pytest.mark.slow
def test_a_reload_that_became_ambiguous_keeps_the_edits(empty, asking, ambiguous, wait, qtbot) -> None:
    truth, submission = ambiguous
    both = truth.read_text()
    truth.write_text("\n".join(line.rpartition(",")[0] for line in both.splitlines()) + "\n")
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(truth, submission, "map@3")
    empty.bench.inspection.edit("im07.jpg", ["w_1"])
    truth.write_text(both)
    asking.steps = [wait, take_right]
    with qtbot.waitSignal(empty.bench.change_queue.rebased):
        action(empty, "reload").trigger()
    evaluation = empty.bench.inspection.evaluation
    row = evaluation.table.row_of("im07.jpg")
    assert (evaluation.truth(row), list(evaluation.prediction(row).labels)) == (["w_0"], ["w_1"])
    assert evaluation.pair.options == RIGHT


@pytest.mark.slow
def test_readings_are_tried_in_the_worker_and_dropped_on_cancel(empty, asking, ambiguous, monkeypatch, qtbot) -> None:
    begun, gate, threads, seen = threading.Event(), threading.Event(), [], []
    real = open_controller.try_readings

    def slow(*given: object):
        threads.append(threading.current_thread())
        yield Progress(0.25, "Reading 1 of 2: held")
        begun.set()
        gate.wait(30)
        return (yield from real(*given))

    def look(dialog: OpenDialog) -> None:
        assert begun.wait(30)
        qtbot.waitUntil(lambda: text(dialog, "questionProgress") == "Reading 1 of 2: held")
        seen.append((is_asked(dialog), figures(dialog, 2).startswith("100% of ids match")))
        take(1)(dialog)
        gate.set()

    monkeypatch.setattr(open_controller, "try_readings", slow)
    asking.steps = [look, lambda dialog: seen.append((is_asked(dialog), figures(dialog, 1)[:4]))]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(*ambiguous)
    assert threading.main_thread() not in threads
    assert seen == [(True, True), (False, "100%")]


@pytest.mark.slow
def test_a_reading_is_taken_and_opened_by_the_keyboard_alone(empty, ambiguous, qtbot, monkeypatch, wait) -> None:
    done = []

    def user(dialog: OpenDialog) -> int:
        dialog.show()
        qtbot.waitActive(dialog)
        qtbot.waitUntil(lambda: is_asked(dialog))
        wait(dialog)
        assert QGuiApplication.focusObject() is find(dialog, QPushButton, "reading1Choose")
        press(dialog, Key.Key_Tab)
        press(dialog, Key.Key_Return)
        qtbot.waitUntil(lambda: opens(dialog) and match(dialog).startswith("✓"))
        with qtbot.waitSignal(dialog.accepted):
            press(dialog, Key.Key_Return)
        done.append(dialog.options)
        return 1

    monkeypatch.setattr(OpenDialog, "exec", user)
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(*ambiguous)
    assert done in ([LEFT], [RIGHT])


def test_names_of_columns_are_never_markup_in_the_question(empty, asking, ambiguous, wait) -> None:
    truth: Path = ambiguous[0]
    truth.write_text(truth.read_text().replace("left_fin", "<b>l</b>").replace("right_fin", "<i>r</i>"))
    seen = []

    def look(dialog: OpenDialog) -> None:
        labels = [label for label in dialog.findChildren(QLabel) if "<b>" in label.text()]
        seen.append((bool(labels), {label.textFormat() for label in labels}))

    asking.steps = [wait, look]
    empty.bench.open_controller._ask(open_controller.OpenRequest(*ambiguous))
    assert seen == [(True, {Qt.TextFormat.PlainText})]


def test_what_was_tried_for_another_question_is_not_shown(qtbot, ambiguous) -> None:
    with pytest.raises(AmbiguousReadingError) as raised:
        inspector.open_pair(*ambiguous)
    tried = drain(try_readings(*ambiguous, raised.value.readings))
    question = ReadingQuestion()
    qtbot.addWidget(question)
    question.show_tried(tried)  # of a question that is not shown any more
    question.ask(raised.value)
    assert not figures(question, 1).startswith("✓")
    question.show_tried(tried)
    assert figures(question, 1).startswith("✓")


@pytest.mark.slow
def test_the_dialog_asks_what_opening_with_its_metric_would_ask(empty, asking, tmp_path: Path) -> None:
    """Read as labels these files are clear; as numbers, the year may belong to either column."""
    draw, rows = Random(1), range(60)
    labels = [draw.choice(("cat", "dog")) for _ in rows]
    shares = [0.6 * (label == "cat") + 0.35 * draw.random() for label in labels]
    truth = [f"r{row},{labels[row]},{draw.randint(1900, 1990)}\n" for row in rows]
    (tmp_path / "truth.csv").write_text("".join(["id,label,year\n", *truth]))
    submission = [f"r{row},{shares[row]:.4f},{1 - shares[row]:.4f}\n" for row in rows]
    (tmp_path / "submission.csv").write_text("".join(["id,cat,dog\n", *submission]))
    seen = []

    def metric(name: str) -> Step:
        return lambda dialog: find(dialog, QLineEdit, "metricText").setText(name)

    def look(dialog: OpenDialog) -> None:
        seen.append((is_asked(dialog), opens(dialog)))

    asking.steps = [fill(tmp_path / "truth.csv", tmp_path / "submission.csv"), look, metric("rmse"), look]
    asking.steps += [metric("mlogloss"), look, metric("rmse"), look, cancel]
    action(empty, "open_files").trigger()
    assert seen == [(False, True), (True, False), (False, True), (True, False)]
