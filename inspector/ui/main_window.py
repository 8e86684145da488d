"""The window: puts the parts in their places and does what the actions ask."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QTabWidget, QToolBar, QVBoxLayout, QWidget

from inspector.core.inspection import Inspection
from inspector.core.order import SortKey
from inspector.core.state import WORST_FIRST
from inspector.ui import about, actions
from inspector.ui.analyst import Analyst
from inspector.ui.bridge import Bridge
from inspector.ui.menus import Menus
from inspector.ui.opener import Opener
from inspector.ui.panels.empty_state import EmptyState
from inspector.ui.panels.filter_bar import FilterBar
from inspector.ui.panels.labels_panel import LabelsPanel
from inspector.ui.panels.message_bar import MessageBar
from inspector.ui.panels.problems_panel import ProblemsPanel
from inspector.ui.panels.row_panel import RowPanel
from inspector.ui.panels.score_bar import ScoreBar
from inspector.ui.plots.first_hit_histogram import FirstHitHistogram
from inspector.ui.plots.precision_plot import PrecisionPlot
from inspector.ui.plots.score_histogram import ScoreHistogram
from inspector.ui.saver import Saver
from inspector.ui.settings import Settings
from inspector.ui.status_line import StatusLine
from inspector.ui.table.row_table import RowTable
from inspector.ui.text import menu
from inspector.ui.theme import Theme

_NAME = "Submission Inspector"


class MainWindow(QMainWindow):
    """One inspection in one window."""

    def __init__(self, inspection: Inspection, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self._inspection, self._theme, self._settings = inspection, theme, settings
        self._bridge = Bridge(inspection, self)
        self.opener = Opener(inspection, settings, self)
        self._saver = Saver(inspection, self)
        self._analyst = Analyst(inspection, self)
        self._place_parts()
        self._place_docks()
        self._fill_menus()
        self._connect()
        self.resize(1280, 800)
        self.restoreGeometry(settings.bytes("geometry"))
        self._layout = settings.bytes("docks")
        self._show_open()

    def report(self, error: Exception | str) -> None:
        """Say what went wrong, in a line that stays."""
        self._message.say(error)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self._unless_edited(lambda: self.opener.take(paths))

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._saver.may_lose_edits():
            event.ignore()
            return
        self._settings.keep_bytes("geometry", self.saveGeometry())
        if self._inspection.is_open:
            self._settings.keep_bytes("docks", self.saveState())
        self.opener.worker.close()
        self._analyst.worker.close()
        self._bridge.close()
        event.accept()

    def _place_parts(self) -> None:
        self._score = ScoreBar(self._bridge, self._theme, self)
        self._table = RowTable(self._bridge, self._theme, self)
        self._row = RowPanel(self._bridge, self._theme, self)
        self._plots = (
            ScoreHistogram(self._bridge, self._theme, self),
            FirstHitHistogram(self._bridge, self._theme, self),
        )
        self._message = MessageBar(self._theme, self)
        self._empty = EmptyState(self._theme, self)
        self._status = StatusLine(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._table)
        middle = QWidget(self)
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._message)
        layout.addWidget(FilterBar(self._bridge, self))
        layout.addWidget(self._stack, 1)
        self.setCentralWidget(middle)
        self.setStatusBar(self._status)
        self._bar = QToolBar("Score", self)
        self._bar.setObjectName("scoreToolBar")
        self._bar.setMovable(False)
        self._bar.toggleViewAction().setEnabled(False)
        self._bar.addWidget(self._score)
        self.addToolBar(self._bar)

    def _place_docks(self) -> None:
        problems = ProblemsPanel(self._bridge, self._theme, self)
        right, bottom = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
        self._docks: dict[str, QDockWidget] = {}
        for name, title, part, area in (
            ("scoreDock", "Score distribution", self._plots[0], right),
            ("firstHitDock", "First-hit rank", self._plots[1], right),
            ("rowDock", "Row", self._row, right),
            ("labelsDock", "Labels", LabelsPanel(self._bridge, self), right),
            ("precisionDock", "Precision by confidence", PrecisionPlot(self._bridge, self._theme, self), right),
            ("problemsDock", "Problems", problems, bottom),
        ):
            dock = QDockWidget(title, self)
            dock.setObjectName(name)
            dock.setWidget(part)
            self.addDockWidget(area, dock)
            self._docks[name] = dock
        self.tabifyDockWidget(self._docks["rowDock"], self._docks["labelsDock"])
        self.tabifyDockWidget(self._docks["scoreDock"], self._docks["precisionDock"])
        self.setTabPosition(right, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.BottomRightCorner, right)

    def _fill_menus(self) -> None:
        self._actions = actions.Actions(self, self._deeds())
        menus = Menus(self, self._actions, self._theme, self._settings, [*self._docks.values()])
        menus.recent_chosen.connect(lambda pair: self._unless_edited(lambda: self.opener.open_recent(pair)))
        menus.sample_chosen.connect(lambda name: self._unless_edited(lambda: self.opener.open_sample(name)))

    def _deeds(self) -> dict[str, Callable[[], object]]:
        """What each action does, by the action's name."""
        inspection, table, row, saver = self._inspection, self._table, self._row, self._saver
        return {
            "open_files": lambda: self.opener.ask(self._saver.may_lose_edits),
            "save_as": saver.save_as,
            "export_rows": saver.export_rows,
            "export_picture": saver.export_picture,
            "copy_command": self._copy_command,
            "quit": self.close,
            "undo": lambda: self._show_undone(inspection.undo),
            "redo": lambda: self._show_undone(inspection.redo),
            "reset_rows": lambda: inspection.reset(table.selected_rows().tolist()),
            "reset_all": inspection.reset,
            "copy": table.copy,
            "copy_with_headers": lambda: table.copy(headers=True),
            "edit_row": self._edit_row,
            "put_truth_first": row.put_truth_first,
            "clear_row": row.clear,
            "next_row": lambda: table.step(1),
            "previous_row": lambda: table.step(-1),
            "sort_worst": lambda: inspection.sort(*WORST_FIRST),
            "sort_best": lambda: inspection.sort(SortKey("score", descending=True)),
            "sort_as_read": inspection.sort,
            "focus_table": table.setFocus,
            "log_scale": self._turn_log_scale,
            "ask_which": self._analyst.ask_which,
            "ask_constant": self._analyst.ask_constant,
            "show_all": lambda: inspection.show_only(None),
            "show_shortcuts": lambda: about.show_shortcuts(self._actions, self),
            "show_about": lambda: about.show_about(self),
        }

    def _show_undone(self, deed: Callable[[], list[int]]) -> None:
        """Undo or redo, and go to the row that it changed."""
        if changed := deed():
            self._inspection.go_to(changed[0])

    def _edit_row(self) -> None:
        self._docks["rowDock"].show()
        self._row.focus_edit()

    def _turn_log_scale(self) -> None:
        for plot in self._plots:
            plot.set_log(not plot.is_log)

    def _turn_problems(self) -> None:
        dock = self._docks["problemsDock"]
        dock.setVisible(not dock.isVisible())
        if dock.isVisible():
            self.resizeDocks([dock], [self.height() // 4], Qt.Orientation.Vertical)

    def _copy_command(self) -> None:
        pair = self._inspection.state.pair
        submission = self._inspection.saved_to or Path(pair.submission.sheet.name)
        files = [str(path.absolute()) for path in (Path(pair.truth.sheet.name), submission)]
        command = ["submission-inspector", "score", *files, "--metric", str(self._inspection.metric)]
        QGuiApplication.clipboard().setText(shlex.join(command))
        unsaved = "" if self._inspection.is_saved else "; it knows only what is saved, so not your last edits"
        self._status.showMessage(f"The command is on the clipboard{unsaved}", 6000)

    def _connect(self) -> None:
        bridge, opener = self._bridge, self.opener
        for signal in (bridge.loaded, bridge.saved, bridge.scored, bridge.ordered):
            signal.connect(self._show_state)
        bridge.loaded.connect(self._show_open)
        bridge.loaded.connect(self._message.hide)
        self._table.selection_changed.connect(self._show_status)
        self._score.metric_asked.connect(opener.set_metric)
        self._score.rule_opened.connect(self._analyst.fill_rule)
        self._analyst.metric_asked.connect(opener.set_metric)
        self._score.problems_asked.connect(self._turn_problems)
        self._status.cancelled.connect(opener.worker.cancel)
        opener.worker.progressed.connect(self._status.show_progress)
        opener.worker.stopped.connect(self._status.idle)
        opener.worker.stopped.connect(self._score.refresh)
        opener.waiting.connect(lambda path: self._empty.show_files(None, path))
        for told in (self._saver.done, self._table.copied):
            told.connect(lambda text: self._status.showMessage(text, 6000))
        for part in (opener, self._saver, self._analyst, *self._plots):
            part.failed.connect(self.report)
        for part in (self._table, self._row, self._score):
            part.refused.connect(self.report)
        self._empty.open_asked.connect(lambda: opener.ask(self._saver.may_lose_edits))
        self._empty.sample_asked.connect(opener.open_sample)
        self._empty.recent_asked.connect(opener.open_recent)

    def _show_open(self) -> None:
        """Show the pair, or what can be opened when there is none."""
        is_open = self._inspection.is_open
        first = is_open and self._stack.currentWidget() is not self._table
        self._stack.setCurrentWidget(self._table if is_open else self._empty)
        self._bar.setVisible(is_open)
        self._actions.enable(is_open)
        if not is_open:
            self._empty.show_recent(self._settings.recent)
        if first or not is_open:
            self._arrange(is_open)
        self._show_state()

    def _arrange(self, is_open: bool) -> None:
        """The docks appear with the first pair, as they were left last time."""
        for name, dock in self._docks.items():
            dock.setVisible(is_open and name != "problemsDock")
        if is_open:
            # What the metric makes most of stands in front: the row, and for GAP the precision along the list.
            self._docks["rowDock"].raise_()
            self._docks["precisionDock" if self._inspection.metric.needs_confidence else "scoreDock"].raise_()
        if is_open and not self.restoreState(self._layout or QByteArray()):
            right = [self._docks[name] for name in ("scoreDock", "firstHitDock", "rowDock")]
            self.resizeDocks(right, [self.width() * 11 // 32] * 3, Qt.Orientation.Horizontal)
            self.resizeDocks(right, [180, 180, 400], Qt.Orientation.Vertical)
        if is_open:
            self._table.setFocus()

    def _show_state(self) -> None:
        if not self._inspection.is_open:
            self.setWindowTitle(_NAME)
            return
        overall, name = self._inspection.overall, Path(self._inspection.state.pair.submission.sheet.name).name
        score = "–" if math.isnan(overall) else f"{overall:.6f}"
        self.setWindowTitle(f"{name.replace('[*]', '')}[*] · {self._inspection.metric.label} {score} – {_NAME}")
        self.setWindowModified(not self._inspection.is_saved)
        for action, text, what in (
            ("undo", "&Undo", self._inspection.undo_name),
            ("redo", "&Redo", self._inspection.redo_name),
        ):
            self._actions.by_name[action].setText(f"{text}: {menu(what)}" if what else text)
            self._actions.by_name[action].setEnabled(what is not None)
        self._show_status()

    def _show_status(self) -> None:
        if self._inspection.is_open:
            self._status.show_rows(self._inspection, self._table.selected_rows())

    def _unless_edited(self, go_on: Callable[[], None]) -> None:
        """Go on when no edits would be lost, or when the user lets them go."""
        if self._saver.may_lose_edits():
            go_on()
