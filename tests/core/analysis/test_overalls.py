"""Scoring every metric at once equals scoring each alone."""

from __future__ import annotations

import pandas as pd
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, fits, metrics
from core.strategies import any_pairs, open_lists
from hypothesis import assume, given

import inspector
from inspector import InputError
from inspector.core.analysis.overalls import overalls
from inspector.core.metrics import parse
from inspector.core.task import drain


@pytest.mark.slow
@given(any_pairs, metrics())
def test_every_line_is_what_its_metric_gives_with_and_without_the_edits(lists, metric) -> None:
    assume(fits(metric, lists))
    inspection = open_lists(lists, metric)
    row = len(lists.truths) - 1
    inspection.predict(row, inspection.evaluation.prediction(row).with_labels(["a", "q"]))
    found = drain(overalls(inspection.evaluation, metric.k))
    assert found[0].metric == metric
    assert len({line.metric for line in found}) == len(found)
    wanted = {name for name, family in LABEL_FAMILIES.items() if fits(family(), lists)}
    assert {line.metric.name for line in found} == wanted
    for line in found:
        inspection.set_metric(line.metric)
        evaluation = inspection.evaluation
        assert (repr(line.now), repr(line.base)) == (repr(evaluation.scores.overall), repr(evaluation.base.overall))


@pytest.mark.parametrize("name", ["f1", "map", "jaccard"])
def test_without_k_the_other_metrics_have_none(read, name: str) -> None:
    assert {line.metric.k for line in drain(overalls(read(metric=name).evaluation, None))} == {None}
    with pytest.raises(InputError):
        parse("nothing")


def test_the_other_metrics_take_the_requested_k(read) -> None:
    lines = drain(overalls(read(metric="f1").evaluation, 7))
    assert {line.metric.k for line in lines if line.metric.takes_k and line.metric.usually_cut} == {7}
    assert {line.metric.k for line in lines if not line.metric.usually_cut} == {None}


def test_other_metrics_of_sets_have_the_threshold_of_the_current_one() -> None:
    truth = pd.DataFrame({"id": ["1", "2"], "label": ["cat dog", "eel"]})
    wide = pd.DataFrame({"id": ["1", "2"], "cat": [0.9, 0.3], "dog": [0.4, 0.2], "eel": [0.1, 0.5]})
    lines = drain(overalls(inspector.open_pair(truth, wide, "f1(threshold=0.4)").evaluation, None))
    found = {str(line.metric): line.now for line in lines}
    assert found["jaccard(threshold=0.4)"] == found["accuracy(threshold=0.4)"] == 1
    assumed = {str(line.metric) for line in drain(overalls(inspector.open_pair(truth, wide, "map").evaluation, None))}
    assert "jaccard(threshold=0.5)" in assumed


@pytest.mark.parametrize(
    ("truth", "predicted", "listed"),
    [
        ([1.0, 0.0, 1.0], [0.9, 0.0, 1.0], {"logloss", "brier", "kl"}),
        ([0.25, 0.5, 0.75], [0.9, 0.0, 1.0], {"kl"}),
        ([1.0, 0.0, 1.0], [0.9, -0.5, 1.0], set()),
        ([1.0, 0.0, 1.0], [90.0, 1.0, 77.0], set()),
        ([3.5, 2.0, 1.25], [0.5, 0.2, 0.1], set()),
        ([120000.0, 95000.0, 230000.0], [110000.0, 99000.0, 200000.0], set()),
    ],
)
def test_losses_of_probabilities_are_listed_where_all_numbers_are(truth, predicted, listed: set[str]) -> None:
    files = (pd.DataFrame({"id": ["a", "b", "c"], "y": side}) for side in (truth, predicted))
    pair = inspector.open_pair(*files, "rmse", shape="numbers")
    names = {line.metric.name for line in drain(overalls(pair.evaluation, None))}
    assert names & {"logloss", "brier", "kl"} == listed and "mae" in names


def test_a_loss_of_probabilities_in_force_is_listed_for_any_numbers() -> None:
    files = (pd.DataFrame({"id": ["a", "b", "c"], "y": side}) for side in ([1, 0, 1], [3.0, -1.5, 0.5]))
    names = [line.metric.name for line in drain(overalls(inspector.open_pair(*files, "logloss").evaluation, None))]
    assert names[0] == "logloss" and not {"brier", "kl"} & {*names}
