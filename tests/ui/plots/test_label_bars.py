"""The label plot: right, wrong and missed counts of the core as stacked bars, whose parts can be clicked."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from pyqtgraph import BarGraphItem, mkBrush
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPicture
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget
from ui.user import Bare, Control, Left, bring, find

import inspector
from inspector import Inspection
from inspector.core.analysis.labels import label_table, top_labels
from inspector.core.query import parse, quote
from inspector.ui.plots import label_bars as module
from inspector.ui.plots.label_bars import LabelBars


@pytest.fixture
def plot(window, pair: Inspection) -> LabelBars:
    """The plot in front, under a metric that counts labels, and high enough for some of them."""
    pair.set_metric("f1")
    window.resize(1280, 1000)
    dock = find(window, QDockWidget, "labelBarsDock")
    plot = bring(find(window, LabelBars, "labelBars"), dock)
    window.resizeDocks([dock], [300], Qt.Orientation.Vertical)
    return plot


def layers(plot: LabelBars) -> list[BarGraphItem]:
    """The grey bars of all rows, then the right, wrong and missed parts of those shown."""
    return [item for item in plot.plotItem.items if isinstance(item, BarGraphItem)]


def parts(plot: LabelBars) -> np.ndarray:
    """The start and end of each part of each bar: (3, labels, 2)."""
    return np.array([np.stack([part.opts["x0"], part.opts["x1"]], axis=1) for part in layers(plot)[1:]])


def all_rows(plot: LabelBars) -> list[float]:
    """The ends of the grey bars."""
    return np.asarray(layers(plot)[0].opts["x1"]).tolist()


def names(plot: LabelBars) -> list[str]:
    """The labels that the left axis draws."""
    picture = QPicture()
    painter = QPainter(picture)
    _, _, texts = plot.getAxis("left").generateDrawSpecs(painter)
    painter.end()
    return [text for _, _, text in texts]


def lengths(plot: LabelBars) -> list[list[float]]:
    return (parts(plot)[..., 1] - parts(plot)[..., 0]).tolist()


def click(plot: LabelBars, x: float, y: float, modifiers=Bare) -> None:
    place = plot.mapFromScene(plot.plotItem.getViewBox().mapViewToScene(QPointF(x, y)))
    QTest.mouseClick(plot.viewport(), Left, modifiers, place)


def test_the_bars_stack_the_counts_of_the_core(plot, pair: Inspection) -> None:
    for change in (lambda: None, lambda: pair.edit("r05", ["e"]), pair.undo, lambda: pair.set_metric("jaccard")):
        change()
        table = label_table(pair.evaluation)
        order = np.argsort(-table.support, kind="stable")[: len(lengths(plot)[0])]
        assert len(order) > 2
        assert lengths(plot) == [counts[order].tolist() for counts in (table.tp, table.fp, table.fn)]
        ends = parts(plot)
        assert (ends[1:, :, 0] == ends[:-1, :, 1]).all()
        assert (ends[0, :, 0] == 0).all()


def test_a_filter_keeps_grey_bars_of_all_rows_in_place(plot, pair: Inspection) -> None:
    before, labels = all_rows(plot), names(plot)
    assert len(labels) == len(before)
    pair.narrow("truth:a")
    assert (all_rows(plot), names(plot)) == (before, labels)
    bars, count = top_labels(pair.evaluation, 60, pair.state.filter.mask), len(before)
    assert lengths(plot) == bars.shown[:, :count].tolist()
    assert np.sum(lengths(plot)) < sum(before)


@pytest.mark.slow
def test_a_click_on_a_part_shows_its_rows_and_a_second_one_all(plot, pair: Inspection) -> None:
    codes = top_labels(pair.evaluation, 60).codes
    clauses = ("truth:{0} & pred:{0}", "pred:{0} & !truth:{0}", "truth:{0} & !pred:{0}")
    for bar, code in enumerate(codes[: len(lengths(plot)[0])].tolist()):
        for kind, text in enumerate(clauses):
            low, high = parts(plot)[kind, bar]
            if low == high:
                continue
            click(plot, (low + high) / 2, bar)
            wanted = text.format(quote(pair.evaluation.table.vocab.text(code)))
            assert [clause.text for clause in pair.state.clauses] == [wanted]
            assert parse(wanted).mask(pair.evaluation).sum() == high - low
            pair.narrow("", source="labelBars")
    click(plot, 0.1, 0)
    click(plot, 0.1, 0)
    assert pair.state.clauses == ()


def test_bars_count_within_k_and_so_does_a_click(plot, pair: Inspection) -> None:
    pair.set_metric("f1@1")
    table = label_table(pair.evaluation)
    order = np.argsort(-table.support, kind="stable")[: len(lengths(plot)[0])]
    assert lengths(plot)[1] == table.fp[order].tolist() != [0] * len(order)
    bar = int(np.argmax(table.fp[order]))
    click(plot, parts(plot)[1, bar].mean(), bar)
    assert "counted:" in plot.clause
    assert parse(plot.clause).mask(pair.evaluation).sum() == table.fp[order][bar]


@pytest.mark.slow
def test_ctrl_adds_and_a_click_next_to_the_bar_is_the_whole_label(plot, pair: Inspection) -> None:
    first, second = (pair.evaluation.table.vocab.text(int(code)) for code in top_labels(pair.evaluation, 2).codes)
    end = parts(plot)[2, 1, 1]
    click(plot, 0.1, 0)
    click(plot, end + 0.2, 1, Control)
    (clause,) = pair.state.clauses
    assert clause.text.endswith(f" | truth:{quote(second)} | pred:{quote(second)}")
    assert clause.text.startswith(f"truth:{quote(first)}")


@pytest.mark.slow
def test_texts_say_what_colours_and_hatching_show(plot, pair: Inspection) -> None:
    def title() -> str:
        return " ".join(plot.plotItem.titleLabel.item.toPlainText().split())

    plot.parentWidget().setFloating(True)
    plot.window().resize(400, 900)
    assert title() == "✓ right ✗ wrong ○ missed"
    plot.window().resize(400, 150)
    assert 0 < len(lengths(plot)[0]) < len(label_table(pair.evaluation).codes)
    assert title() == f"✓ right ✗ wrong ○ missed top {len(lengths(plot)[0])}"
    plot.window().resize(400, 900)
    assert plot.getAxis("left").width() >= plot._axis_name.width
    table = label_table(pair.evaluation)
    top = int(np.argmax(table.support))
    name = pair.evaluation.table.vocab.text(int(table.codes[top]))
    said = f"{name}: {table.tp[top]} right, {table.fp[top]} wrong, {table.fn[top]} missed"
    assert plot.accessibleDescription().startswith(said)
    brushes = {mkBrush(part.opts["brush"]).style() for part in layers(plot)[1:]}
    assert len(brushes) > 1


def test_a_metric_that_counts_no_labels_has_no_bars_and_says_so(window, plot, pair: Inspection) -> None:
    pair.set_metric("map@3")
    dock = find(window, QDockWidget, "labelBarsDock")
    dock.show()  # as a program may, for it is hidden under MAP
    bring(plot, dock)
    assert lengths(plot) == [[], [], []]
    assert "Only set metrics" in plot.message
    pair.set_metric("f1")
    assert plot.message == ""
    assert lengths(plot)[0]


@pytest.mark.slow
def test_a_hidden_plot_counts_nothing(window, plot, pair: Inspection, monkeypatch) -> None:
    monkeypatch.setattr(module, "top_labels", lambda *_: pytest.fail("counted unseen"))
    find(window, QDockWidget, "labelBarsDock").hide()
    pair.edit("r05", ["e"])
    pair.narrow("truth:a")


def test_the_plot_is_in_front_when_a_pair_opens_under_a_set_metric(show, pair: Inspection) -> None:
    pair.set_metric("f1")
    assert find(show(pair), LabelBars, "labelBars").isVisible()


def test_a_redraw_while_another_pair_arrives_uses_no_old_labels(window, plot, pair: Inspection) -> None:
    """A selection may ask for it before the plots hear that a pair was opened."""
    few = pd.DataFrame({"id": ["a", "b"], "label": ["x", "x"]})
    window.bench.table.selection_changed.connect(lambda: plot.select(np.array([0, 1])))
    window.bench.table.selectAll()
    pair.load(inspector.open_pair(few, few, "f1").state)
    assert plot.accessibleDescription().startswith("x: 2 right")
