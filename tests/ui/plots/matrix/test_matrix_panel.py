"""The panel of the confusion matrix: cells show their rows, and it follows filters, edits and other pairs."""

from __future__ import annotations

import csv

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QFileDialog, QTableView, QWidget
from ui.user import Bare, Control, Key, Left, action, bring, find, menu_actions, press, shown, text

import inspector
from inspector import Inspection
from inspector.core.analysis.confusion_matrix import confusion_matrix
from inspector.core.query import Clause, parse
from inspector.core.task import drain
from inspector.ui.plots.matrix import matrix_panel as module
from inspector.ui.plots.matrix.matrix_panel import MOST, MatrixPanel
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.widgets.matrix.geometry import Cell


@pytest.fixture
def panel(window) -> MatrixPanel:
    """The panel in front."""
    return front(window)


def front(window) -> MatrixPanel:
    window.resize(1280, 1000)
    return bring(find(window, MatrixPanel, "confusionMatrix"), find(window, QDockWidget, "matrixDock"))


def names(panel: MatrixPanel) -> tuple[list[str], list[str]]:
    matrix = panel.picture.matrix
    return [*matrix.lines.names], [*matrix.columns.names]


def click(panel: MatrixPanel, line: int, column: int) -> None:
    at = panel.picture.geometry_now
    cell = at.block(Cell(line, column), Cell(line, column))
    QTest.mouseClick(panel.picture, Left, Bare, at.rect(cell).center())


def cell_of(panel: MatrixPanel, true: str, predicted: str) -> tuple[int, int]:
    lines, columns = names(panel)
    return lines.index(true), columns.index(predicted)


def clause(pair: Inspection) -> str:
    return next((clause.text for clause in pair.state.clauses if clause.source == "confusionMatrix"), "")


def ids(window) -> list[str]:
    return sorted(shown(find(window, QTableView, "rowTable"), "id"))


def counts(panel: MatrixPanel) -> list[list[int]]:
    return panel.picture.matrix.counts.tolist()


@pytest.mark.slow
def test_it_counts_what_the_core_counts_with_labels_as_they_are(panel, pair: Inspection) -> None:
    matrix = drain(confusion_matrix(pair.evaluation, MOST))
    assert counts(panel) == matrix.counts.tolist()
    lines, columns = names(panel)
    labels = pair.evaluation.table.vocab.texts(matrix.chosen)
    assert lines == [*labels, "(none)"]
    assert columns == [*labels, "(other right)", "(none)"]
    assert "<b>x</b>" in labels
    assert text(panel, "confusionMatrixWords") == f"all {len(labels)} labels"


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["map(empty=skip)@3", "f1"])
@pytest.mark.parametrize("other", ["", "score<0.9"])
def test_a_click_on_any_cell_shows_as_many_rows_as_it_counts(
    window, panel, pair: Inspection, other: str, metric: str
) -> None:
    pair.set_metric(metric)
    if other:
        pair.narrow(other, "elsewhere")
    before = counts(panel)
    for line, column in zip(*np.nonzero(before), strict=True):
        click(panel, line, column)
        assert clause(pair)
        assert len(ids(window)) == before[line][column]
        assert [places.tolist() for places in panel.picture.chosen] == [[line], [column]]
        assert counts(panel) == before
    click(panel, line, column)
    assert (clause(pair), panel.picture.chosen) == ("", None)


@pytest.mark.slow
def test_enter_shows_the_rows_of_the_current_cell_and_esc_all_again(window, panel, pair: Inspection) -> None:
    panel.picture.setFocus()
    line, column = cell_of(panel, "c", "a")
    for key, times in ((Key.Key_Down, line), (Key.Key_Right, column)):
        for _ in range(times):
            press(panel, key)
    press(panel, Key.Key_Return)
    several = "truth:c & top:a & !truth:a"
    assert clause(pair) == several
    assert len(ids(window)) == np.flatnonzero(parse(several).mask(pair.evaluation)).size == 1
    press(panel, Key.Key_Escape)
    assert pair.state.clauses == ()


