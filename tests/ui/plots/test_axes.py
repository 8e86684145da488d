"""The axes of the plots: round ticks that never touch, and names that are inside the plot at every size."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QDockWidget, QWidget
from ui.user import bring, find

import inspector
from inspector.core import samples
from inspector.core.round_numbers import round_step
from inspector.ui.plots.axes import AxisName, CountAxis, DifferenceAxis
from inspector.ui.plots.canvas import Canvas
from inspector.ui.plots.first_hit_histogram import FirstHitHistogram
from inspector.ui.plots.precision_plot import PrecisionPlot
from inspector.ui.plots.score_histogram import ScoreHistogram

PLOTS = (
    ("scoreHistogram", ScoreHistogram, "scoreDock", "score"),
    ("firstHitHistogram", FirstHitHistogram, "firstHitDock", "rank"),
)


@given(st.floats(1e-9, 1e9))
def test_a_round_step_is_1_2_or_5_times_a_power_of_ten(least: float) -> None:
    step = round_step(least)
    assert least * (1 - 1e-6) <= step <= 2.5 * least * (1 + 1e-6)
    leading = step / 10 ** math.floor(math.log10(step) + 1e-9)
    assert any(leading == pytest.approx(wanted) for wanted in (1, 2, 5, 10))


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("most", [1, 2, 3, 7, 98, 999, 15_612, 1_371_980])
@pytest.mark.parametrize("size", [12, 25, 40, 60, 120, 400])
def test_counts_on_an_axis_are_round_and_never_touch(qapp, log: bool, most: int, size: int) -> None:
    axis = CountAxis("left")
    axis.log = log
    top = (math.log10(most) + 0.3 if log else most) * 1.1
    ((_, ticks),) = axis.tickValues(0.0, top, size)
    texts = [text.replace(",", "") for text in axis.tickStrings(ticks, 1.0, 1.0)]
    assert all(len(text.rstrip("0")) <= 1 or text.rstrip("0") in ("12", "14", "15", "16") for text in texts)
    apart = [(high - low) / top * size for low, high in pairwise(ticks)]
    assert all(pixels >= QFontMetrics(QFont()).height() * 0.99 for pixels in apart)
    assert all(0 <= tick <= top for tick in ticks)
    assert ticks[-1] > 0  # zero alone says nothing of the scale


def test_long_counts_below_a_plot_are_as_far_apart_as_they_are_wide(qapp) -> None:
    axis, wide = CountAxis("bottom"), QFontMetrics(QFont()).horizontalAdvance
    for size in (100, 160, 300, 800):
        ((_, ticks),) = axis.tickValues(0.0, 1_371_980, size)
        apart = (ticks[1] - ticks[0]) / 1_371_980 * size if len(ticks) > 1 else size
        assert apart > wide("1,200,000")


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1.0, 1.3, 2.0])
def test_the_name_of_an_axis_is_inside_its_plot(sample_window, theme, scale: float) -> None:
    theme.set_scale(scale)
    for size, (name, kind, dock, title) in product([(900, 600), (1280, 800)], PLOTS):
        sample_window.resize(*size)
        assert_named_inside(bring(find(sample_window, kind, name), find(sample_window, QDockWidget, dock)), title)


def assert_named_inside(plot: Canvas, title: str) -> None:
    QCoreApplication.processEvents()  # Qt lays out in an event of its own
    (shown,) = (item for item in plot.scene().items() if isinstance(item, AxisName) and item.text())
    place, axis = shown.sceneBoundingRect(), plot.getAxis("bottom")
    assert shown.text() == title
    assert QRectF(plot.viewport().rect()).contains(place)
    # The line of the ticks is whole, too, and the name ends before the first tick begins.
    assert axis.mapRectToScene(axis.rect()).bottom() <= plot.viewport().rect().bottom() + 1
    assert place.bottom() <= axis.mapRectToScene(axis.rect()).bottom() + 1
    half = QFontMetrics(plot.font()).horizontalAdvance("0") / 2
    assert place.right() <= axis.mapRectToScene(axis.rect()).left() - half
    assert shown.font().pointSizeF() == pytest.approx(plot.font().pointSizeF())


@pytest.mark.slow
def test_the_precision_plot_names_its_axis_inside(show, theme) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
    sure = pd.DataFrame({"id": ["a", "b"], "label": ["x", "q"], "conf": [0.9, 0.8]})
    window = show(inspector.open_pair(truth, sure, "gap"))
    for scale in (1.0, 2.0):
        theme.set_scale(scale)
        plot = bring(find(window, PrecisionPlot, "precisionPlot"), find(window, QDockWidget, "precisionDock"))
        assert_named_inside(plot, "rank")


@pytest.mark.parametrize(("low", "high"), [(-0.069, 0.041), (-1.0, 1.0), (0.0, 0.3), (-0.9, 0.0), (-0.002, 1.0)])
@pytest.mark.parametrize("size", [25, 60, 400])
def test_differences_have_a_tick_besides_zero(qapp, low: float, high: float, size: int) -> None:
    ((_, ticks),) = DifferenceAxis("left").tickValues(low, high, size)
    assert any(ticks)
    assert all(low <= tick <= high for tick in ticks)
    apart = [(above - below) / (high - low) * size for below, above in pairwise(ticks)]
    assert all(pixels >= QFontMetrics(QFont()).height() * 0.99 for pixels in apart)


@pytest.mark.slow
def test_the_last_rank_is_named_beside_the_bar_after_it(window, pair, monkeypatch) -> None:
    pair.set_metric("map@12")
    plot = bring(find(window, FirstHitHistogram, "firstHitHistogram"), find(window, QWidget, "firstHitDock"))
    wide = plot.fontMetrics().horizontalAdvance
    needed = wide("none") / 2 + wide(">12") + wide("12") / 2 + 7  # from the middle of 12 to that of none, two bars
    monkeypatch.setattr(type(plot), "room", property(lambda _: needed / 2 * 14), raising=False)
    for after, last in ((0, ["11", "12", "none"]), (1, ["12", ">12", "none"])):
        bars = plot.count()
        bars.counts[12] = after
        assert [text for _, text in plot.ticks(bars)][-3:] == last


@pytest.mark.slow
@pytest.mark.parametrize("k", [1, 2, 5, 7, 12, 20, 100])
def test_ticks_of_ranks_never_touch(window, pair, monkeypatch, k: int) -> None:
    pair.set_metric(f"map@{k}")
    plot = bring(find(window, FirstHitHistogram, "firstHitHistogram"), find(window, QWidget, "firstHitDock"))
    for width in (160, 240, 400, 900):
        monkeypatch.setattr(type(plot), "room", property(lambda _, width=width: float(width)), raising=False)
        assert_ticks_apart(plot, k, width)


def assert_ticks_apart(plot: FirstHitHistogram, k: int, width: int) -> None:
    bar, wide, ticks = width / (k + 2), plot.fontMetrics().horizontalAdvance, plot.ticks(plot.count())
    ends = [(at * bar - wide(text) / 2, at * bar + wide(text) / 2) for at, text in ticks]
    assert all(right < left for (_, right), (left, _) in pairwise(ends))
    assert ticks[-1] == (k + 2.0, "none")
    if ticks[-2][1].startswith(">"):  # in full, and above its own bar rather than another
        assert ticks[-2][1] == f">{k}"
        assert k + 0.5 <= ticks[-2][0] <= k + 1
    else:
        assert bar < 1.5 * wide("none")
    ranks = [int(text) for _, text in ticks if text.isdigit()]
    assert ranks[:1] == [1] or width < 200
    assert len({high - low for low, high in pairwise(ranks[1:])}) <= 1


@pytest.mark.slow
def test_tiny_scores_have_round_ticks(show) -> None:
    folder = samples.find("landmark").folder()
    window = show(inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "gap"))
    plot = bring(find(window, ScoreHistogram, "scoreHistogram"), find(window, QDockWidget, "scoreDock"))
    texts = [text for _, text in plot.ticks(plot.count())]
    assert texts[:3] == ["0", "1e-5", "2e-5"]
