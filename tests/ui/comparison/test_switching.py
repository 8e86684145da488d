"""Opening another submission of the list, and choosing what it is compared with, by the menu and its keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QFileDialog, QLabel, QLineEdit, QMessageBox, QTableView, QWidget
from ui.user import Control, Key, Shift, action, find, go_to, overwrite, press, section, shown, text

import inspector
from inspector import Inspection
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError
from inspector.core.query import Clause
from inspector.ui.row.step_model import LABEL
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.window.main_window import MainWindow


@pytest.fixture
def compared(compared: MainWindow) -> MainWindow:
    """The window on three submissions, whose list is not seen: it would be sorted at any time."""
    find(compared, QDockWidget, "submissionsDock").hide()
    return compared


@pytest.mark.slow
def test_keys_go_round_the_list_and_each_keeps_its_edits(compared, three: Inspection) -> None:
    go_to(compared, "r05")
    three.edit("r05", ["e"])
    edited = three.overall
    opened = []
    for _ in range(3):
        press(compared, Key.Key_PageDown, Control)
        opened.append((three.open_submission.name, three.is_saved))
    assert opened == [("better", True), ("alike", True), ("submission", False)]
    assert (three.overall, text(compared, "overallScore")) == (edited, repr(edited))
    assert three.evaluation.table.id(three.current) == "r05"
    press(compared, Key.Key_Tab, Control | Shift)
    assert three.open_submission.name == "alike"
    assert not action(compared, "undo").isEnabled()


def test_title_and_status_say_which_one_is_open(compared, three: Inspection) -> None:
    three.open("better")
    assert compared.windowTitle().startswith("better.csv[*] · MAP@3 ")
    assert " · better, 2 of 3" in compared.windowTitle()
    assert text(compared, "rowsStatus").startswith("better, 2 of 3 · ")
    assert not compared.isWindowModified()
    three.edit("r05", ["e", "a"])
    assert compared.isWindowModified()


def test_a_typed_prediction_is_kept_in_the_submission_it_was_typed_for(compared, three: Inspection) -> None:
    go_to(compared, "r05")
    overwrite(find(compared, QLineEdit, "predictionEdit"), "e a")
    action(compared, "next_submission").trigger()
    assert three.open_submission.name == "better"
    row = three.evaluation.table.row_of("r05")
    assert three.submission("submission").evaluation.labels(row) == ["e", "a"]
    assert three.evaluation.labels(row) == ["e"]


@pytest.mark.slow
def test_text_in_a_cell_of_the_row_panel_stays_with_its_submission(compared, three: Inspection) -> None:
    go_to(compared, "r05")
    steps = find(compared, QTableView, "stepTable")
    steps.setFocus()
    steps.edit(steps.model().index(0, LABEL))
    overwrite(steps.viewport().findChild(LabelEdit), "e")
    action(compared, "next_submission").trigger()
    assert three.open_submission.name == "better"
    row = three.evaluation.table.row_of("r05")
    assert [one.evaluation.labels(row)[0] for one in three.submissions[:2]] == ["e", "e"]
    assert three.submission("submission").evaluation.is_edited(row) and not three.evaluation.is_edited(row)
    assert not [editor for editor in steps.viewport().findChildren(LabelEdit) if editor.isVisible()]


def mistype(window: QWidget, id_: str, words: str = "good\0bad") -> QLineEdit:
    """Type what cannot be applied in the line of a row."""
    go_to(window, id_)
    edit = find(window, QLineEdit, "predictionEdit")
    edit.setText(words)
    edit.textEdited.emit(words)
    return edit


def texts(inspection: Inspection) -> dict[str, dict[str, str]]:
    """What is typed and not applied, by submission."""
    return {one.name: one.typed.every for one in inspection.submissions if one.typed.every}


@pytest.mark.slow
def test_text_that_cannot_be_applied_waits_in_its_own_submission(compared, three: Inspection) -> None:
    edit, note = mistype(compared, "r05"), find(compared, QLabel, "draftNote")
    action(compared, "next_submission").trigger()
    assert (three.open_submission.name, edit.text(), note.isVisible()) == ("better", "e", False)
    said = compared.statusBar().currentMessage()
    assert said == "What was typed for 'r05' in 'submission' is not applied. It waits there"
    mistype(compared, "r05", "other\0text")
    action(compared, "next_submission").trigger()
    assert texts(three) == {"submission": {"r05": "good\0bad"}, "better": {"r05": "other\0text"}}
    for name, words in (("submission", "good\0bad"), ("better", "other\0text"), ("alike", "a  b  c")):
        three.open(name)
        assert (edit.text().split(), note.isVisible()) == (words.split(), name != "alike")
    three.open("better")
    edit.setFocus()
    press(edit, Key.Key_Escape)
    assert (edit.text(), texts(three)) == ("e", {"submission": {"r05": "good\0bad"}})
    assert all(one.is_saved for one in three.submissions)


@pytest.mark.slow
def test_text_in_the_line_while_another_one_is_opened_stays_with_its_own(compared, three: Inspection) -> None:
    edit = mistype(compared, "r05", "e a")
    three.open("better")  # as when the switch was asked for before the text was typed
    assert (edit.text(), texts(three)) == ("e", {"submission": {"r05": "e a"}})
    go_to(compared, "r01")
    go_to(compared, "r05")
    three.open("submission")
    assert (edit.text(), three.is_saved) == ("e a", True)
    edit.setFocus()
    press(edit, Key.Key_Return)
    row = three.evaluation.table.row_of("r05")
    assert (three.evaluation.labels(row), three.submission("better").is_saved, texts(three)) == (["e", "a"], True, {})


def test_text_is_not_applied_to_another_one_whose_filter_hides_its_row(compared, three: Inspection) -> None:
    go_to(compared, "r05")
    three.filter_by([Clause("score<1")])
    assert three.evaluation.table.id(three.current) == "r05"
    mistype(compared, "r05", "d a")
    three.open("better")
    assert three.evaluation.table.row_of("r05") not in three.state.order.rows
    assert (texts(three), [one.name for one in three.submissions if len(one.evaluation.overlay)]) == (
        {"submission": {"r05": "d a"}},
        [],
    )


@pytest.mark.slow
def test_text_in_a_cell_of_the_table_while_another_one_is_opened_waits(compared, three: Inspection) -> None:
    table = go_to(compared, "r05")
    table.setFocus()
    press(compared, Key.Key_F2)
    overwrite(table.viewport().findChild(LabelEdit), "e a")
    three.open("better")
    assert (texts(three), find(compared, QLineEdit, "predictionEdit").text()) == ({"submission": {"r05": "e a"}}, "e")
    three.open("submission")
    assert find(compared, QLineEdit, "predictionEdit").text() == "e a"


@pytest.mark.slow
def test_an_edit_refused_after_a_switch_waits_where_it_was_typed(compared, three: Inspection, qtbot, monkeypatch):
    for work in ("edit", "switch"):
        monkeypatch.setitem(ROWS_AT_ONCE, work, -1)
    edit = mistype(compared, "r05", "e a")
    monkeypatch.setattr("inspector.core.document.transition.validate_edit", refuse)
    with qtbot.waitSignal(compared.bench.change_queue.failed):
        action(compared, "next_submission").trigger()
    assert (three.open_submission.name, texts(three)) == ("better", {"submission": {"r05": "e a"}})
    assert edit.text() == "e"


@pytest.mark.slow
def test_text_of_another_one_survives_a_reload(compared, three: Inspection, pair_files, better, qtbot) -> None:
    edit, queue = mistype(compared, "r05"), compared.bench.change_queue
    three.open("better")
    fresh = inspector.open_pair(pair_files[0], better, three.metric).state
    mistype(compared, "r01", "new\0text")
    with qtbot.waitSignal(queue.rebased):
        queue.rebase(fresh)
    assert texts(three) == {"submission": {"r05": "good\0bad"}, "better": {"r01": "new\0text"}}
    three.open("submission")
    go_to(compared, "r05")
    assert edit.text() == "good\0bad"


def refuse(*_: object) -> None:
    raise InputError("this cannot be written")


def test_removing_asks_about_text_that_waits(compared, three: Inspection, questions) -> None:
    mistype(compared, "r05")
    three.open("better")
    questions.answer = QMessageBox.StandardButton.Cancel
    compared.bench.comparisons.controller.remove("submission")
    assert questions.asked == ["What was typed for 'r05' in 'submission' is not applied."]
    assert "submission" in three.names


def test_closing_asks_about_text_of_every_submission_and_goes_there(compared, three: Inspection, questions) -> None:
    mistype(compared, "r05")
    three.open("better")
    questions.answer = QMessageBox.StandardButton.Cancel
    compared.close()
    assert compared.isVisible()
    assert (three.open_submission.name, find(compared, QLineEdit, "predictionEdit").text()) == (
        "submission",
        "good\0bad",
    )


@pytest.mark.slow
def test_a_switch_waits_for_all_edits_of_what_is_on_the_screen(compared, three: Inspection, qtbot, monkeypatch) -> None:
    for work in ("edit", "switch", "baseline"):
        monkeypatch.setitem(ROWS_AT_ONCE, work, -1)
    queue, controller = compared.bench.change_queue, compared.bench.comparisons.controller
    row = three.evaluation.table.row_of("r05")
    with qtbot.waitSignal(queue.emptied):
        queue.predict(row, Prediction(("e",)))
        controller.open("alike")
        controller.compare_with("submission")
        queue.predict(row, Prediction(("z",)))
    assert (three.open_submission.name, three.baseline) == ("alike", "submission")
    assert three.submission("submission").evaluation.labels(row) == ["z"]
    assert [edit.name for edit in three.submission("submission").history.edits[0]] == ["edit r05", "edit r05"]
    assert (three.evaluation.labels(row), three.undo_name) == (["a", "b", "c"], None)


@pytest.mark.slow
def test_what_is_compared_with_is_chosen_in_the_menu(compared, three: Inspection) -> None:
    choices = compared.commands.submenus["compare_with"]
    choices.aboutToShow.emit()
    assert [entry.text() for entry in choices.actions()] == ["The file as loaded", "better", "alike"]
    choices.actions()[1].trigger()
    assert three.baseline == "better"
    choices.aboutToShow.emit()
    assert [entry.isChecked() for entry in choices.actions()] == [False, True, False]
    action(compared, "swap_submissions").trigger()
    assert (three.open_submission.name, three.baseline) == ("better", "submission")
    action(compared, "compare_with_file").trigger()
    assert three.baseline == "file"
    assert [action(compared, name).isEnabled() for name in ("compare_with_file", "swap_submissions")] == [False, False]


@pytest.mark.slow
def test_the_score_bar_says_what_the_difference_is_to(compared, three: Inspection) -> None:
    assert text(compared, "scoreDelta") == ""
    three.edit("r05", ["e"])
    assert text(compared, "scoreDelta").endswith(" · 1 row edited")
    assert "by your edits" in find(compared, QLabel, "scoreDelta").toolTip()
    three.baseline = "better"
    assert " against better · 1 row edited" in text(compared, "scoreDelta")
    assert "compared with better" in find(compared, QLabel, "scoreDelta").toolTip()
    three.rename("better", "best")
    assert " against best" in text(compared, "scoreDelta")
    beside = find(compared, QWidget, "sideBySide")
    assert beside.isVisible()
    three.baseline = "submission"
    assert text(compared, "scoreDelta") == "the baseline · 1 row edited"
    assert not beside.isVisible()


@pytest.mark.slow
def test_what_edits_did_stays_about_edits_with_another_baseline(compared, three: Inspection) -> None:
    three.edit("r01", ["x", "a"])
    three.baseline = "better"
    assert three.evaluation.deltas(np.arange(1)).tolist() == [0.5]
    compared.bench.docks.by_name["editsDock"].raise_()
    edits = find(compared, QTableView, "editsTable")
    edits.refresh()
    assert shown(edits, "Δ score") == ["▼ −0.5000"]
    table = compared.bench.table
    place = shown(table, "id").index("r01")
    tip = table.model().index(place, section(table, "id")).data(Qt.ItemDataRole.ToolTipRole)
    assert "edited, score ▼ −0.5000" in tip


@pytest.mark.slow
@pytest.mark.parametrize("name", ["next_submission", "previous_submission", "remove_submission"])
def test_commands_for_several_are_off_with_one(window, name: str) -> None:
    assert not action(window, name).isEnabled()


@pytest.mark.slow
def test_an_open_submission_that_is_removed_gives_way_to_its_neighbour(compared, three: Inspection) -> None:
    three.open("better")
    three.baseline = "better"
    assert action(compared, "remove_submission").text() == "&Remove 'better' from the list…"
    action(compared, "remove_submission").trigger()
    assert action(compared, "remove_submission").text() == "&Remove 'alike' from the list…"
    assert (three.open_submission.name, three.baseline) == ("alike", "file")
    assert [one.name for one in three.submissions] == ["submission", "alike"]


@pytest.mark.slow
def test_saving_names_the_submission_that_is_saved(compared, three: Inspection, monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda _, title, *rest: (asked.append(title), ("", ""))[1])
    three.open("better")
    action(compared, "save_as").trigger()
    assert asked == ["Save better"]


def test_removing_asks_about_an_edit_that_was_still_waiting(compared, three: Inspection, questions, qtbot, monkeypatch):
    for work in ("edit", "switch", "baseline"):
        monkeypatch.setitem(ROWS_AT_ONCE, work, -1)
    questions.answer = QMessageBox.StandardButton.Cancel
    queue = compared.bench.change_queue
    with qtbot.waitSignal(queue.emptied):
        queue.predict(0, Prediction(("e",)))
        compared.bench.comparisons.controller.remove("submission")
    assert "submission" in three.names
    assert questions.asked == ["'submission' has edits in 1 row that are not saved."]


def test_another_name_for_a_submission_that_is_gone_is_nothing(compared, three: Inspection) -> None:
    three.remove("alike")
    compared.bench.comparisons.controller.rename("alike", "x")
    compared.bench.comparisons.controller.remove("alike")
    assert [one.name for one in three.submissions] == ["submission", "better"]


@pytest.mark.slow
@pytest.mark.parametrize("names", [("scoreDock", "firstHitDock", "rowDock"), ("scoreDock", "groupsDock", "editsDock")])
def test_the_plots_get_their_height_back_when_nothing_is_compared(show, three: Inspection, qtbot, names) -> None:
    window = show(three)
    window.resize(1280, 800)
    docks = [window.bench.docks.by_name[name] for name in names]
    for dock in docks:
        dock.raise_()
    qtbot.waitUntil(lambda: docks[2].height() > 100)
    before = [dock.height() for dock in docks]
    three.baseline = "better"
    qtbot.waitUntil(lambda: docks[0].height() < before[0])
    three.baseline = "file"
    qtbot.waitUntil(lambda: all(abs(dock.height() - was) <= 2 for dock, was in zip(docks, before, strict=True)))


@pytest.mark.slow
def test_plots_that_lie_elsewhere_stay_when_a_comparison_ends(show, three: Inspection, qtbot) -> None:
    window = show(three)
    docks = window.bench.docks.by_name
    docks["firstHitDock"].setFloating(True)
    docks["firstHitDock"].move(0, -300)
    window.resize(1280, 900)
    three.baseline = "better"
    qtbot.waitUntil(docks["differencesDock"].isVisible)
    three.baseline = "file"
    qtbot.waitUntil(lambda: not docks["differencesDock"].isVisible())
    assert docks["firstHitDock"].isFloating()


@pytest.mark.slow
def test_a_swap_under_a_filter_of_differences_keeps_the_ids_legible(compared, three: Inspection) -> None:
    view = find(compared, QTableView, "rowTable")
    compared.resize(1500, 800)
    three.baseline = "better"
    three.narrow("delta<0")
    before = {title: view.columnWidth(section(view, title)) for title in ("id", "truth")}
    action(compared, "swap_submissions").trigger()
    assert three.baseline == "submission"
    assert {title: view.columnWidth(section(view, title)) for title in before} == before
