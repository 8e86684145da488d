"""Saving, and the question before unsaved edits are lost."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDockWidget, QFileDialog, QFrame, QLineEdit, QMessageBox, QPushButton, QTableView, QWidget
from ui.conftest import Questions
from ui.user import Key, action, bring, find, go_to, overwrite, press, text, write

import inspector
from inspector import InputError, Inspection
from inspector.core import samples
from inspector.core.document import submission
from inspector.ui.commands.terminal_command import score
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.plots.histogram import Histogram
from inspector.ui.row.step_model import LABEL
from inspector.ui.save.proposed import beside_files, edited_path
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.message_bar import Offer
from inspector.ui.widgets.visibility import is_visible

Button = QMessageBox.StandardButton


@pytest.fixture
def save_to(monkeypatch: pytest.MonkeyPatch, replacing):
    """Answer the file dialog with a name, empty for cancel; returns the arguments of the dialog."""
    asked: list[tuple] = []

    def answer(path: Path | str) -> list[tuple]:
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", staticmethod(lambda *told: asked.append(told) or (str(path), ""))
        )
        return asked

    return answer


def test_an_unedited_submission_is_saved_byte_by_byte(window, pair_files, save_to, tmp_path) -> None:
    save_to(tmp_path / "copy.csv")
    action(window, "save_as").trigger()
    assert (tmp_path / "copy.csv").read_bytes() == pair_files[1].read_bytes()


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("sub.csv", "sub-edited.csv"),
        ("sub_0.866.csv", "sub_0.866-edited.csv"),
        ("sub_0.866.csv.gz", "sub_0.866-edited.csv.gz"),
        ("sub.tsv.ZST", "sub-edited.tsv.ZST"),
        ("out.test", "out-edited.test"),
        ("run", "run-edited"),
        (".run", ".run-edited"),
    ],
)
def test_the_name_that_is_offered_ends_as_the_file_does(name: str, offered: str) -> None:
    assert edited_path(Path("folder") / name) == Path("folder") / offered


def test_an_edited_submission_differs_in_the_edited_cell_only(window, pair, pair_files, save_to, tmp_path) -> None:
    pair.edit("r09", ["<b>x</b>", "e"])
    asked = save_to(tmp_path / "edited.csv")
    action(window, "save_as").trigger()
    before, after = pair_files[1].read_text(), (tmp_path / "edited.csv").read_text()
    assert after == before.replace("r09,<b>x</b> &amp c\n", "r09,<b>x</b> e\n") != before
    assert Path(asked[0][2]) == pair_files[1].with_name("submission-edited.csv")
    assert (pair.is_saved, window.isWindowModified()) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["export_rows", "export_report", "export_picture"])
def test_what_is_exported_is_proposed_beside_the_submission(window, pair, pair_files, monkeypatch, name: str) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda _, title, path, *rest: (asked.append(path), ("", ""))[1])
    action(window, name).trigger()
    assert Path(asked[0]).parent == pair_files[1].parent


@pytest.mark.slow
def test_save_asks_once_and_then_writes_the_file_that_was_saved(window, pair, pair_files, save_to, tmp_path) -> None:
    asked, before = save_to(tmp_path / "mine.csv"), pair_files[1].read_bytes()
    pair.edit("r05", ["e"])
    action(window, "save").trigger()
    first = (tmp_path / "mine.csv").read_bytes()
    pair.edit("r06", ["e"])
    action(window, "save").trigger()
    assert len(asked) == 1
    assert (tmp_path / "mine.csv").read_bytes() != first
    assert (pair.is_saved, pair_files[1].read_bytes()) == (True, before)
    action(window, "save_as").trigger()
    assert asked[-1][2] == str(tmp_path / "mine.csv")


def test_edits_that_are_taken_back_are_nothing_to_save(window, pair, save_to, tmp_path) -> None:
    """However they are taken back: the file has what is seen."""
    pair.edit("r05", ["e"])
    assert (pair.is_saved, window.isWindowModified()) == (False, True)
    pair.reset()
    assert (pair.is_saved, window.isWindowModified(), pair.open_submission.unsaved_words) == (True, False, "")
    save_to(tmp_path / "mine.csv")
    pair.edit("r05", ["e"])
    action(window, "save").trigger()
    pair.edit("r05", ["b", "e"])
    assert not pair.is_saved
    pair.edit("r05", ["e"])
    assert pair.is_saved
    pair.reset()
    assert not pair.is_saved


def test_many_edits_are_not_compared_with_those_that_are_saved(pair, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(submission, "_MOST_COMPARED", 1)
    for id_ in ("r05", "r06"):
        pair.edit(id_, ["e"])
    pair.save(tmp_path / "mine.csv")
    pair.edit("r05", ["b", "e"])
    pair.edit("r05", ["e"])
    assert not pair.is_saved
    pair.undo()
    pair.undo()
    assert pair.is_saved


@pytest.mark.slow
def test_the_saved_file_is_the_open_one(window, pair, pair_files, save_to, tmp_path, qtbot) -> None:
    save_to(tmp_path / "mine.csv")
    pair.set_metric("map@2")
    pair.edit("r05", ["e"])
    action(window, "save").trigger()
    assert window.bench.open_controller.files() == [pair_files[0], tmp_path / "mine.csv"]
    assert [pair.submission for pair in window.settings.recent] == [tmp_path / "mine.csv", pair_files[1]]
    assert window.settings.metric_of(*pair_files) == "map@2"  # also under the former name
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        action(window, "reload").trigger()
    assert pair.evaluation.pair.submission.sheet.source.path == tmp_path / "mine.csv"
    assert (pair.evaluation.labels(pair.evaluation.table.row_of("r05")), pair.is_saved) == (["e"], True)


@pytest.mark.slow
def test_a_change_of_the_saved_file_is_noticed_and_kept(window, pair, save_to, tmp_path, qtbot) -> None:
    mine = tmp_path / "mine.csv"
    save_to(mine)
    pair.edit("r05", ["e"])
    action(window, "save").trigger()
    pair.edit("r06", ["e"])
    with qtbot.waitSignal(window.bench._watcher.changed) as noticed:
        mine.write_text(mine.read_text().replace("r01,", "r01,e "))
    assert noticed.args == [[mine]]
    action(window, "save").trigger()
    assert "has changed on disk since it was saved" in text(window, "messageText")
    assert "r01,e " in mine.read_text()
    assert not pair.is_saved


@pytest.mark.slow
def test_a_save_under_another_name_ends_the_offer_to_reload(window, pair, pair_files, save_to, tmp_path, qtbot) -> None:
    pair.edit("r05", ["e"])
    pair_files[1].write_text("id,label\nr01,z\n")  # in place, as a script does
    offer = find(window, QPushButton, "messageOffer")
    qtbot.waitUntil(offer.isVisible)
    save_to(tmp_path / "other.csv")
    action(window, "save_as").trigger()
    assert "r05,e\n" in (tmp_path / "other.csv").read_text()
    qtbot.waitUntil(lambda: not find(window, QFrame, "messageBar").isVisible())


@pytest.mark.slow
def test_typed_text_is_saved_too(window, pair, save_to, tmp_path) -> None:
    save_to(tmp_path / "mine.csv")
    go_to(window, "r08")
    overwrite(find(window, QLineEdit, "predictionEdit"), "b zz")
    action(window, "save").trigger()
    assert "b zz" in (tmp_path / "mine.csv").read_text()


@pytest.mark.slow
def test_closing_says_how_many_rows_are_edited_and_what_was_typed(window, pair, questions) -> None:
    pair.edit("r05", ["e"])
    go_to(window, "r08")
    overwrite(find(window, QLineEdit, "predictionEdit"), "b zz")
    questions.answer = QMessageBox.StandardButton.Cancel
    assert not window.close()
    said = "'submission' has edits in 2 rows that are not saved."
    assert questions.asked == [f"{said}\nThat includes the text that was being typed."]
    assert not window.close()
    assert questions.asked[1:] == [said]


def test_rows_edited_since_the_last_save_are_counted(pair, tmp_path) -> None:
    for id_ in ("r02", "r05"):
        pair.edit(id_, ["e"])
    pair.save(tmp_path / "mine.csv")
    pair.edit("r05", ["a"])
    pair.edit("r06", ["e"])
    assert pair.open_submission.unsaved_words == "has edits in 2 rows since it was saved"


def test_a_file_opened_by_a_relative_path_is_saved_beside_it(pair, pair_files, monkeypatch) -> None:
    monkeypatch.chdir(pair_files[1].parent.parent)
    relative = pair_files[1].relative_to(Path.cwd())
    assert beside_files(edited_path(relative), pair) == pair_files[1].with_name("submission-edited.csv")


def test_a_name_that_a_file_has_is_not_proposed(pair, pair_files) -> None:
    for number in ("", "-2"):
        pair_files[1].with_name(f"submission-edited{number}.csv.gz").touch()
    zipped = pair_files[1].with_suffix(".csv.gz")
    for name in (zipped, edited_path(zipped)):
        assert beside_files(edited_path(name), pair).name == "submission-edited-3.csv.gz"


def test_nothing_is_proposed_to_be_saved_among_the_samples(monkeypatch, tmp_path) -> None:
    folder = samples.find("plants").folder()
    sample = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "f1")
    monkeypatch.chdir(tmp_path)
    for name in (Path("report.html"), edited_path(sample.open_submission.path)):
        assert beside_files(name, sample) == tmp_path / name.name


@pytest.mark.slow
def test_text_typed_in_the_table_is_saved_too(window, pair, save_to, tmp_path) -> None:
    save_to(tmp_path / "mine.csv")
    go_to(window, "r08")
    table = find(window, RowTable, "rowTable")
    table.setFocus()
    press(window, Key.Key_F2)
    write(window, "b zz")
    window.bench.save_controller.about_to_save.emit()
    action(window, "save").trigger()  # before the closed editor is deleted
    assert "b zz" in (tmp_path / "mine.csv").read_text()
    assert not table.findChildren(LabelEdit)


@pytest.mark.slow
def test_text_typed_in_a_cell_of_the_row_panel_is_saved_too(window, pair, save_to, tmp_path) -> None:
    go_to(window, "r01")
    steps = find(window, QTableView, "stepTable")
    steps.setFocus()
    steps.edit(steps.model().index(1, LABEL))
    overwrite(steps.viewport().findChild(LabelEdit), "typed")
    save_to(tmp_path / "edited.csv")
    action(window, "save").trigger()
    assert "r01,a typed c\n" in (tmp_path / "edited.csv").read_text()


def test_a_save_that_fails_says_so_and_loses_nothing(window, pair, save_to, tmp_path) -> None:
    pair.edit("r05", ["e"])
    window.show_message("Written: before")
    save_to(tmp_path / "nowhere" / "edited.csv")
    action(window, "save_as").trigger()
    assert find(window, QFrame, "messageBar").isVisible()
    assert "edited.csv" in text(window, "messageText")
    assert not window.statusBar().currentMessage()
    assert (pair.is_saved, pair.undo_name, window.isWindowModified()) == (False, "edit r05", True)
    assert not (tmp_path / "nowhere").exists()


def test_a_cancelled_save_dialog_saves_nothing(window, pair, save_to) -> None:
    pair.edit("r05", ["e"])
    save_to("")
    action(window, "save_as").trigger()
    assert not pair.is_saved


@pytest.mark.slow
def test_the_title_has_a_star_while_something_is_unsaved(window, pair: Inspection, save_to, tmp_path) -> None:
    def starred() -> bool:
        assert window.isWindowModified() == ("*" in window.windowHandle().title())
        return window.isWindowModified()

    assert not starred()
    pair.edit("r05", ["e"])
    assert starred()
    action(window, "undo").trigger()
    assert not starred()
    action(window, "redo").trigger()
    assert starred()
    assert window.windowTitle().startswith("submission.csv[*]")
    save_to(tmp_path / "edited.csv")
    action(window, "save_as").trigger()
    assert not starred()
    assert window.windowTitle().startswith("edited.csv[*]")
    action(window, "undo").trigger()
    assert starred()


def test_nothing_is_asked_when_nothing_has_changed(window, pair: Inspection, questions: Questions) -> None:
    pair.edit("r05", ["e"])
    pair.undo()
    pair.edit("r05", ["a", "b", "c"])
    pair.set_metric("map@5")
    assert window.close()
    assert questions.asked == []


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "closes"), [(Button.Cancel, False), (Button.Discard, True), (Button.Save, True)])
def test_closing_asks_before_edits_are_lost(window, pair, questions, save_to, tmp_path, answer, closes) -> None:
    pair.edit("r05", ["e"])
    questions.answer = answer
    save_to(tmp_path / "edited.csv")
    assert window.close() == closes
    assert len(questions.asked) == 1
    assert "not saved" in questions.asked[0]
    assert (tmp_path / "edited.csv").exists() == (answer == Button.Save)
    assert window.isVisible() != closes


@pytest.mark.slow
@pytest.mark.parametrize("answer", [Button.Cancel, Button.Discard])
def test_closing_asks_about_typed_text_that_cannot_be_applied(window, pair, questions, answer, qtbot) -> None:
    go_to(window, "r08")
    line = find(window, QLineEdit, "predictionEdit")
    line.setText("good\0bad")
    line.textEdited.emit(line.text())
    go_to(window, "r01")
    edits = find(window, QDockWidget, "editsDock")
    bring(find(window, QWidget, "editsPanel"), edits)
    questions.answer = answer
    assert window.close() == (answer == Button.Discard)
    assert questions.asked == ["What was typed for 'r08' is not applied."]
    if answer == Button.Cancel:
        assert (pair.current, line.selectedText()) == (pair.evaluation.table.row_of("r08"), "good\0bad")
        qtbot.waitUntil(lambda: is_visible(line) and line.hasFocus())
    assert line.isVisible() == (answer == Button.Cancel)


@pytest.mark.slow
def test_a_file_that_was_saved_stays_the_one_to_save_to_after_a_reload(window, pair, tmp_path, save_to, qtbot) -> None:
    pair.edit("r05", ["e"])
    save_to(path := tmp_path / "pb.csv")
    action(window, "save_as").trigger()
    path.write_text(path.read_text().replace("r02,a b c", "r02,b a c"))
    pair.edit("r03", ["q"])
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        action(window, "reload").trigger()
    save_to(Path())
    action(window, "save").trigger()
    assert pair.is_saved
    assert "r03,q" in path.read_text()
    assert "r02,b a c" in path.read_text()
    assert pair.undo_name == "edit r03"


def test_a_save_clears_the_failure_of_the_one_before(window, pair, pair_files, tmp_path, save_to) -> None:
    pair.edit("r05", ["e"])
    save_to(pair_files[0])
    action(window, "save_as").trigger()
    assert "never overwritten" in text(window, "messageText")
    window.message.offer_lasting(Offer("submission.csv changed on disk", "Reload", print, "", lambda: True))
    assert "never overwritten" in text(window, "messageText")
    assert text(window, "messageText").endswith("\nsubmission.csv changed on disk")
    save_to(tmp_path / "pb.csv")
    action(window, "save_as").trigger()
    assert text(window, "messageText") == "submission.csv changed on disk"


@pytest.mark.slow
def test_what_is_typed_is_applied_before_the_files_are_read_again(window, pair, qtbot) -> None:
    go_to(window, "r08")
    overwrite(find(window, QLineEdit, "predictionEdit"), "b zz")
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        action(window, "reload").trigger()
    assert pair.evaluation.labels(pair.evaluation.table.row_of("r08")) == ["b", "zz"]


@pytest.mark.slow
def test_text_that_changes_nothing_does_not_come_back(window, pair) -> None:
    go_to(window, "r08")
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "c x a")
    press(window, Key.Key_Escape)
    overwrite(line, "c  x  a")
    press(window, Key.Key_Return)
    window.bench.change_queue.failed.emit(InputError("of another change"))
    assert (line.text(), window.bench.docks.row.held.texts) == ("c x a", {})


def test_cancelling_the_save_cancels_the_close(window, pair, questions, save_to) -> None:
    pair.edit("r05", ["e"])
    questions.answer = Button.Save
    save_to("")
    assert not window.close()
    assert window.isVisible()


@pytest.mark.slow
def test_opening_another_pair_asks_first_too(window, pair, questions, pair_files, qtbot, monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(OpenDialog, "exec", lambda dialog: asked.append(dialog) or 1)
    monkeypatch.setattr(OpenDialog, "truth", pair_files[0])
    monkeypatch.setattr(OpenDialog, "submission", pair_files[1])
    pair.edit("r05", ["e"])
    questions.answer = Button.Cancel
    action(window, "open_files").trigger()
    assert (len(questions.asked), len(asked)) == (1, 1)
    assert not window.bench.open_controller.worker.is_busy
    assert pair.undo_name == "edit r05"
    questions.answer = Button.Discard
    with qtbot.waitSignal(window.bench.open_controller.opened):
        action(window, "open_files").trigger()
    assert (len(questions.asked), len(asked)) == (2, 2)
    assert pair.undo_name is None


def test_the_question_can_be_answered_by_saving_over_the_file_itself(
    window, pair, pair_files, questions, save_to
) -> None:
    pair.edit("r05", ["e"])
    questions.answer = Button.Save
    save_to(pair_files[1])
    assert window.close()
    assert "r05,e\n" in pair_files[1].read_text()


def test_row_scores_are_exported_in_the_order_shown(window, pair: Inspection, save_to, tmp_path) -> None:
    save_to(tmp_path / "rows.csv")
    action(window, "export_rows").trigger()
    lines = (tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(pair.evaluation.table)
    assert pair.evaluation.table.id(pair.state.order.row(0)) in lines[1]


@pytest.mark.slow
@pytest.mark.parametrize(("clause", "shown"), [("", "14 rows"), ("id:r01", "1 row")])
def test_the_dialog_says_how_many_rows_are_exported(window, pair: Inspection, monkeypatch, clause, shown) -> None:
    asked = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: asked.append(given[1]) or ("", ""))
    pair.narrow(clause)
    action(window, "export_rows").trigger()
    assert asked == [f"Export the scores of the {shown} shown"]


def test_a_report_is_exported_with_the_edits(window, pair: Inspection, save_to, tmp_path) -> None:
    pair.edit("r05", ["edited"])
    save_to(tmp_path / "report.html")
    action(window, "export_report").trigger()
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert f"{pair.overall:.5f}" in page
    assert ">edited</bdi>" in page


@pytest.mark.slow
def test_a_picture_of_the_window_is_exported(window, save_to, tmp_path) -> None:
    save_to(tmp_path / "window.png")
    action(window, "export_picture").trigger()
    picture = QImage(str(tmp_path / "window.png"))
    assert picture.size() == window.size() * picture.devicePixelRatio()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["export_rows", "export_picture"])
def test_an_export_that_fails_says_so(window, save_to, tmp_path, name: str) -> None:
    save_to(tmp_path / "nowhere" / "out.png")
    action(window, name).trigger()
    assert find(window, QFrame, "messageBar").isVisible()
    assert "out.png" in text(window, "messageText")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["save_as", "export_rows"])
def test_another_pair_does_not_reuse_the_save_path_of_the_previous_one(
    window, pair, other, qtbot, monkeypatch, tmp_path, name: str
) -> None:
    (target := tmp_path / "named.csv").write_text("what stood there")

    def answer(*_: object) -> tuple[str, str]:
        with qtbot.waitSignal(window.bench.open_controller.opened):
            window.bench.open_controller.open(*other)
        return str(target), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    action(window, name).trigger()
    assert target.read_text() == "what stood there"
    assert "nothing was written" in text(window, "messageText")


@pytest.mark.slow
def test_a_save_that_fails_in_the_middle_loses_no_edit_before_or_since(
    window, pair, save_to, tmp_path, monkeypatch, qtbot
) -> None:
    (target := tmp_path / "edited.csv").write_text("what stood there")
    pair.edit("r05", ["e"])
    save_to(target)
    begun, gate, write = threading.Event(), threading.Event(), os.fsync

    def full(file: int) -> None:
        begun.set()
        assert gate.wait(30)
        raise OSError(28, "No space left on device")

    def meanwhile() -> None:
        qtbot.waitUntil(begun.is_set)
        pair.edit("r06", ["a"])
        gate.set()

    monkeypatch.setattr(os, "fsync", full)
    QTimer.singleShot(0, window, meanwhile)
    assert not window.bench.save_controller.save_as()
    assert (target.read_text(), [*tmp_path.glob(".saving-*")]) == ("what stood there", [])
    assert "No space left on device" in text(window, "messageText")
    assert (pair.is_saved, pair.undo_name, pair.evaluation.labels(4)) == (False, "edit r06", ["e"])
    pair.edit("r07", ["a"])
    assert find(window, QFrame, "messageBar").isVisible()
    monkeypatch.setattr(os, "fsync", write)
    assert window.bench.save_controller.save_as()
    assert "r05,e\n" in target.read_text()
    assert (pair.is_saved, "r07,a\n" in target.read_text()) == (True, True)


@pytest.mark.slow
def test_edits_made_while_a_file_is_written_are_unsaved_after_it(
    window, pair, save_to, tmp_path, monkeypatch, qtbot
) -> None:
    pair.edit("r05", ["e"])
    save_to(tmp_path / "edited.csv")
    begun, gate, write = threading.Event(), threading.Event(), os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (begun.set(), gate.wait(30), write(file)))

    def meanwhile() -> None:
        qtbot.waitUntil(begun.is_set)
        assert not window.close()
        pair.edit("r06", ["a"])
        gate.set()

    QTimer.singleShot(0, window, meanwhile)
    assert window.bench.save_controller.save_as()
    assert "r06,a\n" not in (tmp_path / "edited.csv").read_text()
    assert not pair.is_saved
    pair.undo()
    assert pair.is_saved


def test_saving_keeps_the_window_responsive_and_cancel_keeps_the_old_file(
    window, pair, save_to, tmp_path, monkeypatch
) -> None:
    (target := tmp_path / "edited.csv").write_text("what stood there")
    pair.edit("r05", ["e"])
    save_to(target)
    refused = []
    window.bench.save_controller.failed.connect(refused.append)
    begun, gate = threading.Event(), threading.Event()
    write = os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (begun.set(), gate.wait(30), write(file)))

    cancel = find(window, QPushButton, "cancelButton")

    def meanwhile() -> None:
        if not (begun.is_set() and cancel.isVisible()):
            QTimer.singleShot(5, window, meanwhile)
            return
        action(window, "export_rows").trigger()  # one file at a time
        cancel.click()
        gate.set()

    QTimer.singleShot(0, window, meanwhile)
    assert not window.bench.save_controller.save_as()
    window.bench.save_controller.worker.close()
    assert "still being written" in str(refused[0])
    assert (pair.is_saved, target.read_text()) == (False, "what stood there")


@pytest.mark.slow
def test_closing_asks_again_about_edits_made_while_it_saved(
    window, pair, questions, save_to, tmp_path, monkeypatch
) -> None:
    pair.edit("r05", ["e"])
    questions.answer = Button.Save
    save_to(tmp_path / "edited.csv")
    begun, gate, write = threading.Event(), threading.Event(), os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (begun.set(), gate.wait(30), write(file)))

    def meanwhile() -> None:
        if not begun.is_set():
            QTimer.singleShot(5, window, meanwhile)
            return
        pair.edit("r06", ["a"])
        gate.set()

    QTimer.singleShot(0, window, meanwhile)
    assert window.close()
    assert len(questions.asked) == 2
    assert "r06,a\n" in (tmp_path / "edited.csv").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["export_rows", "export_report", "export_picture", "save_as"])
def test_no_command_writes_over_the_truth(window, pair_files, save_to, tmp_path, name: str) -> None:
    before = pair_files[0].read_bytes()
    # The ending decides the format of pictures and reports.
    link = tmp_path / ("link.html" if name == "export_report" else "link.png")
    link.symlink_to(pair_files[0])
    save_to(link)
    action(window, name).trigger()
    assert "the truth was read from this file, which is never overwritten" in text(window, "messageText")
    assert pair_files[0].read_bytes() == before


def test_no_plot_is_written_over_an_input(window, pair_files, save_to) -> None:
    before = pair_files[1].read_bytes()
    save_to(pair_files[1])
    find(window, Histogram, "scoreHistogram").save()
    assert "the submission was read from this file, which is never overwritten" in text(window, "messageText")
    assert pair_files[1].read_bytes() == before


@pytest.mark.slow
def test_a_read_only_file_and_hard_links_are_asked_about(window, pair, questions, save_to, tmp_path) -> None:
    pair.edit("r05", ["e"])
    (target := tmp_path / "edited.csv").write_text("old")
    (tmp_path / "other.csv").hardlink_to(target)
    target.chmod(0o444)
    save_to(target)
    questions.answer = Button.Cancel
    assert not window.bench.save_controller.save_as()
    assert (target.read_text(), pair.is_saved) == ("old", False)
    assert "read-only" in questions.asked[-1]
    questions.answer = Button.Yes
    assert window.bench.save_controller.save_as()
    assert "hard links" in questions.asked[-1]
    assert ("r05,e\n" in target.read_text(), (tmp_path / "other.csv").read_text()) == (True, "old")


def test_options_that_the_saved_file_needs_are_said_and_kept(show, save_to, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\nr0,x y\nr1,y z\n")
    (tmp_path / "s.csv").write_text("id,label\nr0,\"['x', 'y']\"\nr1,\"['y z', 'q']\"\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "map@5")
    window = show(pair)
    pair.edit("r0", ["x y"])
    save_to(tmp_path / "s.csv")
    told: list[str] = []
    window.bench.save_controller.done.connect(told.append)
    action(window, "save_as").trigger()
    assert told == [f"Written: {tmp_path / 's.csv'}. To be read like here, it needs --truth-separator ' '"]
    assert window.settings.recent[0].options == {"truth_separator": " "}
    assert score(pair).endswith("--truth-separator ' ' --metric map@5")