@pytest.mark.slow
def test_a_filter_of_other_parts_keeps_or_drops_the_mark(panel, pair: Inspection) -> None:
    cell = cell_of(panel, "b", "a")
    click(panel, *cell)
    pair.filter_by([*pair.state.clauses, Clause("!empty", "")])
    assert [places.tolist() for places in panel.picture.chosen] == [
        [cell_of(panel, "b", "a")[0]],
        [cell_of(panel, "b", "a")[1]],
    ]
    pair.narrow("truth:a", "confusionMatrix")
    assert panel.picture.chosen is None


@pytest.mark.slow
def test_it_follows_edits_and_the_rows_that_other_filters_show(panel, pair: Inspection) -> None:
    pair.edit("r02", ["b"])
    assert counts(panel) == drain(confusion_matrix(pair.evaluation, MOST)).counts.tolist()
    before = counts(panel)
    pair.undo()
    assert counts(panel) != before
    pair.narrow("score=0", "elsewhere")
    among = parse("score=0").mask(pair.evaluation)
    assert counts(panel) == drain(confusion_matrix(pair.evaluation, MOST, among)).counts.tolist()
    pair.narrow("score>1", "elsewhere")
    assert (counts(panel), text(panel, "confusionMatrixWords")) == ([], "no row to count")


@pytest.mark.slow
def test_nothing_is_counted_while_it_is_hidden(window, panel, pair: Inspection, monkeypatch) -> None:
    counted, plain = [], panel.recount.count
    monkeypatch.setattr(panel.recount, "count", lambda *given: counted.append(given) or plain(*given))
    bring(find(window, QWidget, "rowPanel"), find(window, QDockWidget, "rowDock"))
    pair.edit("r02", ["b"])
    pair.narrow("score<0.9", "elsewhere")
    assert counted == []
    front(window)
    assert len(counted) == 1
    among = parse("score<0.9").mask(pair.evaluation)
    assert counts(panel) == drain(confusion_matrix(pair.evaluation, MOST, among)).counts.tolist()


def many(count: int = 80) -> Inspection:
    """More labels than fit; the first ten are confused."""
    labels = [f"w{number:03}" for number in range(count)]
    predicted = [*labels[1:10], labels[0], *labels[10:]]
    return inspector.open_pair(*(pd.DataFrame({"id": labels, "label": side}) for side in (labels, predicted)), "map@1")


@pytest.mark.slow
def test_of_more_labels_it_says_which_are_shown(show) -> None:
    pair = many()
    window = show(pair)
    panel = front(window)
    assert text(panel, "confusionMatrixWords") == "60 of 80 labels, those most often confused"
    lines, columns = names(panel)
    assert {f"w{number:03}" for number in range(10)} < {*lines}
    assert (lines[60:], columns[60:]) == (["(other labels)"], ["(other right)"])
    click(panel, 60, 60)
    assert (clause(pair), len(ids(window))) == ("1 cell of the confusion matrix", 20)
    assert [places.tolist() for places in panel.picture.chosen] == [[60], [60]]


@pytest.mark.slow
def test_large_pairs_are_counted_in_a_worker_thread(window, panel, pair: Inspection, monkeypatch, qtbot) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "count", 0)
    before = counts(panel)
    with qtbot.waitSignal(panel.recount.runner.worker.stopped):
        pair.edit("r02", ["b"])
        assert counts(panel) == before
    assert counts(panel) == drain(confusion_matrix(pair.evaluation, MOST)).counts.tolist() != before


def test_a_count_is_given_up_when_the_panel_is_hidden(window, panel, monkeypatch) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "count", 0)
    panel.recount.refresh()
    assert panel.recount.runner.is_busy
    find(window, QDockWidget, "matrixDock").hide()
    assert not panel.recount.runner.is_busy


