"""Reliability of probabilities, compared with scikit-learn."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve

from inspector.core.analysis.numbers.calibration import BINS, calibration

rows = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1)


@given(rows)
def test_shares_and_means_are_those_of_scikit_learn(pairs: list[tuple[bool, float]]) -> None:
    truth, predicted = np.array(pairs, np.float64).T
    predicted = np.where(np.isin(predicted, np.arange(BINS + 1) / BINS), 0.05, predicted)  # an edge is a choice
    found = calibration(truth, predicted)
    share, mean = calibration_curve(truth > 0, predicted, n_bins=BINS)
    assert found.observed[found.rows > 0] == pytest.approx(share)
    assert found.predicted[found.rows > 0] == pytest.approx(mean)
    assert found.rows.sum() == len(pairs)


def test_an_edge_belongs_to_the_bin_above_and_1_to_the_last() -> None:
    found = calibration(np.array([1.0, 0.0, 1.0, 1.0]), np.array([0.3, 0.3, 1.0, np.nan]))
    assert found.rows.tolist() == [0, 0, 0, 2, 0, 0, 0, 0, 0, 1]
    assert (found.true[3], found.observed[3], found.edges[3]) == (1, 0.5, 0.3)


def test_the_gap_is_the_mean_distance_of_predicted_and_observed() -> None:
    found = calibration(np.array([1.0, 1.0, 0.0, 1.0]), np.array([0.85, 0.85, 0.25, 0.25]))
    assert found.gap == pytest.approx((2 * 0.15 + 2 * 0.25) / 4)
    assert np.isnan(calibration(np.empty(0), np.empty(0)).gap)


@given(rows)
def test_margins_are_those_of_scipy(pairs: list[tuple[bool, float]]) -> None:
    found = calibration(*np.array(pairs, np.float64).T)
    for at, (low, high) in enumerate(zip(*found.margins, strict=True)):
        if found.rows[at]:
            wanted = binomtest(int(found.true[at]), int(found.rows[at])).proportion_ci(method="wilson")
            assert (low, high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)
        else:
            assert np.isnan([low, high]).all()
