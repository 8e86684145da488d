"""Brushing in the plots: clicks, drags and keys filter the table and the other plots, and clear the filter."""

from __future__ import annotations

import numpy as np
import pytest
from pyqtgraph import BarGraphItem
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget
from ui.user import Bare, Control, Key, Left, bring, find, go_to, press, shown

import inspector
from inspector import Inspection
from inspector.core import samples
from inspector.core.document.change import ChangeKind
from inspector.core.evaluation.histogram import Histograms
from inspector.core.evaluation.summary import Bars
from inspector.core.query import Clause
from inspector.ui.plots.histogram import Histogram
from inspector.ui.plots.precision_plot import PrecisionPlot

SCORE, RANK = "scoreHistogram", "firstHitHistogram"


def layer(plot: Histogram, name: str) -> BarGraphItem:
    (item,) = (item for item in plot.plotItem.items if isinstance(item, BarGraphItem) and item.objectName() == name)
    return item


def heights(plot: Histogram, name: str) -> list[float]:
    return np.asarray(layer(plot, name).opts["height"]).tolist()


def places(plot: Histogram, name: str) -> list[float]:
    return np.asarray(layer(plot, name).opts["x"]).tolist()


def pixel(plot, x: float) -> QPoint:
    """The pixel of a value of the bottom axis, at half the height of the plot."""
    view = plot.plotItem.getViewBox()
    (low, high), scene = view.viewRange()[1], view.mapViewToScene
    return plot.mapFromScene(scene(QPointF(x, (low + high) / 2)))


def click(plot, x: float, modifiers=Bare) -> None:
    QTest.mouseClick(plot.viewport(), Left, modifiers, pixel(plot, x))


def drag(plot, low: float, high: float, modifiers=Bare) -> None:
    first, last = pixel(plot, low), pixel(plot, high)
    QTest.mousePress(plot.viewport(), Left, modifiers, first)
    QTest.mouseMove(plot.viewport(), (first + last) / 2)
    QTest.mouseMove(plot.viewport(), last)
    QTest.mouseRelease(plot.viewport(), Left, modifiers, last)


def middle(bars: Bars, bar: int) -> float:
    return float(bars.edges[bar] + bars.edges[bar + 1]) / 2


def clauses(pair: Inspection) -> dict[str, str]:
    return {clause.source: clause.text for clause in pair.state.clauses}


def ids(pair: Inspection, mask) -> list[str]:
    return sorted(pair.evaluation.table.id(int(row)) for row in np.flatnonzero(mask))


def assert_shown(window, pair: Inspection, mask) -> None:
    assert sorted(shown(find(window, inspector.ui.table.row_table.RowTable, "rowTable"), "id")) == ids(pair, mask)


def test_a_click_on_a_bar_shows_its_rows_and_a_second_one_all(window, pair: Inspection) -> None:
    plot, other, ranks = find(window, Histogram, RANK), find(window, Histogram, SCORE), pair.evaluation.scores.first_hit
    before = heights(other, "shown")
    click(plot, 2.0)
    assert clauses(pair) == {RANK: "rank=2"}
    assert_shown(window, pair, ranks == 2)
    assert heights(plot, "shown") == [0, float((ranks == 2).sum()), 0, 0, 0]
    # Grey bars are where the filter hides rows.
    assert heights(plot, "all") == [float(n) for n in ((ranks == 1).sum(), (ranks == 3).sum(), 1, (ranks == 0).sum())]
    grey = dict(zip(places(other, "all"), heights(other, "all"), strict=True))
    every = dict(zip(places(other, "shown"), before, strict=True))
    now = dict(zip(places(other, "shown"), heights(other, "shown"), strict=True))
    assert grey == {at: count for at, count in every.items() if count > now[at]}
    assert sum(heights(other, "shown")) == (ranks == 2).sum()
    assert places(plot, "chosen") == [2.0]
    click(plot, 2.0)
    assert clauses(pair) == {}
    assert (heights(other, "shown"), heights(other, "all"), places(plot, "chosen")) == (before, [], [])


def test_two_fast_clicks_are_two_clicks(window, pair: Inspection) -> None:
    plot = find(window, Histogram, RANK)
    told = []
    pair.subscribe(lambda change: told.append(clauses(pair)) if change.kind is ChangeKind.ORDER else None)
    click(plot, 1.0)
    QTest.mouseDClick(plot.viewport(), Left, Bare, pixel(plot, 1.0))
    QTest.mouseRelease(plot.viewport(), Left, Bare, pixel(plot, 1.0))
    assert told == [{RANK: "rank=1"}, {}]


