"""The change queue: edits of many rows run in a worker thread in order, and are dropped or planned again."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtWidgets import QFrame, QPushButton
from ui.user import action, click_header, find, text

import inspector
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.errors import InputError
from inspector.ui.tasks.runner import ROWS_AT_ONCE


@pytest.fixture(autouse=True)
def _everything_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "edit", 0)
    monkeypatch.setitem(ROWS_AT_ONCE, "sort", 0)
    monkeypatch.setitem(ROWS_AT_ONCE, "switch", 0)


class Gate:
    """A plan that blocks in its thread until it is opened, and counts its calls."""

    def __init__(self, bulk_edit: str = "clear") -> None:
        self.bulk_edit, self.made = BulkEdit(bulk_edit), 0
        self.begun, self.opened = threading.Event(), threading.Event()

    def __call__(self, evaluation):
        self.made += 1
        self.begun.set()
        assert self.opened.wait(30)
        return bulk.edit(evaluation, evaluation.all_rows, self.bulk_edit)


def at_rest(window, qtbot) -> None:
    qtbot.waitUntil(lambda: not window.bench.change_queue.worker.is_busy)


def test_an_edit_runs_in_a_worker_thread_and_shows_progress(window, pair, qtbot) -> None:
    gate, told, before = Gate(), [], pair.overall
    with qtbot.waitSignal(window.bench.change_queue.worker.progressed):
        window.bench.change_queue.apply(3, gate, told.append)
    assert find(window, QPushButton, "cancelButton").isVisible()
    assert (pair.overall, pair.undo_name, told) == (before, None, [])
    gate.opened.set()
    at_rest(window, qtbot)
    assert pair.undo_name == told[0].name
    assert not any(pair.evaluation.labels(row) for row in range(len(pair.evaluation.table)))
    assert not find(window, QPushButton, "cancelButton").isVisible()


@pytest.mark.slow
def test_undo_twice_and_redo_run_in_order(window, pair, qtbot) -> None:
    before = pair.overall
    pair.edit("r05", ["e"])
    once = pair.overall
    pair.edit("r06", ["a"])
    for name in ("undo", "undo"):
        action(window, name).trigger()
    at_rest(window, qtbot)
    assert (pair.overall, pair.undo_name) == (before, None)
    action(window, "redo").trigger()
    at_rest(window, qtbot)
    assert (pair.overall, pair.undo_name, pair.redo_name) == (once, "edit r05", "edit r06")
    assert pair.evaluation.table.id(pair.current) == "r05"
    action(window, "undo").trigger()
    at_rest(window, qtbot)
    assert (pair.overall, pair.undo_name) == (before, None)


def test_an_edit_made_meanwhile_is_kept_and_the_running_one_planned_again(window, pair, qtbot) -> None:
    gate = Gate("truth_first")
    window.bench.change_queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    pair.edit("r05", ["x", "y"])
    gate.opened.set()
    at_rest(window, qtbot)
    assert gate.made == 2
    assert pair.evaluation.labels(pair.evaluation.table.row_of("r05")) == ["e", "x", "y"]


def test_an_undo_of_a_step_that_is_no_longer_the_last_is_dropped(window, pair, qtbot) -> None:
    pair.edit("r05", ["e"])
    action(window, "undo").trigger()
    pair.edit("r06", ["a"])
    at_rest(window, qtbot)
    assert (pair.undo_name, pair.redo_name) == ("edit r06", None)
    assert find(window, QFrame, "messageBar").isVisible()
    assert "undo was given up" in text(window, "messageText")


def test_cancel_drops_the_running_and_the_queued_edits(window, pair, qtbot) -> None:
    gate, before = Gate(), pair.overall
    pair.edit("r05", ["e"])
    window.bench.change_queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    action(window, "undo").trigger()
    cancel = find(window, QPushButton, "cancelButton")
    qtbot.waitUntil(cancel.isVisible)
    cancel.click()
    gate.opened.set()
    window.bench.change_queue.worker.close()
    assert (pair.undo_name, pair.overall > before) == ("edit r05", True)
    action(window, "undo").trigger()
    at_rest(window, qtbot)
    assert (pair.undo_name, gate.made) == (None, 1)


@pytest.mark.slow
def test_opening_another_pair_drops_the_running_edit(window, pair, pair_files, qtbot) -> None:
    gate = Gate()
    window.bench.change_queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files, "map@3")
    gate.opened.set()
    at_rest(window, qtbot)
    assert (gate.made, pair.undo_name) == (1, None)


def test_two_quick_clicks_on_a_header_sort_and_turn(window, pair, qtbot) -> None:
    table = window.bench.table
    for _ in range(2):
        click_header(table, "id")
    at_rest(window, qtbot)
    assert pair.state.keys == (SortKey("id", descending=True),)
    action(window, "sort_worst").trigger()
    at_rest(window, qtbot)
    assert pair.state.keys == pair.metric.worst_first


@pytest.mark.slow
def test_an_invalid_label_is_reported_and_empties_the_queue(window, pair, qtbot) -> None:
    with qtbot.waitSignal(window.bench.change_queue.failed):
        window.bench.change_queue.apply(
            3, lambda evaluation: bulk.edit(evaluation, evaluation.all_rows, BulkEdit("append", "two\nlines"))
        )
    assert find(window, QFrame, "messageBar").isVisible()
    assert pair.undo_name is None
    gate = Gate()
    gate.opened.set()
    window.bench.change_queue.apply(3, gate)
    at_rest(window, qtbot)
    assert pair.undo_name is not None


@pytest.mark.slow
def test_a_window_does_not_close_during_an_edit(window, pair, qtbot) -> None:
    gate = Gate()
    window.bench.change_queue.sort(lambda keys: ())
    assert not window.bench.change_queue.is_editing
    window.bench.change_queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    assert not window.close()
    assert "still being made" in text(window, "messageText")
    gate.opened.set()
    at_rest(window, qtbot)
    assert (pair.undo_name is not None, window.bench.change_queue.is_editing) == (True, False)


@pytest.mark.slow
def test_an_edit_under_way_during_a_reload_is_finished_and_kept(window, pair, qtbot) -> None:
    gate, queue = Gate(), window.bench.change_queue
    queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    with qtbot.waitSignal(window.bench.open_controller.read_again):
        action(window, "reload").trigger()
    with qtbot.waitSignal(queue.rebased):
        gate.opened.set()
    at_rest(window, qtbot)
    assert not any(pair.evaluation.labels(row) for row in range(len(pair.evaluation.table)))
    assert (gate.made, pair.is_saved) == (1, False)
    assert pair.undo_name == "clear in 12 rows"


class Refused(Gate):
    """A plan that is rejected once it is opened."""

    def __call__(self, evaluation):
        super().__call__(evaluation)
        return bulk.edit(evaluation, evaluation.all_rows, BulkEdit("append", "two\nlines"))


@pytest.fixture
def refused(window, pair, qtbot) -> Refused:
    """A running edit that will be rejected, after one that succeeded."""
    pair.edit("r06", ["a"])
    gate = Refused()
    window.bench.change_queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    return gate


def clear(window) -> None:
    window.bench.change_queue.apply(3, lambda evaluation: bulk.edit(evaluation, evaluation.all_rows, BulkEdit("clear")))


@pytest.mark.slow
def test_edits_queued_after_a_rejected_one_run_and_its_message_stays(window, pair, refused, qtbot) -> None:
    clear(window)
    window.bench.change_queue.sort(lambda keys: (SortKey("id"),))
    refused.opened.set()
    qtbot.waitUntil(lambda: pair.state.keys == (SortKey("id"),))
    at_rest(window, qtbot)
    assert not any(pair.evaluation.labels(row) for row in range(len(pair.evaluation.table)))
    assert find(window, QFrame, "messageBar").isVisible()
    assert "cannot be written to this file" in text(window, "messageText")


@pytest.mark.slow
def test_an_undo_queued_after_a_rejected_edit_undoes_no_other(window, pair, refused, qtbot) -> None:
    action(window, "undo").trigger()
    refused.opened.set()
    at_rest(window, qtbot)
    assert pair.undo_name == "edit r06"
    said = text(window, "messageText")
    assert "cannot be written to this file" in said
    assert said.endswith("The undo or redo queued after it was given up, too.")


@pytest.mark.slow
def test_all_rejected_edits_are_reported_together(window, pair, refused, qtbot) -> None:
    window.bench.change_queue.apply(
        3, lambda evaluation: bulk.edit(evaluation, evaluation.all_rows, BulkEdit("append", "three\nlines"))
    )
    refused.opened.set()
    at_rest(window, qtbot)
    assert pair.undo_name == "edit r06"
    assert all(words in text(window, "messageText") for words in ("two", "three"))


def test_an_unexpected_error_stops_no_other_edit(window, pair, refused, qtbot) -> None:
    def fail(evaluation):
        raise ZeroDivisionError

    told = []
    window.bench.change_queue.failed.disconnect(window.bench.notifications.report)
    window.bench.change_queue.failed.connect(told.append)
    window.bench.change_queue.apply(3, fail)
    clear(window)
    refused.opened.set()
    at_rest(window, qtbot)
    assert not any(pair.evaluation.labels(row) for row in range(len(pair.evaluation.table)))
    assert [type(error).__name__ for error in told] == ["ZeroDivisionError", "InputError"]


def test_cancel_reports_the_queued_edits_that_it_drops(window, pair, refused, qtbot) -> None:
    clear(window)
    window.bench.change_queue.cancel()
    refused.opened.set()
    assert "and 1 more that waited behind it" in text(window, "messageText")
    assert find(window, QFrame, "messageBar").isVisible()


def test_cancel_keeps_a_prediction_typed_meanwhile(window, pair, qtbot) -> None:
    gate, row = Gate(), pair.evaluation.table.row_of("r05")
    before = pair.evaluation.labels(0)
    window.bench.change_queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    window.bench.change_queue.predict(row, Prediction(("e",)))
    window.bench.change_queue.cancel()
    gate.opened.set()
    at_rest(window, qtbot)
    assert (pair.evaluation.labels(row), pair.evaluation.labels(0)) == (["e"], before)
    assert (pair.undo_name, before != []) == ("edit r05", True)


def test_edits_queued_for_a_closed_pair_do_not_change_another(window, pair, refused, other, qtbot) -> None:
    clear(window)
    pair.load(inspector.open_pair(*other).state)
    refused.opened.set()
    at_rest(window, qtbot)
    assert (pair.undo_name, pair.evaluation.labels(0)) == (None, ["x", "y"])
    assert "given up: its files were read again or closed" in text(window, "messageText")


@pytest.mark.slow
def test_an_edit_during_a_switch_is_of_the_submission_that_was_seen(window, pair, pair_files, qtbot) -> None:
    pair.add(pair_files[1], "other")
    gate, queue, before = threading.Event(), window.bench.change_queue, pair.open_submission

    def slow():
        assert gate.wait(30)
        return (yield from pair.switch_task("other"))

    queue.change("switch", slow)
    queue.predict(4, Prediction(("e",)))
    gate.set()
    qtbot.waitUntil(lambda: pair.open_submission.name == "other")
    at_rest(window, qtbot)
    assert (len(pair.evaluation.overlay), len(before.evaluation.overlay)) == (0, 1)


@pytest.mark.slow
def test_a_waiting_edit_is_given_up_when_another_window_switches(window, pair, pair_files, qtbot) -> None:
    pair.add(pair_files[1], "other")
    gate, queue = Gate(), window.bench.change_queue
    queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    with qtbot.waitSignal(queue.given_up):
        pair.open("other")
    gate.opened.set()
    at_rest(window, qtbot)
    assert all(one.history.is_saved for one in pair.submissions)


@pytest.mark.slow
def test_a_change_that_cannot_begin_keeps_no_other_one_waiting(window, pair, qtbot) -> None:
    def refuse():
        raise InputError("the metric does not fit")

    gate = Gate()
    window.bench.change_queue.apply(3, gate)
    qtbot.waitUntil(gate.begun.is_set)
    window.bench.change_queue.change("baseline", refuse)
    window.bench.change_queue.sort(lambda keys: (SortKey("id"),))
    with qtbot.waitSignal(window.bench.change_queue.failed) as told:
        gate.opened.set()
    assert told.args[0].what == "the metric does not fit"
    qtbot.waitUntil(lambda: pair.state.keys == (SortKey("id"),))
