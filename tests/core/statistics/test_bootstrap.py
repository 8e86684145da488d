"""The interval covers at its rate, agrees with the normal one, and is the same for the same seed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from inspector.core.statistics.bootstrap import (
    bootstrap_mean,
    bootstrap_of_sums,
    deviation,
    percentiles,
)
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.intervals import normal_ends

VALUES, CHANCES = np.array([-0.5, 0.0, 0.25, 1.0]), np.array([0.1, 0.6, 0.2, 0.1])


def test_the_interval_covers_the_mean_at_its_rate() -> None:
    counts = np.random.default_rng(0).multinomial(60, CHANCES, 2000)
    found = [bootstrap_mean(Counted(VALUES, drawn), resamples=200, seed=seed) for seed, drawn in enumerate(counts)]
    covered = [interval.low <= VALUES @ CHANCES <= interval.high for interval in found]
    assert 0.92 <= np.mean(covered) <= 0.965


@pytest.mark.parametrize("rows", [300, 30_000], ids=["row by row", "on steps"])
def test_large_samples_agree_with_the_normal_interval(rows: int) -> None:
    values = Counted.of(np.random.default_rng(0).normal(0.1, 1, rows))
    interval = bootstrap_mean(values)
    assert interval.check == normal_ends(values.mean, values.error)
    assert interval.ends == pytest.approx(interval.check, abs=0.08 * values.error * 1.96)


def test_few_values_of_many_rows_agree_with_drawing_each_row() -> None:
    rows = np.repeat(VALUES, [300, 1800, 600, 300])
    interval = bootstrap_mean(Counted.of(rows), resamples=4000)
    drawn = rows[np.random.default_rng(1).integers(0, 3000, (1000, 3000))].mean(axis=1)
    assert interval.ends == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.1 * 4 * drawn.std())


def test_small_samples_have_no_check() -> None:
    assert bootstrap_mean(Counted.of(np.arange(199.0)), resamples=10).check is None


def test_the_seed_decides() -> None:
    values = Counted.of(np.arange(50.0))
    assert bootstrap_mean(values, seed=1) == bootstrap_mean(values, seed=1)
    assert bootstrap_mean(values, seed=1).ends != bootstrap_mean(values, seed=2).ends


def test_no_rows_have_no_interval_and_one_has_no_width() -> None:
    assert all(math.isnan(end) for end in bootstrap_mean(Counted.of(np.empty(0))).ends)
    assert bootstrap_mean(Counted.of(np.array([0.3]))).ends == pytest.approx((0.3, 0.3))


def test_a_wider_level_is_wider() -> None:
    narrow, wide = (percentiles(np.arange(50.0), level) for level in (0.8, 0.99))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_a_ratio_of_sums_ignores_draws_without_one() -> None:
    vectors, counts = np.array([[1.0, 1], [0, 0]]), np.array([1, 1])
    with np.errstate(invalid="ignore"):
        interval = bootstrap_of_sums(vectors, counts, lambda sums: sums[:, 0] / sums[:, 1], resamples=50)
    assert interval.ends == (1, 1)


def test_percentiles_and_deviation_leave_nan_out() -> None:
    values = np.array([np.nan, *range(101)])
    assert percentiles(values, 0.9) == pytest.approx((5, 95))
    assert deviation(values) == pytest.approx(np.arange(101).std(ddof=1))
    assert math.isnan(percentiles(np.array([np.nan]), 0.9)[0])
    assert math.isnan(deviation(np.array([1.0])))
