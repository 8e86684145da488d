"""A panel is made when its dock is first seen or asked for, once, and follows what was connected before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QMainWindow, QTableView, QWidget
from ui.user import bring, go_to

from inspector.ui.analysis.labels_panel import LabelsPanel
from inspector.ui.plots.differences.differences_plot import DifferencesPlot
from inspector.ui.window.docks.late_dock import LateDock, LateDocks


class Asking(QLabel):
    asked = Signal(int)


class Two(LateDocks):
    """Two docks with a tab each; counts the panels that were made."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__()
        self.count = 0
        for name in ("front", "behind"):
            self.by_name[name] = LateDock(name, name.title(), self._panel, window)
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.by_name[name])
        window.tabifyDockWidget(*reversed(self.by_name.values()))

    def _panel(self) -> QWidget:
        self.count += 1
        return Asking("a panel")


@pytest.fixture
def docks(qtbot) -> Iterator[Two]:
    window = QMainWindow()
    qtbot.addWidget(window)
    two = Two(window)
    with qtbot.waitExposed(window):
        window.show()
    yield two


def test_only_the_panel_in_front_is_made(docks: Two) -> None:
    assert (docks.count, docks.by_name["front"].is_made, docks.by_name["behind"].is_made) == (1, True, False)
    assert docks.made == [docks.by_name["front"].panel]


def test_a_panel_is_made_once_and_seen_when_its_tab_is_chosen(docks: Two) -> None:
    behind = docks.by_name["behind"]
    bring(behind, behind)
    assert behind.is_made
    assert behind.panel.isVisible()
    bring(docks.by_name["front"].panel, docks.by_name["front"])
    bring(behind.panel, behind)
    assert docks.count == 2


def test_a_panel_that_is_asked_for_is_made_unseen(docks: Two) -> None:
    assert docks.panel("behind", Asking).text() == "a panel"
    assert docks.count == 2
    assert docks.by_name["front"].panel.isVisible()


def test_a_panel_that_floats_outside_of_the_screen_is_made(docks: Two) -> None:
    docks.by_name["behind"].setFloating(True)
    assert docks.count == 2


def test_signals_of_all_panels_arrive_whenever_they_are_made(docks: Two) -> None:
    arrived: list[int] = []
    docks.listen(asked=arrived.append, never=arrived.append)
    for number, name in enumerate(docks.by_name):
        docks.panel(name, Asking).asked.emit(number)
    assert arrived == [0, 1]


def test_panels_behind_tabs_are_not_made_with_the_window(window) -> None:
    made = {name for name, dock in window.bench.docks.by_name.items() if dock.is_made}
    assert made >= {"scoreDock", "firstHitDock", "rowDock", "problemsDock"}
    assert not made & {"labelsDock", "slicesDock", "matrixDock", "differencesDock", "suspectsDock", "editsDock"}


def test_a_panel_made_late_filters_and_copies_like_the_others(window, pair, qtbot) -> None:
    dock = window.bench.docks.by_name["labelsDock"]
    panel = bring(dock.panel, dock)
    assert isinstance(panel, LabelsPanel)
    table = panel if isinstance(panel, QTableView) else panel.findChildren(QTableView)[0]
    qtbot.waitUntil(lambda: table.model().rowCount() > 0)
    assert "Copy &all" in [entry.text() for entry in table.actions()]
    table.activated.emit(table.model().index(0, 0))
    qtbot.waitUntil(lambda: len(pair.state.clauses) == 1)


def test_a_plot_made_late_marks_the_rows_selected_before(window) -> None:
    table = go_to(window, "r03")
    table.selectAll()
    dock = window.bench.docks.by_name["differencesDock"]
    assert not dock.is_made
    assert len(window.bench.docks.panel("differencesDock", DifferencesPlot).selected) == table.model().rowCount()
