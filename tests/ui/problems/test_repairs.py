"""Problems and repairs in the window: preview, apply as one step, undo, rows of a problem, template."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QLabel,
    QMessageBox,
    QPushButton,
    QTableView,
    QTableWidget,
    QToolButton,
    QWidget,
)
from ui.conftest import Show
from ui.user import action, find, shown, text

import inspector
from inspector.core.document import state
from inspector.core.files.check import check_template
from inspector.core.files.options import Options
from inspector.core.query import filter_of
from inspector.ui.commands.terminal_command import score
from inspector.ui.problems import repair_controller
from inspector.ui.problems.repair_controller import RepairController
from inspector.ui.problems.repair_dialog import RepairDialog
from inspector.ui.window.main_window import MainWindow

TRUTH = "id,label,Usage\na.jpg,x,Public\nb.jpg,y,Private\nc.jpg,z,Private\nd.jpg,x,Public\n"
BROKEN = "id,label\na.jpg,x y\nb,y x\nc,x z\nd.jpg,y y\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    for name, content in (("truth.csv", TRUTH), ("submission.csv", BROKEN)):
        (tmp_path / name).write_text(content)
    return tmp_path / "truth.csv", tmp_path / "submission.csv"


@pytest.fixture
def broken(show: Show, files: tuple[Path, Path]) -> MainWindow:
    window = show(inspector.open_pair(*files, "map@2"))
    find(window, QToolButton, "problemsButton").click()
    return window


def ask(window: MainWindow, qtbot, name: str = "fix-ids-extension") -> RepairDialog:
    """Click on a repair and wait for its preview."""
    find(window, QPushButton, name).click()
    dialog = find(window, RepairDialog, "fixDialog")
    qtbot.waitUntil(find(dialog, QPushButton, "applyFix").isEnabled)
    return dialog


def apply(window: MainWindow, qtbot) -> None:
    dialog = ask(window, qtbot)
    with qtbot.waitSignal(window.bench.repair_controller.done):
        find(dialog, QPushButton, "applyFix").click()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def lists(window: MainWindow) -> list[list[str]]:
    return [window.bench.inspection.evaluation.labels(row) for row in range(4)]


def test_edits_are_said_to_be_left_out_of_the_problems(broken) -> None:
    title = find(broken, QTableWidget, "problemsPanel").horizontalHeaderItem(0)
    assert title.text() == "problem"
    broken.bench.inspection.edit("a.jpg", ["y"])
    assert title.text() == "problem (files as loaded)"
    assert "those as loaded, without what a save has put right; what a metric finds" in title.toolTip()
    broken.bench.inspection.undo()
    assert title.text() == "problem"


def test_a_problem_shows_location_count_consequence_and_cause(broken) -> None:
    panel = find(broken, QTableWidget, "problemsPanel")
    cells = [[panel.item(line, column).text() for column in range(4)] for line in range(panel.rowCount())]
    (line,) = [cells for cells in cells if "unknown to the truth" in cells[0]]
    assert "b, c" in line[0]
    assert line[1:3] == ["2", 'submission.csv\nline 3\ncolumn "id"']
    assert "not scored" in line[3]
    assert "likely cause: the ids are spelled differently" in line[3]


def test_a_narrow_panel_has_all_texts_of_a_problem_in_one_column(broken) -> None:
    panel = find(broken, QTableWidget, "problemsPanel")
    (wide,) = [line for line in range(panel.rowCount()) if "unknown to the truth" in panel.item(line, 0).text()]
    cells = [panel.item(wide, column).text() for column in range(4)]
    panel.setFixedWidth(panel.fontMetrics().horizontalAdvance("0" * 60))
    panel.show()
    QCoreApplication.sendPostedEvents(panel)
    assert [panel.isColumnHidden(column) for column in range(4)] == [False, False, True, True]
    said = panel.item(wide, 0).text()
    assert said == "\n".join((cells[0], cells[3], 'submission.csv, line 3, column "id"'))
    assert panel.rowHeight(wide) >= len(said.splitlines()) * panel.fontMetrics().height()
    panel.setFixedWidth(panel.fontMetrics().horizontalAdvance("0" * 90))
    QCoreApplication.sendPostedEvents(panel)
    assert [panel.item(wide, column).text() for column in range(4)] == cells
    assert not any(panel.isColumnHidden(column) for column in range(4))


def test_a_repair_is_previewed_and_cancelling_changes_nothing(broken, qtbot) -> None:
    before = lists(broken), broken.bench.inspection.overall
    dialog = ask(broken, qtbot)
    places = find(dialog, QTableWidget, "fixPlaces")
    assert [places.item(0, column).text() for column in range(4)] == ["3", "id", "b", "b.jpg"]
    assert text(dialog, "fixWords").endswith(": 2 ids")
    assert text(dialog, "fixOverall") == "Score: 0.25000 → 0.62500   ▲ +0.37500"
    find(dialog, QDialogButtonBox, "").button(QDialogButtonBox.StandardButton.Cancel).click()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert (lists(broken), broken.bench.inspection.overall) == before
    assert not action(broken, "undo").isEnabled()


def test_a_repair_that_moves_no_score_says_the_score_once(show, files, qtbot) -> None:
    files[1].write_text("id,label\na.jpg,x\nb,q\nc,q\nd.jpg,q\n")
    window = show(inspector.open_pair(*files, "map@2"))
    find(window, QToolButton, "problemsButton").click()
    assert text(ask(window, qtbot), "fixOverall") == "Score unchanged: 0.25000"


@pytest.mark.slow
def test_a_dialog_that_ends_in_any_way_gets_no_preview(broken, qtbot) -> None:
    controller = broken.bench.repair_controller
    find(broken, QPushButton, "fix-ids-extension").click()
    find(broken, RepairDialog, "fixDialog").done(1)  # before its preview is there
    assert not controller.worker.is_busy
    first, second = _asked(broken, controller)
    first.reject()  # the other one's preview goes on
    qtbot.waitUntil(find(second, QPushButton, "applyFix").isEnabled)
    second.reject()


def _asked(window: MainWindow, controller: RepairController) -> list[RepairDialog]:
    """Two dialogs for the same repair, one above the other."""
    known, found = {*window.findChildren(RepairDialog)}, list[RepairDialog]()
    fix = next(problem.fix for problem in window.bench.inspection.problems if problem.fix is not None)
    for _ in range(2):
        controller.ask(fix)
        found += [dialog for dialog in window.findChildren(RepairDialog) if dialog not in {*known, *found}]
    return found


@pytest.mark.slow
def test_a_repair_is_one_undo_step_between_edits(broken, qtbot) -> None:
    broken.bench.inspection.edit("c.jpg", ["z", "new"])
    apply(broken, qtbot)
    panel = find(broken, QTableWidget, "problemsPanel")
    assert panel.rowCount() == 1
    assert text(broken, "overallScore") == repr(0.75)
    assert "Undo: use the file extensions" in action(broken, "undo").text()
    assert broken.isWindowModified()
    broken.bench.inspection.edit("a.jpg", ["y"])
    table = find(broken, QTableView, "rowTable")
    for _ in range(2):
        action(broken, "undo").trigger()
    assert lists(broken) == [["x", "y"], [], ["z", "new"], ["y", "y"]]
    assert "b.jpg" in shown(table, "id")
    assert panel.rowCount() == 3
    for _ in range(2):
        action(broken, "redo").trigger()
    assert lists(broken) == [["y"], ["y", "x"], ["z", "new"], ["y", "y"]]


@pytest.mark.slow
def test_a_repair_while_edits_are_played_as_steps_keeps_them_all(broken, qtbot) -> None:
    for id_ in ("a.jpg", "c.jpg"):
        broken.bench.inspection.edit(id_, ["z"])
    action(broken, "play_steps").trigger()
    find(broken, QToolButton, "problemsButton").click()
    apply(broken, qtbot)
    assert [labels[0] for labels in lists(broken)] == ["z", "y", "z", "y"]
    assert not find(broken, QWidget, "stageDock").isVisible()


def test_the_filter_of_a_repaired_pair_runs_in_a_worker_thread(broken, qtbot, monkeypatch) -> None:
    broken.bench.inspection.narrow("truth:y")
    asked, dialog = [], ask(broken, qtbot)
    monkeypatch.setattr(
        state, "filter_of", lambda *asking: (asked.append(threading.current_thread()), filter_of(*asking))[1]
    )
    with qtbot.waitSignal(broken.bench.repair_controller.done):
        find(dialog, QPushButton, "applyFix").click()
    assert shown(find(broken, QTableView, "rowTable"), "id") == ["b.jpg"]
    assert asked
    assert threading.main_thread() not in asked


def test_a_window_does_not_close_during_a_repair(broken, qtbot) -> None:
    dialog = ask(broken, qtbot)
    with qtbot.waitSignal(broken.bench.repair_controller.done):
        find(dialog, QPushButton, "applyFix").click()
        assert not broken.close()
    assert lists(broken)[1] == ["y", "x"]


def test_opening_another_pair_closes_the_repair_dialog(broken, qtbot, other) -> None:
    dialog = ask(broken, qtbot)
    with qtbot.waitSignals([broken.bench.open_controller.opened, dialog.rejected]):
        broken.bench.open_controller.open(*other)
    assert not action(broken, "undo").isEnabled()


def test_an_edit_while_the_preview_is_open_is_not_lost(broken, qtbot) -> None:
    dialog = ask(broken, qtbot)
    broken.bench.inspection.edit("a.jpg", ["z"])
    with qtbot.waitSignal(broken.bench.repair_controller.done):
        find(dialog, QPushButton, "applyFix").click()
    assert lists(broken)[0] == ["z"]
    assert lists(broken)[1] == ["y", "x"]


def test_the_current_row_stays_when_the_submission_is_read_again(broken, qtbot) -> None:
    broken.bench.inspection.go_to(2)
    apply(broken, qtbot)
    assert (broken.bench.inspection.current, text(broken, "rowId")) == (2, "c.jpg")
    table = find(broken, QTableView, "rowTable")
    assert table.currentIndex().siblingAtColumn(0).data() == "c.jpg"


def test_the_saved_file_has_the_repair_and_the_edits(broken, qtbot, tmp_path, monkeypatch) -> None:
    apply(broken, qtbot)
    broken.bench.inspection.edit("a.jpg", ["z"])
    target = tmp_path / "saved.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    action(broken, "save_as").trigger()
    assert target.read_text() == "id,label\na.jpg,z\nb.jpg,y x\nc.jpg,x z\nd.jpg,y y\n"
    assert broken.statusBar().currentMessage() == f"Written: {target}. It has the repair ids-extension"


def test_a_repair_is_seen_beside_the_overall(broken, qtbot) -> None:
    assert "repaired" not in text(broken, "scoreDelta")
    apply(broken, qtbot)
    assert text(broken, "scoreDelta") == "repaired"
    assert "Repaired by ids-extension, and so it is saved" in find(broken, QLabel, "scoreDelta").toolTip()
    broken.bench.inspection.edit("a.jpg", ["z"])
    assert text(broken, "scoreDelta").endswith(" · 1 row edited · repaired")
    action(broken, "undo").trigger()
    action(broken, "undo").trigger()
    qtbot.waitUntil(lambda: "repaired" not in text(broken, "scoreDelta"))


@pytest.mark.slow
def test_a_repair_that_is_undone_after_saving_is_not_lost_by_a_reload(
    broken, qtbot, files, monkeypatch, questions, replacing
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(files[1]), ""))
    apply(broken, qtbot)
    action(broken, "save_as").trigger()
    assert "b.jpg,y x" in files[1].read_text()
    action(broken, "undo").trigger()
    qtbot.waitUntil(lambda: broken.bench.inspection.evaluation.table.submitted.sum() == 2)
    questions.answer = QMessageBox.StandardButton.Cancel
    action(broken, "reload").trigger()
    assert questions.asked == ["A repair of 'submission' was made or undone since the last save; reloading loses that"]
    action(broken, "save").trigger()
    assert files[1].read_text() == BROKEN
    with qtbot.waitSignal(broken.bench.change_queue.rebased):
        action(broken, "reload").trigger()
    assert len(questions.asked) == 1


def test_a_repair_of_the_truth_says_that_it_writes_nothing(show: Show, qtbot, tmp_path) -> None:
    for name, content in (("t.csv", TRUTH.replace("d.jpg", "D.jpg")), ("s.csv", TRUTH)):
        (tmp_path / name).write_text(content)
    window = show(inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@2"))
    find(window, QToolButton, "problemsButton").click()
    dialog = ask(window, qtbot, "fix-truth-ids-case")
    assert dialog.windowTitle() == "Repair the reading of the truth"
    assert "a truth is never written" in text(dialog, "fixNote")
    assert text(dialog, "fixCount").startswith("1 row of the truth changes")
    dialog.reject()


def test_a_failed_repair_shows_its_error_in_the_dialog(broken, qtbot, files) -> None:
    with files[1].open("a") as file:
        file.write("e,x\n")
    find(broken, QPushButton, "fix-ids-extension").click()
    dialog = find(broken, RepairDialog, "fixDialog")
    qtbot.waitUntil(lambda: "changed on disk" in text(dialog, "fixCount"))
    assert not find(dialog, QPushButton, "applyFix").isEnabled()
    dialog.reject()


def test_a_click_on_a_problem_shows_its_rows(broken) -> None:
    panel, table = find(broken, QTableWidget, "problemsPanel"), find(broken, QTableView, "rowTable")
    line = next(line for line in range(panel.rowCount()) if "missing" in panel.item(line, 0).text())
    panel.cellClicked.emit(line, 0)
    assert sorted(shown(table, "id")) == ["b.jpg", "c.jpg"]


@pytest.mark.slow
def test_a_mismatched_pair_is_offered_with_its_repair(broken, qtbot, tmp_path, files, questions) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("id,label\na,x\nb,y\nc,y\n")
    broken.bench.inspection.edit("a.jpg", ["z"])
    with qtbot.waitSignal(broken.bench.open_controller.failed):
        broken.bench.open_controller.open(files[0], bad)
    offer = find(broken, QPushButton, "messageOffer")
    assert (offer.isVisible(), offer.text()) == (True, "Open with this repair")
    assert "3 ids" in offer.toolTip()
    assert "no id of the truth" in text(broken, "messageText")
    assert lists(broken)[0] == ["z"]
    questions.answer = QMessageBox.StandardButton.Discard
    with qtbot.waitSignal(broken.bench.open_controller.opened):
        offer.click()
    assert lists(broken) == [["x"], ["y"], ["y"], []]
    assert not find(broken, QFrame, "messageBar").isVisible()


@pytest.mark.slow
def test_an_error_without_a_repair_offers_none(broken, qtbot, tmp_path, files) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("id,label\nq,x\nr,y\ns,y\n")
    with qtbot.waitSignal(broken.bench.open_controller.failed):
        broken.bench.open_controller.open(files[0], bad)
    assert not find(broken, QPushButton, "messageOffer").isVisible()


def test_a_dropped_combined_file_is_opened_at_once(broken, qtbot, tmp_path) -> None:
    both = tmp_path / "both.csv"
    both.write_text("id,y_true,y_pred\na,x,x\nb,y,x\n")
    with qtbot.waitSignal(broken.bench.open_controller.opened):
        broken.bench.open_controller.open_dropped([both])
    assert len(broken.bench.inspection.evaluation.table) == 2
    assert score(broken.bench.inspection).split()[:4] == ["submission-inspector", "score", str(both), "--metric"]


def test_the_template_is_compared_and_its_differences_are_listed(broken, qtbot, tmp_path, monkeypatch) -> None:
    template = tmp_path / "sample.csv"
    template.write_text("id,target\na.jpg,x\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(template), ""))
    panel = find(broken, QTableWidget, "problemsPanel")
    before = panel.rowCount()
    with qtbot.waitSignal(broken.bench.repair_controller.checked):
        action(broken, "check_template").trigger()
    assert panel.rowCount() == before + 2
    assert "the template has id, target" in panel.item(0, 0).text()
    assert "2 differences" in broken.statusBar().currentMessage()
    broken.bench.inspection.load(broken.bench.inspection.state)
    assert panel.rowCount() == before


def test_a_template_that_fits_is_said_to_match(window, pair_files, qtbot, monkeypatch) -> None:
    template = pair_files[1]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(template), ""))
    with qtbot.waitSignal(window.bench.repair_controller.checked):
        action(window, "check_template").trigger()
    assert window.statusBar().currentMessage() == f"Header and ids match those of {template.name}"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["open", "load"])
def test_template_differences_are_listed_only_for_the_compared_pair(
    broken, qtbot, tmp_path, monkeypatch, other, how: str
) -> None:
    gate, compared = threading.Event(), []

    def held(*asked):
        assert gate.wait(30)
        return (yield from check_template(*asked))

    (tmp_path / "sample.csv").write_text("id,target\na.jpg,x\n")
    monkeypatch.setattr(repair_controller, "check_template", held)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "sample.csv"), ""))
    broken.bench.repair_controller.checked.connect(lambda *found: compared.append(found))
    action(broken, "check_template").trigger()
    if how == "open":
        with qtbot.waitSignal(broken.bench.open_controller.opened):
            broken.bench.open_controller.open(*other)
    else:
        broken.bench.inspection.load(inspector.open_pair(*other).state)
    gate.set()
    qtbot.waitUntil(lambda: not broken.bench.repair_controller.worker.is_busy)
    assert compared == []


def test_the_terminal_command_reads_the_files_in_the_same_way(broken, qtbot, files, tmp_path) -> None:
    with qtbot.waitSignal(broken.bench.open_controller.opened):
        broken.bench.open_controller.open(*files, "map@2", Options(id_column="id", shape="list/", separator=" "))
    apply(broken, qtbot)
    action(broken, "copy_command").trigger()
    command = QGuiApplication.clipboard().text()
    assert "--id-column id --separator ' ' --shape list/ --fix ids-extension --metric map@2" in command
    broken.bench.inspection.save(tmp_path / "saved.csv")
    assert "--fix" not in score(broken.bench.inspection)


def test_part_scores_follow_every_edit_and_are_copied_in_full(broken, qapp) -> None:
    parts = find(broken, QWidget, "partScores")
    assert (parts.isVisible(), parts.text()) == (True, "public 0.50000 · private 0.00000")
    broken.bench.inspection.edit("b.jpg", ["q", "y"])
    assert parts.text() == "public 0.50000 · private 0.25000"
    assert "private: 0.25" in parts.toolTip()
    parts.copy()
    assert qapp.clipboard().text() == "public\t0.5\nprivate\t0.25"


@pytest.mark.slow
def test_slow_parts_are_computed_after_a_pause(broken, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("inspector.ui.score.part_scores._SLOW", -1.0)
    parts = find(broken, QWidget, "partScores")
    broken.bench.inspection.edit("b.jpg", ["y"])
    broken.bench.inspection.edit("b.jpg", ["q", "y"])
    assert parts.text() == "public … · private …"
    qtbot.waitUntil(lambda: parts.text() == "public 0.50000 · private 0.25000")
    assert "a moment after" in parts.toolTip()


def test_without_a_split_there_are_no_parts(window) -> None:
    assert not find(window, QWidget, "partScores").isVisible()
