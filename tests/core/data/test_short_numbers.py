"""Probabilities that are computed from short ones are short, and add up to what they did."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from inspector.core.data.numbers import short_as, summing_to_1, without_noise

counts = arrays(np.int64, st.tuples(st.integers(1, 5), st.integers(2, 6)), elements=st.integers(0, 99_999))


def is_short(value: float) -> bool:
    """Whether a number is written with at most seven decimals or six digits."""
    written = Decimal(repr(value)).normalize().as_tuple()
    return -int(written.exponent) <= 7 or len(written.digits) <= 6


@given(counts, st.floats(0.01, 0.99))
def test_rows_keep_their_sums_and_all_but_the_highest_are_short(whole, factor: float) -> None:
    before = whole / 100_000
    after = before**0.5 * factor
    short = short_as(before, after)
    assert short.sum(axis=1) == pytest.approx(after.sum(axis=1), abs=1e-14)
    np.testing.assert_allclose(short, after, rtol=0, atol=4e-7)
    for row, highest in zip(short.tolist(), after.argmax(axis=1).tolist(), strict=True):
        assert all(map(is_short, row[:highest] + row[highest + 1 :]))


@given(counts)
def test_what_is_short_stays_so_edit_after_edit(whole) -> None:
    now = (whole + 1) / 100_001
    now = short_as(whole / 100_000, now)
    for _ in range(3):
        now = short_as(now, np.sqrt(now))
        assert all(sum(not is_short(value) for value in row) <= 1 for row in now.tolist())


def test_small_ones_keep_six_digits_and_never_become_0() -> None:
    (short,) = short_as(np.array([[0.5, 1e-5, 0.49999]]), np.array([[0.7, 1.23456789e-9, 0.29999999876543211]]))
    assert short.tolist()[1:] == [1.23457e-9, 0.3]
    assert short.sum() == pytest.approx(1.0, abs=1e-15)


def test_long_numbers_lose_only_their_noise() -> None:
    before, after = np.array([[0.123456789012, 0.876543210988]]), np.array([[0.22500879999999998, 0.77499120000000002]])
    assert short_as(before, after).tolist() == without_noise(after, before).tolist() == [[0.2250088, 0.7749912]]


def test_the_others_share_the_rest_in_short_numbers() -> None:
    assert summing_to_1([0.998, 0.6, 0.0005, 0.0005, 0.0005], [1]) == (0.3993997, 0.6, *[0.0002001] * 3)
    assert sum(summing_to_1([0.2, 0.3, 0.4])) == pytest.approx(1.0, abs=1e-15)
    assert summing_to_1([0.25], [0]) == (0.25,)
