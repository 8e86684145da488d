"""Numbers as they are read."""

from __future__ import annotations

import math

import pytest

from inspector.core.figures import figure, fixed, signed, signed_share


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (34739.28856, "34,739.29"),
        (487493.0, "487,493"),
        (0.12345678, "0.123457"),
        (-95813.09, "−95,813.09"),
        (5.0, "5"),
        (3e-9, "3e-09"),
        (2.5e15, "2.5e+15"),
        (math.nan, "–"),
    ],
)
def test_a_figure_has_the_digits_that_matter(value, text) -> None:
    assert figure(value) == text


def test_a_sign_is_always_there_but_for_nothing() -> None:
    assert (signed(43.7), signed(-0.5), signed(0.0)) == ("+43.7", "−0.5", "0")


def test_nothing_has_no_sign_however_it_came_about() -> None:
    assert (figure(-0.0), signed(-0.0), fixed(-0.0, 4), fixed(-0.00001, 4)) == ("0", "0", "0.0000", "0.0000")


def test_large_numbers_have_two_decimals_whatever_is_asked() -> None:
    assert (fixed(0.5, 5), fixed(12345.678, 5), fixed(12345.678, 1)) == ("0.50000", "12,345.68", "12,345.7")


def test_a_difference_of_shares_has_its_sign_unless_it_rounds_to_none() -> None:
    shares = [0.125, -0.5, 0.0004, -0.0004, 0.0, float("nan")]
    assert [*map(signed_share, shares)] == ["+12.5%", "−50.0%", "0.0%", "0.0%", "0.0%", "–"]
