"""The bar charts of a report: what their axes say, and which bars carry their number."""

from __future__ import annotations

from itertools import pairwise

import pandas as pd
import pytest
from core.report.pages import Page

import inspector
from inspector.core.report.blocks import BarChart
from inspector.core.report.html.bars import bar_chart, caption


def chart_of(counts: list[int], first: float, step: float, *, is_open: bool = True) -> BarChart:
    edges = tuple(round(first + step * at, 9) for at in range(len(counts) + 1))
    return BarChart(title="Rows", names=("",) * len(counts), counts=tuple(counts), edges=edges, is_open=is_open)


def texts(chart: BarChart) -> dict[str, float]:
    """The texts below and over the bars, each with the middle of its place as a share of the width."""
    return {str(one.text): float(one.get("x", "")) / 560 for one in bar_chart(chart).iter("text")}


def test_ticks_stand_at_round_numbers_and_the_ends_say_what_lies_beyond() -> None:
    found = texts(chart_of([0] * 20, -96_000, 9_600))
    assert found == pytest.approx(
        {"<−86,400": 0.05, "−50,000": 0.2396, "0": 0.5, "50,000": 0.7604, "≥86,400": 0.95}, abs=1e-4
    )


def test_ticks_of_losses_begin_at_0_and_only_the_last_bar_is_open() -> None:
    chart = chart_of([0] * 20, 0, 0.013)
    assert [*texts(chart)] == ["≥0.247", "0", "0.05", "0.1", "0.15", "0.2"]
    assert caption(chart) == "Rows. The last bar holds all from 0.247 on."


def test_ticks_of_bounded_scores_reach_from_end_to_end() -> None:
    chart = chart_of([0] * 20, 0, 0.05, is_open=False)
    assert [*texts(chart)] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    assert caption(chart) == "Rows."


def test_each_tick_has_its_mark_at_its_number() -> None:
    chart = chart_of([0] * 20, -96_000, 9_600)
    marks = [float(one.get("x1", "")) / 560 for one in bar_chart(chart).iter("line") if one.get("x1") == one.get("x2")]
    assert sorted(marks) == pytest.approx([0.05, 0.2396, 0.5, 0.7604, 0.95], abs=1e-4)


@pytest.mark.parametrize("step", [1e-9, 0.0137, 1, 9_600, 123_000_000, 1e299])
@pytest.mark.parametrize("first", [0, -10, -5, -19])
def test_no_tick_touches_another_or_leaves_the_picture(first: int, step: float) -> None:
    found = sorted((x * 560, len(text) * 6.2 / 2) for text, x in texts(chart_of([0] * 20, first * step, step)).items())
    assert len(found) >= 2
    assert all(x - half + 1e-3 >= 0 and x + half <= 560 + 1e-3 for x, half in found)
    assert all(a + half < b - other for (a, half), (b, other) in pairwise(found))


def test_bars_carry_their_numbers_where_one_holds_nearly_all_rows() -> None:
    counts = [2_345, *[3] * 18, 25_361]
    drawn = [one.text for one in bar_chart(chart_of(counts, 0, 1)).iter("text")]
    assert {"2,345", "25,361"} <= {*drawn}
    assert drawn.count("3") == 18


def test_a_number_is_left_out_where_it_would_hide_another() -> None:
    drawn = {one.text for one in bar_chart(chart_of([50_000, 49_900, 49_800, *[1] * 17], 0, 1)).iter("text")}
    assert "50,000" in drawn
    assert "49,900" not in drawn
    steep = {one.text for one in bar_chart(chart_of([*[0] * 17, 12_000, 99_000, 0], 0, 1)).iter("text")}
    assert "99,000" in steep
    assert "12,000" not in steep


def test_a_report_says_where_the_bars_of_its_errors_end(tmp_path) -> None:
    truth = pd.DataFrame({"id": range(200), "price": range(100_000, 300_000, 1_000)})
    off = truth["price"] + [(-1) ** at * at * 400 for at in range(200)]
    inspector.open_pair(truth, truth.assign(price=off), "mae", shape="numbers").report(tmp_path / "report.html")
    page = Page.of((tmp_path / "report.html").read_text(encoding="utf-8"))
    (of_errors,) = [text for text in page.texts if text.startswith("Rows by error")]
    assert of_errors.endswith("The first bar holds all below −72,000. The last bar holds all from 72,000 on.")
    assert {"<−72,000", "−50,000", "0", "50,000", "≥72,000"} <= {*page.texts}
    assert any(text.startswith("−72,000 ≤ error < −64,000: ") for text in page.texts)
