"""Opening pairs by drop, dialog, sample and recent list; failures and cancelling."""

from __future__ import annotations

import shutil
import threading

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCommandLinkButton,
    QDialog,
    QFrame,
    QLineEdit,
    QMenu,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QTableView,
    QWidget,
)
from ui.conftest import ROWS
from ui.user import action, find, press, shown, text

import inspector
from inspector import Inspection
from inspector.core.document import transition
from inspector.core.document.state import State
from inspector.core.samples import SAMPLES
from inspector.core.task import Progress, Task
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.window.main_window import MainWindow


def rows(window: MainWindow) -> int:
    return find(window, QTableView, "rowTable").model().rowCount()


class Begun(threading.Event):
    """Set when a task has begun; keeps the thread that runs it."""

    def set(self) -> None:
        self.thread = threading.current_thread()
        super().set()


def held(state: State, begun: threading.Event, gate: threading.Event) -> Task[State]:
    yield Progress(0.25, "Holding")
    begun.set()
    gate.wait(30)
    yield Progress(0.5, "Let go")
    return state


def test_the_start_page_shows_targets_and_samples_and_no_score(empty) -> None:
    assert find(empty, QWidget, "emptyState").isVisible()
    assert not find(empty, QTableView, "rowTable").isVisible()
    assert not find(empty, QWidget, "overallScore").isVisible()
    assert {target.accessibleName() for target in empty.findChildren(QFrame, "dropTarget")} == {"Truth", "Submission"}
    assert any("Humpback" in card.text() for card in empty.findChildren(QCommandLinkButton))
    for name in ("save_as", "undo", "reset_all", "copy", "sort_worst", "next_row"):
        assert not action(empty, name).isEnabled(), name
    assert action(empty, "open_files").isEnabled()


@pytest.mark.slow
def test_a_pair_is_read_and_shown(empty, pair_files, qtbot) -> None:
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(*pair_files)
    assert rows(empty) == len(ROWS)
    assert find(empty, QTableView, "rowTable").isVisible()
    assert find(empty, QWidget, "overallScore").isVisible()
    assert action(empty, "save_as").isEnabled()
    assert "submission.csv" in empty.windowTitle()


@pytest.mark.slow
def test_a_sample_is_opened_from_its_card(empty, qtbot) -> None:
    card = next(card for card in empty.findChildren(QCommandLinkButton) if "Humpback" in card.text())
    with qtbot.waitSignal(empty.bench.open_controller.opened, timeout=30_000):
        card.click()
    assert rows(empty) == 25_361


@pytest.mark.slow
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_the_card_that_has_the_focus_is_pressed_by_a_key(empty, monkeypatch: pytest.MonkeyPatch, key: Qt.Key) -> None:
    asked = []
    monkeypatch.setattr(empty.bench.open_controller, "open_sample", asked.append)
    empty.findChildren(QCommandLinkButton)[1].setFocus()
    press(empty, key)
    assert asked == [list(SAMPLES)[1]]


