"""The two engines draw sums with the moments of the rows, whichever way they take."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.resampling import affordable, flipped_sums, resampled_sums, share_out

VECTORS = np.array([[1.0, 0], [0.5, 2], [-3, 1]])


@pytest.mark.parametrize("counts", [[5, 3, 2], [300, 20, 900]], ids=["row by row", "by counts"])
def test_drawn_sums_have_the_moments_of_as_many_rows(counts: list[int]) -> None:
    rows = np.repeat(VECTORS, counts, axis=0)
    sums = resampled_sums(VECTORS, np.array(counts), 20_000, np.random.default_rng(0))
    spread = np.cov(rows.T, bias=True) * len(rows)
    assert sums.mean(axis=0) == pytest.approx(rows.sum(axis=0), abs=4 * np.sqrt(spread.max() / 20_000))
    assert np.cov(sums.T) == pytest.approx(spread, rel=0.06, abs=0.03 * spread.max())


def test_drawn_rows_are_whole_rows() -> None:
    sums = resampled_sums(np.array([[1.0, 10.0]]), np.array([7]), 3, np.random.default_rng(0))
    assert sums.tolist() == [[7, 70]] * 3


@pytest.mark.parametrize("counts", [[5, 3, 2], [300, 2, 900]], ids=["row by row", "by counts"])
def test_flipped_sums_have_mean_0_and_the_sum_of_squares(counts: list[int]) -> None:
    rows = np.repeat(VECTORS, counts, axis=0)
    sums = flipped_sums(VECTORS, np.array(counts), 20_000, np.random.default_rng(0))
    spread = rows.T @ rows
    assert sums.mean(axis=0) == pytest.approx([0, 0], abs=4 * np.sqrt(spread.max() / 20_000))
    assert np.cov(sums.T) == pytest.approx(spread, rel=0.06, abs=0.03 * spread.max())


def test_flipped_sums_of_few_rows_are_all_sums_of_signs() -> None:
    sums = flipped_sums(np.array([[1.0], [10]]), np.array([2, 1]), 4000, np.random.default_rng(0))[:, 0]
    found, times = np.unique(sums, return_counts=True)
    assert found.tolist() == [-12, -10, -8, 8, 10, 12]
    assert times / 4000 == pytest.approx([1 / 8, 1 / 4, 1 / 8] * 2, abs=0.03)


def test_nothing_is_drawn_from_nothing() -> None:
    nothing = np.empty((0, 2)), np.empty(0, np.int64), 5, np.random.default_rng(0)
    assert resampled_sums(*nothing).tolist() == [[0, 0]] * 5
    assert flipped_sums(*nothing).tolist() == [[0, 0]] * 5


def test_sharing_out_keeps_the_number_and_the_mean() -> None:
    values = Counted.of(np.append(np.random.default_rng(0).normal(size=5000), np.zeros(9000)))
    kept, shares = share_out(values, 48)
    assert len(kept) <= 48
    assert 0 in kept
    assert shares.sum() == pytest.approx(values.n)
    assert shares @ kept / values.n == pytest.approx(values.mean, abs=1e-12)
    assert shares @ kept**2 == pytest.approx(values.counts @ values.values**2, rel=0.01)


def test_few_values_are_not_shared_out() -> None:
    values = np.append(np.arange(48.0), 7)
    kept, shares = share_out(Counted.of(values), 48)
    assert kept.tolist() == [*range(48)]
    assert shares.tolist() == [1] * 7 + [2] + [1] * 40


def test_costly_resamples_are_fewer() -> None:
    assert affordable(10_000, 100) == 10_000
    assert 200 <= affordable(10_000, 1e7) < 10_000
    assert affordable(10_000, 1e12) == 200
