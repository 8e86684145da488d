"""The docks around the table: which panels and plots there are, where they are placed, and when they are shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakSet

import numpy as np
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTableView, QTabWidget, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.metrics.sets import SetMetric
from inspector.ui.comparison.submissions_panel import SubmissionsPanel
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.ladder.ladder_panel import LadderPanel
from inspector.ui.luck.luck_panel import LuckPanel
from inspector.ui.plots.canvas import Canvas
from inspector.ui.plots.matrix.counted_matrix import CountedMatrix
from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.presentation.playback_panel import PlaybackPanel
from inspector.ui.problems.problems_panel import ProblemsPanel
from inspector.ui.row.row_panel import RowPanel
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.versions.versions_panel import VersionsPanel
from inspector.ui.widgets.tables.table_actions import TableActions
from inspector.ui.widgets.theme import Theme
from inspector.ui.widgets.visibility import is_visible
from inspector.ui.window.docks.dock_list import DOCKS, Dock
from inspector.ui.window.docks.dock_titles import DockTitles
from inspector.ui.window.docks.late_dock import LateDock, LateDocks

_RIGHT, _BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
_LEAST = 52
# Heights of both plots and the row panel; for set metrics the label bars need more room than the ranks, and clouds and
# curves of numbers more than bars.
_HEIGHTS, _HEIGHTS_OF_SETS, _HEIGHTS_OF_NUMBERS = (170, 170, 420), (240, 140, 380), (260, 170, 330)
# With both lists of a row that is compared, which are seen whole in a low window, too; or with both of its numbers.
_LISTS_COMPARED, _NUMBERS_COMPARED = (130, 100, 430), (220, 110, 310)

Picture: TypeAlias = Canvas | CountedMatrix[Any]
_PICTURES = Canvas, CountedMatrix
# Panels that have plots in them.
_PLOTTED = LuckPanel, LadderPanel, NumberPanel


def _plots_of(panel: QWidget) -> list[Canvas]:
    """The panel if it is a plot, or the plots in it."""
    return [part for part in (panel, *panel.findChildren(QWidget)) if isinstance(part, Canvas)]


class Docks(LateDocks):
    """The docks of a window by object name. A panel is made when it is first seen or asked for.

    row, problems, preview (of the query), submissions, versions, stage (which shows edits step by step): those of which
    other parts of the window know, made at once.
    """

    def __init__(self, signals: DocumentSignals, theme: Theme, window: QMainWindow) -> None:
        super().__init__()
        self._window, self._inspection = window, signals.inspection
        self._selected: Ints = np.empty(0, np.int64)
        # Those that are made; weak, because the menus that pyqtgraph makes for a plot last as long as it.
        self._plots = WeakSet[Canvas]()
        for spec in DOCKS:
            dock = LateDock(spec.name, spec.title, partial(self._make, spec, signals, theme), window)
            window.addDockWidget(spec.area, dock)
            dock.hide()
            self.by_name[spec.name] = dock
            # Immediately: until they are tabbed, the window is as high as all docks together.
            if spec.tabbed_with:
                window.tabifyDockWidget(self.by_name[spec.tabbed_with], dock)
            if spec.remembers or not spec.tabbed_with:
                _ = dock.panel  # the first of each place is always there: scripts find it by its name
        sharing = {
            name for spec in DOCKS if spec.tabbed_with and spec.shown_at_first for name in (spec.name, spec.tabbed_with)
        }
        self.titles = DockTitles(window, self.by_name.values(), [self.by_name[name] for name in sharing])
        window.setTabPosition(_RIGHT | _BOTTOM, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        # Whether what is shown fits each dock that does not always do.
        self._fits: dict[str, bool] = {}
        self._is_compared = False
        self.row: RowPanel = self.panel("rowDock", RowPanel)
        self.problems: ProblemsPanel = self.panel("problemsDock", ProblemsPanel)
        self.preview: QueryPanel = self.panel("previewDock", QueryPanel)
        self.stage: PlaybackPanel = self.panel("stageDock", PlaybackPanel)
        self.submissions: SubmissionsPanel = self.panel("submissionsDock", SubmissionsPanel)
        self.versions: VersionsPanel = self.panel("versionsDock", VersionsPanel)
        # How high the docks on the right were before they made room for a row that is compared.
        self._heights_before: list[int] = []
        for signal in (signals.loaded, signals.metric_changed):
            signal.connect(self._follow_metric)
        for signal in (signals.loaded, signals.baseline_changed):
            signal.connect(self._follow_baseline)

    @property
    def plots(self) -> list[Canvas]:
        """The plots, in docks of their own and in panels; those that are not there yet are made."""
        names = [spec.name for spec in DOCKS if issubclass(spec.kind, (Canvas, *_PLOTTED))]
        return [plot for name in names for plot in _plots_of(self.by_name[name].panel)]

    @property
    def pictures(self) -> list[tuple[LateDock, Callable[[], Picture]]]:
        """What can be copied and saved as a picture of the open pair: its dock, and what gives it."""
        kinds = (*_PICTURES, *_PLOTTED) if self._inspection.is_open else ()
        # Those with something to say about the pair, and about what it is compared with.
        specs = [spec for spec in DOCKS if self._fits.get(spec.name, True) and (self._is_compared or not spec.compares)]
        names = [spec.name for spec in specs if issubclass(spec.kind, kinds)]
        return [(self.by_name[name], partial(self._picture, name)) for name in names]

    def select(self, rows: Ints) -> None:
        """Mark the selected rows, int64, in the plots."""
        self._selected = rows
        for plot in self._plots:
            plot.select(rows)

    def _make(self, spec: Dock, signals: DocumentSignals, theme: Theme) -> QWidget:
        """The panel of a dock as the window is now; the lines of its tables can be copied and exported."""
        panel = spec.make(signals, theme, self._window)
        # A panel that is too low can be scrolled; a window larger than the screen cannot.
        if spec.name != "stageDock":
            panel.setMinimumHeight(_LEAST)
        for view in [panel] if isinstance(panel, QTableView) else panel.findChildren(QTableView):
            TableActions(view, spec.title)
        plots = _plots_of(panel)
        for plot in plots:
            plot.select(self._selected)
        self._plots.update(plots)
        return panel

    def _picture(self, name: str) -> Picture:
        """The panel, or the plot that it shows now."""
        panel = self.by_name[name].panel
        parts = [part for part in (panel, *panel.findChildren(QWidget)) if isinstance(part, _PICTURES)]
        return next((part for part in parts if part.isVisibleTo(panel)), parts[0])

    def arrange(self, layout: QByteArray) -> None:
        """Show the docks of an open pair, in the kept layout if there is one; hide all when no pair is open."""
        is_open, docks, self._fits = self._inspection.is_open, self.by_name, {}
        fits = self._fitting_now() if is_open else {}
        for spec in DOCKS:
            docks[spec.name].setVisible(spec.shown_at_first and not spec.compares and fits.get(spec.name, is_open))
        if not is_open:
            return
        # The row panel and the plot that fits the metric come to the front of their tabs.
        for name in ("rowDock", "firstHitDock", self._fitting):
            docks[name].raise_()
        if not self._window.restoreState(layout):
            self._window.resizeDocks(self._right, [self._window.width() * 11 // 32] * 3, Qt.Orientation.Horizontal)
            self._window.resizeDocks(self._right, self._heights, Qt.Orientation.Vertical)
        docks["stageDock"].hide()  # no steps are played yet
        if len(self._inspection.submissions) == 1:
            docks["submissionsDock"].hide()  # it comes with the second one
        self._show_fitting()
        self._show_compared()  # whatever the kept layout shows

    @property
    def _heights(self) -> tuple[int, int, int]:
        """How high the docks on the right are at first, from the top."""
        if not self._inspection.evaluation.table.kind.names_labels:
            return _HEIGHTS_OF_NUMBERS
        return _HEIGHTS_OF_SETS if isinstance(self._inspection.metric, SetMetric) else _HEIGHTS

    @property
    def _names_labels(self) -> bool:
        """Whether the docks are those of labels, as they are while no pair is open."""
        return not self._inspection.is_open or self._inspection.evaluation.table.kind.names_labels

    @property
    def _right(self) -> list[LateDock]:
        """The docks of both plots and of the row, from the top."""
        middle = "firstHitDock" if self._names_labels else "errorDock"
        return [self.by_name[name] for name in ("scoreDock", middle, "rowDock")]

    @property
    def _fitting(self) -> str:
        """The dock of the plot that fits the metric: precision for GAP, labels for F."""
        metric = self._inspection.metric
        if metric.has_places:
            return "precisionDock"
        return "labelBarsDock" if isinstance(metric, SetMetric) else "scoreDock"

    def _follow_metric(self) -> None:
        if self._fits and self._inspection.is_open:  # else they are not arranged yet
            self._show_fitting()

    def _fitting_now(self) -> dict[str, bool]:
        """Whether each dock that does not always do has something to say about the pair under its metric."""
        return {spec.name: spec.fits(self._inspection.evaluation) for spec in DOCKS if spec.fits is not None}

    def _show_fitting(self) -> None:
        """Hide the plots that have nothing to say about the pair under its metric, and show those that do again."""
        for spec in DOCKS:
            if spec.titled is not None:
                self.by_name[spec.name].setWindowTitle(spec.titled(self._inspection.metric))
        before, self._fits = self._fits, self._fitting_now()
        closed = {spec.name for spec in DOCKS if self._is_kept_closed(spec)}
        comes_back = {spec.name for spec in DOCKS if (self._is_compared if spec.compares else spec.shown_at_first)}
        for name, fits in self._fits.items():
            dock = self.by_name[name]
            if before.get(name) == fits:
                continue
            was_seen = is_visible(dock)
            dock.toggleViewAction().setEnabled(fits)
            is_kept = not before and fits and (name in closed or self._was_closed(name))
            if not fits or (name in comes_back and not is_kept):
                dock.setVisible(fits)
            if was_seen and not fits:
                self.by_name[self._fitting].raise_()

    def _is_kept_closed(self, spec: Dock) -> bool:
        """Whether a dock is hidden, and others that come and go with it are not: the user has closed it."""
        alike = (other.name for other in DOCKS if other.fits is spec.fits is not None and other.shown_at_first)
        return self.by_name[spec.name].isHidden() and any(not self.by_name[name].isHidden() for name in alike)

    def _was_closed(self, name: str) -> bool:
        """Whether the user closed the first dock of a place: then none that does not fit the pair stands in for it."""
        behind = [spec for spec in DOCKS if spec.tabbed_with == name and not self._fits.get(spec.name, True)]
        return bool(behind) and all(self.by_name[spec.name].isHidden() for spec in behind)

    def _follow_baseline(self) -> None:
        """Show the plots of differences when there is another baseline, and hide them when there is none any more."""
        row = self.by_name["rowDock"]
        if (self._inspection.is_open and not self._inspection.evaluation.baseline.is_file) != self._is_compared:
            width = row.width()
            self._show_compared()
            self._window.resizeDocks([row], [width], Qt.Orientation.Horizontal)  # more tabs would take more room
            self._make_room(row)

    def _make_room(self, row: LateDock) -> None:
        """Have room for both lists of a row that is compared, and give it back to the plots after that."""
        docks, before = [self._in_front(dock) for dock in self._right], self._heights_before
        self._heights_before = []  # given back once: later heights are the user's
        wanted = _LISTS_COMPARED if self._names_labels else _NUMBERS_COMPARED
        if self._is_compared and not row.isFloating() and row.height() < wanted[-1]:
            heights = self._heights_with_tabs(docks)
            self._heights_before = heights if min(heights) > 0 else []  # they may have been moved elsewhere
            self._window.resizeDocks(docks, wanted, Qt.Orientation.Vertical)
        elif not self._is_compared and before and docks[0].height() < before[0]:
            self._window.resizeDocks(docks, before, Qt.Orientation.Vertical)

    def _in_front(self, dock: QDockWidget) -> QDockWidget:
        """The dock, or the one that is in front of it: only that has its size."""
        return next((one for one in (dock, *self._window.tabifiedDockWidgets(dock)) if is_visible(one)), dock)

    def _heights_with_tabs(self, docks: list[QDockWidget]) -> list[int]:
        """The heights of docks one below the other, each with the tabs above it, as Qt divides the room."""
        middle = self._window.centralWidget()
        top = docks[0].geometry().top() if middle is None else middle.geometry().top()
        bottoms = [dock.geometry().bottom() for dock in docks]
        return [bottom - above for above, bottom in zip([top, *bottoms], bottoms, strict=False)]

    def _show_compared(self) -> None:
        self._is_compared = self._inspection.is_open and not self._inspection.evaluation.baseline.is_file
        for name in (spec.name for spec in DOCKS if spec.compares):
            self.by_name[name].setVisible(self._is_compared and self._fits.get(name, True))

    def bring(self, name: str) -> None:
        """Show a dock in front of its tabs, high enough for its widget, and focus that."""
        dock = self.by_name[name]
        dock.show()
        dock.raise_()
        if layout := self._window.layout():
            layout.activate()
        title = dock.minimumSizeHint().height() - dock.panel.minimumHeight()
        needed = title + dock.panel.minimumSizeHint().height()
        if dock.height() < needed and not dock.isFloating():
            self._window.resizeDocks([dock], [needed], Qt.Orientation.Vertical)
        dock.panel.setFocus()

    def show_below(self, name: str, height: int) -> None:
        """Show a dock below the table, in front of its tabs; as high as this if it was hidden."""
        dock = self.by_name[name]
        if not dock.isVisible():
            dock.show()
            self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
        dock.raise_()

    def turn_problems(self, shown: bool | None = None) -> None:
        """Show or hide the problems; toggle them when `shown` is None."""
        dock = self.by_name["problemsDock"]
        dock.setVisible(not is_visible(dock) if shown is None else shown)
        if dock.isVisible():
            dock.raise_()
            self._window.resizeDocks([dock], [self._window.height() // 4], Qt.Orientation.Vertical)
