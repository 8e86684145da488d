"""The plots of differences and the first-hit matrix: they brush, follow edits, filters, metrics and baselines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QLabel
from ui.user import Bare, Left, bring, find, menu_actions, press, text

import inspector
from inspector import Inspection
from inspector.core.comparison.differences import SIDE, Differences, difference_bars
from inspector.core.comparison.matrix import FirstHitMatrix
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.differences.compared import NOTHING
from inspector.ui.plots.differences.delta_histogram import DeltaHistogram
from inspector.ui.plots.differences.differences_plot import DifferencesPlot
from inspector.ui.plots.matrix.first_hit_matrix import FirstHitMatrixPanel
from inspector.ui.widgets.matrix.geometry import Cell
from inspector.ui.widgets.matrix.matrix import WORSE

NAME = "<b>other</b>"


@pytest.fixture
def other(pair: Inspection) -> pd.DataFrame:
    """Another submission: four rows better than the open one, two worse."""
    rows = pair.rows()
    labels = rows["predictions"].to_dict() | {1: "b", 2: "a c", 3: "d", 4: "e", 0: "x", 8: "&amp <b>x</b>"}
    return pd.DataFrame({"id": rows["id"], "label": [labels[at] for at in range(len(rows))]}).query("label != ''")


@pytest.fixture
def compared(pair: Inspection, other: pd.DataFrame) -> Inspection:
    pair.add(other, NAME)
    pair.baseline = NAME
    return pair


def front(window, kind, name: str, dock: str):
    window.resize(1280, 1000)
    window.bench.docks.bring(dock)
    return bring(find(window, kind, name), find(window, QDockWidget, dock))


def matrix_of(window) -> FirstHitMatrixPanel:
    return front(window, FirstHitMatrixPanel, "firstHitMatrix", "firstHitMatrixDock")


def curve_of(window) -> DifferencesPlot:
    return front(window, DifferencesPlot, "differencesPlot", "differencesDock")


def bars_of(window) -> DeltaHistogram:
    return front(window, DeltaHistogram, "deltaHistogram", "deltaDock")


def clause(pair: Inspection, source: str) -> str:
    return next((clause.text for clause in pair.state.clauses if clause.source == source), "")


def click(panel: FirstHitMatrixPanel, line: int, column: int) -> None:
    at = panel.picture.geometry_now
    QTest.mouseClick(panel.picture, Left, Bare, at.rect(at.block(Cell(line, column), Cell(line, column))).center())


def place(plot, x: float, y: float = 0.0) -> QPoint:
    """Where a point in axis units stands in the plot."""
    scene = plot.plotItem.getViewBox().mapViewToScene(QPointF(x, y))
    return plot.mapFromScene(scene)


def drag(plot, low: float, high: float) -> None:
    QTest.mousePress(plot.viewport(), Left, Bare, place(plot, low))
    QTest.mouseMove(plot.viewport(), place(plot, high))
    QTest.mouseRelease(plot.viewport(), Left, Bare, place(plot, high))


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "words"), [("rmse", "▼ 1 better · ▲ 2 worse"), ("r2", "▲ 1 better · ▼ 2 worse")])
def test_the_arrows_point_where_the_score_goes(show, tmp_path, metric: str, words: str) -> None:
    (tmp_path / "t.csv").write_text("id,y\na,1\nb,2\nc,3\nd,4\n")
    (tmp_path / "s.csv").write_text("id,y\na,1.5\nb,2.25\nc,3\nd,3\n")
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", metric)
    for id_, number in (("a", 1.0), ("b", 5.0), ("c", 2.0)):
        row = inspection.evaluation.table.row_of(id_)
        inspection.predict(row, replace(inspection.evaluation.prediction(row), confidence=(number,)))
    assert words in curve_of(show(inspection)).accessibleDescription()


@pytest.mark.slow
def test_without_anything_to_compare_each_plot_says_so_in_one_line(window, pair: Inspection) -> None:
    assert text(matrix_of(window), "firstHitMatrixWords") == NOTHING
    assert matrix_of(window).picture.matrix.counts.size == 0
    assert find(window, QLabel, "firstHitMatrixWords").isHidden()  # the picture says it
    for plot in (curve_of(window), bars_of(window)):
        assert plot.accessibleDescription() == NOTHING
    pair.edit("r05", ["e"])
    assert matrix_of(window).picture.matrix.counts.sum() == len(pair.evaluation.table)
    assert not find(window, QLabel, "firstHitMatrixWords").isHidden()
    assert bars_of(window).accessibleDescription().startswith("−1 ≤ Δ")
    assert "1 better" in curve_of(window).accessibleDescription()
    pair.undo()
    assert text(matrix_of(window), "firstHitMatrixWords") == NOTHING
    assert bars_of(window).accessibleDescription() == NOTHING


@pytest.mark.slow
def test_a_title_comes_back_with_its_bars(window, pair: Inspection) -> None:
    pair.edit("r05", ["e"])
    title = bars_of(window).plotItem.titleLabel
    shown = title.text
    assert title.isVisible()
    pair.undo()
    assert not title.isVisible()
    pair.redo()
    assert title.isVisible()
    assert title.text == shown


@pytest.mark.slow
def test_a_title_has_the_colour_of_the_theme(window, compared: Inspection, theme) -> None:
    title = bars_of(window).plotItem.titleLabel
    for choice in ("dark", "light"):
        theme.choose(choice)
        assert title.text
        assert title.opts["color"] == theme.colours.muted


def test_a_message_takes_as_many_lines_as_a_narrow_plot_needs(window, pair: Inspection) -> None:
    plot = curve_of(window)
    plot.setFixedSize(plot.minimumWidth(), 200)
    image = plot.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)[:, : image.width()]
    ink = (pixels != pixels[-1, 0])[4:]  # above is the line that shows the focus
    assert np.ptp(np.flatnonzero(ink.any(axis=1))) > plot.fontMetrics().height()
    assert not ink[:, [0, -1]].any()


@pytest.mark.slow
def test_differences_are_those_of_a_pair_whose_selection_comes_first(window, pair: Inspection) -> None:
    pair.edit("r05", ["e"])
    plot = bars_of(window)
    truth = {f"s{at}": {"x": 1} for at in range(30)}
    other = inspector.open_pair(truth, {id_: {"y": 0.5} for id_ in truth}, "map@3")
    other.edit("s20", ["x"])
    other.go_to(20)
    window.bench._signals.blockSignals(True)  # the plot has not heard of it yet
    pair.load(other.state)
    window.bench._signals.blockSignals(False)
    plot.select(np.arange(2))
    plot.grab()
    assert plot._bars.counts.sum() == 30


def test_the_plots_come_with_a_baseline_and_go_with_it(window, pair: Inspection, other: pd.DataFrame) -> None:
    docks = [find(window, QDockWidget, name) for name in ("firstHitMatrixDock", "differencesDock", "deltaDock")]
    pictures = {f"Copy plot: {dock.windowTitle()}" for dock in docks}
    assert all(dock.isHidden() for dock in docks)
    assert not pictures & {entry.text() for entry in menu_actions(window)}
    pair.add(other, NAME)
    pair.baseline = NAME
    assert not any(dock.isHidden() for dock in docks)
    assert pictures <= {entry.text() for entry in menu_actions(window)}
    docks[0].close()
    pair.open(NAME)
    assert docks[0].isHidden()
    pair.baseline = "file"
    assert all(dock.isHidden() for dock in docks)


@pytest.mark.slow
def test_each_cell_of_the_matrix_shows_the_rows_that_it_counts(window, compared: Inspection) -> None:
    panel = matrix_of(window)
    counts = panel.picture.matrix.counts
    assert counts.tolist() == FirstHitMatrix(compared.evaluation).counts().tolist()
    assert panel.picture.matrix.lines.title == NAME
    for line, column in zip(*np.nonzero(counts), strict=True):
        click(panel, int(line), int(column))
        assert len(compared.state.order) == counts[line, column]
        assert panel.picture.matrix.counts.tolist() == counts.tolist()
        assert [places.tolist() for places in panel.picture.chosen] == [[line], [column]]
    click(panel, int(line), int(column))
    assert clause(compared, "firstHitMatrix") == ""


def test_switches_count_only_some_rows_and_a_chosen_cell_follows(window, compared: Inspection) -> None:
    panel = matrix_of(window)
    totals = FirstHitMatrix(compared.evaluation).totals()
    assert [switch.text()[-len(str(totals[name])) :] for name, switch in panel.switches.items()] == [
        str(count) for count in totals.values()
    ]
    for name in ("same", "better"):
        panel.switches[name].click()
    matrix, lines = panel.picture.matrix, np.arange(len(panel.picture.matrix.counts))
    assert matrix.counts.sum() == totals["worse"]
    assert set(matrix.tones[matrix.counts > 0]) == {WORSE}
    panel.ask(panel._found, lines, lines)
    assert clause(compared, "firstHitMatrix") == "base.rank<rank & base.rank<=3 | rank=none & base.rank!=none"
    assert len(compared.state.order) == totals["worse"]
    panel.switches["better"].click()
    assert clause(compared, "firstHitMatrix").startswith("!(rank=base.rank | ")
    assert len(compared.state.order) == totals["worse"] + totals["better"]
    click(panel, *np.argwhere(panel.picture.matrix.counts)[0].tolist())
    assert "base.rank=" in clause(compared, "firstHitMatrix") and "(" not in clause(compared, "firstHitMatrix")


@pytest.mark.slow
def test_an_edit_moves_only_its_rows_and_all_plots_equal_fresh_ones(window, compared: Inspection) -> None:
    matrix_of(window)
    compared.narrow("preds>0", "elsewhere")
    panel, found = matrix_of(window), matrix_of(window)._found
    bars = bars_of(window)
    moving = bars._moving
    compared.edit("r01", ["x"])
    compared.edit("r04", ["d"])
    compared.undo()
    assert (panel._found, bars._moving) == (found, moving)
    evaluation, among = compared.evaluation, compared.state.filter.mask
    assert panel.picture.matrix.counts.tolist() == FirstHitMatrix(evaluation, among).counts().tolist()
    assert bars._bars.counts.tolist() == difference_bars(evaluation).counts.tolist()
    assert bars._shown[1].tolist() == difference_bars(evaluation).count(among).tolist()
    curve = curve_of(window)
    compared.edit("r03", ["c"])
    assert curve._found.values.tolist() == Differences(compared.evaluation, among).values.tolist()


@pytest.mark.slow
def test_all_plots_follow_metric_baseline_and_submission(window, compared: Inspection, other: pd.DataFrame) -> None:
    panel = matrix_of(window)
    compared.set_metric("map@2")
    assert panel.picture.matrix.columns.names == ("1", "2", ">2", "none")
    compared.open(NAME)
    compared.baseline = "submission"
    assert (panel.picture.matrix.lines.title, panel.picture.matrix.columns.title) == ("submission", NAME)
    for plot, wanted in (
        (curve_of(window), Differences(compared.evaluation).values.tolist()),
        (bars_of(window), difference_bars(compared.evaluation).counts.tolist()),
    ):
        shown = plot._found.values if isinstance(plot, DifferencesPlot) else plot._bars.counts
        assert shown.tolist() == wanted


@pytest.mark.slow
def test_bars_of_differences_brush_by_mouse_and_keys(window, compared: Inspection) -> None:
    plot = bars_of(window)
    bars = difference_bars(compared.evaluation)
    drag(plot, 0.2, SIDE - 0.2)
    assert clause(compared, "deltaHistogram") == "worse"
    assert len(compared.state.order) == bars.counts[:SIDE].sum()
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    press(window, Qt.Key.Key_Escape)
    assert len(compared.state.order) == len(compared.evaluation.table)
    QTest.mouseClick(plot.viewport(), Left, Bare, place(plot, SIDE + 0.5))
    assert clause(compared, "deltaHistogram") == "same"
    assert "Δ to &lt;b&gt;other&lt;/b&gt;" in plot.plotItem.titleLabel.text


@pytest.mark.slow
def test_a_drag_over_the_curve_shows_its_rows_a_click_equal_ones(window, compared) -> None:
    plot = curve_of(window)
    found = Differences(compared.evaluation)
    drag(plot, 0.2, len(found.rows) - 0.2)
    assert clause(compared, "differencesPlot") == "better | worse"
    assert len(compared.state.order) == len(found.rows)
    QTest.mouseClick(plot.viewport(), Left, Bare, place(plot, len(found.rows) - 0.5))
    worst = found.values[-1]
    assert len(compared.state.order) == (found.values == worst).sum()
    assert plot._chosen.isVisible()
    QTest.mouseClick(plot.viewport(), Left, Bare, place(plot, len(found.rows) - 0.5))
    assert clause(compared, "differencesPlot") == ""
    assert plot.figures().decode().splitlines()[0] == "id,delta"
    assert len(plot.figures().decode().splitlines()) == 1 + len(found.rows)


@pytest.mark.slow
def test_current_and_selected_rows_are_marked_on_the_curve(window, compared: Inspection) -> None:
    plot, found = curve_of(window), Differences(compared.evaluation)
    compared.go_to(int(found.rows[0]))
    assert (plot._mark.isVisible(), plot._mark.value()) == (True, 0.5)
    same = next(row for row in compared.evaluation.all_rows.tolist() if row not in found.rows)
    compared.go_to(same)
    assert not plot._mark.isVisible()
    plot.select(found.rows[:2])
    plot.grab()
    assert plot._ticks.getData()[0].tolist() == [0.5, 0.5, 1.5, 1.5]


@pytest.mark.slow
def test_where_an_edit_changes_other_rows_all_rows_are_counted_again(show, qtbot) -> None:
    truth = pd.DataFrame({"id": ["a", "b", "c"], "label": ["x", "y", "z"]})
    files = [truth.assign(label=["x 0.9", f"{label} 0.8", f"z {sure}"]) for label, sure in (("n", 0.7), ("y", 0.75))]
    opened = inspector.open_pair(truth, files[0], "gap")
    window = show(opened)
    opened.baseline = opened.add(files[1], "other")
    panel, bars = matrix_of(window), bars_of(window)
    curve = curve_of(window)
    opened.edit("b", ["y"], [0.95])
    wanted = FirstHitMatrix(opened.evaluation)
    qtbot.waitUntil(lambda: curve._found.values.tolist() == Differences(opened.evaluation).values.tolist())
    assert matrix_of(window).picture.matrix.counts.tolist() == wanted.counts().tolist()
    assert panel._found.totals() == wanted.totals()
    bars_of(window)
    assert bars._bars.counts.tolist() == difference_bars(opened.evaluation).counts.tolist()


@pytest.mark.slow
def test_every_plot_that_is_brushed_takes_the_keyboard_at_a_click(window) -> None:
    panels = (window.bench.docks.by_name[name].panel for name in window.bench.docks.by_name)
    brushed = [
        plot for panel in panels for plot in (panel, *panel.findChildren(BrushCanvas)) if isinstance(plot, BrushCanvas)
    ]
    assert len(brushed) > 8
    assert {plot.objectName() for plot in brushed if plot.focusPolicy() != Qt.FocusPolicy.StrongFocus} == set()
