"""A submission with confidences in the window: edits of labels and confidences update the global order."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDockWidget, QFrame, QLineEdit, QSpinBox, QTableView
from ui.user import Key, action, bring, find, go_to, overwrite, press, shown, text

import inspector
from inspector import Inspection
from inspector.ui.plots.precision_plot import PrecisionPlot
from inspector.ui.row.step_model import CONFIDENCE

TRUTH = pd.DataFrame({"id": list("abcd"), "label": ["x", "y", "", "z"]})
SUBMISSION = pd.DataFrame({"id": list("abcd"), "label": ["x 0.9", "q 0.9", "q 0.5", "z 0.25 x 0.125"]})


@pytest.fixture
def gap() -> Inspection:
    return inspector.open_pair(TRUTH, SUBMISSION)


@pytest.fixture
def window(show, gap: Inspection):
    return show(gap)


@pytest.fixture
def steps(window) -> QTableView:
    return find(window, QTableView, "stepTable")


def test_confidences_open_with_gap_and_the_range_of_ties(window, gap: Inspection) -> None:
    assert str(gap.metric) == "gap"
    assert find(window, QSpinBox, "cutChooser").text() == "K = all"
    low, high = gap.evaluation.tie_range()
    assert low <= gap.overall <= high
    losses = gap.evaluation.total_losses()
    lost = f"Lost: {losses.ordering:.4f} wrong order · {losses.candidates:.4f} missing labels"
    assert text(window, "lossLedger") == f"{lost} · ties {low:.6f}–{high:.6f}"


def test_the_row_panel_shows_global_ranks_and_confidences(window, steps, gap: Inspection) -> None:
    go_to(window, "d")
    assert not steps.isColumnHidden(3)
    assert shown(steps, "rank")[:2] == ["4", "5"]
    assert shown(steps, "conf.")[:2] == ["0.25", "0.125"]
    assert find(window, QLineEdit, "predictionEdit").text() == "z 0.25 x 0.125"


def test_typing_a_confidence_previews_the_scores_and_enter_applies_it(window, steps, gap: Inspection) -> None:
    go_to(window, "d")
    before = gap.overall
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "z 0.95")
    said = float(find(window, QFrame, "rowOverall").toolTip())
    assert (gap.overall, gap.undo_name) == (before, None)
    press(window, Key.Key_Return)
    assert gap.overall == said > before
    assert gap.evaluation.prediction(3).confidence == (0.95,)
    action(window, "undo").trigger()
    assert gap.overall == before


def test_a_confidence_is_edited_in_the_step_table(window, steps, gap: Inspection) -> None:
    go_to(window, "d")
    steps.setFocus()
    steps.setCurrentIndex(steps.model().index(0, CONFIDENCE))
    press(window, Key.Key_F2)
    overwrite(steps.viewport().findChild(QLineEdit), "0.95")
    press(window, Key.Key_Return)
    assert gap.evaluation.prediction(3).confidence == (0.95, 0.125)


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["z", "z high", "z 0.5 x"])
def test_an_invalid_confidence_is_refused_and_nothing_changes(window, gap: Inspection, typed: str) -> None:
    go_to(window, "d")
    overwrite(find(window, QLineEdit, "predictionEdit"), typed)
    press(window, Key.Key_Return)
    assert "confidence" in text(window, "messageText")
    assert gap.undo_name is None


@pytest.mark.slow
def test_the_precision_plot_follows_the_current_row(window, gap: Inspection) -> None:
    plot = find(window, PrecisionPlot, "precisionPlot")
    bring(plot, find(window, QDockWidget, "precisionDock"))
    go_to(window, "d")
    assert plot.accessibleDescription() == "5 predictions; the current row's ranks: 4, 5"
    gap.edit("d", ["z"], [0.95])
    assert plot.accessibleDescription() == "4 predictions; the current row's ranks: 1"


@pytest.mark.slow
def test_a_row_with_hundreds_of_predictions_leaves_the_precision_in_sight(show) -> None:
    truth = pd.DataFrame({"id": ["a"], "label": ["l0 l9"]})
    listed = " ".join(f"l{rank} {1 - rank / 1000}" for rank in range(400))
    window = show(inspector.open_pair(truth, pd.DataFrame({"id": ["a"], "label": [listed]}), "gap"))
    plot = bring(find(window, PrecisionPlot, "precisionPlot"), find(window, QDockWidget, "precisionDock"))
    picture = plot.grab().toImage()
    now = QColor(window.theme.colours.now)
    marked = sum(picture.pixelColor(x, y) == now for x in range(picture.width()) for y in range(picture.height()))
    assert 0 < marked < picture.width() * picture.height() / 5


def test_dragging_a_label_gives_it_the_confidence_of_its_new_rank(window, steps, gap: Inspection) -> None:
    go_to(window, "d")
    steps.dropped.emit(1, 0)
    assert gap.evaluation.prediction(3).labels == ("x", "z")
    assert gap.evaluation.prediction(3).confidence == (0.25, 0.125)


def test_the_place_column_depends_on_the_metric_and_the_current_row_stays(window, gap: Inspection) -> None:
    table = find(window, QTableView, "rowTable")
    assert [*zip(shown(table, "id"), shown(table, "place"), strict=True)] == [
        *(("b", "2"), ("c", "3"), ("d", "4"), ("a", "1"))
    ]
    go_to(window, "a")
    gap.set_metric("map@5")
    assert "place" not in titles(table)
    assert (gap.evaluation.table.id(gap.current), table.currentIndex().row()) == ("a", gap.state.order.pos(0))
    gap.set_metric("gap")
    assert "place" in titles(table)
    assert (gap.evaluation.table.id(gap.current), table.currentIndex().row()) == ("a", gap.state.order.pos(0))


def test_an_edit_that_moves_the_places_of_others_paints_all_rows(window, gap: Inspection) -> None:
    table, changed = find(window, QTableView, "rowTable"), []
    table.model().dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    gap.edit("a", ["x"], [0.1])
    assert changed == [(0, 3)]
    gap.set_metric("map@5")
    changed.clear()
    gap.edit("a", ["x"], [0.9])
    assert len(changed) == 1 and changed[0][0] == changed[0][1]


def test_an_edit_of_another_row_moves_the_places_of_the_current_row(window, steps, gap: Inspection) -> None:
    go_to(window, "d")
    formula = text(window, "rowSum")
    gap.edit("a", ["x"], [0.1])
    assert shown(steps, "rank")[:2] == ["3", "4"]
    assert text(window, "rowSum") != formula
    gap.undo()
    assert shown(steps, "rank")[:2] == ["4", "5"]
    assert text(window, "rowSum") == formula


@pytest.mark.slow
def test_an_edit_of_another_row_leaves_a_draft_and_an_open_cell(window, steps, gap: Inspection) -> None:
    go_to(window, "d")
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "z 0.95")
    gap.edit("a", ["x"], [0.1])
    assert (line.text(), shown(steps, "rank")[0]) == ("z 0.95", "1")
    press(window, Key.Key_Escape)
    steps.setFocus()
    steps.setCurrentIndex(steps.model().index(0, CONFIDENCE))
    press(window, Key.Key_F2)
    overwrite(cell := steps.viewport().findChild(QLineEdit), "0.9")
    gap.edit("a", ["x"], [0.95])
    assert (steps.viewport().findChild(QLineEdit), cell.text()) == (cell, "0.9")
    assert (cell.isVisible(), ranks := shown(steps, "rank")[:2]) == (True, ["3", "5"])  # as typed
    press(window, Key.Key_Return)
    assert shown(steps, "rank")[:2] == ranks


def titles(table: QTableView) -> list[str]:
    return [
        str(table.model().headerData(place, Qt.Orientation.Horizontal)) for place in range(table.model().columnCount())
    ]
