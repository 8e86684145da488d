"""Further paired tests against scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.paired_tests import paired_t, sign_test, wilcoxon

NORMAL = np.random.default_rng(0).normal(0.2, 1, 40)
# With ties and zeros.
WHOLE = np.random.default_rng(1).integers(-4, 7, 60).astype(float)


@pytest.mark.parametrize("d", [NORMAL, WHOLE, -WHOLE], ids=["normal", "ties", "negated"])
def test_paired_t(d: np.ndarray) -> None:
    found, wanted = paired_t(Counted.of(d)), stats.ttest_1samp(d, 0)
    assert (found.statistic, found.p) == pytest.approx((wanted.statistic, wanted.pvalue), rel=1e-10)


def test_t_without_spread_says_nothing_and_equals_have_p_1() -> None:
    assert math.isnan(paired_t(Counted.of(np.ones(5))).p)
    assert math.isnan(paired_t(Counted.of(np.ones(1))).p)
    assert paired_t(Counted.of(np.zeros(5))).p == 1
    assert paired_t(Counted.of(np.array([1.0, -1]))).p == 1


@pytest.mark.parametrize("correction", [False, True])
@pytest.mark.parametrize("d", [NORMAL, WHOLE], ids=["normal", "ties"])
def test_wilcoxon_by_the_normal(d: np.ndarray, correction: bool) -> None:
    found = wilcoxon(Counted.of(d), correction=correction, exact=False)
    wanted = stats.wilcoxon(d, correction=correction, method="asymptotic")
    assert (found.statistic, found.p) == pytest.approx((wanted.statistic, wanted.pvalue), rel=1e-10)


def test_wilcoxon_over_all_signs() -> None:
    found, wanted = wilcoxon(Counted.of(NORMAL)), stats.wilcoxon(NORMAL, method="exact")
    assert (found.statistic, found.p) == pytest.approx((wanted.statistic, wanted.pvalue), rel=1e-10)


def test_wilcoxon_takes_the_normal_where_ranks_are_shared() -> None:
    few = Counted.of(WHOLE[:30])
    assert wilcoxon(few) == wilcoxon(few, exact=False) != wilcoxon(few, exact=True)
    assert wilcoxon(Counted.of(np.zeros(3))).p == 1


def test_sign_test() -> None:
    found = sign_test(Counted.of(WHOLE))
    ups, downs = int((WHOLE > 0).sum()), int((WHOLE < 0).sum())
    assert found.statistic == ups
    assert found.p == pytest.approx(stats.binomtest(ups, ups + downs).pvalue, rel=1e-10)
    least = sign_test(Counted.of(WHOLE), least=2)
    assert least.p == pytest.approx(stats.binomtest(int((WHOLE >= 2).sum()), int((abs(WHOLE) >= 2).sum())).pvalue)
    assert sign_test(Counted.of(np.zeros(3))).p == 1
