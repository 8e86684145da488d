"""Counted values have the moments of the values that they count."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector import InputError
from inspector.core.statistics.counted import Counted, ValueCodes

scores = st.lists(st.sampled_from([0.0, 0.1, 0.25, -0.5, 1.0, 3.0, math.nan]), max_size=30).map(np.array)


@settings(max_examples=50)
@given(scores)
def test_moments_are_those_of_the_values(values) -> None:
    counted, known = Counted.of(values.astype(float)), values[~np.isnan(values.astype(float))]
    assert np.array_equal(np.repeat(counted.values, counted.counts), np.sort(known))
    assert counted.n == len(known)
    if len(known):
        assert counted.mean == pytest.approx(known.mean(), abs=1e-12)
    if len(known) > 1:
        assert counted.deviation == pytest.approx(known.std(ddof=1), abs=1e-12)
        assert counted.error == pytest.approx(known.std(ddof=1) / np.sqrt(len(known)), abs=1e-12)


def test_values_that_no_sample_has_are_counted() -> None:
    values = np.zeros(200_000)
    values[[1, 7, 199_999]] = 0.3, 0.7, 0.3
    counted = Counted.of(values)
    assert counted.values.tolist() == [0, 0.3, 0.7]
    assert counted.counts.tolist() == [199_997, 2, 1]


def test_magnitudes_count_both_signs_and_no_zeros() -> None:
    sizes = Counted.of(np.array([-0.5, 0.5, 0, 0.25, -0.5])).magnitudes()
    assert (sizes.values.tolist(), sizes.counts.tolist()) == ([0.25, 0.5], [1, 3])


def test_negated_values_are_ascending_too() -> None:
    other = Counted.of(np.array([-0.5, 0, 0, 2])).negated()
    assert (other.values.tolist(), other.counts.tolist()) == ([-2, 0, 0.5], [1, 2, 1])


def test_the_rows_farthest_from_0_are_left_out() -> None:
    assert Counted.of(np.array([3.0, -2, 1, 0, -1])).mean_without_farthest(2) == pytest.approx(0)
    assert Counted.of(np.array([3.0, -2, 1, 1, -1])).mean_without_farthest(1) == pytest.approx(-1 / 4)
    assert Counted.of(np.array([1.0, 0])).mean_without_farthest(1) == 0


def test_of_rows_equally_far_from_0_neither_side_loses_more() -> None:
    values = np.array([1.0] * 6 + [-1] * 3 + [0] * 3)
    assert Counted.of(values).mean_without_farthest(3) == pytest.approx((6 - 2 - 3 + 1) / 9)
    noisy = np.array([0.6 - 0.5, 0.3 - 0.4, 0.2, 0.0])  # sizes that differ by rounding alone
    assert Counted.of(noisy).mean_without_farthest(2) == pytest.approx(0)


def test_a_sum_that_only_rounding_keeps_from_0_is_0() -> None:
    assert sum([0.1, 0.2, -0.3]) != 0
    assert Counted.of(np.array([0.1, 0.2, -0.3])).total == 0
    assert Counted.of(np.array([0.1, 0.2, -0.3001])).total != 0


def test_nothing_has_no_mean() -> None:
    nothing = Counted.of(np.array([np.nan]))
    assert nothing.n == 0
    assert math.isnan(nothing.mean)
    assert math.isnan(nothing.error)


def test_an_infinite_score_is_refused() -> None:
    with pytest.raises(InputError, match="1 of 2 rows have an infinite one"):
        Counted.of(np.array([1, np.inf]))


@settings(max_examples=30)
@given(
    st.lists(st.sampled_from([0.0, 0.1, 0.25, 1.0, math.nan]), min_size=6, max_size=12),
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from([0.9, 0.7, 0.1, 0.5, math.nan])), max_size=5),
)
def test_codes_that_follow_changes_count_what_is_there_now(values: list[float], changes: list) -> None:
    now, codes = np.array(values), ValueCodes.of(np.array(values))
    for row, value in changes:
        now[row] = value
        codes = codes.updated(np.array([row]), np.array([value]))
    rows = np.array([4, 0, 3])
    for counted, wanted in ((codes.counted(), Counted.of(now)), (codes.counted(rows), Counted.of(now[rows]))):
        assert counted.values.tolist() == wanted.values.tolist()
        assert counted.counts.tolist() == wanted.counts.tolist()


def test_codes_of_rows_that_change_together_are_told_apart() -> None:
    before = ValueCodes.of(np.array([0.5, 0.2, math.nan, 0.5]))
    after = before.updated(np.array([0, 1, 2]), np.array([0.9, math.nan, 0.1]))
    assert after.counted().values.tolist() == [0.1, 0.5, 0.9]
    assert before.counted().values.tolist() == [0.2, 0.5]
    assert after.values[after.code].tolist()[::3] == [0.9, 0.5]
