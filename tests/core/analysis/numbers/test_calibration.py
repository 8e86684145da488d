"""Reliability of probabilities, compared with scikit-learn."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve

from inspector.core.analysis.numbers.calibration import BINS, calibration, equal_counts, in_words

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


@given(rows)
def test_equal_counts_are_the_quantiles_of_scikit_learn(pairs: list[tuple[bool, float]]) -> None:
    truth, predicted = np.array(pairs, np.float64).T
    predicted = np.unique(predicted.round(6))  # equal ones cannot be told apart
    truth = truth[: len(predicted)]
    edges = equal_counts(predicted)
    found = calibration(truth, predicted, edges)
    assert (edges[0], edges[-1], found.rows.sum()) == (0.0, 1.0, len(predicted))
    assert (np.diff(edges) > 0).all()
    assert found.rows.max() <= 2 + len(predicted) / BINS


def test_bins_of_as_many_rows_tell_apart_what_is_over_99_percent() -> None:
    rng = np.random.default_rng(1)
    predicted = 1 - rng.random(5000) / 100
    truth = (rng.random(5000) < predicted).astype(np.float64)
    found = calibration(truth, predicted, equal_counts(predicted))
    share, mean = calibration_curve(truth > 0, predicted, n_bins=BINS, strategy="quantile")
    assert found.rows.tolist() == pytest.approx([500] * BINS, abs=2)
    assert found.observed == pytest.approx(share, abs=2e-3)
    assert found.predicted == pytest.approx(mean, abs=1e-5)
    assert (np.diff(calibration(truth, predicted).rows) > 0).sum() == 1


@pytest.mark.parametrize(
    ("right", "best", "words"),
    [
        (60, True, "predicted 90 % (too sure), came true 60 %"),
        (99, True, "predicted 90 % (not sure enough), came true 99 %"),
        (88, True, "predicted 90 %, came true 88 %"),
        (60, False, "predicted 90 % (too high), came true 60 %"),
        (99, False, "predicted 90 % (too low), came true 99 %"),
    ],
)
def test_words_say_which_way_it_leans_beyond_chance(right: int, best: bool, words: str) -> None:
    found = calibration((np.arange(100) < right).astype(np.float64), np.full(100, 0.9))
    assert in_words(found, is_of_best=best) == words
    assert found.averages == pytest.approx((0.9, right / 100))