@pytest.mark.slow
def test_the_dialog_opens_what_is_entered_in_it(empty, pair_files, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(dialog: OpenDialog) -> QDialog.DialogCode:
        for name, words in (("truthPath", pair_files[0]), ("submissionPath", pair_files[1]), ("metricText", "map@2")):
            find(dialog, QLineEdit, name).setText(str(words))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(OpenDialog, "exec", fill)
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert text(empty, "overallScore") == repr(inspector.open_pair(*pair_files, "map@2").overall)


def test_a_cancelled_open_dialog_opens_nothing(empty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenDialog, "exec", lambda dialog: QDialog.DialogCode.Rejected)
    action(empty, "open_files").trigger()
    assert (rows(empty), empty.bench.open_controller.worker.is_busy) == (0, False)


def test_progress_is_shown_and_cancelling_keeps_the_open_pair(window, pair, qtbot, other) -> None:
    begun, gate = threading.Event(), threading.Event()
    bar, cancel = find(window, QProgressBar, "progressBar"), find(window, QPushButton, "cancelButton")
    assert not bar.isVisible()
    window.bench.open_controller.run(held(inspector.open_pair(*other).state, begun, gate))
    qtbot.waitUntil(bar.isVisible)
    assert (bar.value(), cancel.isVisible()) == (25, True)
    assert "Holding" in bar.text()
    cancel.click()
    assert not (bar.isVisible() or cancel.isVisible() or window.bench.open_controller.worker.is_busy)
    gate.set()
    window.bench.open_controller.worker.close()
    QApplication.processEvents()
    assert rows(window) == len(ROWS)
    assert not find(window, QFrame, "messageBar").isVisible()


@pytest.mark.slow
def test_of_two_requested_pairs_only_the_later_opens(window, pair, qtbot, other) -> None:
    begun, gate, opened = threading.Event(), threading.Event(), []
    first = inspector.open_pair(*other)
    window.bench.open_controller.opened.connect(lambda: opened.append(rows(window)))
    window.bench.open_controller.run(held(first.state, begun, gate))
    assert begun.wait(30)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open_sample("humpback")
    gate.set()
    window.bench.open_controller.worker.close()
    QApplication.processEvents()
    assert (opened, rows(window)) == ([25_361], 25_361)


@pytest.mark.slow
def test_of_three_requested_pairs_only_the_last_opens(window, pair, qtbot, other, pair_files) -> None:
    begun, gates = [Begun() for _ in range(3)], [threading.Event() for _ in range(3)]
    states = [inspector.open_pair(*files, "map@1").state for files in (other, pair_files, other)]
    opened, worker = [], window.bench.open_controller.worker
    window.bench.open_controller.opened.connect(lambda: opened.append(pair.state))
    for state, start, gate in zip(states, begun, gates, strict=True):
        window.bench.open_controller.run(held(state, start, gate))
        assert start.wait(30)
    for gate, start in [*zip(gates, begun, strict=True)][:2]:
        gate.set()
        start.thread.join()
    QApplication.processEvents()
    assert (opened, worker.is_busy) == ([], True)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        gates[2].set()
    assert len(opened) == 1
    assert opened[0] is states[2]


@pytest.mark.slow
def test_a_pair_whose_thread_ends_after_cancel_does_not_disturb_the_next(window, pair, qtbot, other) -> None:
    begun, gate, state = Begun(), threading.Event(), inspector.open_pair(*other).state
    window.bench.open_controller.run(held(state, begun, gate))
    assert begun.wait(30)
    window.bench.open_controller.cancel()
    later, hold = threading.Event(), threading.Event()
    window.bench.open_controller.run(held(inspector.open_pair(*other).state, later, hold))
    assert later.wait(30)
    gate.set()
    begun.thread.join()
    QApplication.processEvents()
    assert (rows(window), window.bench.open_controller.worker.is_busy) == (len(ROWS), True)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        hold.set()
    assert (rows(window), pair.state is state) == (3, False)


@pytest.mark.slow
def test_a_metric_chosen_during_a_load_drops_neither(window, pair, qtbot, other) -> None:
    begun, gate = threading.Event(), threading.Event()
    window.bench.open_controller.run(held(inspector.open_pair(*other, "map@2").state, begun, gate))
    assert begun.wait(30)
    window.bench.change_queue.set_metric(pair.metric.replace(k=1))
    assert (str(pair.metric), rows(window), window.bench.open_controller.worker.is_busy) == ("map@1", len(ROWS), True)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        gate.set()
    assert (str(pair.metric), rows(window)) == ("map@2", 3)


@pytest.mark.slow
def test_a_metric_chosen_for_the_previous_pair_is_not_applied(window, pair, qtbot, other, monkeypatch) -> None:
    begun, gate, score = threading.Event(), threading.Event(), transition.metric_task

    def held_task(*given):
        begun.set()
        assert gate.wait(30)
        return (yield from score(*given))

    monkeypatch.setitem(ROWS_AT_ONCE, "score", 0)
    monkeypatch.setattr(transition, "metric_task", held_task)
    window.bench.change_queue.set_metric(pair.metric.replace(k=1))
    assert begun.wait(30)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other, "map@2")
    assert not window.bench.change_queue.worker.is_busy
    gate.set()
    window.bench.change_queue.worker.close()
    QApplication.processEvents()
    assert (str(pair.metric), rows(window)) == ("map@2", 3)


@pytest.mark.slow
@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard])
def test_edits_made_during_a_load_are_asked_about(window, pair, qtbot, other, questions, answer) -> None:
    begun, gate = threading.Event(), threading.Event()
    questions.answer = answer
    window.bench.open_controller.run(held(inspector.open_pair(*other).state, begun, gate))
    assert begun.wait(30)
    pair.edit("r05", ["e"])
    gate.set()
    qtbot.waitUntil(lambda: len(questions.asked) == 1)
    qtbot.waitUntil(lambda: not window.bench.open_controller.worker.is_busy)
    assert (pair.undo_name is None) == (answer == QMessageBox.StandardButton.Discard)
    assert rows(window) == (len(ROWS) if pair.undo_name else 3)


def test_a_window_closed_during_a_load_waits_only_for_its_current_step(show, pair, other) -> None:
    begun, gate = threading.Event(), threading.Event()
    window = show(pair)
    window.bench.open_controller.run(held(inspector.open_pair(*other).state, begun, gate))
    assert begun.wait(30)
    threading.Timer(0, gate.set).start()
    assert window.close()
    QApplication.processEvents()
    assert pair.evaluation.table.id(0) == "r01"


@pytest.mark.slow
def test_the_pairs_of_last_time_are_offered_again(show, pair_files, other, qtbot, tmp_path) -> None:
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "config"))
    first = show(Inspection(), Settings())
    for files, metric in ((pair_files, "map@3"), (other, "map@1"), (pair_files, "map@2")):
        with qtbot.waitSignal(first.bench.open_controller.opened):
            first.bench.open_controller.open(*files, metric)
    assert first.close()
    assert Settings().recent == [RecentPair(*pair_files, "map@2"), RecentPair(*other, "map@1")]
    shutil.rmtree(other[0].parent)
    second = show(Inspection(), Settings())
    cards = [card for card in second.findChildren(QCommandLinkButton) if "submission.csv" in card.text()]
    assert len(cards) == 1
    with qtbot.waitSignal(second.bench.open_controller.opened):
        cards[0].click()
    assert (rows(second), text(second, "metricTitle")) == (len(ROWS), "MAP@2")
    recent = next(menu for menu in second.findChildren(QMenu) if "recent" in menu.title())
    recent.aboutToShow.emit()
    assert [entry.text() for entry in recent.actions()] == ["submission.csv against truth.csv · map@2"]
    with qtbot.waitSignal(second.bench.open_controller.opened):
        recent.actions()[0].trigger()


@pytest.mark.slow
def test_the_rows_of_the_previous_pair_are_gone(window, other, qtbot) -> None:
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    assert sorted(shown(find(window, QTableView, "rowTable"), "id")) == ["o1", "o2", "o3"]
    assert text(window, "rowId") in {"o1", "o2", "o3"}