def test_ctrl_adds_bars_and_takes_them_away(window, pair: Inspection) -> None:
    plot, ranks = find(window, Histogram, RANK), pair.evaluation.scores.first_hit
    click(plot, 1.0)
    click(plot, 5.0, Control)
    assert clauses(pair) == {RANK: "rank=1 | rank=none"}
    assert_shown(window, pair, (ranks == 1) | (ranks == 0))
    click(plot, 1.0, Control)
    assert_shown(window, pair, ranks == 0)
    click(plot, 5.0, Control)
    assert clauses(pair) == {}


def test_a_drag_chooses_the_bars_it_touches_in_both_directions(window, pair: Inspection) -> None:
    plot, scores = find(window, Histogram, SCORE), pair.evaluation.scores.row
    drag(plot, 0.26, 0.61)
    assert clauses(pair) == {SCORE: "score>=0.25 & score<0.65"}
    assert_shown(window, pair, (scores >= 0.25) & (scores < 0.65))
    drag(plot, 0.97, 0.74)
    assert clauses(pair) == {SCORE: "score>=0.7"}
    drag(plot, 0.01, 0.12, Control)
    assert clauses(pair) == {SCORE: "score>=0 & score<0.15 | score>=0.7"}


def test_a_drag_beyond_the_edge_reaches_to_the_edge(window, pair: Inspection) -> None:
    plot = find(window, Histogram, RANK)
    drag(plot, 3.0, 7.0)
    assert clauses(pair) == {RANK: "rank>2 | rank=none"}


def test_both_plots_filter_together_and_clear_their_own_filter(window, pair: Inspection) -> None:
    rank, score, scores = find(window, Histogram, RANK), find(window, Histogram, SCORE), pair.evaluation.scores
    click(rank, 1.0)
    drag(score, 0.96, 0.99)
    both = (scores.first_hit == 1) & (scores.row >= 0.95)
    assert_shown(window, pair, both)
    assert sum(heights(rank, "shown")) == sum(heights(score, "shown")) == both.sum()
    rank.setFocus()
    press(rank, Key.Key_Escape)
    assert clauses(pair) == {SCORE: "score>=0.95"}
    assert_shown(window, pair, scores.row >= 0.95)


def test_esc_during_a_drag_leaves_everything_as_it_was(window, pair: Inspection) -> None:
    plot = find(window, Histogram, SCORE)
    QTest.mousePress(plot.viewport(), Left, Bare, pixel(plot, 0.2))
    QTest.mouseMove(plot.viewport(), pixel(plot, 0.6))
    press(plot, Key.Key_Escape)
    QTest.mouseRelease(plot.viewport(), Left, Bare, pixel(plot, 0.6))
    assert clauses(pair) == {}


@pytest.mark.slow
def test_keys_go_from_bar_to_bar_and_choose(window, pair: Inspection) -> None:
    plot = find(window, Histogram, RANK)
    plot.setFocus(inspector.ui.plots.brush.Qt.FocusReason.TabFocusReason)
    plot.grab()  # focus is drawn with the next paint
    assert places(plot, "cursor") == [1.0]
    press(plot, Key.Key_Right)
    assert places(plot, "cursor") == [2.0]
    press(plot, Key.Key_Return)
    assert clauses(pair) == {RANK: "rank=2"}
    press(plot, Key.Key_Left)
    press(plot, Key.Key_Space, Control)
    assert clauses(pair) == {RANK: "rank>=1 & rank<=2"}
    press(plot, Key.Key_Escape)
    assert clauses(pair) == {}
    find(window, inspector.ui.table.row_table.RowTable, "rowTable").setFocus()
    plot.grab()
    assert places(plot, "cursor") == []


def test_a_clause_removed_elsewhere_is_deselected(window, pair: Inspection) -> None:
    plot = find(window, Histogram, RANK)
    click(plot, 2.0)
    pair.filter_by([])
    assert (plot.chosen, places(plot, "chosen")) == (frozenset(), [])
    pair.narrow("rank=1", source=RANK)
    assert plot.chosen == frozenset()
    click(plot, 2.0, Control)
    assert clauses(pair) == {RANK: "rank=2"}


def test_another_metric_has_other_bars_and_the_choice_fits_only_its_own(window, pair: Inspection) -> None:
    plot = find(window, Histogram, RANK)
    click(plot, 4.0)
    assert clauses(pair) == {RANK: "rank>3"}
    pair.set_metric("map@5")
    assert plot.chosen == frozenset()
    assert clauses(pair) == {RANK: "rank>3"}


