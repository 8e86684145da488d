"""Metrics of another kind that the files can be opened again with, in the list of metrics."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector
from inspector.core.data.kind import NUMBERS
from inspector.core.evaluation.fit.others import of_other_kinds
from inspector.ui.score.metric_chooser import MetricChooser

TRUTH = pd.DataFrame({"id": [*"abcdef"], "y": [0, 1, 1, 0, 1, 0]})
GIVEN = TRUTH.assign(y=[0.25, 0.75, 0.5, 0.125, 1, 0])


@pytest.mark.parametrize("metric", ["auc", "logloss", "rmse"])
def test_a_yes_or_no_as_a_number_can_be_opened_as_a_label(metric: str) -> None:
    pair = inspector.open_pair(TRUTH, GIVEN, metric).evaluation.pair
    offered = of_other_kinds(pair)
    assert {"f1", "mcc", "cmap(padding=0)"} <= {*offered}
    for text in offered:
        assert inspector.open_pair(TRUTH, GIVEN, text).evaluation.pair.is_yes_or_no


def test_a_yes_or_no_as_a_label_can_be_opened_as_a_number() -> None:
    offered = of_other_kinds(inspector.open_pair(TRUTH, GIVEN, "f1").evaluation.pair)
    assert {*offered} == {"rocauc", "logloss", "brier"}
    for text in offered:
        assert str(inspector.open_pair(TRUTH, GIVEN, text).metric) == text


@pytest.mark.parametrize(
    ("truth", "given"),
    [
        (TRUTH.assign(y=range(6)), GIVEN),
        (TRUTH, GIVEN.assign(y=GIVEN["y"] * 3)),
        (TRUTH, TRUTH.assign(y=[1, 1, 0, 0, 1, 0])),
    ],
)
def test_other_numbers_have_no_other_kind(truth: pd.DataFrame, given: pd.DataFrame) -> None:
    assert of_other_kinds(inspector.open_pair(truth, given, "rmse").evaluation.pair) == ()


def test_they_come_last_in_the_list(qtbot) -> None:
    chooser = MetricChooser(None)
    qtbot.addWidget(chooser)
    chooser.offer(NUMBERS, ("f1", "mcc"))
    assert [chooser.itemText(at) for at in range(chooser.count())][-2:] == ["f1", "mcc"]
    chooser.offer(NUMBERS)
    assert chooser.findText("mcc") < 0
