"""Notes and tags in the window: typed in the row panel or in a dialog, shown in the table, kept on disk."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QToolButton,
)
from shiboken6 import isValid
from ui.user import Control, Key, Shift, action, click_row, find, go_to, overwrite, press, section, shown, text, write

import inspector
from inspector import Inspection
from inspector.core.notes.file import NotesFile, notes_folder
from inspector.core.notes.notes import Notes
from inspector.core.task import drain
from inspector.ui.notes.tag_dialog import TagDialog
from inspector.ui.row.note_part import TagChips
from inspector.ui.settings import Settings
from inspector.ui.widgets.label_edit import LabelEdit


@pytest.fixture
def line(window) -> QLineEdit:
    go_to(window, "r02")
    return find(window, QLineEdit, "noteEdit")


def dialog(window, name: str) -> QDialog:
    return find(window, QDialog, name)


def accept(box: QDialog) -> None:
    box.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok).click()


def titles(window) -> list[str]:
    view = find(window, QTableView, "rowTable")
    return [view.model().headerData(at, Qt.Orientation.Horizontal) for at in range(view.model().columnCount())]


def test_enter_keeps_a_note_and_escape_restores_it(window, line, pair: Inspection) -> None:
    overwrite(line, "looks wrong")
    assert len(pair.notes) == 0
    press(line, Key.Key_Return)
    assert pair.notes["r02"].text == "looks wrong"
    write(line, " indeed")
    press(line, Key.Key_Escape)
    assert line.text() == pair.notes["r02"].text == "looks wrong"
    assert pair.is_saved


@pytest.mark.slow
def test_a_note_is_kept_in_a_pause_of_typing(line, pair: Inspection, qtbot) -> None:
    pair.note("r02", "before")
    overwrite(line, "half a th")
    qtbot.waitUntil(lambda: pair.notes["r02"].text == "half a th")
    write(line, "ought")
    assert line.text() == "half a thought"
    press(line, Key.Key_Escape)
    assert line.text() == pair.notes["r02"].text == "before"


@pytest.mark.slow
@pytest.mark.parametrize("keeps", [True, False])
def test_a_note_in_its_dialog_is_kept_in_a_pause(window, line, pair, qtbot, questions, keeps: bool) -> None:
    questions.answer = QMessageBox.StandardButton.Discard
    pair.note("r02", "before")
    action(window, "edit_note").trigger()
    box = dialog(window, "noteDialog")
    box.findChild(QPlainTextEdit).insertPlainText("\nafter")
    qtbot.waitUntil(lambda: pair.notes["r02"].text == "before\nafter")
    box.findChild(QPlainTextEdit).insertPlainText("wards")
    accept(box) if keeps else box.reject()
    assert pair.notes["r02"].text == ("before\nafterwards" if keeps else "before")


def test_blanks_alone_are_no_note_and_do_not_stay_in_the_line(window, line, pair: Inspection) -> None:
    overwrite(line, "  ")
    press(line, Key.Key_Return)
    assert (line.text(), len(pair.notes)) == ("", 0)


def test_a_note_is_kept_when_another_row_or_part_is_visited(window, line, pair: Inspection) -> None:
    overwrite(line, "first")
    table = go_to(window, "r03")
    assert pair.notes["r02"].text == "first"
    assert line.text() == ""
    overwrite(line, "second")
    table.setFocus()
    assert pair.notes["r03"].text == "second"
    go_to(window, "r02")
    assert line.text() == "first"


def test_a_deleted_note_comes_back_with_undo_in_the_line(line, pair: Inspection) -> None:
    overwrite(line, "typed with care")
    press(line, Key.Key_Return)
    line.selectAll()
    press(line, Key.Key_Delete)
    press(line, Key.Key_Return)
    assert len(pair.notes) == 0
    press(line, Key.Key_Z, Control)
    press(line, Key.Key_Return)
    assert pair.notes["r02"].text == "typed with care"


def test_undo_in_the_line_never_brings_the_note_of_another_row(window, line, pair: Inspection) -> None:
    overwrite(line, "alpha")
    press(line, Key.Key_Return)
    overwrite(line, "")
    press(line, Key.Key_Delete)
    press(line, Key.Key_Return)
    go_to(window, "r03")
    line.setFocus()
    press(line, Key.Key_Z, Control)
    press(line, Key.Key_Return)
    assert (line.text(), len(pair.notes)) == ("", 0)


def test_a_note_that_was_emptied_can_be_put_back(window, line, pair: Inspection) -> None:
    pair.note("r02", "alpha")
    overwrite(line, " ")
    go_to(window, "r03")
    assert (len(pair.notes), window.message.says) == (0, "Note of r02 removed")
    find(window, QPushButton, "messageOffer").click()
    assert pair.notes.texts == {"r02": "alpha"}


def test_a_note_emptied_in_its_dialog_is_put_back_unless_noted_anew(window, line, pair: Inspection) -> None:
    pair.note("r02", "two\nlines")
    for newer, then in (("", "two\nlines"), ("newer", "newer")):
        action(window, "edit_note").trigger()
        box = dialog(window, "noteDialog")
        find(box, QPlainTextEdit, "noteText").selectAll()
        find(box, QPlainTextEdit, "noteText").textCursor().removeSelectedText()
        accept(box)
        QCoreApplication.sendPostedEvents(box, QEvent.Type.DeferredDelete)
        pair.note("r02", newer)
        find(window, QPushButton, "messageOffer").click()
        assert pair.notes["r02"].text == then


def test_undo_goes_to_the_edits_where_nothing_was_typed(line, pair: Inspection) -> None:
    pair.edit("r05", ["e"])
    line.setFocus()
    press(line, Key.Key_Z, Control)
    assert not len(pair.evaluation.overlay)


@pytest.mark.slow
def test_an_edit_of_the_row_leaves_a_note_that_is_being_typed(line, pair: Inspection) -> None:
    overwrite(line, "half a th")
    pair.edit("r02", ["b"])
    pair.tag(["r02"], ["hard"])
    write(line, "ought")
    press(line, Key.Key_Return)
    assert pair.notes["r02"].text == "half a thought"


def test_a_note_of_several_lines_is_edited_in_its_dialog(window, line, pair: Inspection) -> None:
    pair.note("r02", "one\n<b>two</b>")
    assert line.isReadOnly()
    assert line.text() == "one <b>two</b>"
    line.setFocus()
    press(line, Key.Key_Return)
    box = dialog(window, "noteDialog")
    assert find(box, QPlainTextEdit, "noteText").toPlainText() == "one\n<b>two</b>"
    press(box, Key.Key_Return)
    write(box, "three")
    accept(box)
    assert pair.notes["r02"].text == "one\n<b>two</b>\nthree"


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_ctrl_enter_keeps_a_note_and_returns_to_the_table(window, line, pair: Inspection, key) -> None:
    overwrite(line, "looks wrong")
    press(line, key, Control)
    assert pair.notes["r02"].text == "looks wrong"
    assert find(window, QTableView, "rowTable").hasFocus()
    action(window, "edit_note").trigger()
    box = dialog(window, "noteDialog")
    find(box, QPlainTextEdit, "noteText").setFocus()
    press(box, Key.Key_Return)
    write(box, "indeed")
    QTest.keyPress(box.windowHandle(), key, Control)  # which deletes the dialog
    QTest.keyRelease(window.windowHandle(), Key.Key_Control)
    assert pair.notes["r02"].text == "looks wrong\nindeed"


def test_typing_in_the_line_of_a_note_of_several_lines_opens_it(window, line, pair: Inspection) -> None:
    pair.note("r02", "one\ntwo")
    line.setFocus()
    press(line, Key.Key_C, Control)
    press(line, Key.Key_X)
    box = dialog(window, "noteDialog")
    assert find(box, QPlainTextEdit, "noteText").toPlainText() == "one\ntwox"
    accept(box)
    assert pair.notes["r02"].text == "one\ntwox"


def test_the_dialog_goes_on_with_what_is_typed_in_the_line(window, line, pair: Inspection) -> None:
    pair.note("r02", "kept")
    overwrite(line, "typed")
    press(window, Key.Key_N, Control | Shift)
    box = dialog(window, "noteDialog")
    assert find(box, QPlainTextEdit, "noteText").toPlainText() == "typed"
    write(box, " on")
    accept(box)
    go_to(window, "r03")
    assert pair.notes["r02"].text == "typed on"


def test_a_line_that_cannot_show_the_whole_note_says_so(line, pair: Inspection) -> None:
    pair.note("r02", "one line")
    assert line.accessibleDescription() == ""
    pair.note("r02", "two\nlines")
    assert "several lines: Enter or typing opens it" in line.accessibleDescription()
    assert line.accessibleDescription() in line.toolTip()


def test_the_dialog_changes_nothing_if_nothing_was_typed(window, line, pair: Inspection) -> None:
    pair.note("r02", "as\r\nwritten")
    before = pair.notes
    press(window, Key.Key_N, Control | Shift)
    accept(dialog(window, "noteDialog"))
    assert pair.notes is before


def test_escape_asks_before_typed_lines_are_lost(window, line, pair: Inspection, questions) -> None:
    action(window, "edit_note").trigger()
    box = dialog(window, "noteDialog")
    box.findChild(QPlainTextEdit).insertPlainText("two\nlines")
    questions.answer = QMessageBox.StandardButton.Cancel
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (box.isVisible(), questions.asked) == (True, ["The note was changed."])
    questions.answer = QMessageBox.StandardButton.Discard
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible()
    assert not len(pair.notes)


def test_escape_can_keep_a_note_and_tags(window, line, pair: Inspection, monkeypatch) -> None:
    buttons = []

    def keep(box: QMessageBox) -> QMessageBox.StandardButton:
        buttons.append((box.defaultButton().text(), len(box.buttons())))
        return QMessageBox.StandardButton.Save

    monkeypatch.setattr(QMessageBox, "exec", keep)
    action(window, "edit_note").trigger()
    box = dialog(window, "noteDialog")
    box.findChild(QPlainTextEdit).insertPlainText("two\nlines")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    action(window, "tag_rows").trigger()
    tags = dialog(window, "tagDialog")
    tags.findChild(QLineEdit).setText("hard")
    QTest.keyClick(tags, Qt.Key.Key_Escape)
    assert (pair.notes["r02"].text, pair.notes["r02"].tags) == ("two\nlines", ("hard",))
    assert (box.isVisible(), tags.isVisible(), buttons) == (False, False, [("&Keep", 3), ("&Apply", 3)])


def test_a_question_about_a_note_ends_with_its_dialog(window, line, pair: Inspection, monkeypatch) -> None:
    action(window, "edit_note").trigger()
    box = dialog(window, "noteDialog")
    box.findChild(QPlainTextEdit).insertPlainText("two")

    def go(_: QMessageBox) -> int:
        window.bench.notes_controller.close()
        QCoreApplication.sendPostedEvents(box, QEvent.Type.DeferredDelete)
        return 0

    monkeypatch.setattr(QMessageBox, "exec", go)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (isValid(box), len(pair.notes)) == (False, 0)


@pytest.mark.slow
def test_a_note_of_a_megabyte_neither_freezes_nor_is_cut(window, line, pair: Inspection) -> None:
    long = "\u202eright " * 150_000
    pair.note("r02", long)
    assert line.isReadOnly()
    assert len(line.text()) <= 1000
    window.grab()
    press(window, Key.Key_N, Control | Shift)
    box = dialog(window, "noteDialog")
    write(box, "x")
    accept(box)
    assert pair.notes["r02"].text == long + "x"


def test_selected_rows_are_tagged_and_their_tags_offered_again(window, pair: Inspection) -> None:
    table = go_to(window, "r02")
    press(table, Key.Key_Down, Shift)
    ids = [pair.evaluation.table.id(row) for row in window.bench.table.selected_rows()]
    assert len(ids) == 2
    pair.tag(["r14 & <i>"], ["easy"])
    press(window, Key.Key_G, Control | Shift)
    box = dialog(window, "tagDialog")
    assert box.windowTitle() == "Tag 2 rows"
    write(box, "hard, wrong-truth more")
    assert text(box, "tagEffect") == "+ hard · + wrong-truth · + more"
    press(box, Key.Key_Return)
    assert {pair.notes[id_].tags for id_ in ids} == {("hard", "more", "wrong-truth")}
    action(window, "tag_rows").trigger()
    again = [box for box in window.findChildren(TagDialog) if box.isVisible()][-1]
    assert [*pair.notes.tags] == ["easy", "hard", "more", "wrong-truth"]
    completions = find(again, QLineEdit, "tagEdit").completer().model()
    assert [completions.index(at, 0).data() for at in range(completions.rowCount())] == [*pair.notes.tags]


def test_an_empty_list_of_tags_says_that_there_are_none(window) -> None:
    for in_use, words in (({}, "No row has a tag yet"), ({"hard": 1}, "Tick tags")):
        box = TagDialog(2, in_use, {}, window)
        assert text(box, "tagEffect").startswith(words)
        box.deleteLater()


def test_the_tags_of_some_rows_are_half_ticked_and_stay_unless_ticked(window, pair: Inspection) -> None:
    pair.tag(["r01", "r02"], ["hard"])
    pair.tag(["r01"], ["odd"])
    box = TagDialog(2, pair.notes.tags, pair.notes.tags_of(["r01", "r02"]), window)
    items = find(box, QListWidget, "tagList")
    states = {items.item(at).text(): items.item(at).checkState() for at in range(items.count())}
    assert states == {"hard": Qt.CheckState.Checked, "odd   1 of 2 rows": Qt.CheckState.PartiallyChecked}
    assert (box.added, box.removed) == ((), ())
    items.item(1).setCheckState(Qt.CheckState.Checked)
    items.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert (box.added, box.removed) == (("odd",), ("hard",))
    assert text(box, "tagEffect") == "+ odd · − hard from 2 rows"
    box.deleteLater()


def test_a_half_ticked_tag_can_be_half_ticked_again(window, pair: Inspection) -> None:
    pair.tag(["r01"], ["odd"])
    pair.tag(["r01", "r02"], ["hard"])
    box = TagDialog(2, pair.notes.tags, pair.notes.tags_of(["r01", "r02"]), window)
    items = find(box, QListWidget, "tagList")
    tristate = [bool(items.item(at).flags() & Qt.ItemFlag.ItemIsUserTristate) for at in range(items.count())]
    assert (tristate, [items.item(at).data(Qt.ItemDataRole.UserRole) for at in range(2)]) == (
        [False, True],
        ["hard", "odd"],
    )
    items.setCurrentRow(1)
    box.show()
    seen = []
    for _ in range(3):
        QTest.keyClick(items, Qt.Key.Key_Space)
        seen.append((box.added, box.removed))
    assert sorted(seen) == [((), ()), ((), ("odd",)), (("odd",), ())]
    box.done(0)
    box.deleteLater()


def test_escape_asks_before_ticked_tags_are_lost(window, line, pair: Inspection, questions) -> None:
    action(window, "tag_rows").trigger()
    box = dialog(window, "tagDialog")
    write(box, "hard")
    questions.answer = QMessageBox.StandardButton.Cancel
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (box.isVisible(), questions.asked) == (True, ["The tags are not changed yet."])
    questions.answer = QMessageBox.StandardButton.Discard
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (box.isVisible(), len(pair.notes)) == (False, 0)


def test_thousands_of_tags_are_looked_at_once_a_change(window, monkeypatch) -> None:
    tags = {f"tag{number}": 1 for number in range(2000)}
    box = TagDialog(1, tags, tags, window)
    items = find(box, QListWidget, "tagList")
    items.blockSignals(True)
    for at in range(items.count()):
        items.item(at).setCheckState(Qt.CheckState.Unchecked)
    items.blockSignals(False)
    looked = []
    monkeypatch.setattr(items, "item", lambda at, item=items.item: looked.append(at) or item(at))
    find(box, QLineEdit, "tagEdit").setText("another")
    assert len(looked) <= 3 * len(tags)
    box.deleteLater()


def test_tags_taken_off_can_be_put_back(window, line, pair: Inspection) -> None:
    pair.tag(["r02"], ["hard", "odd"])
    chip = next(c for c in window.findChildren(QToolButton) if "hard" in c.accessibleName())
    chip.click()
    assert pair.notes["r02"].tags == ("odd",)
    assert window.message.says == "Taken off 1 row: hard"
    find(window, QPushButton, "messageOffer").click()
    assert pair.notes["r02"].tags == ("hard", "odd")


def test_tags_are_put_back_only_on_the_rows_that_had_them(window, pair: Inspection) -> None:
    pair.tag(["r01"], ["odd"])
    window.bench.notes_controller._tag(["r01", "r02"], ("new",), ("odd",))
    assert pair.notes.tags == {"new": 2}
    find(window, QPushButton, "messageOffer").click()
    assert pair.notes.tags == {"new": 2, "odd": 1}
    assert pair.notes["r01"].tags == ("new", "odd")


@pytest.mark.slow
def test_tags_of_another_pair_are_not_put_back(window, pair: Inspection, other, qtbot) -> None:
    pair.tag(["r01"], ["odd"])
    window.bench.notes_controller.take_off("r01", "odd")
    offer = find(window, QPushButton, "messageOffer")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    offer.click()
    assert len(pair.notes.by_id) == 0


def test_a_chip_takes_its_tag_off_the_row(window, line, pair: Inspection) -> None:
    pair.tag(["r02", "r03"], ["hard", "<b>&x"])
    chips = find(window, TagChips, "tagChips")
    assert chips.tags == ("<b>&x", "hard")
    chip = next(c for c in chips.findChildren(QToolButton) if "hard" in c.accessibleName())
    chip.click()
    assert pair.notes["r02"].tags == ("<b>&x",)
    assert pair.notes["r03"].tags == ("<b>&x", "hard")
    go_to(window, "r04")
    assert chips.isHidden()


def test_the_buttons_open_the_dialogs(window, line) -> None:
    for name, box in (("Edit the note in several lines", "noteDialog"), ("Tag the selected rows", "tagDialog")):
        button = next(b for b in window.findChildren(QToolButton) if b.accessibleName() == name)
        button.click()
        dialog(window, box).reject()


@pytest.mark.slow
def test_the_columns_come_with_the_first_note_and_keep_the_selection(window, pair: Inspection) -> None:
    window.resize(1800, 800)
    table = go_to(window, "r02")
    press(table, Key.Key_Down, Shift)
    before, rows = titles(window), window.bench.table.selected_rows().tolist()
    pair.tag(["r02"], ["hard", "odd"])
    assert titles(window) == [*before[:5], "tags", *before[5:]]
    pair.note("r02", "two\nlines")
    assert titles(window) == [*before[:5], "note", "tags", *before[5:]]
    pos = shown(table, "id").index("r02")
    assert (shown(table, "note")[pos], shown(table, "tags")[pos]) == ("two lines", "hard odd")
    assert window.bench.table.selected_rows().tolist() == rows
    assert not table.isColumnHidden(section(table, "note"))
    click_row(table, pos, "predictions")
    press(table, Key.Key_F2)
    assert isinstance(QApplication.focusWidget(), LabelEdit)
    press(QApplication.focusWidget(), Key.Key_Escape)
    pair.note("r02", "")
    pair.tag(["r02"], (), ["hard", "odd"])
    assert titles(window) == before


def test_every_command_has_its_menu_entry(window) -> None:
    assert [action(window, name).shortcut().toString() for name in ("edit_note", "tag_rows")] == [
        "Ctrl+Shift+N",
        "Ctrl+Shift+G",
    ]


@pytest.fixture
def kept(tmp_path: Path) -> Settings:
    return Settings(temporary=True, notes=tmp_path / "notes")


def on_disk(folder: Path, pair: Inspection) -> Notes:
    return drain(NotesFile(folder / "notes", pair.evaluation.table).merge(Notes())).notes


def test_python_and_the_window_keep_notes_in_one_folder() -> None:
    assert Settings().notes == notes_folder()
    assert Settings(temporary=True).notes is None


@pytest.mark.slow
def test_notes_survive_the_window_and_another_submission(show, kept, pair, pair_files, tmp_path, qtbot) -> None:
    window = show(pair, kept)
    go_to(window, "r02")
    overwrite(find(window, QLineEdit, "noteEdit"), "not yet entered")
    window.close()
    assert on_disk(tmp_path, pair).texts == {"r02": "not yet entered"}
    other = tmp_path / "other.csv"
    other.write_text(pair_files[1].read_text().replace("r01,a b c", "r01,b a c"))
    again = inspector.open_pair(pair_files[0], other, "map@2")
    second = show(again, kept)
    qtbot.waitUntil(lambda: again.notes.texts == {"r02": "not yet entered"})
    assert "note" in titles(second)


def test_a_window_ended_by_a_signal_keeps_what_was_typed(show, kept, pair, tmp_path, monkeypatch) -> None:
    window = show(pair, kept)
    monkeypatch.setattr(window.bench.notes_controller.worker, "start", lambda *_: None)  # as if it were too slow
    go_to(window, "r02")
    overwrite(find(window, QLineEdit, "noteEdit"), "half a thought")
    window.leave()
    assert on_disk(tmp_path, pair).texts == {"r02": "half a thought"}


@pytest.mark.slow
def test_two_windows_on_one_truth_lose_nothing(show, kept, pair, pair_files, tmp_path, qtbot) -> None:
    twin = inspector.open_pair(*pair_files, "map@3")
    for inspection in (pair, twin):
        show(inspection, kept)
    pair.note("r01", "first")
    twin.note("r02", "second")
    pair.tag(["r03"], ["hard"])
    qtbot.waitUntil(lambda: len(on_disk(tmp_path, pair)) == 3)
    assert on_disk(tmp_path, pair).texts == {"r01": "first", "r02": "second"}
    twin.note("r04", "third")
    qtbot.waitUntil(lambda: len(twin.notes) == 4)


def test_the_window_merges_notes_of_all_rows_in_a_thread_only(show, kept, pair, tmp_path, qtbot, monkeypatch) -> None:
    show(pair, kept)
    merging, merged = [], Notes.merged
    note_thread = lambda *both: merging.append(threading.current_thread()) or merged(*both)  # noqa: E731
    monkeypatch.setattr(Notes, "merged", note_thread)
    pair.note("r02", "x")
    pair.tag(["r03"], ["hard"])
    file = NotesFile(tmp_path / "notes", pair.evaluation.table).path
    qtbot.waitUntil(lambda: file.exists() and "hard" in file.read_text())
    assert merging
    assert threading.main_thread() not in merging


def test_notes_of_the_last_pair_are_written_before_another_is_opened(show, kept, pair, other, tmp_path, qtbot) -> None:
    window = show(pair, kept)
    key = NotesFile(tmp_path / "notes", pair.evaluation.table).path
    go_to(window, "r02")
    overwrite(find(window, QLineEdit, "noteEdit"), "x")
    window.bench.open_files([*other])
    qtbot.waitUntil(lambda: len(pair.evaluation.table) == 3)
    assert len(pair.notes) == 0
    qtbot.waitUntil(key.exists)
    assert '"x"' in key.read_text()


def test_a_note_being_typed_in_its_dialog_stays_with_its_pair(show, kept, pair, other, tmp_path, qtbot) -> None:
    window = show(pair, kept)
    key = NotesFile(tmp_path / "notes", pair.evaluation.table).path
    go_to(window, "r02")
    action(window, "edit_note").trigger()
    box = dialog(window, "noteDialog")
    find(box, QPlainTextEdit, "noteText").insertPlainText("half a thought")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    assert not any(shown.isVisible() for shown in window.findChildren(QDialog, "noteDialog"))
    assert len(pair.notes) == 0
    assert '"half a thought"' in key.read_text()


def test_the_dialog_of_tags_goes_with_its_pair(window, pair, other, qtbot) -> None:
    action(window, "tag_rows").trigger()
    box = dialog(window, "tagDialog")
    write(box, "hard")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    assert (box.isVisible(), len(pair.notes)) == (False, 0)


def test_a_kept_filter_by_tags_shows_its_rows_once_the_notes_are_read(show, kept, pair, tmp_path, qtbot) -> None:
    drain(NotesFile(tmp_path / "notes", pair.evaluation.table).merge(Notes().with_tags(["r02"], ["hard"])))
    pair.narrow("tag:hard")
    assert len(pair.state.order) == 0
    show(pair, kept)
    qtbot.waitUntil(lambda: len(pair.state.order) == 1)


def test_a_damaged_file_is_said_in_the_message_bar(show, kept, pair, tmp_path, qtbot) -> None:
    path = NotesFile(tmp_path / "notes", pair.evaluation.table).path
    path.parent.mkdir()
    path.write_text("not json")
    window = show(pair, kept)
    qtbot.waitUntil(window.message.isVisible)
    assert "the file is damaged" in window.message.says
    assert path.with_suffix(".damaged-1.json").read_text() == "not json"


def test_closing_asks_about_notes_that_cannot_be_written(show, kept, pair, tmp_path, qtbot, questions) -> None:
    (tmp_path / "notes").write_text("a file in the place of the folder")
    window = show(pair, kept)
    pair.note("r01", "x")
    qtbot.waitUntil(window.message.isVisible)
    assert "the notes cannot be kept" in window.message.says
    questions.answer = QMessageBox.StandardButton.Cancel
    assert not window.close()
    assert "Notes of rows are not kept yet" in questions.asked[0]
    (tmp_path / "notes").unlink()
    assert window.close()
    assert on_disk(tmp_path, pair).texts == {"r01": "x"}
