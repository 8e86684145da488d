"""The two histograms: counts of the core, marks, export, and no work while hidden."""

from __future__ import annotations

import csv
import io
import math
import re
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from pyqtgraph import BarGraphItem
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage
from PySide6.QtWidgets import QDockWidget
from ui.conftest import ROWS, write_pair
from ui.user import action, bring, find, go_to, menu_actions

import inspector
from inspector import InputError, Inspection
from inspector.core.evaluation.histogram import Histograms
from inspector.core.evaluation.summary import Bars, first_hits, rank_bars, score_distribution
from inspector.ui.plots.axes import ShareAxis
from inspector.ui.plots.export import counts_csv
from inspector.ui.plots.histogram import Histogram
from inspector.ui.plots.label_bars import LabelBars
from inspector.ui.plots.precision_plot import PrecisionPlot

NAMES, DOCKS = ("scoreHistogram", "firstHitHistogram"), ("scoreDock", "firstHitDock")


def core(pair: Inspection, name: str) -> Bars:
    scores, metric = pair.evaluation.scores, pair.metric
    if name == "scoreHistogram":
        return score_distribution(scores.row, float(np.nanmax(scores.ceiling, initial=0.0)))
    return first_hits(scores.first_hit, rank_bars(metric.k, int(scores.first_hit.max(initial=1))))


def drawn(plot: Histogram) -> tuple[BarGraphItem, BarGraphItem]:
    """The bars, and the mark of the current row."""
    return layer(plot, "shown"), layer(plot, "current")


def layer(plot: Histogram, name: str) -> BarGraphItem:
    """The bars of one layer."""
    (item,) = (item for item in plot.plotItem.items if isinstance(item, BarGraphItem) and item.objectName() == name)
    return item


def assert_draws_the_core(window, pair: Inspection) -> None:
    for name, dock in zip(NAMES, DOCKS, strict=True):
        plot, wanted = bring(find(window, Histogram, name), find(window, QDockWidget, dock)), core(pair, name)
        bars, mark = drawn(plot)
        least = 2.05 / pixels_of_a_row(plot)  # a bar of few rows is still visible
        heights = [max(float(count), least) if count else 0.0 for count in wanted.counts]
        assert bars.opts["height"].tolist() == pytest.approx(heights)
        assert np.array_equal(bars.opts["x"], (wanted.edges[:-1] + wanted.edges[1:]) / 2)
        said = [line.rsplit(": ", 1) for line in plot.accessibleDescription().split("; ")]
        assert said == [
            [title, f"{count:,}"] for title, count in zip(wanted.names, wanted.counts.tolist(), strict=True)
        ]
        assert_marks_the_current_row(pair, name, wanted, mark)


def pixels_of_a_row(plot: Histogram) -> float:
    """The height of one row on a linear axis."""
    view = plot.plotItem.getViewBox()
    low, high = view.viewRange()[1]
    return float(view.height() / (high - low))


def assert_marks_the_current_row(pair: Inspection, name: str, wanted: Bars, mark: BarGraphItem) -> None:
    scores = pair.evaluation.scores
    value = float(scores.row[pair.current])
    if name == "firstHitHistogram":
        ranks = len(wanted.counts) - 2
        rank = int(scores.first_hit[pair.current])
        value = float(ranks + 2 if rank == 0 else min(rank, ranks + 1))
    if math.isnan(value):
        assert len(mark.opts["x"]) == 0
        return
    (at,), (height,) = mark.opts["x"], mark.opts["height"]
    place = int(np.argmin(abs((wanted.edges[:-1] + wanted.edges[1:]) / 2 - at)))
    assert wanted.edges[place] <= value <= wanted.edges[place + 1]
    assert height == wanted.counts[place] > 0


