"""Hits and misses: McNemar's exact test and Wilson's interval against scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.intervals import wilson
from inspector.core.statistics.testing.paired_tests import mcnemar_chi2, sign_test
from inspector.core.statistics.testing.sign_flip import sign_flip


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (1, 0), (5, 12), (300, 240), (9000, 9400)])
def test_mcnemars_p_is_that_of_a_coin_and_of_sign_flips(better: int, worse: int) -> None:
    wanted = stats.binomtest(better, better + worse).pvalue if better + worse else 1.0
    d = Counted.of(np.repeat([1.0, -1, 0], [better, worse, 100]))
    assert sign_test(d).p == pytest.approx(wanted, rel=1e-9)
    assert sign_flip(d, resamples=10).exact == pytest.approx(wanted, rel=1e-6)


def test_no_row_that_differs_has_p_1() -> None:
    assert mcnemar_chi2(0, 0).p == 1
    assert mcnemar_chi2(3, 3).p == 1


@pytest.mark.parametrize(("hits", "rows"), [(0, 1), (1, 1), (7, 20), (25_000, 25_361)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_wilsons_interval_is_scipys(hits: int, rows: int, level: float) -> None:
    wanted = stats.binomtest(hits, rows).proportion_ci(level, method="wilson")
    assert wilson(hits, rows, level) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


def test_the_ends_of_no_hits_and_of_nothing_but_hits_are_exact() -> None:
    assert all(wilson(0, rows)[0] == 0 and wilson(rows, rows)[1] == 1 for rows in range(1, 200))


def test_no_rows_have_no_rate() -> None:
    assert all(math.isnan(end) for end in wilson(0, 0))
