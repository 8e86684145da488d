"""The plots of numbers and probabilities: what they draw, which rows they show, and that they follow edits."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDockWidget, QMenu, QToolTip
from ui.user import Bare, Control, Key, Left, bring, find, go_to, press, text

import inspector
from inspector import Inspection
from inspector.core.analysis.numbers.calibration import equal_counts
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.prediction import Prediction
from inspector.ui.plots.numbers import truth_plot as truth_plot_module
from inspector.ui.plots.numbers.calibration_plot import CalibrationPlot
from inspector.ui.plots.numbers.error_histogram import ErrorHistogram
from inspector.ui.plots.numbers.level_matrix import LevelMatrixPanel
from inspector.ui.plots.numbers.ranges import Range
from inspector.ui.plots.numbers.roc_plot import RocPlot
from inspector.ui.plots.numbers.truth_plot import TruthPlot
from inspector.ui.widgets.matrix.geometry import Cell

ROWS = 40
IDS = [f"r{at:02}" for at in range(ROWS)]
TRUE = np.arange(ROWS) * 10.0
PREDICTED = TRUE + np.resize([-6.0, 1.0, 5.0, 0.0, -1.0], ROWS)
LABEL_DOCKS, NUMBER_DOCKS = ("firstHitDock",), ("errorDock", "truthDock")


def opened(metric: str, truth: dict[str, object], predicted: dict[str, object]) -> Inspection:
    frames = (pd.DataFrame({"id": IDS, **side}) for side in (truth, predicted))
    return inspector.open_pair(*frames, metric, shape="numbers")


@pytest.fixture
def prices() -> Inspection:
    return opened("mse", {"price": TRUE}, {"price": PREDICTED})


@pytest.fixture
def chances() -> Inspection:
    """Forty rows of yes or no; the higher the probability, the more often yes."""
    probability = (np.arange(ROWS) + 0.5) / ROWS
    return opened("mse", {"yes": (np.arange(ROWS) % 10 < probability * 10).astype(int)}, {"yes": probability})


def front(window, kind, name: str, dock: str):
    window.resize(1280, 1000)
    window.bench.docks.bring(dock)
    return bring(find(window, kind, name), find(window, QDockWidget, dock))


def truth_plot(window) -> TruthPlot:
    return front(window, TruthPlot, "truthPlot", "truthDock")


@pytest.mark.slow
def test_points_beyond_the_range_stand_on_dotted_lines(show) -> None:
    def lines(predicted: np.ndarray) -> tuple[TruthPlot, list[tuple[float, float]]]:
        plot = truth_plot(show(opened("mse", {"price": TRUE}, {"price": predicted})))
        items = plot.listDataItems()
        (found,) = (item for item in items if pg.mkPen(item.opts["pen"]).style() == Qt.PenStyle.DotLine)
        ends = [() if side is None else side for side in found.getData()]
        return plot, [*zip(*ends, strict=True)]

    assert lines(PREDICTED)[1] == []
    plot, ends = lines(np.where(TRUE == 70, 1e6, PREDICTED))
    low, high = plot.ends
    border = ends[0][0]
    assert TRUE.max() < border < high
    assert ends == [(border, low), (border, high), (low, border), (high, border)]


@pytest.mark.slow
def test_a_metric_of_logarithms_has_its_points_where_it_compares_them(show) -> None:
    inspection = opened("rmsle", {"price": TRUE}, {"price": PREDICTED})
    plot = truth_plot(show(inspection))
    points = {(x, y) for item in (plot._front,) for x, y in zip(*item.getData(), strict=True)}
    assert points == {*zip(np.log1p(TRUE), np.log1p(np.maximum(PREDICTED, 0)), strict=True)}
    drag(plot, (np.log(95), plot.ends[0]), (np.log(145), plot.ends[1]))
    assert shown(inspection) == [10, 11, 12, 13, 14]
    assert clause(inspection, "truthPlot").startswith("true>=9")
    inspection.filter_by([])
    inspection.set_metric("mse")
    points = {(x, y) for x, y in zip(*plot._front.getData(), strict=True)}
    assert points == {*zip(TRUE, PREDICTED, strict=True)}


@pytest.mark.slow
def test_the_nearest_point_is_told_and_how_many_rows_a_shade_stands_for(show, prices, monkeypatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, *_: told.append(text))

    def at(plot: TruthPlot, x: float, y: float) -> list[str]:
        told.clear()
        plot.scene().sigMouseMoved.emit(plot.plotItem.getViewBox().mapViewToScene(QPointF(x, y)))
        return [*told]

    plot = truth_plot(show(prices))
    assert at(plot, TRUE[7] + 0.5, PREDICTED[7]) == ["<qt>r07: truth 70, prediction 75</qt>"]
    assert at(plot, 350.0, 20.0) == []
    monkeypatch.setattr(truth_plot_module, "_MANY", 10)
    plot = truth_plot(show(opened("mse", {"price": TRUE}, {"price": PREDICTED})))
    (words,) = at(plot, TRUE[7], PREDICTED[7])
    assert words.startswith("<qt>1 row near truth 70")
    assert at(plot, 350.0, 20.0) == []


def calibration_plot(window) -> CalibrationPlot:
    return front(window, CalibrationPlot, "calibrationPlot", "calibrationDock")


def roc_plot(window) -> RocPlot:
    return front(window, RocPlot, "rocPlot", "rocDock")


def place(plot, x: float, y: float = 0.5) -> QPoint:
    return plot.mapFromScene(plot.plotItem.getViewBox().mapViewToScene(QPointF(x, y)))


def click(plot, x: float, y: float = 0.5, modifiers=Bare) -> None:
    QTest.mouseClick(plot.viewport(), Left, modifiers, place(plot, x, y))


def drag(plot, start: tuple[float, float], end: tuple[float, float]) -> None:
    QTest.mousePress(plot.viewport(), Left, Bare, place(plot, *start))
    QTest.mouseMove(plot.viewport(), place(plot, *end))
    QTest.mouseRelease(plot.viewport(), Left, Bare, place(plot, *end))


def ticked(plot, text: str) -> None:
    """Trigger an entry of the menu of a plot."""
    menu = QMenu(plot)
    plot.fill_menu(menu)
    next(action for action in menu.actions() if action.text() == text).trigger()


def errors_chooser(window) -> QComboBox:
    return find(window, QComboBox, "errorHistogramChooser")


def counted_errors(plot: ErrorHistogram) -> list[int]:
    """The counts of all bars, as a screen reader says them."""
    return [int(line.rsplit(": ", 1)[1]) for line in plot.accessibleDescription().split("; ")]


def bins_of(plot: ErrorHistogram, errors: np.ndarray) -> list[int]:
    """The counts that the bars should have."""
    counts, _ = np.histogram(errors, [-np.inf, *plot._bars.edges[1:-1], np.inf])
    return counts.tolist()


def shown(pair: Inspection) -> list[int]:
    found = pair.state.filter
    return list(range(ROWS)) if found is None else np.flatnonzero(found.mask).tolist()


def clause(pair: Inspection, source: str) -> str:
    return next((one.text for one in pair.state.clauses if one.source == source), "")


def predict(pair: Inspection, row: int, number: float, name: str = "price") -> None:
    pair.predict(row, Prediction((name,), (number,)))


@pytest.mark.slow
def test_plots_of_numbers_and_of_labels_take_each_others_place(show, prices: Inspection, pair: Inspection) -> None:
    window = show(prices)
    docks = window.bench.docks.by_name
    assert [docks[name].isHidden() for name in (*LABEL_DOCKS, *NUMBER_DOCKS)] == [True, False, False]
    assert docks["rocDock"].isHidden()
    assert docks["levelMatrixDock"].isHidden()
    prices.load(pair.state)
    assert [docks[name].isHidden() for name in (*LABEL_DOCKS, *NUMBER_DOCKS)] == [False, True, True]
    assert docks["firstHitDock"].toggleViewAction().isEnabled()
    assert not docks["errorDock"].toggleViewAction().isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name", "dock"),
    [(ErrorHistogram, "errorHistogram", "errorDock"), (TruthPlot, "truthPlot", "truthDock")],
)
def test_a_fresh_pair_is_drawn_when_its_selection_comes_first(show, prices, kind, name, dock) -> None:
    window = show(prices)
    plot = front(window, kind, name, dock)
    window.bench.table.selectAll()
    ids = [f"s{at}" for at in range(ROWS + 9)]
    frames = (pd.DataFrame({"id": ids, "price": np.arange(ROWS + 9) * step}) for step in (1.0, 1.5))
    prices.load(inspector.open_pair(*frames, "mse", shape="numbers").state)
    if kind is TruthPlot:
        assert plot.accessibleDescription().startswith(f"{ROWS + 9} rows")
    else:
        assert plot._bars.counts.sum() == ROWS + 9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name", "dock"),
    [(ErrorHistogram, "errorHistogram", "errorDock"), (TruthPlot, "truthPlot", "truthDock")],
)
def test_numbers_after_labels_are_drawn_without_the_message(show, prices, pair: Inspection, kind, name, dock) -> None:
    window, numbers = show(prices), prices.state
    plot = front(window, kind, name, dock)
    prices.load(pair.state)
    front(window, kind, name, dock)  # as a program may, for it is hidden without numbers
    assert plot.message
    prices.load(numbers)
    front(window, kind, name, dock)
    assert (plot.message, plot.getAxis("bottom").isVisible()) == ("", True)


@pytest.mark.slow
def test_selected_lists_are_not_drawn_on_a_curve_of_numbers(show, chances: Inspection) -> None:
    window = show(chances)
    roc_plot(window)
    window.bench.table.selectAll()
    truth = {f"s{at}": {"a": 1, "b": 1, "c": 1} for at in range(9)}
    chances.load(inspector.open_pair(truth, {id_: {"a": 0.5} for id_ in truth}, "map@3").state)
    window.bench.docks.select(np.arange(9))
    assert window.bench.docks.by_name["rocDock"].isHidden()


def test_plots_of_probabilities_are_there_for_yes_and_no(show, chances: Inspection) -> None:
    docks = show(chances).bench.docks.by_name
    assert not any(docks[name].isHidden() for name in ("calibrationDock", "rocDock", *NUMBER_DOCKS))


def test_bars_of_errors_are_those_of_the_core_after_edits(show, prices: Inspection) -> None:
    window = show(prices)
    plot = front(window, ErrorHistogram, "errorHistogram", "errorDock")
    for row, number in ((3, 1e4), (5, PREDICTED[5] + 2.5), (7, -1e4)):
        predict(prices, row, number)
        assert counted_errors(plot) == bins_of(plot, errors_now(prices))


def test_a_click_on_the_last_bar_shows_all_that_are_far_too_high(show, prices: Inspection) -> None:
    predict(prices, 3, 1e4)
    plot = front(show(prices), ErrorHistogram, "errorHistogram", "errorDock")
    edges = plot._bars.edges
    click(plot, float(edges[-2] + edges[-1]) / 2, 1.0)
    assert clause(prices, "errorHistogram") == f"error>={edges[-2]:g}"
    assert shown(prices) == [3]


def test_errors_are_of_logarithms_where_the_metric_is(show, prices: Inspection) -> None:
    window = show(prices)
    plot = front(window, ErrorHistogram, "errorHistogram", "errorDock")
    prices.set_metric("rmsle")
    logs = np.log1p(np.maximum(PREDICTED, 0.0)) - np.log1p(TRUE)
    assert [plot.axis, plot._axis_name.text()] == ["log error", "log error"]
    assert counted_errors(plot) == bins_of(plot, logs)
    predict(prices, 3, 1e4)
    logs[3] = np.log1p(1e4) - np.log1p(TRUE[3])
    assert counted_errors(plot) == bins_of(plot, logs)
    edges = plot._bars.edges
    click(plot, float(edges[-2] + edges[-1]) / 2, 1.0)
    assert clause(prices, "errorHistogram") == f"log_error>={edges[-2]:g}"
    assert shown(prices) == np.flatnonzero(logs >= edges[-2]).tolist()
    prices.set_metric("mse")
    prices.filter_by(())
    assert plot.axis == "error"
    assert counted_errors(plot) == bins_of(plot, errors_now(prices))


def errors_now(inspection: Inspection) -> np.ndarray:
    return inspection.evaluation.overlay.column(inspection.evaluation.table, Ragged.first_weights) - TRUE


def test_errors_of_one_of_several_numbers_are_chosen_and_follow_edits(show) -> None:
    names = ["a", "<b>x</b>"]
    pair = opened("mse", dict.fromkeys(names, TRUE), {"a": PREDICTED, "<b>x</b>": TRUE + 50.0})
    window = show(pair)
    plot, chooser = front(window, ErrorHistogram, "errorHistogram", "errorDock"), errors_chooser(window)
    assert [chooser.itemText(at) for at in range(chooser.count())] == ["the number furthest off", *names]
    assert counted_errors(plot) == bins_of(plot, np.where(np.abs(PREDICTED - TRUE) > 50, PREDICTED - TRUE, 50.0))
    chooser.activated.emit(1)
    assert (plot.axis, counted_errors(plot)) == ("error of a", bins_of(plot, PREDICTED - TRUE))
    pair.predict(3, Prediction(tuple(names), (0.0, TRUE[3])))
    now = np.where(np.arange(ROWS) == 3, 0.0, PREDICTED)
    assert counted_errors(plot) == bins_of(plot, now - TRUE)
    chooser.activated.emit(2)
    assert counted_errors(plot) == bins_of(plot, np.where(np.arange(ROWS) == 3, 0.0, 50.0))
    click(plot, float(plot._bars.edges[-2:].mean()), 1.0)
    assert clause(pair, "errorHistogram").startswith('"error.<b>x</b>">=')
    assert shown(pair) == [row for row in range(ROWS) if row != 3]
    chooser.activated.emit(0)
    assert (plot.axis, clause(pair, "errorHistogram")) == ("error", "")


def test_errors_of_one_number_a_row_have_no_chooser(show, prices: Inspection) -> None:
    window = show(prices)
    front(window, ErrorHistogram, "errorHistogram", "errorDock")
    assert errors_chooser(window).isHidden()


@pytest.mark.slow
def test_points_stand_where_truth_and_prediction_say(show, prices: Inspection) -> None:
    window = show(prices)
    plot = truth_plot(window)
    assert [side.tolist() for side in plot._front.getData()] == [TRUE.tolist(), PREDICTED.tolist()]
    go_to(window, IDS[7])
    assert [side.tolist() for side in plot._mark.getData()] == [[TRUE[7]], [PREDICTED[7]]]
    predict(prices, 7, 66.0)
    assert plot._mark.getData()[1].tolist() == [66.0]
    prices.narrow("true<100")
    assert len(plot._front.getData()[0]) == 10
    assert len(plot._behind.getData()[0]) == 30


@pytest.mark.slow
def test_a_row_without_a_number_has_no_point(show) -> None:
    missing = PREDICTED.copy()
    missing[7] = np.nan
    window = show(opened("mse", {"price": TRUE}, {"price": missing}))
    plot = truth_plot(window)
    go_to(window, IDS[7])
    assert len(plot._mark.getData()[0]) == 0
    assert np.isfinite(plot._front.getData()[1]).all()
    assert len(plot._front.getData()[0]) == ROWS - 1
    assert plot.accessibleDescription().startswith("39 rows")


@pytest.mark.slow
def test_a_box_shows_its_rows_and_the_border_all_beyond(show, prices: Inspection) -> None:
    plot = truth_plot(show(prices))
    drag(plot, (95.0, 80.0), (155.0, 170.0))
    assert shown(prices) == [10, 11, 12, 13, 14, 15]
    low, high = plot.ends
    drag(plot, (295.0, low), (high, high))
    assert shown(prices) == list(range(30, ROWS))
    assert clause(prices, "truthPlot").startswith("true>=")
    assert "&" not in clause(prices, "truthPlot")
    plot.setFocus()
    press(plot, Key.Key_Escape)
    assert len(shown(prices)) == ROWS


@pytest.mark.slow
def test_a_box_around_the_points_at_the_border_shows_their_rows(show) -> None:
    far = PREDICTED.copy()
    far[9] = 40_000.0
    inspection = opened("mse", {"price": TRUE}, {"price": far})
    plot = truth_plot(show(inspection))
    low, high = plot.ends
    at = plot._front.getData()[1].max()
    assert at < high < far.max()
    edge = (high - low) / 100
    drag(plot, (low, at - edge), (high, at + edge))
    assert shown(inspection) == [9]
    assert clause(inspection, "truthPlot").count("predicted") == 1


def test_a_block_is_chosen_with_a_click_or_with_keys(show, prices: Inspection) -> None:
    plot = truth_plot(show(prices))
    click(plot, 200.0, 205.0)
    clicked = clause(prices, "truthPlot")
    assert 20 in shown(prices)
    assert len(shown(prices)) <= 4
    click(plot, 200.0, 205.0)
    assert clause(prices, "truthPlot") == ""
    plot.setFocus()
    press(plot, Key.Key_Space)
    assert clause(prices, "truthPlot") == clicked
    press(plot, Key.Key_Right)
    press(plot, Key.Key_Up)
    press(plot, Key.Key_Return, Control)
    assert clause(prices, "truthPlot").startswith(f"{clicked} | ")


def test_many_rows_are_shades_that_follow_edits(show, monkeypatch, prices: Inspection) -> None:
    monkeypatch.setattr("inspector.ui.plots.numbers.truth_plot._MANY", 10)
    plot = truth_plot(show(prices))
    assert plot.accessibleDescription().startswith("40 rows")
    assert len(plot._front.getData()[0]) == 0
    before = plot._moving.bars
    predict(prices, 3, 300.0)
    assert plot._moving.bars.counts.sum() == ROWS
    assert plot._moving.bars.of_row[3] != before.counts[3]
    assert plot._moving.bars.of_row.tolist() == plot._square.cells(*plot.both()).tolist()
    prices.narrow("true<100")
    assert plot.accessibleDescription().startswith("10 of 40 rows")


def test_one_of_several_numbers_is_chosen_and_its_rows_are_shown(show, tmp_path: Path) -> None:
    names = ["a", "<b>x</b>"]
    pair = opened("mse", dict.fromkeys(names, TRUE), {"a": PREDICTED, "<b>x</b>": TRUE[::-1].copy()})
    window = show(pair)
    plot, chooser = truth_plot(window), find(window, QComboBox, "truthPlotChooser")
    assert [chooser.itemText(at) for at in range(chooser.count())] == names
    chooser.setCurrentIndex(1)
    chooser.activated.emit(1)
    assert plot._front.getData()[1].tolist() == TRUE[::-1].tolist()
    drag(plot, (-10.0, 345.0), (45.0, 395.0))
    assert shown(pair) == [0, 1, 2, 3, 4]
    assert clause(pair, "truthPlot").startswith('"true.<b>x</b>">=')
    chooser.activated.emit(0)
    assert clause(pair, "truthPlot") == ""


def test_where_the_filter_shows_no_row_the_bins_say_so(show, chances: Inspection) -> None:
    plot = calibration_plot(show(chances))
    assert not plot.message
    chances.narrow("predicted>2")
    assert plot.message == "The filter shows no row with a truth and a probability"
    chances.filter_by([])
    assert not plot.message


def test_a_bin_of_the_likeliest_class_is_a_filter_that_can_be_typed(show) -> None:
    rng = np.random.default_rng(2)
    shares = pd.DataFrame(rng.dirichlet([0.8] * 3, ROWS).round(4), columns=["cat", "dog", "eel"])
    truth = pd.DataFrame({"id": IDS, "label": rng.choice(shares.columns, ROWS)})
    truth.loc[shares.max(axis=1).sub(0.65).abs().idxmin(), "label"] = ""  # did not come true, nor did it not
    pair = inspector.open_pair(truth, shares.assign(id=IDS), "mlogloss")
    plot = calibration_plot(show(pair))
    plot.click(0.65, 0.5, False)
    best = shares.max(axis=1)
    assert clause(pair, "calibrationPlot") == "confidence>=0.6 & confidence<0.7 & truths=1"
    assert shown(pair) == np.flatnonzero((best >= 0.6) & (best < 0.7) & (truth.label != "")).tolist()


def test_a_pair_with_fewer_numbers_is_drawn_after_one_with_more(show, prices: Inspection) -> None:
    pair = opened("mse", {"a": TRUE, "b": TRUE}, {"a": TRUE, "b": PREDICTED})
    window = show(pair)
    plot, chooser = truth_plot(window), find(window, QComboBox, "truthPlotChooser")
    chooser.activated.emit(1)
    pair.load(prices.state)
    assert chooser.isHidden()
    assert plot._front.getData()[1].tolist() == PREDICTED.tolist()
    assert plot.text_of([Range("true", 1.0, 2.0)]) == "true>=1 & true<2"


def test_bins_of_probabilities_show_their_rows(show, chances: Inspection, tmp_path: Path) -> None:
    plot = calibration_plot(show(chances))
    truth, predicted = plot.both()
    assert plot._points.getData()[1].tolist() == pytest.approx(truth.reshape(10, 4).mean(axis=1))
    click(plot, 0.35)
    assert (clause(chances, "calibrationPlot"), shown(chances)) == ("predicted>=0.3 & predicted<0.4", [12, 13, 14, 15])
    assert plot.chosen == [(0.3, 0.4)]
    assert len(plot._points.getData()[0]) == 10
    click(plot, 0.95, modifiers=Control)
    assert (plot.chosen, shown(chances)[4:]) == ([(0.3, 0.4), (0.9, 1.0)], [36, 37, 38, 39])
    drag(plot, (0.05, 0.5), (0.25, 0.5))
    assert (clause(chances, "calibrationPlot"), shown(chances)) == ("predicted<0.3", list(range(12)))
    plot.setFocus()
    press(plot, Key.Key_Right)
    press(plot, Key.Key_Space)
    assert shown(chances) == list(range(36, 40))
    plot.export(tmp_path / "bins.csv")
    with (tmp_path / "bins.csv").open(encoding="utf-8", newline="") as file:
        assert len([*csv.reader(file)]) == 11
    assert (predicted[36:] >= 0.9).all()


def test_bins_of_as_many_rows_each_show_their_rows(show) -> None:
    sure = 1 - np.arange(1, ROWS + 1) / 1e4
    pair = opened("logloss", {"yes": np.resize([1.0, 1.0, 0.0], ROWS)}, {"yes": sure})
    plot = calibration_plot(show(pair))
    assert len(plot._points.getData()[0]) == 1
    ticked(plot, "Bins of as many rows each")
    assert plot._points.getData()[0].tolist() == pytest.approx(np.sort(sure).reshape(10, 4).mean(axis=1).tolist())
    click(plot, 0.1)
    edges = equal_counts(sure)
    assert clause(pair, "calibrationPlot") == f"predicted<{edges[1]:.6g}"
    assert (plot.chosen, shown(pair)) == ([(0.0, edges[1])], [36, 37, 38, 39])
    ticked(plot, "Bins of as many rows each")
    assert len(plot._points.getData()[0]) == 1


@pytest.mark.slow
def test_probabilities_that_an_edit_takes_out_of_range_have_no_bins(show, chances: Inspection) -> None:
    plot = calibration_plot(show(chances))
    predict(chances, 0, 1.5, "yes")
    assert plot.accessibleDescription() == "1 prediction is not from 0 to 1"
    chances.undo()
    assert plot.accessibleDescription().partition(";")[0].endswith(" from the diagonal on average · 40 rows")
    assert plot.plotItem.titleLabel.text.startswith("predicted ")


@pytest.mark.slow
def test_the_roc_curve_has_the_area_and_the_row_on_it(show, chances: Inspection) -> None:
    window = show(chances)
    plot = roc_plot(window)
    truth, predicted = plot.both()
    pairs = [(one, other) for one in predicted[truth > 0] for other in predicted[truth == 0]]
    area = np.mean([one > other for one, other in pairs])
    assert plot.accessibleDescription().startswith(f"AUC {area:.4f}, the current row is found with ")
    go_to(window, IDS[39])
    false, true = (float(side[0]) for side in plot._mark.getData())
    assert (false, true) == (0.0, pytest.approx(1 / truth.sum()))
    drag(plot, (0.5, 0.5), (1.0, 0.5))
    low = shown(chances)
    assert low == list(range(len(low)))
    assert (truth[low] == 0).sum() == pytest.approx((truth == 0).sum() / 2, abs=1)
    assert plot.accessibleDescription().startswith(f"AUC {area:.4f}")
    click(plot, 0.5)
    assert len(shown(chances)) == ROWS


@pytest.mark.slow
def test_a_curve_follows_an_edit_and_other_filters(show, chances: Inspection) -> None:
    plot = roc_plot(show(chances))
    before = plot.accessibleDescription()
    predict(chances, 39, 0.0, "yes")
    assert plot.accessibleDescription() != before
    chances.narrow("true=1")
    assert plot.accessibleDescription().startswith("Only where the truth is 0 or 1")


def test_a_plot_whose_focus_moves_is_drawn_with_the_next_paint(show, chances: Inspection, monkeypatch) -> None:
    window, drawn = show(chances), []
    plot = roc_plot(window)
    monkeypatch.setattr(plot, "draw", lambda: drawn.append(plot.hasFocus()))
    plot.setFocus()
    window.bench.table.setFocus()
    assert drawn == []  # other parts may be about to hear of another pair
    plot.grab()
    assert drawn == [False]


def test_levels_are_counted_and_shown(show) -> None:
    truth, predicted = np.arange(ROWS) % 4, np.arange(ROWS) // 4 % 4
    pair = opened("mse", {"grade": truth}, {"grade": predicted})
    window = show(pair)
    panel = front(window, LevelMatrixPanel, "levelMatrix", "levelMatrixDock")
    assert panel.picture.matrix.counts.sum() == ROWS
    assert text(window, "levelMatrixWords").startswith(f"{(truth == predicted).mean():.1%} right")
    at = panel.picture.geometry_now
    QTest.mouseClick(panel.picture, Left, Bare, at.rect(at.block(Cell(1, 2), Cell(1, 2))).center())
    assert clause(pair, "levelMatrix") == "true=1 & predicted=2"
    assert shown(pair) == np.flatnonzero((truth == 1) & (predicted == 2)).tolist()
    predict(pair, 0, 0.5, "grade")
    assert text(window, "levelMatrixWords").startswith("This plot is for grades: a few whole numbers in truth and")


def test_decimals_are_levels_where_the_metric_rounds_them(show) -> None:
    truth, predicted = np.arange(ROWS) % 4, (np.arange(ROWS) // 4 % 8) / 2
    pair = opened("qwk", {"grade": truth}, {"grade": predicted})
    window = show(pair)
    panel = front(window, LevelMatrixPanel, "levelMatrix", "levelMatrixDock")
    at, grades = panel.picture.geometry_now, np.rint(predicted)
    assert text(window, "levelMatrixWords").startswith(f"{(truth == grades).mean():.1%} right")
    for grade in range(5):
        QTest.mouseClick(panel.picture, Left, Bare, at.rect(at.block(Cell(1, grade), Cell(1, grade))).center())
        assert shown(pair) == np.flatnonzero((truth == 1) & (grades == grade)).tolist(), clause(pair, "levelMatrix")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "dock"), [("truthPlot", "truthDock"), ("rocPlot", "rocDock")])
def test_plots_are_saved_as_picture_drawing_and_figures(show, chances, tmp_path: Path, name: str, dock: str) -> None:
    window = show(chances)
    window.bench.docks.bring(dock)
    plot = window.bench.docks._picture(dock)
    assert plot.objectName() == name
    for suffix in ("png", "svg", "csv"):
        plot.exported.write(tmp_path / f"plot.{suffix}", chances.inputs)
        assert (tmp_path / f"plot.{suffix}").stat().st_size > 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["chances", "prices", "pair"])
def test_a_plot_of_no_rows_is_saved_too(show, request: pytest.FixtureRequest, tmp_path: Path, kind: str) -> None:
    opened = request.getfixturevalue(kind)
    window = show(opened)
    opened.narrow('id:"nowhere"')
    for dock, picture in window.bench.docks.pictures:
        if dock.toggleViewAction().isEnabled():
            for suffix in ("png", "svg", "csv"):
                picture().exported.write(tmp_path / f"{dock.objectName()}.{suffix}", opened.inputs)
