"""The p of many groups of rows: against counting all signs, and against scipy's correction for many tests."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.corrections import benjamini_hochberg, p_in_groups
from inspector.core.statistics.testing.sign_flip import sign_flip

ONE = np.zeros(2000, np.int64)
sizes = st.sampled_from([0.2, 0.25, 1 / 3, 0.5, 0.8, 1.0])


def alone(d: np.ndarray) -> float:
    """The p of a single group."""
    return float(p_in_groups(d, ONE[: len(d)], 1)[0])


@settings(max_examples=100)
@given(st.integers(1, 60), st.integers(0, 60))
def test_signs_of_equal_size_are_those_of_a_fair_coin(better: int, worse: int) -> None:
    d = np.repeat([0.25, -0.25, 0.0], [better, worse, 7])
    exact = stats.binomtest(better, better + worse).pvalue
    assert alone(d) == pytest.approx(exact, abs=0.02)
    assert alone(d) == alone(-d)


@settings(max_examples=100)
@given(st.lists(sizes, min_size=8, max_size=16), st.randoms(use_true_random=False))
def test_a_small_p_is_rather_too_large_than_too_small(magnitudes: list[float], random) -> None:
    d = np.array([size if random.random() < 0.9 else -size for size in magnitudes])
    exact = sign_flip(Counted.of(d), resamples=10).exact
    assert exact is not None
    assert alone(d) >= 0.7 * exact


def test_of_few_rows_the_p_is_that_of_signs_which_all_agree() -> None:
    for rows in range(1, 6):
        assert alone(np.full(rows, 0.5)) == pytest.approx(2.0 ** (1 - rows), rel=0.2)
        assert alone(np.full(rows, 0.5)) >= 2.0 ** (1 - rows)


def test_groups_are_corrected_for_the_number_of_those_that_differ() -> None:
    rng = np.random.default_rng(3)
    of_row = rng.integers(0, 9, ONE.size)
    d = np.where(rng.random(ONE.size) < 0.3, rng.choice([-0.5, 0.25, 0.5], ONE.size), 0.0)
    d[of_row == 4] = 0.0
    p = benjamini_hochberg(p_in_groups(d, of_row, 10))
    assert np.flatnonzero(np.isnan(p)).tolist() == [4, 9]
    groups = [group for group in range(9) if group != 4]
    single = [alone(d[of_row == group]) for group in groups]
    assert p[groups] == pytest.approx(stats.false_discovery_control(single))
    assert (p[groups] > single).any()


def test_differences_of_rounding_alone_are_none() -> None:
    d = np.array([0.5, 1e-17, -1e-17, 0.0])
    assert p_in_groups(d, np.array([0, 1, 1, 2]), 3)[0] == 1.0
    assert np.isnan(p_in_groups(d, np.array([0, 1, 1, 2]), 3)[1:]).all()
    assert np.isnan(p_in_groups(d[3:], np.array([0]), 1)).all()
