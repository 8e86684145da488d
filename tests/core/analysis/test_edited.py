"""The edited rows: what each edit does is what it would do as the only one."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.metrics.metric_strategies import fits, metrics
from core.strategies import Lists, any_pairs, edits, open_lists
from hypothesis import assume, given

import inspector
from inspector.core.analysis import edited
from inspector.core.analysis.edited import difference, edited_rows
from inspector.core.data.prediction import Prediction
from inspector.core.task import drain


@pytest.mark.slow
@given(lists=any_pairs, metric=metrics(), data=st.data())
def test_each_edit_does_what_it_would_do_as_the_only_one(lists, metric, data) -> None:
    assume(fits(metric, lists))
    inspection = open_lists(lists, metric)
    for row, prediction in data.draw(st.lists(edits(lists), max_size=4)):
        inspection.predict(row, prediction)
    evaluation = inspection.evaluation
    found = drain(edited_rows(evaluation))
    assert found.rows.tolist() == [row for row in range(len(lists.truths)) if evaluation.is_edited(row)]
    for at, row in enumerate(found.rows.tolist()):
        alone = open_lists(lists, metric)
        alone.predict(row, evaluation.prediction(row))
        if not math.isnan(alone.evaluation.delta):
            assert found.alone[at] == pytest.approx(alone.evaluation.delta, abs=1e-12)
        delta = evaluation.scores.row[row] - evaluation.base.row[row]
        assert found.delta[at] == delta or (math.isnan(found.delta[at]) and math.isnan(delta))
        texts = [evaluation.table.vocab.texts(lists_[at]) for lists_ in (found.file, found.now)]
        assert texts == [list(evaluation.table.prediction(row).labels), evaluation.labels(row)]


def test_of_too_many_edits_those_that_change_their_rows_most_are_tried(monkeypatch) -> None:
    monkeypatch.setattr(edited, "MOST_TRIED", 2)
    ids = [*"pqrstu"]
    truth, given_ = (pd.DataFrame({"id": ids, "grade": grades}) for grades in ([0, 1, 2, 3, 4, 4], [1, 1, 2, 3, 0, 2]))
    pair = inspector.open_pair(truth, given_, "qwk")
    for row, grade in enumerate((0, 2, 1, 4, 4, 4)):
        pair.predict(row, pair.evaluation.prediction(row).with_confidence(0, grade))
    found = drain(edited_rows(pair.evaluation))
    assert np.flatnonzero(np.isfinite(found.alone)).tolist() == [4, 5]
    assert found.alone[4] > found.alone[5] > 0


def test_where_rows_depend_on_each_other_only_some_edits_are_tried(monkeypatch) -> None:
    monkeypatch.setattr(edited, "MOST_TRIED", 2)
    rows = Lists([["a"]] * 4, [["b"]] * 4, [[0.5]] * 4)
    for metric, tried in (("gap", 2), ("map@5", 4)):
        inspection = open_lists(rows, metric)
        for row in range(4):
            inspection.predict(row, inspection.evaluation.prediction(row).with_labels(["a"]))
        found = drain(edited_rows(inspection.evaluation))
        assert np.isfinite(found.alone).sum() == tried
        assert (found.alone[:tried] > 0).all()


@pytest.mark.parametrize(
    ("file", "now", "said"),
    [
        ("a b c", "c b a", "1: a → c …"),
        ("a b c", "a c b", "2: b → c …"),
        ("a", "", "1: a → (nothing)"),
        ("", "a b c", "1: (nothing) → a …"),
        ("a b", "a b x", "3: (nothing) → x"),
    ],
)
def test_a_difference_begins_where_the_predictions_do(file: str, now: str, said: str) -> None:
    predictions = (Prediction(tuple(text.split())) for text in (file, now))
    assert difference(of_lists().evaluation, *predictions) == said


def test_a_change_of_confidences_alone_is_named() -> None:
    predictions = Prediction(("a",), (0.5,)), Prediction(("a",), (0.6,))
    assert difference(of_lists().evaluation, *predictions) == "other confidences"


@pytest.mark.parametrize(
    ("file", "now", "said"),
    [
        ({"b": 0.9, "a": 0.1}, {"a": 0.6, "b": 0.4}, "a 0.1 → 0.6 …"),
        ({"b": 0.9, "a": 0.1}, {"b": 0.9, "a": 0.5}, "a 0.1 → 0.5"),
        ({"a": 0.9}, {"a": 0.9, "b": 0.00002}, "b 0 → 2e-05"),
        ({"a": 0.5, "b": 0.5}, {"b": 0.5, "a": 0.5}, "1: a → b …"),
    ],
)
def test_of_probabilities_the_one_that_changed_most_is_told(file, now, said: str) -> None:
    truth, shares = {"id": ["q", "r"], "label": ["a", "b"]}, {"id": ["q", "r"], "a": [0.75, 0.25], "b": [0.25, 0.75]}
    pair = inspector.open_pair(pd.DataFrame(truth), pd.DataFrame(shares), "mlogloss")
    predictions = (Prediction((*part,), (*part.values(),)) for part in (file, now))
    assert difference(pair.evaluation, *predictions) == said


@pytest.mark.parametrize(
    ("file", "now", "said"),
    [
        ((math.nan, 5.0), (math.nan, 6.0), "y 5 → 6"),
        ((13.25, math.nan), (14.25, math.nan), "x 13.25 → 14.25"),
        ((13.25, math.nan), (90.25, 5.0), "y – → 5 …"),
    ],
)
def test_a_number_that_is_missing_on_both_sides_is_no_change(file, now, said: str) -> None:
    made = pd.DataFrame({"id": ["a", "b"], "x": [1.5, 2.5], "y": [2.25, 3.5]})
    pair = inspector.open_pair(made, made, "rmse", shape="numbers")
    assert difference(pair.evaluation, Prediction(("x", "y"), file), Prediction(("x", "y"), now)) == said


def of_lists() -> inspector.Inspection:
    return inspector.open_pair({"q": ["a"]}, {"q": ["a", "b"]}, "map@2")


def test_of_several_numbers_the_one_that_changed_most_is_told() -> None:
    made = pd.DataFrame({"id": ["a"], "toxic": [0.2], "price": [34_000.5]})
    pair = inspector.open_pair(made, made, "rmse", shape="numbers")
    pair.edit("a", ["toxic", "price"], [0.9, 35_000.0])
    table = pair.evaluation.table
    told = difference(pair.evaluation, table.prediction(0), pair.evaluation.prediction(0))
    assert told == "price 34,000.50 → 35,000 …"
