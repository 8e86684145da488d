"""Copying and exporting the lines of every table of a panel."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDockWidget, QFileDialog, QTableView
from ui.user import Bare, Control, Key, Shift, bring, find, go_to, press

from inspector import Inspection
from inspector.core.analysis.labels import label_table
from inspector.core.analysis.overalls import overalls
from inspector.core.task import drain
from inspector.ui.widgets.tables.table_actions import TableActions

TABLES = {
    "labelTable": "labelsDock",
    "sliceTable": "slicesDock",
    "confusionTable": "confusionsDock",
    "groupsPanel": "groupsDock",
    "metricsPanel": "metricsDock",
    "problemsPanel": "problemsDock",
    "stepTable": "rowDock",
}


def table(window, name: str) -> QTableView:
    dock = find(window, QDockWidget, TABLES[name])
    dock.show()
    view = bring(find(window, QTableView, name), dock)
    view.setFocus()
    return view


def choose(view: QTableView, name: str) -> None:
    """Trigger an entry of the context menu."""
    assert view.contextMenuPolicy() == Qt.ContextMenuPolicy.ActionsContextMenu
    found: dict[str, QAction] = {action.text().replace("&", "").partition("\t")[0]: action for action in view.actions()}
    found[name].trigger()


def lines(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.removesuffix("\n").split("\n")] if text else []


def normal(cell: str) -> str:
    """A cell without what a copy and a file write differently: line ends, and the fraction of whole numbers."""
    return cell.replace("\n", " ").removesuffix(".0")


@pytest.mark.slow
def test_control_c_copies_the_selected_lines_of_any_table(window, qapp) -> None:
    go_to(window, "r08")
    for name in TABLES:
        view = table(window, name)
        view.selectRow(1)
        press(window, Key.Key_C, Control)
        without = lines(qapp.clipboard().text())
        assert len(without) == 1
        assert str(view.model().index(1, 0).data()).split("\n")[0] in without[0][0]
        press(window, Key.Key_C, Control | Shift)
        titles, *rest = lines(qapp.clipboard().text())
        assert rest == without
        assert titles[0] == view.model().headerData(0, Qt.Orientation.Horizontal)
        assert len(titles) == len(without[0])


@pytest.mark.slow
def test_the_whole_of_any_table_is_copied_and_exported(window, qapp, tmp_path, monkeypatch, replacing) -> None:
    go_to(window, "r08")
    path, asked = tmp_path / "out.csv", []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: asked.append(given) or (str(path), ""))
    for name in TABLES:
        view = table(window, name)
        choose(view, "Copy all")
        copied = lines(qapp.clipboard().text())
        choose(view, "Export as CSV…")
        written = [*csv.reader(io.StringIO(path.read_bytes().decode(), newline=""))]
        assert asked.pop()[2].endswith(".csv")
        assert [list(map(normal, line)) for line in written] == [list(map(normal, line)) for line in copied]
        unfinished = name == "stepTable"  # its line to add a label is no label
        assert len(copied) == 1 + view.model().rowCount() - unfinished


def test_numbers_are_copied_with_all_their_digits(window, qapp, pair: Inspection) -> None:
    pair.edit("r02", ["b"])
    choose(table(window, "metricsPanel"), "Copy all")
    found = drain(overalls(pair.evaluation, 3))
    said = {line[0]: float(line[1]) for line in lines(qapp.clipboard().text())[1:]}
    assert said == {str(line.metric): line.now for line in found}
    choose(table(window, "labelTable"), "Copy all")
    recall = {line[0]: float(line[6] or "nan") for line in lines(qapp.clipboard().text())[1:]}
    wanted = label_table(pair.evaluation)
    texts = pair.evaluation.table.vocab.texts(wanted.codes)
    assert recall.keys() == set(texts)
    np.testing.assert_array_equal([recall[text] for text in texts], wanted.recall)


def test_several_lines_are_selected_with_shift_and_filter_nothing(window, qapp, pair: Inspection) -> None:
    view = table(window, "confusionTable")
    view.selectRow(0)
    press(window, Key.Key_Down, Shift)
    press(window, Key.Key_Down, Shift)
    press(window, Key.Key_C, Control)
    assert len(lines(qapp.clipboard().text())) == 3
    assert pair.state.clauses == ()


def test_without_a_selected_line_the_rows_are_copied(window, qapp) -> None:
    go_to(window, "r08")
    view = table(window, "labelTable")
    view.clearSelection()
    press(window, Key.Key_C, Control)
    assert lines(qapp.clipboard().text())[0][0] == "r08"


def test_a_table_is_never_exported_over_an_open_file(window, pair_files, monkeypatch, qtbot) -> None:
    truth: Path = pair_files[0]
    before = truth.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(truth), ""))
    with qtbot.waitSignal(window.bench.save_controller.failed) as failed:
        choose(table(window, "labelTable"), "Export as CSV…")
    assert "never overwritten" in str(failed.args[0])
    assert truth.read_bytes() == before


def test_a_key_that_copies_nothing_asks_nothing_about_the_selection(window, monkeypatch) -> None:
    view = table(window, "labelTable")
    view.selectAll()
    asked, keys = [], (Key.Key_A, Key.Key_Down, Key.Key_Shift)
    monkeypatch.setattr(type(view.selectionModel()), "selection", lambda _: asked.append(1))
    actions = next(child for child in view.children() if isinstance(child, TableActions))
    for key in keys:
        event = QKeyEvent(QEvent.Type.KeyPress, key, Bare)
        assert not actions.eventFilter(view, event)
    assert not asked
