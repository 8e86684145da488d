"""Dropping one or two files on any part of the window, in any order."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QTableView, QWidget
from ui.conftest import ROWS
from ui.user import find, text

import inspector
from inspector.ui.window.main_window import MainWindow


def rows(window: MainWindow) -> int:
    return find(window, QTableView, "rowTable").model().rowCount()


def offer(target: QWidget, what: QMimeData) -> bool:
    """Drag something over a part of the window; returns whether a drop is accepted."""
    given = Qt.DropAction.CopyAction, what, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    with warnings.catch_warnings():  # Qt 6.12 takes a QPointF here, older versions a QPoint.
        warnings.simplefilter("ignore", DeprecationWarning)
        enter = QDragEnterEvent(QPoint(5, 5), *given)
    enter.ignore()
    QApplication.sendEvent(target, enter)
    return enter.isAccepted()


def drop(window: MainWindow, *paths: Path, at: QWidget | None = None) -> None:
    """Drop files on a part of the window, as a file manager does: as URLs and as text."""
    target, files = at or window, QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    files.setText("\n".join(url.toString() for url in files.urls()))
    assert offer(target, files)
    given = Qt.DropAction.CopyAction, files, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), *given))


def test_the_targets_light_up_while_files_are_over_the_window(empty, pair_files) -> None:
    files, target = QMimeData(), empty.findChildren(QWidget, "dropTarget")[0]
    files.setUrls([QUrl.fromLocalFile(str(pair_files[0]))])
    colour = lambda: target.grab().toImage().pixelColor(20, 20).name()  # noqa: E731
    colours = empty.theme.colours
    assert colour() == colours.base
    assert offer(empty, files)
    assert colour() == colours.now_soft
    QApplication.sendEvent(empty, QDragLeaveEvent())
    assert colour() == colours.base


@pytest.mark.slow
@pytest.mark.parametrize("turned", [False, True])
def test_two_dropped_files_are_recognised_in_either_order(empty, pair_files, qtbot, turned: bool) -> None:
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        drop(empty, *(reversed(pair_files) if turned else pair_files))
    assert text(empty, "overallScore") == repr(inspector.open_pair(*pair_files).overall)


def test_files_dropped_one_after_the_other_make_a_pair(empty, pair_files, qtbot) -> None:
    truth, submission = pair_files
    drop(empty, submission)
    assert rows(empty) == 0
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        drop(empty, truth)
    assert rows(empty) == len(ROWS)


@pytest.mark.slow
def test_one_file_dropped_on_an_open_pair_is_another_submission(window, pair, pair_files, qtbot, tmp_path) -> None:
    better = tmp_path / "better.csv"
    better.write_text(pair_files[1].read_text().replace("r05,a b c", "r05,e"))
    with qtbot.waitSignal(window.bench.open_controller.opened):
        drop(window, better)
    assert text(window, "overallScore") == repr(inspector.open_pair(pair_files[0], better, "map@3").overall)
    assert "better.csv" in window.windowTitle()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["rowTable", "scoreHistogram", "firstHitHistogram", "stepTable", "predictionEdit", "metricChooser", "cutChooser"],
)
def test_files_can_be_dropped_anywhere(window, other, qtbot, name: str) -> None:
    part = find(window, QWidget, name)
    inner = part.childAt(part.rect().center()) or part
    with qtbot.waitSignal(window.bench.open_controller.opened):
        drop(window, *other, at=inner)
    assert rows(window) == 3


def test_text_that_is_dropped_is_not_taken_for_files(window) -> None:
    words = QMimeData()
    words.setText("some words")
    assert not offer(window, words)


@pytest.mark.slow
def test_files_are_taken_as_a_copy_also_when_they_are_moved(empty, pair_files, qtbot) -> None:
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path)) for path in pair_files])
    assert offer(empty, files)
    both = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    given = both, files, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(5, 5), *given)
    event.setDropAction(Qt.DropAction.MoveAction)
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        QApplication.sendEvent(empty, event)
    assert event.dropAction() == Qt.DropAction.CopyAction


@pytest.mark.slow
def test_one_dropped_file_without_ids_opens_with_its_rows_numbered(empty, tmp_path, qtbot) -> None:
    (tmp_path / "oof.csv").write_text("fold,y_true,y_pred\n0,1.5,2.25\n1,3.5,3.25\n0,2.5,8.75\n")
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        drop(empty, tmp_path / "oof.csv")
    shown = find(empty, QTableView, "rowTable").model()
    assert [shown.index(row, 0).data() for row in range(rows(empty))] == ["3", "1", "2"]
