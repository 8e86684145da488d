"""Errors of overalls from leaving out a row: the mean's, DeLong's of an AUC, and the p of a normal test."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from inspector.core.statistics.intervals import jackknife_error, normal_ends, normal_p


def test_the_error_of_a_mean_is_its_standard_error() -> None:
    values = np.random.default_rng(0).lognormal(0, 1, 50)
    without = (values.sum() - values) / 49
    assert jackknife_error(without) == pytest.approx(stats.sem(values), rel=1e-12)
    assert jackknife_error(np.append(without, np.nan)) == pytest.approx(stats.sem(values), rel=1e-12)


def test_one_row_has_no_error() -> None:
    assert np.isnan(jackknife_error(np.array([0.5]))) and np.isnan(jackknife_error(np.array([0.5, np.nan])))


@pytest.mark.parametrize(("value", "error"), [(0.3, 0.1), (-1.5, 1.0), (0.02, 5.0)])
def test_ends_and_p_are_those_of_the_normal_distribution(value: float, error: float) -> None:
    assert normal_ends(value, error, 0.9) == pytest.approx(stats.norm(value, error).interval(0.9))
    assert normal_p(value, error) == pytest.approx(2 * stats.norm.sf(abs(value) / error))


def test_no_difference_has_p_1_and_no_error_has_none() -> None:
    assert (normal_p(0.0, 0.0), normal_p(0.0, 1.0)) == (1.0, 1.0)
    assert np.isnan(normal_p(1.0, 0.0))