@pytest.mark.slow
@pytest.mark.parametrize("dock", DOCKS)
def test_bars_of_a_fresh_pair_are_counted_when_its_selection_comes_first(
    window, pair: Inspection, tmp_path: Path, dock: str
) -> None:
    """The table takes over the fresh rows first, and tells the plots which of them are selected."""
    last = len(pair.evaluation.table) + 3  # a row that the old bars do not know is sorted first, because it is worst
    write_pair(tmp_path, (*((f"s{number:02}", "a", "a") for number in range(last)), ("worst", "a", "b")))
    fresh = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@3").state
    assert_draws_the_core(window, pair)
    bring(find(window, Histogram, NAMES[DOCKS.index(dock)]), find(window, QDockWidget, dock))
    window.bench.table.selectAll()
    pair.load(fresh)
    assert pair.current == last
    assert_draws_the_core(window, pair)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_rows_selected_in_a_pair_are_not_looked_for_in_the_next_one(window, pair: Inspection, tmp_path, name) -> None:
    """A plot may have to be drawn, such as at another size, before the table tells it what is selected now."""
    write_pair(tmp_path, ROWS[:2])
    fresh = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@3").state
    plot = find(window, Histogram, name)
    plot.select(pair.state.order.rows)
    window.bench.table.selection_changed.disconnect()
    with patch.object(window.bench.docks, "select"):
        pair.load(fresh)
    assert not len(plot.selected)
    assert sum(layer(plot, "selected").opts["height"]) == 0


def test_the_bars_equal_the_counts_of_the_core_after_every_change(window, pair: Inspection) -> None:
    assert_draws_the_core(window, pair)
    for change in (
        lambda: pair.edit("r05", ["c", "e"]),
        lambda: pair.edit("r01", []),
        pair.undo,
        lambda: pair.set_metric("map(empty=skip)"),
        lambda: pair.set_metric("map(divisor=1)@2"),
        pair.redo,
        pair.reset,
    ):
        change()
        assert_draws_the_core(window, pair)


@pytest.mark.slow
def test_the_bar_of_any_current_row_is_marked(window, pair: Inspection) -> None:
    pair.set_metric("map(empty=skip)@3")
    for id_ in pair.evaluation.table.ids.to_pylist():
        go_to(window, id_)
        assert_draws_the_core(window, pair)


def test_the_mark_is_drawn_in_its_own_colour(window, theme, pair: Inspection) -> None:
    for name in NAMES:
        plot = find(window, Histogram, name)
        assert colours(plot.grab().toImage()) >= {theme.colours.bar, theme.colours.now, theme.colours.base}


@pytest.mark.slow
def test_the_sample_is_drawn_whole(sample_window, sample: Inspection) -> None:
    assert_draws_the_core(sample_window, sample)
    total = find(sample_window, Histogram, "firstHitHistogram").accessibleDescription()
    assert sum(int(count.replace(",", "")) for count in re.findall(r": ([\d,]+)", total)) == len(
        sample.evaluation.table
    )


@pytest.mark.slow
def test_heights_are_logarithms_and_counts_again(window, pair: Inspection) -> None:
    action(window, "log_scale").trigger()
    for name in NAMES:
        plot = find(window, Histogram, name)
        pairs = list(zip(core(pair, name).counts.tolist(), drawn(plot)[0].opts["height"], strict=True))
        assert plot.is_log
        assert all((height > 0) == (count > 0) for count, height in pairs)
        (least, low), (most, high) = min(pair for pair in pairs if pair[0]), max(pairs)
        assert most > least
        assert high - low == pytest.approx(math.log10(most / least))
    action(window, "log_scale").trigger()
    assert_draws_the_core(window, pair)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "dock", "summary"),
    [("scoreHistogram", "scoreDock", "scores"), ("firstHitHistogram", "firstHitDock", "first_hits")],
)
def test_a_hidden_plot_does_no_work_and_is_right_when_shown_again(
    window, pair: Inspection, monkeypatch: pytest.MonkeyPatch, name, dock, summary
) -> None:
    counted, plain = [], getattr(Histograms, summary)
    monkeypatch.setattr(Histograms, summary, lambda *given: counted.append(given) or plain(*given))
    find(window, QDockWidget, dock).toggleViewAction().trigger()
    pair.edit("r05", ["e"])
    pair.set_metric("map@2")
    go_to(window, "r05")
    assert counted == []
    find(window, QDockWidget, dock).toggleViewAction().trigger()
    bring(find(window, Histogram, name), find(window, QDockWidget, dock))
    assert counted != []
    assert_draws_the_core(window, pair)


