"""The docks around the table: which panels and plots there are, where they stand, and how they come up with a pair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from inspector.core.metrics import Metric
from inspector.core.metrics.sets import SetMetric
from inspector.core.query import Clause
from inspector.ui.analysis.confusions_panel import ConfusionsPanel
from inspector.ui.analysis.failures_panel import FailuresPanel
from inspector.ui.analysis.labels_panel import LabelsPanel
from inspector.ui.analysis.metrics_panel import MetricsPanel
from inspector.ui.analysis.slices_panel import SlicesPanel
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.canvas import Canvas
from inspector.ui.plots.first_hit_histogram import FirstHitHistogram
from inspector.ui.plots.histogram import Histogram
from inspector.ui.plots.label_bars import LabelBars
from inspector.ui.plots.precision_plot import PrecisionPlot
from inspector.ui.plots.score_histogram import ScoreHistogram
from inspector.ui.presentation.playback_panel import PlaybackPanel
from inspector.ui.problems.problems_panel import ProblemsPanel
from inspector.ui.row.row_panel import RowPanel
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme
from inspector.ui.widgets.visibility import is_visible
from inspector.ui.window.dock_titles import DockTitles

_RIGHT, _BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
_LEAST = 52
# Of the two plots and the row, in parts of the window's height; labels are many, and ranks mean little to a set.
_HEIGHTS, _HEIGHTS_OF_SETS = (180, 180, 400), (240, 140, 380)


@dataclass(frozen=True)
class Place:
    """One dock: its object name, its title, its area, what makes its part.

    beside: the dock whose tab it shares; at_first: whether it comes up with the first pair.
    """

    name: str
    title: str
    area: Qt.DockWidgetArea
    make: Callable[[DocumentSignals, Theme, QWidget], QWidget]
    beside: str | None = None
    at_first: bool = True


def _plain(part: Callable[[DocumentSignals, QWidget], QWidget]) -> Callable[[DocumentSignals, Theme, QWidget], QWidget]:
    """How a part is made that needs no theme."""
    return lambda signals, theme, window: part(signals, window)


PLACES = (
    Place("scoreDock", "Score distribution", _RIGHT, ScoreHistogram),
    Place("firstHitDock", "First-hit rank", _RIGHT, FirstHitHistogram),
    Place("rowDock", "Row", _RIGHT, RowPanel),
    Place("labelsDock", "Labels", _RIGHT, _plain(LabelsPanel), beside="rowDock"),
    Place("slicesDock", "Slices", _RIGHT, _plain(SlicesPanel), beside="rowDock"),
    Place("confusionsDock", "Confusions", _RIGHT, _plain(ConfusionsPanel), beside="rowDock"),
    Place("groupsDock", "Failures", _RIGHT, _plain(FailuresPanel), beside="firstHitDock"),
    Place("metricsDock", "Metrics", _RIGHT, _plain(MetricsPanel), beside="firstHitDock"),
    Place("previewDock", "Query", _RIGHT, _plain(QueryPanel), beside="firstHitDock"),
    Place("precisionDock", "Precision", _RIGHT, PrecisionPlot, beside="scoreDock"),
    Place("labelBarsDock", "Right and wrong", _RIGHT, LabelBars, beside="scoreDock"),
    Place("problemsDock", "Problems", _BOTTOM, ProblemsPanel, at_first=False),
    Place("stageDock", "Predict, then reveal", _BOTTOM, PlaybackPanel, beside="problemsDock", at_first=False),
)


class Docks:
    """The docks of a window by name, each with the part in it."""

    def __init__(self, signals: DocumentSignals, theme: Theme, window: QMainWindow) -> None:
        self._window, self._inspection = window, signals.inspection
        self.by_name: dict[str, QDockWidget] = {}
        for place in PLACES:
            dock = QDockWidget(place.title, window)
            dock.setObjectName(place.name)
            dock.setWidget(place.make(signals, theme, window))
            # A part that is cut short can be scrolled or made larger; a window larger than the screen cannot.
            if place.name != "stageDock":
                dock.widget().setMinimumHeight(_LEAST)
            window.addDockWidget(place.area, dock)
            dock.hide()
            self.by_name[place.name] = dock
            # At once: as long as docks stand one above the other, the window is as high as all of them.
            if place.beside:
                window.tabifyDockWidget(self.by_name[place.beside], dock)
        sharing = {name for place in PLACES if place.beside and place.at_first for name in (place.name, place.beside)}
        self.titles = DockTitles(window, self.by_name.values(), [self.by_name[name] for name in sharing])
        window.setTabPosition(_RIGHT | _BOTTOM, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        signals.loaded.connect(self._change_places)

    @property
    def parts(self) -> list[QWidget]:
        """What stands in the docks."""
        return [dock.widget() for dock in self.by_name.values()]

    @property
    def histograms(self) -> list[Histogram]:
        """The parts that count rows in bars."""
        return [part for part in self.parts if isinstance(part, Histogram)]

    @property
    def plots(self) -> list[Canvas]:
        """The parts that draw."""
        return [part for part in self.parts if isinstance(part, Canvas)]

    @property
    def brushes(self) -> list[tuple[str, BrushCanvas]]:
        """The plots in which rows are chosen, each with its title."""
        titled = [(dock.windowTitle(), dock.widget()) for dock in self.by_name.values()]
        return [(title, part) for title, part in titled if isinstance(part, BrushCanvas)]

    @property
    def preview(self) -> QueryPanel:
        """The panel with the picture or text of the current row."""
        panel = self.by_name["previewDock"].widget()
        assert isinstance(panel, QueryPanel)  # noqa: S101
        return panel

    @property
    def row(self) -> RowPanel:
        """The panel of the current row."""
        panel = self.by_name["rowDock"].widget()
        assert isinstance(panel, RowPanel)  # noqa: S101
        return panel

    @property
    def problems(self) -> ProblemsPanel:
        """The panel of what is wrong in the files."""
        panel = self.by_name["problemsDock"].widget()
        assert isinstance(panel, ProblemsPanel)  # noqa: S101
        return panel

    @property
    def stage(self) -> PlaybackPanel:
        """The panel that shows edits step by step."""
        panel = self.by_name["stageDock"].widget()
        assert isinstance(panel, PlaybackPanel)  # noqa: S101
        return panel

    def listen(
        self,
        narrow: Callable[[Clause], None],
        report: Callable[[Exception], None],
        set_metric: Callable[[Metric], None],
    ) -> None:
        """Hand on what the parts ask to be shown, and what they could not do."""
        for part in self.parts:
            if hasattr(part, "filter_asked"):
                part.filter_asked.connect(narrow)
            if hasattr(part, "metric_asked"):
                part.metric_asked.connect(set_metric)
            if hasattr(part, "failed"):
                part.failed.connect(report)

    def arrange(self, layout: QByteArray) -> None:
        """Show what there is to show; with a pair, as it was left in `layout`, if that holds anything."""
        is_open, docks = self._inspection.is_open, self.by_name
        for place in PLACES:
            docks[place.name].setVisible(is_open and place.at_first)
        if not is_open:
            return
        # In front stands the row, and what the metric makes most of.
        docks["rowDock"].raise_()
        docks["firstHitDock"].raise_()
        docks[self._fitting].raise_()
        if not self._window.restoreState(layout):
            right = [docks[name] for name in ("scoreDock", "firstHitDock", "rowDock")]
            self._window.resizeDocks(right, [self._window.width() * 11 // 32] * 3, Qt.Orientation.Horizontal)
            heights = _HEIGHTS_OF_SETS if isinstance(self._inspection.metric, SetMetric) else _HEIGHTS
            self._window.resizeDocks(right, heights, Qt.Orientation.Vertical)

    @property
    def _fitting(self) -> str:
        """The plot that the metric makes most of: with GAP the precision, with F the labels."""
        metric = self._inspection.metric
        if metric.needs_confidence:
            return "precisionDock"
        return "labelBarsDock" if isinstance(metric, SetMetric) else "scoreDock"

    def _change_places(self) -> None:
        """A plot that has nothing to say about another pair makes room for the one that fits it."""
        for name in {"precisionDock", "labelBarsDock"} - {self._fitting}:
            if is_visible(self.by_name[name].widget()):
                self.by_name[self._fitting].raise_()

    def turn_problems(self, shown: bool | None = None) -> None:
        """Show the problems, or hide them; without a word, the other of the two."""
        dock = self.by_name["problemsDock"]
        dock.setVisible(not is_visible(dock.widget()) if shown is None else shown)
        if dock.isVisible():
            dock.raise_()
            self._window.resizeDocks([dock], [self._window.height() // 4], Qt.Orientation.Vertical)
