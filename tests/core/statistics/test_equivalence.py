"""Equal within a margin, against scipy's t tests, and how many rows a difference needs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from inspector.core.statistics.cells import Cells
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.judge import judge
from inspector.core.statistics.testing.paired_tests import equivalence_interval, equivalence_p, rows_needed

D = np.random.default_rng(0).normal(0.02, 0.1, 60)


@pytest.mark.parametrize("margin", [0.01, 0.03, 0.05, 0.2])
def test_equivalence_is_two_one_sided_t_tests(margin: float) -> None:
    above = stats.ttest_1samp(D, -margin, alternative="greater").pvalue
    below = stats.ttest_1samp(D, margin, alternative="less").pvalue
    p = equivalence_p(Counted.of(D), margin)
    assert p == pytest.approx(max(above, below), rel=1e-9)
    low, high = equivalence_interval(Counted.of(D))
    assert (p < 0.05) == (-margin < low and high < margin)


def test_equivalence_without_spread_or_rows() -> None:
    assert equivalence_p(Counted.of(np.zeros(5)), 0.01) == 0
    assert equivalence_p(Counted.of(np.ones(5)), 0.01) == 1
    assert math.isnan(equivalence_p(Counted.of(np.ones(1)), 0.01))


def test_the_smallest_difference_is_shown_in_four_of_five_cases() -> None:
    least = judge(Cells.of(np.zeros(60), D), resamples=10).smallest_difference
    error = D.std(ddof=1) / np.sqrt(60)
    assert least == pytest.approx((1.960 + 0.842) * error, rel=1e-3)
    drawn = np.random.default_rng(1).normal(least, error, 4000)
    assert (drawn > 1.96 * error).mean() == pytest.approx(0.8, abs=0.03)


def test_so_many_rows_could_show_the_difference_and_one_less_could_not() -> None:
    rows, spread = rows_needed(Counted.of(D), 0.01), D.std(ddof=1)
    assert (1.95996 + 0.84162) * spread / np.sqrt(rows) <= 0.01 < (1.95997 + 0.84163) * spread / np.sqrt(rows - 1)
    assert rows_needed(Counted.of(D), 0) is None
    assert rows_needed(Counted.of(np.ones(1)), 0.1) is None
