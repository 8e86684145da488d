"""The ROC curve, compared with scikit-learn."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import assume, given
from sklearn.metrics import roc_auc_score, roc_curve

from inspector.core.analysis.numbers.roc import roc

rows = st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.2, 0.25, 0.5, 0.7, 3.0])), min_size=2)


@given(rows)
def test_points_and_area_are_those_of_scikit_learn(pairs: list[tuple[bool, float]]) -> None:
    truth, predicted = np.array(pairs, np.float64).T
    assume(0 < truth.sum() < len(truth))
    found = roc(truth, predicted)
    false, true, threshold = roc_curve(truth, predicted, drop_intermediate=False)
    assert found.false == pytest.approx(false)
    assert found.true == pytest.approx(true)
    assert found.threshold.tolist() == threshold.tolist()
    assert found.area == pytest.approx(roc_auc_score(truth, predicted))


@given(rows)
def test_each_row_stands_at_the_point_that_finds_it(pairs: list[tuple[bool, float]]) -> None:
    truth, predicted = np.array(pairs, np.float64).T
    assume(0 < truth.sum() < len(truth))
    found = roc(truth, predicted)
    assert found.threshold[found.at(predicted)].tolist() == predicted.tolist()
    at = found.sampled(3)
    assert (found.false[at[0]], found.true[at[-1]]) == (0.0, 1.0)


def test_a_range_of_false_shares_has_the_predictions_found_in_it() -> None:
    found = roc(np.array([1.0, 0.0, 1.0, 0.0, 0.0]), np.array([0.9, 0.8, 0.7, 0.6, 0.5]))
    assert found.between(0.3, 0.7) == (0.6, 0.8)
    assert found.between(0.4, 0.5) is None
    assert found.between(0.0, 1.0) == (0.5, 0.9)


@pytest.mark.parametrize("truth", [[], [1.0, 1.0], [0.0, 0.0], [np.nan, 1.0]])
def test_without_both_outcomes_there_is_no_point(truth: list[float]) -> None:
    found = roc(np.array(truth), np.full(len(truth), 0.5))
    assert len(found) == 0
    assert np.isnan(found.area)
