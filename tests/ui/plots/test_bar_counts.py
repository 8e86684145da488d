"""The numbers on the bars: inside the plot, clear of each other and of other bars; and the scale of the bars."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMenu, QToolTip
from ui.user import action, bring, find, go_to

from inspector import Inspection
from inspector.core.evaluation.summary import score_distribution
from inspector.ui.plots.bar_counts import Bar, BarCounts, PartCounts, place
from inspector.ui.plots.bar_texts import tip_text
from inspector.ui.plots.histogram import Histogram
from inspector.ui.plots.label_bars import LabelBars

RANK = "firstHitHistogram"
heights = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=4, max_size=30)


@pytest.fixture
def plot(window) -> Histogram:
    """The ranks of the small pair, high enough for numbers."""
    dock = find(window, QDockWidget, "firstHitDock")
    window.resizeDocks([dock], [260], Qt.Orientation.Vertical)
    return bring(find(window, Histogram, RANK), dock)


def numbers(plot: Histogram) -> dict[str, QRectF]:
    QApplication.processEvents()
    (item,) = (item for item in plot.plotItem.getViewBox().childItems() if isinstance(item, BarCounts))
    return {text: spot for spot, text in item.placed}


@given(heights, st.integers(-1, 29))
def test_numbers_touch_neither_each_other_nor_other_bars(qapp, drawn: list[tuple[int, int]], first: int) -> None:
    lines, box, wide = QFontMetricsF(QFont()), QRectF(0, 0, 300, 220), 300 / len(drawn)
    bars = [
        Bar(at * wide, (at + 0.9) * wide, 220.0 - min(pair), 220.0 - max(pair), f"{min(pair)}.{at}")
        for at, pair in enumerate(drawn)
    ]
    placed = place(bars, box, lines, first)
    assert all(box.contains(spot) for spot, _ in placed)
    for at, (spot, text) in enumerate(placed):
        beside = spot.adjusted(-0.9 * lines.horizontalAdvance("0"), 0, 0.9 * lines.horizontalAdvance("0"), 0)
        assert not any(beside.intersects(other) for other, _ in placed[at + 1 :]), "two numbers look like one"
        crossed = [bar for bar in bars if bar.left < spot.right() and spot.left() < bar.right and bar.text != text]
        assert all(bar.highest >= min(spot.bottom(), 220) for bar in crossed)


def test_no_outline_strikes_a_number_through(qapp) -> None:
    lines, box = QFontMetricsF(QFont()), QRectF(0, 0, 100, 200)
    for highest in range(20, 151):
        ((spot, _),) = place([Bar(0.0, 90.0, 150.0, float(highest), "12")], box, lines)
        assert not spot.top() - 1 < highest < spot.bottom() + 1
        assert spot.bottom() in (149, highest - 1)


def test_the_highest_bar_and_the_bar_of_the_cursor_have_their_numbers(qapp) -> None:
    lines, box = QFontMetricsF(QFont()), QRectF(0, 0, 100, 200)
    wide = lines.horizontalAdvance("1,000")
    assert wide > 12
    bars = [Bar(10.0 * at, 10.0 * at + 9, 150 - at / 20, 150 - at / 20, "1,000") for at in range(10)]
    assert max(spot.right() for spot, _ in place(bars, box, lines)) == 100
    assert place(bars, box, lines, 0)[0][0].left() == 0


def test_each_bar_says_its_rows_and_with_a_filter_those_shown(plot, pair: Inspection) -> None:
    ranks = pair.evaluation.scores.first_hit
    counts = [int((ranks == rank).sum()) for rank in (1, 2, 3)]
    assert set(map(str, counts)) <= set(numbers(plot))
    pair.narrow("truth:a")
    shown = ranks[pair.state.order.rows]
    wanted = {str(int((shown == rank).sum())) for rank in (1, 2, 3, 0)} - {"0"}
    assert set(numbers(plot)) == wanted


def test_a_number_is_painted_in_the_plot(plot) -> None:
    spots = numbers(plot)
    image = plot.grab().toImage()
    view = plot.plotItem.getViewBox()
    for spot in spots.values():
        area = plot.mapFromScene(view.mapRectToScene(spot)).boundingRect()
        across, down = range(area.left(), area.right()), range(area.top(), area.bottom())
        assert min(image.pixelColor(x, y).lightness() for x in across for y in down) < 90, "no ink"


def test_a_low_plot_keeps_its_height_for_the_bars(window, plot) -> None:
    assert numbers(plot)
    plot.setFixedHeight(70)
    assert numbers(plot) == {}


@pytest.mark.slow
@pytest.mark.parametrize("log", [False, True])
def test_no_bar_with_rows_is_thinner_or_lower_than_two_pixels(sample_window, sample, theme, log: bool) -> None:
    sample.set_metric("map@100")
    pair, dock = sample, find(sample_window, QDockWidget, "firstHitDock")
    plot = bring(find(sample_window, Histogram, RANK), dock)
    plot.set_log(log)
    plot.setFixedSize(160, 60)
    QApplication.processEvents()
    counts, image = plot.count().counts, plot.grab().toImage()
    view = plot.plotItem.getViewBox()
    foot = view.mapRectToScene(view.rect()).bottom()
    for bar in np.flatnonzero(counts).tolist():
        x = view.mapToScene(view.mapFromView(QPointF(bar + 1.0, 0.0))).x()
        near = [(int(x) + dx, int(foot) - dy) for dx in (-2, -1, 0, 1) for dy in (1, 2, 3)]
        inked = [at for at in near if image.pixelColor(*at) in (QColor(theme.colours.bar), QColor(theme.colours.now))]
        assert len({x for x, _ in inked}) >= 2, (bar, inked)
        assert len({y for _, y in inked}) >= 2, (bar, inked)
    assert len(pair.evaluation.table) == counts.sum()


@pytest.mark.slow
def test_bars_are_scaled_to_the_rows_shown_and_back(window, plot, pair: Inspection) -> None:
    def top() -> float:
        return float(plot.plotItem.getViewBox().viewRange()[1][1])

    every = top()
    action(window, "rescale_bars").trigger()
    assert (top(), plot.is_rescaled) == (every, True)  # all rows are shown
    pair.narrow("rank=2")
    few = int((pair.evaluation.scores.first_hit == 2).sum())
    assert few <= top() < every
    assert plot.accessibleDescription().startswith("bars scaled to the rows shown; 1: ")
    assert plot.plotItem.titleLabel.text == "scaled to the rows shown"
    pair.narrow("score>5")
    assert top() == every  # no row is shown
    pair.filter_by([])
    pair.narrow("rank=2")
    action(window, "rescale_bars").trigger()
    assert (top(), plot.plotItem.titleLabel.isVisible()) == (every, False)
    assert not plot.accessibleDescription().startswith("bars")


def test_the_menu_of_a_plot_scales_it_alone(window, plot) -> None:
    menu = QMenu(window)
    plot.fill_menu(menu)
    (entry,) = (entry for entry in menu.actions() if entry.text() == "Scale to the rows shown")
    assert not entry.isChecked()
    entry.trigger()
    other = find(window, Histogram, "scoreHistogram")
    assert (plot.is_rescaled, other.is_rescaled) == (True, False)
    menu.deleteLater()


def test_a_tip_tells_the_range_the_rows_and_their_shares() -> None:
    bars = score_distribution(np.array([0.0, 0.0, 0.5, 1.0]), 1.0)
    hint = "Click or drag to show only these, Ctrl+click to add bars"
    assert tip_text("score", bars, None, 0).split("\n") == ["0 ≤ score < 0.05", "2 rows, 50.0% of all", hint]
    shown = bars.count(np.array([0, 2]))
    told = tip_text("score", bars, shown, 10).split("\n")
    assert told == ["0.5 ≤ score < 0.55", "1 row, 25.0% of all", "1 of them shown, 50.0% of the rows shown", hint]


def test_the_tip_is_shown_where_the_mouse_is(window, plot, pair: Inspection, qtbot, monkeypatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, *_: told.append(text))
    go_to(window, "r01")
    view = plot.plotItem.getViewBox()
    at = plot.mapFromScene(view.mapToScene(view.mapFromView(QPointF(1.0, 0.2))))
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(plot.viewport().mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(plot.viewport(), move)
    qtbot.waitUntil(lambda: bool(told))
    assert told[0].startswith("<qt>rank of the first hit: 1<br>")
    assert f"{int((pair.evaluation.scores.first_hit == 1).sum())} rows, " in told[0]
    assert QPoint(at) == at


def test_the_tip_stays_while_the_mouse_rests(window, plot) -> None:
    class Asked(QObject):
        kinds: ClassVar[list[QEvent.Type]] = []

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
            self.kinds.append(event.type())
            return False

    asked = Asked()
    plot.scene().installEventFilter(asked)
    at = QPoint(40, 40)
    QApplication.sendEvent(plot.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, plot.viewport().mapToGlobal(at)))
    plot.scene().removeEventFilter(asked)
    # The scene has no text for the place, and would hide the one that is shown.
    assert QEvent.Type.GraphicsSceneHelp not in asked.kinds


@pytest.mark.slow
def test_label_bars_have_numbers_in_their_parts_and_a_scale(window, pair: Inspection) -> None:
    pair.set_metric("f1")
    dock = find(window, QDockWidget, "labelBarsDock")
    plot = bring(find(window, LabelBars, "labelBars"), dock)
    window.resizeDocks([dock], [300], Qt.Orientation.Vertical)
    QApplication.processEvents()
    (item,) = (item for item in plot.plotItem.getViewBox().childItems() if isinstance(item, PartCounts))
    spots = item.placed
    assert len(spots) > 3
    assert all(item.boundingRect().contains(spot) for spot, _ in spots)
    every = plot.plotItem.getViewBox().viewRange()[0][1]
    pair.narrow("id:r01")
    plot.set_rescaled(True)
    assert plot.plotItem.getViewBox().viewRange()[0][1] < every
    assert "rows shown: " in plot.plotItem.titleLabel.text
