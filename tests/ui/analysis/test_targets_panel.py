"""The targets panel: a line for each of several numbers, the costliest first, which follows edits and the filter."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget
from ui.user import Bare, Left, bring, find, shown

import inspector
from inspector import Inspection
from inspector.ui.analysis.targets_panel import TargetsPanel
from inspector.ui.plots.numbers.error_histogram import ErrorPanel

IDS, WHERE = ["a", "b", "c", "d"], ["n", "n", "s", "s"]
TRUE = np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0], [4.0, 40.0]])
PREDICTED = np.array([[1.0, 14.0], [2.5, 20.0], [3.0, 22.0], [4.0, 40.0]])


def frame(values: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"id": IDS, "small": values[:, 0], "<b>large": values[:, 1], "where": WHERE})


@pytest.fixture
def pair() -> Inspection:
    return inspector.open_pair(frame(TRUE), frame(PREDICTED).drop(columns="where"), "rmse", shape="numbers")


@pytest.fixture
def table(show, pair: Inspection) -> TargetsPanel:
    window = show(pair)
    window.resize(1280, 1000)
    window.bench.docks.bring("targetsDock")
    return bring(find(window, TargetsPanel, "targetTable"), find(window, QDockWidget, "targetsDock"))


def roots(of: np.ndarray, predicted: np.ndarray = PREDICTED) -> list[float]:
    return np.sqrt(np.square(predicted - TRUE)[of].mean(axis=0))[::-1].tolist()


def told(table: TargetsPanel, title: str) -> list[float]:
    return [float(text) for text in shown(table, title)]


def test_each_target_has_its_own_score_and_cost(table: TargetsPanel) -> None:
    assert shown(table, "target") == ["<b>large", "small"]
    assert told(table, "RMSE") == pytest.approx(roots(np.arange(4)), abs=1e-4)
    assert told(table, "cost") == pytest.approx([root / 2 for root in roots(np.arange(4))], abs=1e-6)
    assert shown(table, "bias") == ["▼ −1.0000", "▲ +0.1250"]
    assert shown(table, "rows") == ["4", "4"]


def test_it_follows_edits_and_the_filter(table: TargetsPanel, pair: Inspection) -> None:
    pair.edit("a", ["small", "<b>large"], [1.0, 10.0])
    edited = PREDICTED.copy()
    edited[0] = TRUE[0]
    assert told(table, "RMSE") == pytest.approx(roots(np.arange(4), edited), abs=1e-4)
    assert shown(table, "by edits")[0].startswith("▼ −")
    pair.narrow("where:n")
    assert told(table, "RMSE") == pytest.approx([*reversed(roots(np.arange(2), edited))], abs=1e-4)  # small costs more
    assert shown(table, "target") == ["small", "<b>large"]


def test_one_number_a_row_has_no_targets(show, pair: Inspection) -> None:
    one = frame(TRUE)[["id", "small"]]
    window = show(inspector.open_pair(one, one, "rmse", shape="numbers"))
    assert not window.bench.docks.by_name["targetsDock"].toggleViewAction().isEnabled()
    window.bench.inspection.load(pair.state)
    assert window.bench.docks.by_name["targetsDock"].toggleViewAction().isEnabled()


def test_a_click_on_a_target_shows_it_in_the_plots(table: TargetsPanel, pair: Inspection) -> None:
    errors = find(table.window(), ErrorPanel, "errorHistogramPanel")
    bring(errors, find(table.window(), QDockWidget, "errorDock"))
    assert errors.chooser.currentText() == "the number furthest off"
    for line, name in enumerate(["<b>large", "small"]):
        QTest.mouseClick(table.viewport(), Left, Bare, table.visualRect(table.model().index(line, 0)).center())
        assert (errors.chooser.currentText(), errors.plot.chosen_number.at) == (name, 1 - line)
    assert not pair.state.clauses
