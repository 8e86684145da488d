"""An edit paints each part once: a second paint behind the first would take as long again, and show nothing new."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDockWidget,
    QTableView,
    QToolBar,
    QToolButton,
    QWidget,
)
from ui.user import bring, find

from inspector import Inspection
from inspector.ui.window.main_window import MainWindow


class Events(QObject):
    """Counts the events of a kind, paints unless another is named, that a widget gets."""

    def __init__(self, widget: QWidget, kind: QEvent.Type = QEvent.Type.Paint) -> None:
        super().__init__(widget)
        self.kind, self.count = kind, 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.count += event.type() == self.kind
        return False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dock", "part"),
    [("editsDock", "editsTable"), ("firstHitDock", "firstHitHistogram"), ("scoreDock", "scoreHistogram")],
)
def test_an_edit_paints_a_panel_once(window: MainWindow, pair: Inspection, dock: str, part: str) -> None:
    pair.edit("r04", ["d"])
    view = bring(find(window, QAbstractScrollArea, part), find(window, QDockWidget, dock))
    settle()
    paints = Events(view.viewport())
    pair.edit("r05", ["e"])
    settle()
    assert paints.count == 1


@pytest.mark.slow
def test_a_panel_that_says_nothing_of_a_pair_is_never_shown(empty: MainWindow, pair: Inspection) -> None:
    docks = [find(empty, QDockWidget, name) for name in ("truthDock", "errorDock", "scoreDock")]
    shown = [Events(dock, QEvent.Type.ShowToParent) for dock in docks]
    empty.bench.inspection.load(pair.state)
    assert [events.count for events in shown] == [0, 0, 1]


@pytest.mark.slow
def test_an_edit_paints_the_titles_of_a_table_once(window: MainWindow, pair: Inspection) -> None:
    pair.edit("r04", ["d"])
    view = bring(find(window, QTableView, "editsTable"), find(window, QDockWidget, "editsDock"))
    settle()
    paints = Events(view.horizontalHeader().viewport())
    pair.edit("r05", ["e"])
    settle()
    assert paints.count == 1


@pytest.mark.slow
def test_an_edit_that_changes_no_score_paints_no_plot(window: MainWindow, pair: Inspection) -> None:
    pair.edit("r04", ["d"])
    window.bench.docks.bring("differencesDock")
    curve = bring(find(window, QAbstractScrollArea, "differencesPlot"), find(window, QDockWidget, "differencesDock"))
    bars = find(window, QAbstractScrollArea, "firstHitHistogram")
    settle()
    parts = Events(curve.viewport()), Events(bars.viewport()), Events(find(window, QToolButton, "ruleButton"))
    before = pair.overall
    pair.edit("r05", ["x"])
    settle()
    assert pair.overall == before
    assert [part.count for part in parts] == [0, 0, 0]


def test_another_row_lays_out_its_panel_alone(window: MainWindow, pair: Inspection) -> None:
    pair.go_to(0)
    bring(find(window, QTableView, "stepTable"), find(window, QDockWidget, "rowDock"))
    settle()
    titles = find(window, QTableView, "stepTable").horizontalHeader()
    requests, paints = Events(window, QEvent.Type.LayoutRequest), Events(titles.viewport())
    pair.go_to(1)
    settle()
    assert (requests.count, paints.count) == (0, 1)


@pytest.mark.slow
def test_another_score_lays_out_the_score_bar_alone(window: MainWindow, pair: Inspection) -> None:
    bar = find(window, QToolBar, "scoreToolBar")
    pair.edit("r04", ["d"])
    settle()
    requests = Events(bar, QEvent.Type.LayoutRequest)
    pair.edit("r05", ["e"])
    settle()
    assert requests.count == 0
    higher = bar.height() + 10
    find(window, QWidget, "overallScore").setMinimumHeight(higher)
    settle()
    assert bar.height() >= higher


def settle() -> None:
    """Paint all that is to be painted, and what that asks for."""
    for _ in range(4):
        QApplication.processEvents()
