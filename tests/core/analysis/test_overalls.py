"""Scoring every metric at once equals scoring each alone."""

from __future__ import annotations

import pytest
from core.metrics.metric_strategies import metrics
from core.strategies import any_pairs, open_lists
from hypothesis import assume, given

from inspector import InputError
from inspector.core.analysis.overalls import overalls
from inspector.core.metrics import FAMILIES, parse
from inspector.core.task import drain


@given(any_pairs, metrics())
def test_every_line_is_what_its_metric_gives_with_and_without_the_edits(lists, metric) -> None:
    assume(metric.value("missing") != "error" and (lists.confidences is not None or not metric.needs_confidence))
    inspection = open_lists(lists, metric)
    row = len(lists.truths) - 1
    inspection.predict(row, inspection.evaluation.prediction(row).with_labels(["a", "q"]))
    found = drain(overalls(inspection.evaluation, metric.k))
    assert found[0].metric == metric
    assert len({line.metric for line in found}) == len(found)
    wanted = {name for name, family in FAMILIES.items() if lists.confidences is not None or not family.needs_confidence}
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
