"""Ticks of numbers of any size: short, apart from each other, and read as what they are."""

from __future__ import annotations

from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from PySide6.QtGui import QFont, QFontMetrics

from inspector.core.evaluation.open_bars import error_distribution, loss_edges, open_bars
from inspector.core.round_numbers import round_ticks
from inspector.ui.plots.numbers.number_axis import NumberAxis, number_text, open_ticks
from inspector.ui.plots.numbers.ranges import Range, exact, rounded
from inspector.ui.plots.numbers.scale import LOGS, ScaledAxis


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.25, "0.25"),
        (-7.5, "−7.5"),
        (9000.0, "9000"),
        (25000.0, "25k"),
        (-1.5e6, "−1.5M"),
        (3e9, "3G"),
        (2e20, "2e20"),
        (1e-7, "1e−7"),
    ],
)
def test_a_tick_is_short(value: float, text: str) -> None:
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [(-0.1, 7.2, ["0", "1", "10", "100", "1000"]), (0.0, 1.0, ["0", "0.5", "1", "1.5"]),
     (5.0, 6.0, ["200", "300", "400"]), (0.0, 30.0, ["0", "10", "10k", "10M", "10G", "1e13"])],
)  # fmt: skip
def test_ticks_of_logarithms_are_powers_of_ten_or_round(low: float, high: float, texts: list[str]) -> None:
    axis = ScaledAxis("bottom")
    axis.by = LOGS
    found = axis.tickStrings(axis.ticks(low, high, 5), 1.0, 1.0)
    assert found == texts


@given(st.floats(0, 1e9), st.floats(1e-3, 10))
def test_a_number_at_a_place_is_rounded_to_a_part_of_what_is_shown(number: float, span: float) -> None:
    place = float(LOGS.places(np.array(number)))
    again = LOGS.rounded(place, span)
    assert abs(again - number) <= span * (1 + number) / 400
    assert len(f"{again:.15g}") <= 12


@given(st.floats(-1e6, 1e6), st.floats(1e-2, 1e9), st.floats(0.5, 8))
def test_round_ticks_are_within_the_range_and_few(low: float, span: float, most: float) -> None:
    ticks = round_ticks(low, low + span, most)
    assert len(ticks) <= 6
    assert all(low - 1e-5 * span <= tick <= low + span + 1e-5 * span for tick in ticks)


@pytest.mark.parametrize("room", [120.0, 300.0, 900.0])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e9])
def test_ticks_of_open_bars_do_not_touch(qapp, room: float, scale: float) -> None:
    metrics, values = QFontMetrics(QFont()), np.append(np.linspace(-1, 1, 500), 50.0) * scale
    for bars in (
        error_distribution(values),
        open_bars("score", np.abs(values), loss_edges(np.abs(values), lower_is_better=True)),
    ):
        ticks = open_ticks(bars, metrics, room)
        unit = room / (bars.edges[-1] - bars.edges[0])
        ends = [(at * unit - metrics.horizontalAdvance(text) / 2, text) for at, text in ticks]
        for (left, text), (right, _) in pairwise(ends):
            assert left + metrics.horizontalAdvance(text) <= right
        assert ticks[-1][1].startswith("≥")


def test_an_axis_has_a_tick_however_low_it_is(qapp) -> None:
    for size in (20, 60, 400):
        ((_, ticks),) = NumberAxis("left").tickValues(-3.0, 41.0, size)
        assert ticks
        assert len(ticks) <= 6


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.booleans())
def test_the_text_of_a_range_has_its_ends_to_the_last_bit(low: float, high: float, is_closed: bool) -> None:
    start, end = Range("true", low, high, is_closed).text.split(" & ")
    assert start.startswith("true>=")
    assert end.startswith("true<=" if is_closed else "true<")
    assert [float(part.lstrip("true<>=")) for part in (start, end)] == [low, high]


def test_a_range_without_ends_has_no_text() -> None:
    assert Range("true", -np.inf, np.inf).text == ""


def test_texts_of_numbers_are_short_and_exact() -> None:
    assert (exact(0.1), exact(1 / 3), float(exact(1 / 3))) == ("0.1", repr(1 / 3), 1 / 3)
    assert rounded(123.456789, 100.0) == 123.5


def test_numbers_beyond_all_floats_have_a_place_and_ticks() -> None:
    place = float(LOGS.places(np.array(1.7e308)))
    assert np.isfinite(LOGS.rounded(2 * place, place))
    axis = ScaledAxis("bottom")
    axis.by = LOGS
    assert axis.tickStrings(axis.ticks(0.0, 2 * place, 5), 1.0, 1.0)[0] == "0"
