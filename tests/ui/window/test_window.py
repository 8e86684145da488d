"""The whole window: its title, object names and layout, and that file texts are never markup."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QTableView,
    QTableWidget,
    QWidget,
)
from ui.conftest import sweep
from ui.user import Key, action, bring, find, go_to, make_panels, press

import inspector
from inspector import InputError, Inspection
from inspector.ui.app import make_window
from inspector.ui.settings import Settings

NAMES = (
    *("overallScore", "scoreDelta", "rowTable", "scoreHistogram", "firstHitHistogram", "rowPanel", "predictionEdit"),
    *("metricChooser", "problemsPanel", "progressBar", "cancelButton"),
)


def test_scripts_find_the_parts_by_their_names(window) -> None:
    assert window.objectName() == "mainWindow"
    assert {name: len(window.findChildren(QWidget, name)) for name in NAMES} == dict.fromkeys(NAMES, 1)


def test_the_title_names_the_file_the_metric_and_the_score(window, pair: Inspection) -> None:
    assert "submission.csv" in window.windowTitle()
    assert f"MAP@3 {pair.overall:.6f}" in window.windowTitle()
    pair.edit("r05", ["e"])
    assert f"MAP@3 {pair.overall:.6f}" in window.windowTitle()
    pair.set_metric("map@1")
    assert f"MAP@1 {pair.overall:.6f}" in window.windowTitle()


@pytest.mark.slow
def test_every_part_that_can_be_used_has_a_name_for_a_screen_reader(window) -> None:
    make_panels(window)
    kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView)
    nameless = [
        part
        for part in window.findChildren(QWidget)
        if isinstance(part, kinds)
        and part.window() is window
        and not isinstance(part.parent(), (QComboBox, QAbstractSpinBox, QTableView))
        and part.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (part.accessibleName() or getattr(part, "text", str)())
    ]
    assert nameless == []


def test_every_part_is_reached_with_the_tab_key(window) -> None:
    find(window, QTableView, "rowTable").setFocus()
    reached = set()
    for _ in range(60):
        press(window, Key.Key_Tab)
        reached.add(QApplication.focusWidget().objectName())
    assert reached >= {"rowTable", "predictionEdit", "stepTable", "metricChooser", "cutChooser"}


@pytest.mark.slow
def test_text_of_the_files_is_never_markup(window, pair: Inspection) -> None:
    make_panels(window)
    pair.edit("r09", ["<img/src=x>", "<b>x</b>"])
    for id_ in ("r09", "r10", "r14 & <i>"):
        go_to(window, id_)
        action(window, "put_truth_first").trigger()
        window.report(f"<h1>{id_}</h1>")
        for label in window.findChildren(QLabel):
            assert label.textFormat() == Qt.TextFormat.PlainText or "<" not in label.text(), label
        for part in window.findChildren(QWidget):
            for hostile in ("<b>", "<i>", "<img", "<h1"):
                assert hostile not in part.toolTip(), part
    panel = find(window, QTableWidget, "problemsPanel")
    tips = [panel.item(line, column).toolTip() for line in range(panel.rowCount()) for column in range(5)]
    assert not any("<b>" in tip or "<i>" in tip for tip in tips)


@pytest.mark.slow
def test_the_problems_panel_says_when_there_are_none(show, other: tuple[Path, Path], pair: Inspection, qtbot) -> None:
    window = show(inspector.open_pair(*other, "map@3"))
    window.bench.docks.turn_problems(True)
    panel = find(window, QTableWidget, "problemsPanel")
    assert (panel.rowCount(), panel.accessibleDescription()) == (0, "No problems found")
    assert len(inks(panel)) > 1
    window.bench.inspection.load(pair.state)
    assert panel.rowCount() > 0
    assert panel.accessibleDescription() == ""


def inks(panel: QTableWidget) -> set[str]:
    """The colours of the middle line of a panel."""
    picture = panel.viewport().grab().toImage()
    middle = panel.viewport().rect().center().y()
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(middle - 4, middle + 4)}


@pytest.mark.slow
def test_the_last_layout_is_restored(show, pair: Inspection) -> None:
    settings = Settings(temporary=True)
    first = show(pair, settings)
    find(first, QWidget, "rowDock").hide()
    first.resize(first.width(), 620)
    assert first.close()
    second = show(pair, settings)
    assert not find(second, QWidget, "rowPanel").isVisible()
    assert second.height() == 620


def test_a_closed_window_leaves_nothing_behind(qapp, theme, pair: Inspection) -> None:
    sweep()
    before = len(qapp.topLevelWidgets())
    window = make_window(theme, Settings(temporary=True))
    window.create_workbench(pair)
    window.show()
    window.close()
    shiboken6.delete(window)
    del window
    sweep()
    assert len(qapp.topLevelWidgets()) == before
    pair.edit("r05", ["e"])  # no observer is left
    theme.choose("dark")


def test_no_work_is_started_after_a_window_was_closed(qapp, theme, pair: Inspection, tmp_path, monkeypatch) -> None:
    """Timers end later, and Qt shows a panel again whose dock gets another title."""
    window = make_window(theme, Settings(edits=tmp_path / "edits"))
    window.create_workbench(pair)
    window.show()
    bring(window.bench.docks.preview, window.bench.docks.by_name["previewDock"])
    window.close()
    before = {*threading.enumerate()}
    started = list[object]()
    monkeypatch.setattr(threading.Thread, "start", started.append)
    window.bench.docks.preview.refresh()
    qapp.processEvents()
    monkeypatch.undo()
    shiboken6.delete(window)
    assert (started, {*threading.enumerate()} <= before) == ([], True)


def test_a_window_deleted_without_being_closed_hears_no_edits(qapp, theme, pair: Inspection) -> None:
    """As at the end of a program that another part of it ends."""
    window = make_window(theme, Settings(temporary=True))
    window.create_workbench(pair)
    window.show()
    shiboken6.delete(window)
    del window
    sweep()
    pair.edit("r05", ["e"])


def test_a_message_moves_no_row_under_the_mouse(window) -> None:
    table = find(window, QTableView, "rowTable")
    before = table.viewport().mapToGlobal(QPoint())
    window.report(InputError("something is wrong"))
    QApplication.processEvents()
    assert find(window, QFrame, "messageBar").isVisible()
    assert table.viewport().mapToGlobal(QPoint()) == before