def test_the_shade_is_chosen_above_the_picture(panel) -> None:
    chooser = find(panel, QComboBox, "confusionMatrixShades")
    counted = panel.picture.grab().toImage()
    chooser.setCurrentIndex(1)
    assert panel.picture.by_share
    assert panel.picture.grab().toImage() != counted


def table_of(panel: MatrixPanel) -> list[list[str]]:
    """The whole matrix as cells, with the names of both sides."""
    lines, columns = names(panel)
    rows = [[name, *map(str, line)] for name, line in zip(lines, counts(panel), strict=True)]
    return [["truth / first prediction", *columns], *rows]


@pytest.mark.slow
def test_ctrl_c_copies_the_counts_with_both_names(panel) -> None:
    panel.picture.setFocus()
    press(panel, Key.Key_C, Control)
    copied = QGuiApplication.clipboard().text()
    assert [line.split("\t") for line in copied.splitlines()] == table_of(panel)


@pytest.mark.slow
@pytest.mark.parametrize("is_seen", [True, False])
def test_the_menu_saves_counts_and_picture_even_unseen(window, panel, pair, tmp_path, monkeypatch, is_seen) -> None:
    if not is_seen:
        bring(find(window, QWidget, "rowPanel"), find(window, QDockWidget, "rowDock"))
        pair.edit("r02", ["b"])
    for suffix in ("csv", "svg", "png"):
        path = tmp_path / f"matrix.{suffix}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        next(entry for entry in menu_actions(window) if entry.text() == "Plot: Matrix…").trigger()
    with (tmp_path / "matrix.csv").open(newline="", encoding="utf-8") as file:
        assert [*csv.reader(file)] == table_of(panel)
    assert counts(panel) == drain(confusion_matrix(pair.evaluation, MOST)).counts.tolist()
    assert b"<svg" in (tmp_path / "matrix.svg").read_bytes()
    assert QImage(str(tmp_path / "matrix.png")).size() == panel.picture.whole[0].size()


@pytest.mark.slow
def test_a_picture_that_cannot_be_written_is_reported(panel, tmp_path, monkeypatch, qtbot) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "matrix.png"), ""))
    with qtbot.waitSignal(panel.failed):
        panel.save()


@pytest.mark.slow
def test_the_context_menu_offers_counts_picture_and_all_rows(panel, pair: Inspection, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out.csv"), ""))
    assert panel.picture.contextMenuPolicy() == Qt.ContextMenuPolicy.ActionsContextMenu
    copy, export, copy_picture, save, every = panel.picture.actions()
    click(panel, *cell_of(panel, "b", "a"))
    every.trigger()
    assert pair.state.clauses == ()
    copy_picture.trigger()
    assert QGuiApplication.clipboard().image().size() == panel.picture.whole[0].size()
    copy.trigger()
    assert QGuiApplication.clipboard().text().startswith("truth / first prediction\t&amp\t")
    for write in (export, save):
        write.trigger()
        with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
            assert [*csv.reader(file)] == table_of(panel)
        (tmp_path / "out.csv").unlink()


def test_a_command_brings_it_to_the_front_with_the_keyboard(window) -> None:
    panel = find(window, MatrixPanel, "confusionMatrix")
    find(window, QDockWidget, "matrixDock").hide()
    action(window, "show_matrix").trigger()
    QApplication.processEvents()
    assert panel.isVisible()
    assert QApplication.focusWidget() is panel.picture
    assert panel.picture.accessibleName() == "Confusion matrix: truth labels against first predictions"
    assert panel.picture.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert module.TITLE == "Confusion matrix"


def test_another_pair_shows_its_own_labels(window, panel, pair: Inspection, other, qtbot) -> None:
    click(panel, *cell_of(panel, "b", "a"))
    window.bench.open_files([*other])
    qtbot.waitUntil(lambda: names(panel)[0] == ["x", "y", "z"])
    assert names(panel) == (["x", "y", "z"], ["x", "y", "z"])
    assert (counts(panel), panel.picture.chosen) == ([[1, 0, 0], [1, 0, 0], [1, 0, 0]], None)
