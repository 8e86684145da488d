"""The edits panel: every edited row, what its edit does, and resetting some of them or all."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QDockWidget, QPushButton, QTableView
from ui.user import Bare, Control, Key, Left, bring, click_header, click_row, find, press, section, shown

import inspector
from inspector import Inspection
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.ui.analysis.edits_table import EditsTable


@pytest.fixture
def edits(window, pair: Inspection) -> EditsTable:
    """The panel with three edits: one better, one worse, one that changes no score."""
    pair.edit("r05", ["e"])
    pair.edit("r01", ["b", "c"])
    pair.edit("r04", ["a", "b", "c"])
    return bring(find(window, EditsTable, "editsTable"), find(window, QDockWidget, "editsDock"))


def edited(pair: Inspection) -> list[str]:
    evaluation = pair.evaluation
    return [evaluation.table.id(row) for row in evaluation.overlay.rows.tolist()]


def test_every_edit_is_a_line_with_what_it_changes(edits, pair: Inspection) -> None:
    lines = {line[0]: line[1:] for line in zip(*(shown(edits, h.title) for h in edits.model().headers), strict=True)}
    assert set(lines) == {"r01", "r04", "r05"}
    assert lines["r05"][:2] == ("1: a → e …", "▲ +1.0000")
    assert lines["r01"][:2] == ("1: a → b …", "▼ −1.0000")
    assert lines["r04"] == ("4: d → (nothing)", "±0", "±0")
    one = 1 / pair.evaluation.scores.counted
    alone = [float(lines[row][2].split()[1].replace("−", "-")) for row in ("r01", "r05")]
    assert alone == pytest.approx([-one, one], abs=1e-3)


def test_the_colour_tells_whether_an_edit_is_better(edits, window) -> None:
    inks = dict(zip(shown(edits, "id"), shown(edits, "Δ score", Qt.ItemDataRole.ForegroundRole), strict=True))
    better, worse = window.theme.colours.better, window.theme.colours.worse
    assert (inks["r05"].name(), inks["r01"].name(), inks["r04"]) == (better, worse, None)


def test_the_tooltip_of_a_line_has_both_predictions(edits) -> None:
    click_header(edits, "id")
    tips = shown(edits, "file → edited", Qt.ItemDataRole.ToolTipRole)
    assert tips[1] == "<qt>in the file: a b c d\nedited to: a b c</qt>"


def test_numbers_show_what_they_were_and_are(show) -> None:
    truth, given = (pd.DataFrame({"id": ["q", "r"], "x": x, "y": y}) for x, y in (([1, 2], [3, 4]), ([1.5, 2], [3, 5])))
    opened = inspector.open_pair(truth, given, "rmse")
    window = show(opened)
    view = bring(find(window, EditsTable, "editsTable"), find(window, QDockWidget, "editsDock"))
    opened.edit("r", ["x", "y"], [2.0, 4.25])
    assert shown(view, "file → edited") == ["y 5 → 4.25"]


@pytest.mark.slow
def test_the_lines_follow_edits_undo_and_the_metric(edits, pair: Inspection) -> None:
    pair.edit("r02", ["b"])
    assert "r02" in shown(edits, "id")
    pair.undo()
    assert "r02" not in shown(edits, "id")
    before = shown(edits, "Δ overall")
    pair.set_metric("map@1")
    pair.set_metric("f1(average=micro)")
    assert shown(edits, "Δ overall") != before


def test_lines_sort_by_their_change(edits) -> None:
    click_header(edits, "id")
    assert shown(edits, "id") == ["r01", "r04", "r05"]
    click_header(edits, "Δ score")
    assert shown(edits, "id")[0] == "r05"
    click_header(edits, "Δ score")
    assert shown(edits, "id")[0] == "r01"
    click_header(edits, "file → edited")
    assert shown(edits, "id") == ["r04", "r01", "r05"]


@pytest.mark.slow
def test_under_a_loss_the_largest_gain_is_first_and_no_change_is_cut(show) -> None:
    truth, given = (pd.DataFrame({"id": [*"pqrs"], "x": x}) for x in ([9e3, 5.0, 7.0, 1.0], [4e3, 5.0, 9.0, 2.5]))
    pair = inspector.open_pair(truth, given, "rmse")
    edits = bring(find(window := show(pair), EditsTable, "editsTable"), find(window, QDockWidget, "editsDock"))
    for row, number in ((3, 2.0), (0, 8e3), (1, 6.0)):
        pair.predict(row, pair.evaluation.prediction(row).with_confidence(0, number))
    assert shown(edits, "id") == ["p", "s", "q"]
    click_header(edits, "Δ overall")
    assert shown(edits, "id") == ["q", "s", "p"]
    widths = {title: edits.columnWidth(section(edits, title)) for title in ("Δ score", "Δ overall")}
    for title, width in widths.items():
        texts = shown(edits, title)
        assert max(map(edits.fontMetrics().horizontalAdvance, texts)) < width, texts


def test_a_click_selects_and_a_double_click_or_enter_goes_to_the_row(edits, pair: Inspection) -> None:
    click_header(edits, "id")
    here = pair.current
    click_row(edits, 0, "id")
    assert pair.current == here
    assert not pair.state.clauses
    at = edits.visualRect(edits.model().index(1, section(edits, "id"))).center()
    QTest.mouseDClick(edits.viewport(), Left, Bare, at)
    assert pair.evaluation.table.id(pair.current) == "r04"
    edits.setFocus()
    press(edits, Key.Key_Down)
    press(edits, Key.Key_Return)
    assert pair.evaluation.table.id(pair.current) == "r05"


def test_delete_resets_the_selected_rows_as_one_step(edits, pair: Inspection) -> None:
    click_header(edits, "id")
    click_row(edits, 0, "id")
    click_row(edits, 2, "id", Control)
    edits.setFocus()
    press(edits, Key.Key_Delete)
    assert edited(pair) == ["r04"]
    assert shown(edits, "id") == ["r04"]
    pair.undo()
    assert edited(pair) == ["r01", "r04", "r05"]


@pytest.mark.slow
def test_the_buttons_reset_the_selected_rows_or_all(edits, window, pair: Inspection) -> None:
    one, every = find(window, QPushButton, "resetEdits"), find(window, QPushButton, "resetAllEdits")
    assert not one.isEnabled()
    click_header(edits, "id")
    click_row(edits, 0, "id")
    assert one.isEnabled()
    one.click()
    assert edited(pair) == ["r04", "r05"]
    assert not one.isEnabled()
    every.click()
    assert edited(pair) == []
    assert not every.isEnabled()
    pair.undo()
    assert edited(pair) == ["r04", "r05"]


def test_the_menu_of_a_line_names_both_actions(edits, pair: Inspection) -> None:
    click_header(edits, "id")
    click_row(edits, 0, "id")
    assert edits.contextMenuPolicy() == Qt.ContextMenuPolicy.ActionsContextMenu
    actions = {action.text(): action for action in edits.actions()}
    actions["&Go to the row"].trigger()
    assert pair.evaluation.table.id(pair.current) == "r01"
    actions["&Reset"].trigger()
    assert edited(pair) == ["r04", "r05"]


def test_only_edited_rows_filters_and_follows_the_filter(edits, window, pair: Inspection) -> None:
    only = find(window, QCheckBox, "onlyEdited")
    only.click()
    assert sorted(shown(find(window, QTableView, "rowTable"), "id")) == ["r01", "r04", "r05"]
    edits.setFocus()
    press(edits, Key.Key_Escape)
    assert not only.isChecked()
    assert len(pair.state.order) == len(pair.evaluation.table)
    only.click()
    pair.filter_by(())
    assert not only.isChecked()


def test_the_lines_stay_whatever_the_filter_shows(edits, pair: Inspection) -> None:
    click_row(edits, 0, "id")
    pair.narrow("id:r05")
    assert set(shown(edits, "id")) == {"r01", "r04", "r05"}
    assert edits.selectionModel().hasSelection()


def test_in_a_narrow_panel_the_predictions_have_room(edits, qtbot) -> None:
    dock = edits.window().bench.docks.by_name["editsDock"]
    edits.window().resizeDocks([dock], [700], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: not edits.isColumnHidden(2))
    edits.window().resizeDocks([dock], [1], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: edits.isColumnHidden(2))
    edits.window().resizeDocks([dock], [700], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: not edits.isColumnHidden(2))


@pytest.mark.slow
def test_without_edits_the_panel_says_what_appears_here(edits, window, pair: Inspection) -> None:
    assert len(_colours(edits)) > 1
    pair.reset()
    assert edits.model().rowCount() == 0
    assert len(_colours(edits)) > 1
    assert not find(window, QPushButton, "resetAllEdits").isEnabled()


def _colours(view: QTableView) -> set[str]:
    """The colours of the lines; without text there is one."""
    image = view.viewport().grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.slow
def test_a_hundred_thousand_edits_write_only_what_is_painted(show, qtbot, monkeypatch) -> None:
    count = 100_000
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(count)], "label": "a"})
    pair = inspector.open_pair(truth, truth.assign(label="b a"), "map@5")
    code = pair.evaluation.table.vocab.find("a")
    lists = Ragged(np.arange(count + 1), np.full(count, code, np.int32))
    pair.apply(Edit(np.arange(count), lists, "all"))
    window = show(pair)
    view = bring(find(window, EditsTable, "editsTable"), find(window, QDockWidget, "editsDock"))
    qtbot.waitUntil(lambda: view.model().rowCount() == count, timeout=30_000)
    written = []
    grammar = type(pair.evaluation.pair.submission.grammar)
    write = grammar.write
    monkeypatch.setattr(grammar, "write", lambda self, *given: written.append(given) or write(self, *given))
    view.repaint()
    assert len(written) < 200
    view.selectAll()
    view.reset_selected.trigger()
    qtbot.waitUntil(lambda: not len(pair.evaluation.overlay), timeout=30_000)
    qtbot.waitUntil(lambda: view.model().rowCount() == 0, timeout=30_000)


def test_copies_and_exports_hold_both_predictions_whole(edits) -> None:
    click_header(edits, "id")
    assert shown(edits, "file → edited")[0] == "1: a → b …"
    assert edits.model().exported(1, np.arange(3)) == ["a b c → b c", "a b c d → a b c", "a b c → e"]


def test_trying_an_edit_is_as_much_work_as_the_table_has_rows(edits, pair: Inspection, monkeypatch) -> None:
    scores = type(pair.evaluation.base)
    assert edits.work_size(pair.evaluation) == 3
    monkeypatch.setattr(scores, "tells_gains", False)
    assert edits.work_size(pair.evaluation) == 3 + 3 * 500
    monkeypatch.setattr(type(pair.evaluation.table), "__len__", lambda _: 1_000_000)
    assert edits.work_size(pair.evaluation) == 3 + 3 * 1_000_000
