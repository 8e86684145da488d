"""The threshold of probabilities: a slider and a number in the score bar that rescore while they are moved."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSlider, QWidget
from ui.user import find, overwrite, text

import inspector
from inspector import Inspection
from inspector.ui.tasks.runner import ROWS_AT_ONCE

TRUTH = pd.DataFrame({"id": ["1", "2"], "label": ["cat dog", "eel"]})
WIDE = pd.DataFrame({"id": ["1", "2"], "cat": [0.9, 0.3], "dog": [0.4, 0.2], "eel": [0.1, 0.5]})


@pytest.fixture
def probabilities() -> Inspection:
    return inspector.open_pair(TRUTH, WIDE, "f1")


@pytest.fixture
def window(show, probabilities: Inspection):
    return show(probabilities)


@pytest.fixture
def slider(window) -> QSlider:
    return find(window, QSlider, "thresholdSlider")


@pytest.fixture
def number(window) -> QDoubleSpinBox:
    return find(window, QDoubleSpinBox, "thresholdChooser")


def test_probabilities_open_with_the_assumed_threshold_shown(window, slider, number) -> None:
    assert slider.isVisible() and number.isVisible()
    assert (slider.value(), number.value()) == (500, 0.5)
    assert "Assumed: threshold=0.5, because" in slider.parentWidget().toolTip()
    assert find(window, QComboBox, "metricChooser").currentText() == "f1(threshold=0.5)"


def test_the_slider_gives_way_before_the_number_and_the_rule(window, slider, number) -> None:
    bar = window.bench.score_bar
    bar.setFixedWidth(640)
    QCoreApplication.processEvents()
    assert (slider.isVisible(), number.isVisible(), find(bar, QWidget, "ruleButton").isVisible()) == (False, True, True)
    bar.setFixedWidth(1280)
    QCoreApplication.processEvents()
    assert slider.isVisible()


def test_moving_the_slider_rescores_and_moves_the_number(window, slider, number, probabilities: Inspection) -> None:
    slider.setValue(400)
    assert str(probabilities.metric) == "f1(threshold=0.4)"
    assert (number.value(), probabilities.overall, text(window, "overallScore")) == (0.4, 1.0, "1.0")
    assert "Assumed" not in slider.parentWidget().toolTip()


def test_typing_a_threshold_rescores_and_moves_the_slider(window, slider, number, probabilities: Inspection) -> None:
    overwrite(number.lineEdit(), "0.95")
    number.interpretText()
    assert (str(probabilities.metric), slider.value(), probabilities.overall) == ("f1(threshold=0.95)", 950, 0.0)


def test_a_drag_scores_one_threshold_at_a_time_and_the_last(
    window, slider, probabilities: Inspection, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "score", 0)
    scored: list[str] = []
    probabilities.subscribe(lambda change: scored.append(str(probabilities.metric)))
    slider.setSliderDown(True)
    for step in range(501, 700):
        slider.setValue(step)
    qtbot.waitUntil(lambda: str(probabilities.metric) == "f1(threshold=0.699)")
    assert scored == ["f1(threshold=0.501)", "f1(threshold=0.699)"]
    slider.setSliderDown(False)
    assert slider.value() == 699


def test_the_threshold_is_hidden_where_it_does_not_matter(window, slider, probabilities: Inspection, show) -> None:
    probabilities.set_metric("map@3")
    assert not slider.isVisible()
    probabilities.set_metric("jaccard(threshold=0.25)")
    assert (slider.isVisible(), slider.value()) == (True, 250)


def test_confidences_beyond_one_span_the_slider(show) -> None:
    scores = pd.DataFrame({"id": ["1", "2"], "label": ["cat 12.5 dog 2.5", "eel 7.5"]})
    opened = inspector.open_pair(TRUTH, scores, "f1")
    slider = find(show(opened), QSlider, "thresholdSlider")
    assert slider.value() == 0
    slider.setValue(500)
    assert str(opened.metric) == "f1(threshold=7.5)"
    assert opened.overall == pytest.approx((2 / 3 + 1) / 2, abs=1e-15)
