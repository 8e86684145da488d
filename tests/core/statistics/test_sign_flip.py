"""The sign-flip test against scipy, all signs written out, and its laws."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.sign_flip import flip_p, sign_flip

small = st.lists(st.sampled_from([0.0, 0.1, 0.2, 0.3, -0.1, -0.2, 1 / 3, -1.0]), max_size=9).map(np.array)


def written_out(d: np.ndarray) -> float:
    """In whole numbers of a 300th, which have no rounding."""
    units = np.rint(np.asarray(d, float) * 300).astype(int)
    sums = [abs(np.dot(signs, units)) for signs in product([-1, 1], repeat=len(units))]
    return float(np.mean(np.array(sums) >= abs(units.sum())))


@settings(max_examples=50)
@given(small)
def test_the_exact_p_is_that_of_all_signs(d) -> None:
    assert sign_flip(Counted.of(d.astype(float)), resamples=10).exact == pytest.approx(written_out(d), abs=1e-12)


@settings(max_examples=30)
@given(small)
def test_the_random_p_is_near_the_exact_one_and_never_0(d) -> None:
    flips = sign_flip(Counted.of(d.astype(float)), resamples=2000)
    assert flips.p == pytest.approx(flips.exact, abs=0.05)
    assert flips.p >= 1 / 2001


def test_scipys_permutation_test() -> None:
    d = np.random.default_rng(3).normal(0.3, 1, 12)
    wanted = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=np.inf).pvalue
    assert sign_flip(Counted.of(d)).exact == pytest.approx(wanted, abs=1e-12)
    assert sign_flip(Counted.of(d)).p == pytest.approx(wanted, abs=0.02)


def by_units(sizes: list[int], counts: list[int]) -> tuple[dict[int, int], int]:
    """The number of ways to each sum of signed whole numbers, and to all."""
    ways = {0: 1}
    for size in np.repeat(sizes, counts).tolist():
        more: dict[int, int] = {}
        for total, number in ways.items():
            for sign in (-size, size):
                more[total + sign] = more.get(total + sign, 0) + number
        ways = more
    return ways, 2 ** sum(counts)


@pytest.mark.parametrize("additions", [1 << 24, 0], ids=["added", "transformed"])
def test_many_rows_of_a_common_unit_are_counted_exactly(monkeypatch, additions: int) -> None:
    monkeypatch.setattr("inspector.core.statistics.testing.sign_flip._ADDITIONS", additions)
    sizes, counts = [15, 20, 30, 60], [40, 45, 30, 23]
    ways, total = by_units(sizes, counts)
    signed = [np.repeat([1, -1], [count * 5 // 8, count - count * 5 // 8]) for count in counts]
    d = np.concatenate([sign * size for sign, size in zip(signed, sizes, strict=True)])
    wanted = sum(number for at, number in ways.items() if abs(at) >= abs(d.sum())) / total
    assert sign_flip(Counted.of(d / 60), resamples=10).exact == pytest.approx(wanted, rel=1e-9, abs=1e-14)


def test_a_chance_too_small_for_the_transform_is_not_0(monkeypatch) -> None:
    monkeypatch.setattr("inspector.core.statistics.testing.sign_flip._ADDITIONS", 0)
    for more in range(12):
        d = Counted.of(np.repeat([1 / 60, 1 / 15, 0.2], [500 + more, 400, 300]))
        assert 0 < sign_flip(d, resamples=10).exact < 1e-12


def test_added_chances_keep_their_digits_however_small() -> None:
    signs = np.ones(160)
    signs[0] = -1
    # All alike, or all but one of the forty smallest, on either side.
    found = sign_flip(Counted.of(signs * np.repeat([1 / 60, 1 / 20, 0.1, 0.3], 40)), resamples=10).exact
    assert found == pytest.approx(2 * 41 / 2**160, rel=1e-12, abs=0)


def test_nearly_equal_differences_have_no_common_unit() -> None:
    d = np.repeat([1, 1.000004], 1100)
    assert sign_flip(Counted.of(d), resamples=10).exact is None


def test_incommensurable_differences_have_no_exact_p() -> None:
    assert sign_flip(Counted.of(np.random.default_rng(0).normal(size=200)), resamples=10).exact is None


@pytest.mark.parametrize("rows", [300, 30_000], ids=["row by row", "on steps"])
def test_both_directions_have_the_same_p(rows: int) -> None:
    d = Counted.of(np.random.default_rng(0).normal(0.01, 1, rows))
    assert sign_flip(d, resamples=500) == sign_flip(d.negated(), resamples=500)


def test_equal_submissions_have_p_1() -> None:
    for same in (np.zeros(50), np.empty(0)):
        flips = sign_flip(Counted.of(same), resamples=100)
        assert (flips.p, flips.exact) == (1, 1)


def test_the_seed_decides() -> None:
    d = Counted.of(np.random.default_rng(0).normal(0.1, 1, 100))
    assert sign_flip(d, seed=4) == sign_flip(d, seed=4)
    assert sign_flip(d, seed=4).p != sign_flip(d, seed=5).p


def test_a_p_near_the_level_is_refined_on_request() -> None:
    near, far = (Counted.of(np.random.default_rng(0).normal(shift, 1, 100)) for shift in (0.1, 1))
    assert sign_flip(near, refine=True).resamples == 100_000
    assert sign_flip(near).resamples == sign_flip(far, refine=True).resamples == 10_000


def test_many_magnitudes_on_steps_have_the_p_of_the_normal() -> None:
    d = Counted.of(np.random.default_rng(1).normal(0.01, 1, 30_000))
    wanted = 2 * stats.norm.sf(abs(d.total) / np.sqrt(d.counts @ d.values**2))
    assert sign_flip(d).p == pytest.approx(wanted, abs=4 * np.sqrt(wanted * (1 - wanted) / 10_000))


def test_the_p_of_equals_is_below_a_level_as_often_as_it_says() -> None:
    draws = np.random.default_rng(0).standard_t(4, (1000, 25))
    p = np.array([flip_p(Counted.of(np.abs(d)), abs(d.sum()), 99, seed) for seed, d in enumerate(draws)])
    for level in (0.05, 0.2, 0.5):
        assert (p <= level).mean() == pytest.approx(level, abs=3.5 * np.sqrt(level * (1 - level) / 1000))