def test_an_invalid_clause_is_reported_and_selects_no_bar(window, pair: Inspection, qtbot) -> None:
    plot = find(window, Histogram, RANK)
    pair.state.clauses = (Clause("nonsense>3"),)
    with qtbot.waitSignal(window.bench.filter_controller.failed) as said:
        click(plot, 1.0)
    assert "nonsense" in str(said.args[0])
    assert plot.chosen == frozenset()


@pytest.mark.slow
@pytest.mark.parametrize("name", [SCORE, RANK])
def test_the_selected_rows_are_a_thin_mark_in_every_plot(window, pair: Inspection, name: str) -> None:
    plot, table = find(window, Histogram, name), go_to(window, "r01")
    assert places(plot, "selected") == []
    table.selectAll()
    plot.grab()  # a selection is drawn with the next paint
    counted = plot.count().counts
    filled = np.flatnonzero(counted)
    assert heights(plot, "selected") == [float(n) for n in counted[filled]]
    assert (np.asarray(layer(plot, "selected").opts["width"]) < np.asarray(layer(plot, "shown").opts["width"])[0]).all()
    go_to(window, "r03")
    plot.grab()
    assert places(plot, "selected") == []


@pytest.mark.slow
def test_a_hidden_plot_counts_neither_filters_nor_selections(window, pair: Inspection, monkeypatch) -> None:
    counted = []
    plain = Bars.count
    monkeypatch.setattr(Bars, "count", lambda *given: counted.append(given) or plain(*given))
    monkeypatch.setattr(Histograms, "scores", lambda *given: pytest.fail("counted unseen"))
    for dock in ("scoreDock", "firstHitDock"):
        find(window, QDockWidget, dock).hide()
    pair.narrow("rank=1")
    go_to(window, "r01").selectAll()
    assert counted == []
    find(window, QDockWidget, "firstHitDock").show()
    bring(find(window, Histogram, RANK), find(window, QDockWidget, "firstHitDock"))
    assert counted != []
    assert sum(heights(find(window, Histogram, RANK), "shown")) == (pair.evaluation.scores.first_hit == 1).sum()


@pytest.mark.slow
def test_what_is_shown_is_in_the_description_and_in_the_exported_counts(window, pair: Inspection, tmp_path) -> None:
    plot = find(window, Histogram, RANK)
    click(plot, 1.0)
    first = int((pair.evaluation.scores.first_hit == 1).sum())
    assert f"1: {first} of {first}; 2: 0 of " in plot.accessibleDescription()
    plot.export(tmp_path / "counts.csv")
    header, line, *_ = (tmp_path / "counts.csv").read_text().splitlines()
    assert (header, line) == ("rank of the first hit,rows,shown", f"1,{first},{first}")


@pytest.fixture
def gap(show):
    folder = samples.find("landmark").folder()
    pair = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "gap")
    window = show(pair)
    plot = bring(find(window, PrecisionPlot, "precisionPlot"), find(window, QDockWidget, "precisionDock"))
    return window, pair, plot


@pytest.mark.slow
def test_a_drag_along_the_precision_shows_the_rows_of_these_ranks(gap) -> None:
    _, pair, plot = gap
    total = len(pair.evaluation.scores.ranked)
    drag(plot, total * 0.25, total * 0.5)
    ((source, text),) = clauses(pair).items()
    first, last = (int(part.split("=")[1]) for part in text.split(" & "))
    assert source == "precisionPlot"
    assert abs(first - total * 0.25) < total / 50
    assert abs(last - total * 0.5) < total / 50
    assert set(pair.state.order.rows.tolist()) == set(pair.evaluation.scores.ranked.row[first - 1 : last].tolist())
    every_row, shown_rows, *_ = plot.plotItem.listDataItems()
    shown_ranks = shown_rows.getData()[0]
    assert first <= shown_ranks.min() <= shown_ranks.max() <= last
    assert every_row.getData()[0].max() == total
    click(plot, total * 0.7)
    assert clauses(pair) == {}


@pytest.mark.slow
def test_the_selected_rows_are_ticks_below_the_precision(gap) -> None:
    window, pair, plot = gap
    table = find(window, inspector.ui.table.row_table.RowTable, "rowTable")
    drag(plot, 1, len(pair.evaluation.scores.ranked) * 0.1)
    table.selectAll()
    plot.grab()
    *_, selected = plot.plotItem.listDataItems()
    ticks = np.unique(selected.getData()[0])
    assert 10 < len(ticks) <= 1001
    assert ticks.max() <= len(pair.evaluation.scores.ranked) * 0.12
