"""Files that change on disk: the window offers a reload, which keeps the edits."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QFileSystemWatcher, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyleOptionViewItem,
    QTableWidget,
    QWidget,
)
from ui.user import Key, action, bring, find, go_to, press, text
from ui.user import overwrite as overwrite_line

import inspector
from inspector import Inspection
from inspector.core.document import load
from inspector.core.errors import InputError
from inspector.core.query import Clause
from inspector.ui.open.conflicts_dialog import ConflictsDialog
from inspector.ui.open.file_watcher import FileWatcher
from inspector.ui.row import prediction_part
from inspector.ui.widgets.visibility import is_visible
from inspector.ui.window.main_window import MainWindow


def offer(window: MainWindow) -> QPushButton:
    return find(window, QPushButton, "messageOffer")


def dismiss(window: MainWindow) -> None:
    buttons = find(window, QFrame, "messageBar").findChildren(QPushButton)
    next(button for button in buttons if button.text() == "Dismiss").click()


def replace(path: Path, content: str) -> None:
    new = path.with_suffix(".new")
    new.write_text(content)
    new.replace(path)


def overwrite(path: Path, content: str) -> None:
    path.write_text(content)


@pytest.mark.slow
@pytest.mark.parametrize("change", [replace, overwrite])
def test_a_changed_file_can_be_reloaded_and_the_edits_are_kept(
    window, pair: Inspection, pair_files, qtbot, change
) -> None:
    pair.edit("r05", ["e"])
    before = pair_files[1].read_text()
    change(pair_files[1], before.replace("r02,a b c", "r02,b a c"))
    qtbot.waitUntil(offer(window).isVisible)
    assert text(window, "messageText") == "submission.csv changed on disk"
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        offer(window).click()
    assert (pair.evaluation.labels(1), pair.evaluation.labels(4)) == (["b", "a", "c"], ["e"])
    assert pair.undo_name == "edit r05"
    assert "1 edited row carried over" in window.statusBar().currentMessage()
    assert not find(window, QFrame, "messageBar").isVisible()


def meet_conflicts(window, pair: Inspection, pair_files, qtbot, ids: Sequence[str]) -> None:
    """Edit these rows, let another program change r02 and r03 on disk, and reload."""
    for id_ in ids:
        pair.edit(id_, ["e"])
    content = pair_files[1].read_text()
    replace(pair_files[1], content.replace("r02,a b c", "r02,b a c").replace("r03,", "r03,x "))
    qtbot.waitUntil(offer(window).isVisible)
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        offer(window).click()


@pytest.mark.slow
@pytest.mark.parametrize("takes", ["none", "ticked", "all"])
def test_rows_edited_here_and_changed_on_disk_are_chosen(
    window, pair: Inspection, pair_files, qtbot, monkeypatch, takes: str
) -> None:
    meet_conflicts(window, pair, pair_files, qtbot, ("r02", "r03", "r05"))
    assert "2 rows were edited here and changed on disk, too; your edits are kept" in text(window, "messageText")

    def choose(dialog: ConflictsDialog) -> int:
        table = find(dialog, QTableWidget, "conflicts")
        assert [table.item(0, column).text() for column in range(3)] == ["r02", "e", "b a c"]
        table.item(1, 0).setCheckState(Qt.CheckState.Checked)
        if takes == "none":
            dialog.reject()
        else:
            wanted = "Take all from disk" if takes == "all" else "Take the ticked from disk"
            next(button for button in dialog.findChildren(QPushButton) if button.text() == wanted).click()
        return dialog.result()

    monkeypatch.setattr(ConflictsDialog, "exec", choose)
    offer(window).click()
    on_disk = {"none": set(), "ticked": {"r03"}, "all": {"r02", "r03"}}[takes]
    table = pair.evaluation.table
    assert {table.id(int(row)) for row in pair.evaluation.overlay.rows} == {"r02", "r03", "r05"} - on_disk


@pytest.mark.slow
def test_conflicts_are_counted_again_after_undo(window, pair: Inspection, pair_files, qtbot) -> None:
    meet_conflicts(window, pair, pair_files, qtbot, ("r02", "r03"))
    assert "2 rows were edited here and changed on disk, too" in text(window, "messageText")
    pair.reset(np.array([1]))
    assert "1 row was edited here and changed on disk, too" in text(window, "messageText")
    pair.reset(np.array([2]))
    assert find(window, QFrame, "messageBar").isHidden()
    pair.undo()
    assert find(window, QFrame, "messageBar").isHidden()


@pytest.mark.slow
def test_rows_that_are_gone_do_not_hide_those_changed_on_disk(window, pair: Inspection, pair_files, qtbot) -> None:
    for id_ in ("r02", "r03"):
        pair.edit(id_, ["e"])
    for file in pair_files:
        replace(file, "".join(line for line in file.read_text().splitlines(True) if not line.startswith("r03")))
    replace(pair_files[1], pair_files[1].read_text().replace("r02,a b c", "r02,b a c"))
    qtbot.waitUntil(offer(window).isVisible)
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        offer(window).click()
    said = text(window, "messageText")
    assert "1 row was edited here and changed on disk, too; your edits are kept" in said
    assert "1 edited row is lost, as its id is not in the truth any more: r03" in said
    assert offer(window).text() == "Choose…"
    assert "carried over" not in said  # the status bar says it


@pytest.mark.slow
def test_a_reload_that_loses_the_only_edit_says_so_once(window, pair: Inspection, pair_files, qtbot) -> None:
    pair.edit("r03", ["e"])
    for file in pair_files:
        replace(file, "".join(line for line in file.read_text().splitlines(True) if not line.startswith("r03")))
    qtbot.waitUntil(offer(window).isVisible)
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        offer(window).click()
    assert text(window, "messageText") == "⚠ 1 edited row is lost, as its id is not in the truth any more: r03"
    assert window.statusBar().currentMessage() == "Read again from disk; no edited row carried over"


@pytest.fixture
def mistyped(window, pair_files, qtbot):
    """The window with a text that is no prediction, while the submission has changed on disk."""
    go_to(window, "r01")
    overwrite_line(find(window, QLineEdit, "predictionEdit"), "a a")
    replace(pair_files[1], pair_files[1].read_text().replace("r02,a b c", "r02,b a c"))
    qtbot.waitUntil(offer(window).isVisible)
    return window


@pytest.mark.slow
def test_a_reload_waits_for_a_refused_text_and_stays_offered(
    mistyped: MainWindow, pair: Inspection, qtbot, monkeypatch
) -> None:
    def refuse(*_, **__):
        raise InputError("a label is there twice")

    line = find(mistyped, QLineEdit, "predictionEdit")
    with monkeypatch.context() as patched:
        patched.setattr(prediction_part, "typed_prediction", refuse)
        bring(find(mistyped, QWidget, "editsPanel"), find(mistyped, QDockWidget, "editsDock"))
        QTest.mouseClick(offer(mistyped), Qt.MouseButton.LeftButton)  # leaves the line, which is refused
    assert text(mistyped, "messageText") == (
        "⚠ What was typed for 'r01' is not applied. "
        "In its line, Enter applies it and Esc gives it up; then try again.\n"
        "submission.csv changed on disk"
    )
    assert (line.text(), pair.evaluation.labels(1)) == ("a a", ["a", "b", "c"])
    qtbot.waitUntil(lambda: is_visible(line) and line.hasFocus())
    dismiss(mistyped)
    assert (text(mistyped, "messageText"), offer(mistyped).isVisible()) == ("submission.csv changed on disk", True)
    line.setFocus()
    press(mistyped, Key.Key_Escape)  # closes the suggestions
    press(mistyped, Key.Key_Escape)
    assert line.text() == "a b c"
    with qtbot.waitSignal(mistyped.bench.change_queue.rebased):
        offer(mistyped).click()
    assert pair.evaluation.labels(1) == ["b", "a", "c"]
    assert not find(mistyped, QFrame, "messageBar").isVisible()


@pytest.mark.slow
def test_the_offer_to_reload_comes_back_until_it_is_dismissed(window, pair: Inspection, pair_files, qtbot) -> None:
    replace(pair_files[1], pair_files[1].read_text() + "\n")
    qtbot.waitUntil(offer(window).isVisible)
    window.report(InputError("the confidences do not fit"))
    assert offer(window).isVisible()
    pair.edit("r05", ["e"])
    assert text(window, "messageText") == "submission.csv changed on disk"
    window.message.offer("Taken off 1 row: hard", "Undo", lambda: None)
    offer(window).click()
    assert (text(window, "messageText"), offer(window).text()) == ("submission.csv changed on disk", "Reload")
    dismiss(window)
    window.report("something else")
    assert (text(window, "messageText"), offer(window).isVisible()) == ("⚠ something else", False)


@pytest.mark.slow
def test_the_offer_to_reload_stays_with_another_submission(window, pair: Inspection, pair_files, qtbot) -> None:
    other = pair.add(pair_files[1], "other")
    replace(pair_files[0], pair_files[0].read_text() + "\n")
    qtbot.waitUntil(offer(window).isVisible)
    pair.open(other)
    assert offer(window).isVisible()
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        action(window, "reload").trigger()
    assert not find(window, QFrame, "messageBar").isVisible()


@pytest.mark.slow
def test_every_later_change_offers_a_reload_again(window, pair_files, qtbot) -> None:
    for label in "xyz":
        replace(pair_files[1], f"id,label\nr01,{label}\n")
        qtbot.waitUntil(offer(window).isVisible)
        find(window, QFrame, "messageBar").hide()


def test_one_row_changed_on_both_sides_is_told_with_its_whole_id(window, pair: Inspection) -> None:
    pair.edit("r02", ["e"])
    dialog = ConflictsDialog(pair.evaluation, np.array([1]), window)
    dialog.show()
    table = find(dialog, QTableWidget, "conflicts")
    option = QStyleOptionViewItem()
    table.initViewItemOption(option)
    table.itemDelegate().initStyleOption(option, table.model().index(0, 0))
    option.rect = table.visualItemRect(table.item(0, 0))
    room = table.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, table).width()
    margins = 2 * (table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, table) + 1)
    assert room - margins >= table.fontMetrics().horizontalAdvance("r02")
    assert "another program changed it on disk. Tick it to take it from disk." in text(dialog, "conflictsNote")
    dialog.close()
    dialog.deleteLater()


def test_what_is_gone_or_empty_on_disk_is_said(show, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,x\nb,y\nc,z\n")
    (tmp_path / "s.csv").write_text("id,label\na,x\nb,\n")
    opened = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@2")
    window = show(opened)
    for id_ in ("b", "c"):
        opened.edit(id_, ["x"])
    opened.edit("a", [])
    dialog = ConflictsDialog(opened.evaluation, np.arange(3), window)
    table = find(dialog, QTableWidget, "conflicts")
    told = [[table.item(line, column).text() for column in (1, 2)] for line in range(3)]
    assert told == [["(nothing)", "x"], ["x", "(nothing)"], ["x", "(the row is gone)"]]
    dialog.deleteLater()


@pytest.mark.slow
def test_conflicts_are_told_from_shortly_before_their_difference(show, tmp_path) -> None:
    ranked = [f"d{rank}" for rank in range(200, 0, -1)]
    (tmp_path / "qrels").write_text("1 0 d1 1\n2 0 d2 1\n")
    lines = [f"1 Q0 {name} {rank} {1000 - rank} x\n" for rank, name in enumerate(ranked)]
    (tmp_path / "run").write_text("".join(lines) + "2 Q0 d2 1 0.5 x\n")
    opened = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "map@2")
    window = show(opened)
    opened.edit("1", [*ranked[:-1], "d999"])
    opened.edit("2", ["d2"], [0.75])
    dialog = ConflictsDialog(opened.evaluation, np.arange(2), window)
    table = find(dialog, QTableWidget, "conflicts")
    told = [[table.item(line, column).text() for column in (1, 2)] for line in range(2)]
    assert told == [["… d3 d2 d999", "… d3 d2 d1"], ["d2:0.75", "d2:0.5"]]
    dialog.deleteLater()


def test_enter_does_what_the_ticks_say(window, pair: Inspection) -> None:
    pair.edit("r02", ["e"])
    dialog = ConflictsDialog(pair.evaluation, np.array([1]), window)
    dialog.show()
    take = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Take the ticked from disk")
    assert not take.isEnabled()
    find(dialog, QTableWidget, "conflicts").item(0, 0).setCheckState(Qt.CheckState.Checked)
    press(dialog, Key.Key_Return)
    assert (dialog.result(), dialog.rows.tolist()) == (ConflictsDialog.DialogCode.Accepted, [1])
    dialog.deleteLater()


@pytest.mark.slow
def test_a_new_file_that_cannot_be_read_changes_nothing(window, pair: Inspection, pair_files, qtbot) -> None:
    pair.edit("r05", ["e"])
    overall, evaluation = pair.overall, pair.evaluation
    replace(pair_files[1], "")
    qtbot.waitUntil(offer(window).isVisible)
    with qtbot.waitSignal(window.bench.open_controller.failed):
        offer(window).click()
    assert "empty" in text(window, "messageText")
    assert (pair.overall, pair.evaluation, pair.evaluation.labels(4), pair.undo_name) == (
        overall,
        evaluation,
        ["e"],
        "edit r05",
    )


@pytest.mark.slow
def test_missing_rows_are_named_in_the_message_bar(window, pair: Inspection, pair_files, qtbot) -> None:
    pair.edit("r05", ["e"])
    pair.edit("r01", ["z"])
    lines = pair_files[0].read_text().splitlines(keepends=True)
    replace(pair_files[0], "".join(line for line in lines if not line.startswith("r05")))
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        action(window, "reload").trigger()
    assert "r05" in text(window, "messageText")
    assert pair.evaluation.labels(0) == ["z"]


@pytest.mark.slow
def test_a_file_saved_by_the_program_is_not_reported_as_changed(window, pair: Inspection, pair_files, qtbot) -> None:
    pair.edit("r05", ["e"])
    pair.save(pair_files[1], overwrite=True)
    other = pair_files[1].parent / "another.csv"
    other.write_text("id,label\n")
    with qtbot.waitSignal(window.bench.findChild(FileWatcher).findChild(QTimer).timeout):
        other.unlink()
    assert not find(window, QFrame, "messageBar").isVisible()


@pytest.mark.slow
def test_a_metric_and_filter_chosen_during_a_reload_are_kept(window, pair, qtbot, monkeypatch) -> None:
    gate, read = threading.Event(), load.read_pair

    def held(*asked):
        assert gate.wait(30)
        return (yield from read(*asked))

    monkeypatch.setattr(load, "read_pair", held)
    action(window, "reload").trigger()
    window.bench.change_queue.set_metric(pair.metric.replace(k=1))
    window.bench.filter_controller.narrow(Clause("truth:a", "typing"))
    shown_before = pair.state.order.rows.tolist()
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        gate.set()
    assert str(pair.metric) == "map@1"
    assert [(clause.text, clause.source) for clause in pair.state.clauses] == [("truth:a", "typing")]
    assert find(window, QLineEdit, "filterEdit").text() == "truth:a"
    assert pair.state.order.rows.tolist() == shown_before


def test_a_sample_that_is_not_a_file_is_not_watched(show, qtbot) -> None:
    import pandas as pd

    import inspector

    frame = pd.DataFrame({"id": ["a"], "label": ["x"]})
    window = show(inspector.open_pair(frame, frame, "map@1"))
    action(window, "reload").trigger()
    watched = window.bench.findChild(FileWatcher).findChild(QFileSystemWatcher).files()
    assert (watched, window.bench.open_controller.worker.is_busy) == ([], False)


def test_an_unexpected_error_shows_details_and_can_be_copied(window, qapp, monkeypatch) -> None:
    monkeypatch.setattr(logging.getLogger("inspector"), "propagate", False)
    try:
        raise KeyError("w_12")
    except KeyError as error:
        window.bench.notifications.report(error)
    bar = find(window, QFrame, "messageBar")
    buttons = {button.text(): button for button in bar.findChildren(QPushButton) if button.isVisible()}
    assert set(buttons) == {"Details", "Copy message", "Dismiss"}
    details = bar.findChild(object, "messageDetails")
    assert not details.isVisible()
    buttons["Details"].click()
    assert details.isVisible()
    assert "Traceback" in details.toPlainText()
    buttons["Copy message"].click()
    assert "KeyError: 'w_12'" in qapp.clipboard().text()
    window.report("something else")
    assert not details.isVisible()
    assert find(window, QLabel, "messageText").text() == "⚠ something else"