@pytest.mark.slow
def test_a_plot_behind_a_tab_does_no_work_and_is_right_in_front(window, pair: Inspection, qtbot, monkeypatch) -> None:
    pair.set_metric("f1")
    bring(find(window, LabelBars, "labelBars"), find(window, QDockWidget, "labelBarsDock"))
    counted, plain = [], Histograms.scores
    monkeypatch.setattr(Histograms, "scores", lambda *given: counted.append(given) or plain(*given))
    pair.edit("r05", ["e"])
    pair.set_metric("f2")
    assert counted == []
    find(window, QDockWidget, "scoreDock").raise_()
    qtbot.waitUntil(lambda: counted != [])
    assert_draws_the_core(window, pair)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_plot_is_exported_as_counts_as_a_drawing_and_as_a_picture(window, pair, tmp_path, name: str) -> None:
    plot, wanted = find(window, Histogram, name), core(pair, name)
    plot.export(tmp_path / "plot.csv")
    with (tmp_path / "plot.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    assert lines[1:] == [[title, str(count)] for title, count in zip(wanted.names, wanted.counts, strict=True)]
    plot.export(tmp_path / "plot.svg")
    assert "<svg" in (tmp_path / "plot.svg").read_text(encoding="utf-8")[:1000]
    plot.export(tmp_path / "plot.png")
    picture = QImage(str(tmp_path / "plot.png"))
    assert (picture.width() >= plot.width(), len(colours(picture)) > 3) == (True, True)


def test_names_of_exported_bars_are_quoted() -> None:
    bars = Bars(np.zeros(3), np.array([4, 5]), ('a "b", c', "d\ne"), np.zeros(0, np.int16), lambda *_: "")
    lines = [*csv.reader(io.StringIO(counts_csv("x", bars, np.array([1, 2])).decode()))]
    assert lines == [["x", "rows", "shown"], ['a "b", c', "4", "1"], ["d\ne", "5", "2"]]


def test_a_plot_that_cannot_be_written_says_so(window, tmp_path) -> None:
    with pytest.raises(InputError, match=r"nowhere.*No such file"):
        find(window, Histogram, "scoreHistogram").export(tmp_path / "nowhere" / "plot.png")


@pytest.mark.slow
def test_the_plots_follow_the_theme(window, theme) -> None:
    for choice, light in (("dark", False), ("light", True), ("dark", False)):
        theme.choose(choice)
        for name in NAMES:
            corner = find(window, Histogram, name).grab().toImage().pixelColor(2, 2)
            assert (corner.lightness() > 128) == light, (choice, name)
            assert corner == QColor(theme.colours.base)


def colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}


def test_the_other_plots_can_be_exported_too(show, tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": ["a", "b"], "label": ["x y", "y"]})
    window = show(inspector.open_pair(frame, pd.DataFrame({"id": ["a", "b"], "label": ["x z", "y"]}), "f1"))
    bars = bring(find(window, LabelBars, "labelBars"), find(window, QDockWidget, "labelBarsDock"))
    bars.export(tmp_path / "labels.csv")
    assert sorted((tmp_path / "labels.csv").read_text().splitlines()[1:]) == ["x,1,0,0", "y,1,0,1"]
    titles = {entry.text() for entry in menu_actions(window)}
    assert "Plot: Right and wrong…" in titles
    assert "Plot: Precision…" not in titles


@pytest.mark.slow
def test_the_precision_along_the_list_can_be_exported(show, tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
    sure = pd.DataFrame({"id": ["a", "b"], "label": ["x", "q"], "conf": [0.9, 0.8]})
    window = show(inspector.open_pair(truth, sure, "gap"))
    plot = bring(find(window, PrecisionPlot, "precisionPlot"), find(window, QDockWidget, "precisionDock"))
    plot.export(tmp_path / "precision.csv")
    assert (tmp_path / "precision.csv").read_text() == "rank,precision\n1,1.0\n2,0.5\n"
    plot.export(tmp_path / "precision.svg")
    assert b"<svg" in (tmp_path / "precision.svg").read_bytes()


@pytest.mark.parametrize("height", [20, 40, 60, 120, 400])
def test_shares_on_an_axis_never_touch_and_both_ends_are_named(height: int) -> None:
    axis = ShareAxis("left")
    ((_, shares),) = axis.tickValues(0.0, 1.0, height)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    if len(shares) > 2:
        assert QFontMetrics(QFont()).height() < height / (len(shares) - 1)
    assert axis.tickStrings([0.0, 0.4, 1.0], 1.0, 0.2) == ["0", "0.4", "1"]
