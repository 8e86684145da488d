"""Tails against scipy."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from inspector.core.statistics.testing import distributions as ours


@pytest.mark.parametrize("df", [1, 2, 3, 14, 49, 348, 25_360, 1_371_979])
def test_tails_of_t(df: int) -> None:
    for t in (0.0, 1e-9, 0.3, 1.0, 1.96, 2.5, 7.0, 30.0):
        assert ours.t_tail(t, df) == pytest.approx(stats.t.sf(t, df), rel=1e-8, abs=1e-300)
        assert ours.t_tail(-t, df) == pytest.approx(stats.t.cdf(t, df), rel=1e-8)


@pytest.mark.parametrize("df", [1, 5, 200, 1_371_979])
def test_quantiles_of_t(df: int) -> None:
    for tail in (0.4, 0.05, 0.025, 1e-4):
        assert ours.t_above(tail, df) == pytest.approx(stats.t.isf(tail, df), rel=1e-7)


def test_t_beyond_all_numbers() -> None:
    assert ours.t_tail(math.inf, 3) == 0
    assert ours.t_tail(-math.inf, 3) == 1
    assert math.isnan(ours.t_tail(math.nan, 3))


def test_tails_of_the_normal() -> None:
    for z in (-3.0, 0.0, 0.5, 1.96, 6.0, 20.0):
        assert ours.normal_tail(z) == pytest.approx(stats.norm.sf(z), rel=1e-12)


@pytest.mark.parametrize(
    ("heads", "tosses"), [(0, 0), (0, 1), (3, 3), (31, 44), (5, 10), (400, 1000), (50_300, 100_000)]
)
def test_a_fair_coin(heads: int, tosses: int) -> None:
    wanted = stats.binomtest(heads, tosses).pvalue if tosses else 1.0
    assert ours.coin_p(heads, tosses) == pytest.approx(wanted, rel=1e-9)


def test_the_incomplete_beta_function() -> None:
    for a, b in ((0.5, 0.5), (1, 3), (2.5, 0.5), (40, 60), (5000, 0.5)):
        for x in (0.0, 1e-6, 0.2, 0.5, 0.9, 0.9999, 1.0):
            assert ours.beta_below(x, a, b) == pytest.approx(stats.beta.cdf(x, a, b), rel=1e-9, abs=1e-300)
