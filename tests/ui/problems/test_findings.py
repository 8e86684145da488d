"""The findings dialog lists all problems of a mismatched pair and offers every repair."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QListWidget,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QToolButton,
)
from ui.user import action, find, text

from inspector.core.files.check import check_pair
from inspector.core.files.options import Options
from inspector.core.files.preview import preview_pair
from inspector.core.task import Progress, drain
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.problems import mismatch_controller
from inspector.ui.problems.findings_dialog import FindingsDialog

TRUTH = "Image,Id\na.jpg,x\nb.jpg,y z\nc.jpg,y\nd.jpg,x\n"
# Ids without their ending, an empty cell, a label named twice, and another separator.
BAD = "Image,Id\na,x|x\nb,y|q\nc,\nd,X\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    for name, content in (("own.csv", TRUTH), ("bad.csv", BAD)):
        (tmp_path / name).write_text(content)
    return tmp_path / "own.csv", tmp_path / "bad.csv"


@pytest.fixture
def refused(window, files, qtbot):
    """A window that failed to open the files."""
    with qtbot.waitSignal(window.bench.open_controller.failed):
        window.bench.open_controller.open(*files)
    return window


@pytest.fixture
def dialog(refused, qtbot) -> FindingsDialog:
    find(refused, QPushButton, "messageAside").click()
    qtbot.waitUntil(lambda: refused.findChild(FindingsDialog) is not None)
    return refused.findChild(FindingsDialog)


@pytest.fixture
def checking(refused, monkeypatch, qtbot):
    """Lets a running check continue."""
    gate = threading.Event()

    def check(*asked):
        yield Progress(0.25, "Checking")
        assert gate.wait(30)
        return (yield from check_pair(*asked))

    monkeypatch.setattr(mismatch_controller, "check_pair", check)
    find(refused, QPushButton, "messageAside").click()
    qtbot.waitUntil(find(refused, QProgressBar, "progressBar").isVisible)
    yield gate
    gate.set()


def listed(dialog: FindingsDialog) -> list[str]:
    table = find(dialog, QTableWidget, "findings")
    return [table.item(line, 0).text() for line in range(table.rowCount())]


@pytest.mark.slow
def test_every_finding_of_the_check_is_listed(dialog, files) -> None:
    wanted = drain(check_pair(*files, Options()))
    assert len(wanted) > 3
    assert [line.split(" ", 1)[1].split("\n")[0] for line in listed(dialog)] == [each.message for each in wanted]
    assert "own.csv and bad.csv" in text(dialog, "findingsTitle")
    assert text(dialog, "findingsTitle").startswith(f"{len(wanted)} findings")
    dialog.reject()


@pytest.mark.slow
def test_the_first_repair_is_ticked_and_others_can_be(dialog, refused, qtbot, questions) -> None:
    fixes = find(dialog, QListWidget, "fixList")
    names = [fixes.item(line).data(Qt.ItemDataRole.UserRole) for line in range(fixes.count())]
    assert (names[0], dialog.fixes) == ("ids-extension", ("ids-extension",))
    assert "separator" in names
    fixes.item(names.index("separator")).setCheckState(Qt.CheckState.Checked)
    with qtbot.waitSignal(refused.bench.open_controller.opened):
        find(dialog, QPushButton, "openRepaired").click()
    evaluation = refused.bench.inspection.evaluation
    assert evaluation.pair.options.fixes == ("ids-extension", "separator")
    assert evaluation.labels(evaluation.table.row_of("b.jpg")) == ["y", "q"]
    assert not refused.message.isVisible()


@pytest.mark.slow
def test_open_is_disabled_without_a_ticked_repair(dialog) -> None:
    fixes, button = find(dialog, QListWidget, "fixList"), find(dialog, QPushButton, "openRepaired")
    assert button.isEnabled()
    fixes.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert not button.isEnabled()
    dialog.reject()


@pytest.mark.slow
def test_unsaved_edits_are_asked_about_before_the_repaired_pair_opens(dialog, refused, questions) -> None:
    refused.bench.inspection.edit("r01", ["z"])
    questions.answer = QMessageBox.StandardButton.Cancel
    find(dialog, QPushButton, "openRepaired").click()
    assert len(questions.asked) == 1
    assert refused.bench.inspection.evaluation.labels(0) == ["z"]


def test_the_open_dialog_lists_all_rejecting_problems_and_repairs(qtbot, files) -> None:
    dialog = OpenDialog(*files)
    qtbot.addWidget(dialog)
    preview = drain(preview_pair(*files, Options()))
    dialog.show_preview(preview)
    said = find(dialog, QLabel, "openError").text().splitlines()
    further = [problem for problem in preview.problems[1:] if problem.rejects]
    assert said[0].startswith("⚠ ")
    assert len(said) == 1 + len(further)
    assert {problem.fix.name for problem in preview.problems if problem.fix} == {
        find(dialog, QListWidget, "fixList").item(line).data(Qt.ItemDataRole.UserRole)
        for line in range(find(dialog, QListWidget, "fixList").count())
    }


@pytest.mark.slow
def test_a_check_shows_progress_and_can_be_cancelled(refused, checking, qtbot) -> None:
    bar, cancel = find(refused, QProgressBar, "progressBar"), find(refused, QPushButton, "cancelButton")
    assert (bar.value(), cancel.isVisible()) == (25, True)
    assert "Checking" in bar.text()
    cancel.click()
    checking.set()
    refused.bench.mismatch_controller.worker.close()
    assert not bar.isVisible()
    assert refused.findChild(FindingsDialog) is None


@pytest.mark.slow
def test_opening_a_pair_cancels_the_check_of_other_files(refused, checking, pair_files, qtbot) -> None:
    with qtbot.waitSignal(refused.bench.open_controller.opened):
        refused.bench.open_controller.open(*pair_files)
    assert not refused.bench.mismatch_controller.worker.is_busy
    assert not find(refused, QProgressBar, "progressBar").isVisible()


def test_a_check_can_be_cancelled_between_reading_and_checking(files) -> None:
    said = [progress.message for progress in check_pair(*files, Options())]
    assert "Checking again after the repair ids-extension" in said


@pytest.mark.slow
def test_the_dialog_fits_the_screen(dialog) -> None:
    assert dialog.width() <= dialog.screen().availableSize().width()


@pytest.mark.slow
def test_a_missing_row_that_is_saved_is_no_longer_listed(window, pair, tmp_path, monkeypatch) -> None:
    panel = find(window, QTableWidget, "problemsPanel")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "new.csv"), ""))
    before, button = panel.rowCount(), find(window, QToolButton, "problemsButton").text()
    pair.edit("r13", ["b"])
    assert panel.rowCount() == before
    action(window, "save").trigger()
    assert panel.rowCount() == before - 1
    assert find(window, QToolButton, "problemsButton").text() != button
