"""Properties of losses: the cost of a row, split into what re-ordering and what only other labels could gain."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.metrics.metric_strategies import (
    BY_CONFIDENCE,
    BY_ROWS,
    CONTRIBUTIONS,
    chosen,
    expected,
    metrics,
    pools,
    scored_pairs,
)
from core.metrics.oracles import ORACLES, agree, best_reordered
from core.strategies import Lists, open_lists, pairs, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.data.prediction import Prediction
from inspector.core.metrics import FAMILIES, Metric, parse

by_family = pytest.mark.parametrize("family", FAMILIES)


@by_family
@given(st.data())
@settings(max_examples=25)
def test_the_cost_of_a_row_is_its_ordering_loss_and_its_candidate_loss(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    evaluation = open_lists(lists, metric).evaluation
    losses, costs = evaluation.losses(evaluation.all_rows), evaluation.costs(evaluation.all_rows)
    assert all(map(agree, costs.tolist(), (losses.ordering + losses.candidates).tolist()))
    assert np.array_equal(losses.cost, losses.ordering + losses.candidates, equal_nan=True)
    wanted = expected(lists, metric)
    if pools(metric) and math.isnan(wanted.overall):
        return  # without an overall there is no loss
    left_out = [math.isnan(score) for score in wanted.rows]
    assert np.isnan(costs).tolist() == np.isnan(losses.candidates).tolist() == left_out
    counted = ~np.isnan(costs)
    assert (losses.ordering[counted] >= -1e-15).all()
    some = np.flatnonzero(np.arange(len(lists.truths)) % 2)
    assert np.array_equal(evaluation.costs(some), costs[some], equal_nan=True)


@pytest.mark.parametrize("family", BY_ROWS)
@given(st.data())
@settings(max_examples=20)
def test_all_costs_add_up_to_what_the_overall_lacks_of_its_best(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family, by_rows=True))
    evaluation, wanted = open_lists(lists, metric).evaluation, expected(lists, metric)
    best = [most for most, score in zip(wanted.ceilings, wanted.rows, strict=True) if not math.isnan(score)]
    if best and not math.isnan(wanted.overall):
        divisor = 1 if family in CONTRIBUTIONS else len(best)
        lacking = math.fsum(best) / divisor + wanted.constant - wanted.overall
        assert agree(float(np.nansum(evaluation.costs(evaluation.all_rows))), lacking)


@pytest.mark.parametrize("family", [name for name in BY_ROWS if name not in ("auc", "cmap")])
@given(st.data())
@settings(max_examples=25)
def test_the_ordering_loss_is_the_gain_of_the_best_order(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family, by_rows=True, most_labels=4, most_rows=3))
    if family in BY_CONFIDENCE and lists.confidences is not None:  # a label with a NaN confidence takes no place
        sure = [[0.5 if math.isnan(value) else value for value in values] for values in lists.confidences]
        lists = Lists(lists.truths, lists.predictions, sure)
    evaluation, wanted = open_lists(lists, metric).evaluation, expected(lists, metric)
    losses = evaluation.losses(evaluation.all_rows)
    divisor = 1 if family == "gap" else max(1, evaluation.scores.counted)
    for row, score in enumerate(wanted.rows):
        if family == "gap" and metric.value("ties") != "file" and tied(lists.confidences[row]):
            continue  # the label texts decide, so re-ordering gains nothing
        best = best_reordered(ORACLES[family], lists.rows(), row, metric.k, chosen(metric))
        assert agree(float(losses.ordering[row]), (best - score) / divisor), (row, best, score)
        assert agree(float(losses.candidates[row]), (wanted.ceilings[row] - best) / divisor)


def tied(confidences: list[float]) -> bool:
    """Whether two predictions of a row have the same confidence."""
    return len(set(confidences)) < len(confidences)


POOLED_METRICS = ["f1(average=micro)", "f2(average=macro)", "recall(average=pooled)@2", "recall(average=pooled)"]


@pytest.mark.parametrize("family", ["f", "precision", "recall", "jaccard", "fmax"])
@given(st.data())
@settings(max_examples=60)
def test_in_a_pooled_overall_a_row_costs_what_making_it_right_wins(family: str, data) -> None:
    metric = data.draw(metrics(family).filter(lambda metric: pools(metric) and metric.value("missing") != "skip"))
    weighted = weighted_pairs(most_rows=4)
    lists = data.draw(weighted if metric.needs_confidence else st.one_of(pairs(most_rows=4), weighted))
    evaluation = open_lists(lists, metric).evaluation
    costs, before = evaluation.costs(evaluation.all_rows), evaluation.scores.overall
    for row, truth in enumerate(lists.truths):
        inspection = open_lists(lists, metric)
        sure = None if lists.confidences is None else (1.0,) * len(truth)
        inspection.predict(row, Prediction(tuple(truth), sure))
        if math.isnan(costs[row]) or math.isnan(inspection.overall) or shrinks(lists, row, metric, costs):
            continue
        won = inspection.overall - before
        if metric.k is not None and len(truth) > metric.k:  # other labels of the truth may win more within K
            assert costs[row] >= won - 1e-12
        else:
            assert agree(float(costs[row]), won)


def shrinks(lists: Lists, row: int, metric: Metric, costs: np.ndarray) -> bool:
    """Whether correcting the row removes a label from the macro average; a cost keeps the label set."""
    if (getattr(metric, "average", ""), getattr(metric, "labels", "")) != ("macro", "both"):
        return False
    rest = {
        label
        for other, (truth, predicted) in enumerate(zip(lists.truths, lists.predictions, strict=True))
        if not math.isnan(costs[other])  # a row that is left out keeps no label
        for label in (*truth, *((predicted or [])[: metric.k] if other != row else []))
    }
    return not set(lists.predictions[row] or []) - {""} <= rest


def test_a_confidence_without_a_label_costs_only_what_the_row_misses() -> None:
    # The last label of the vocabulary is wrong in row 0, and must not be confused with the blank of row 1.
    lists = Lists([["a"], ["b"], ["z"]], [["a", "z"], [""], ["z"]], [[0.5, 0.5], [0.5], [0.5]])
    evaluation = open_lists(lists, "f1(average=macro)").evaluation
    wanted = [pytest.approx((1 - 2 / 3) / 3, abs=1e-15), pytest.approx(1 / 3, abs=1e-15), 0]
    assert evaluation.costs(evaluation.all_rows).tolist() == wanted


def test_a_macro_cost_over_both_keeps_its_label_set() -> None:
    evaluation = open_lists(Lists([["a"], ["b"]], [["a", "x"], []]), "f1(average=macro, labels=both)").evaluation
    assert agree(evaluation.scores.overall, (1 + 0 + 0) / 3)
    # Without x in row 0 the F of x is still 0; predicting b in row 1 makes one label of three right.
    assert evaluation.costs(evaluation.all_rows).tolist() == [0, pytest.approx(1 / 3, abs=1e-15)]


@pytest.mark.parametrize("text", POOLED_METRICS)
def test_a_worked_value_of_a_pooled_cost(text: str) -> None:
    lists = Lists([["a", "b"], ["c"]], [["x", "y", "a"], ["c"]])
    evaluation = open_lists(lists, text).evaluation
    wanted = {
        "f1(average=micro)": 1 - 4 / 7,
        "f2(average=macro)": 1 / 3,
        "recall(average=pooled)@2": 2 / 3,
        "recall(average=pooled)": 1 / 3,
    }[text]
    assert evaluation.costs(evaluation.all_rows).tolist() == [pytest.approx(wanted, abs=1e-15), 0]
    ordering = 1 / 3 if text.endswith("@2") else 0
    assert evaluation.losses(evaluation.all_rows).ordering.tolist() == [pytest.approx(ordering, abs=1e-15), 0]
    assert parse(text) == evaluation.metric
