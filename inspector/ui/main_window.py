"""The window: puts the parts in their places and connects them. What actions do is in `deeds`, the docks in `docks`."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QChildEvent
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QTabBar, QToolBar, QVBoxLayout, QWidget

from inspector.core.carry import Carried
from inspector.core.errors import InputError
from inspector.core.files import Problem, UnfitError
from inspector.core.inspection import Inspection
from inspector.ui import log_file
from inspector.ui.actions import Actions
from inspector.ui.analyst import Analyst
from inspector.ui.bridge import Bridge
from inspector.ui.deeds import deeds
from inspector.ui.docks import Docks
from inspector.ui.doer import Doer
from inspector.ui.filter_shelf import FilterShelf
from inspector.ui.filterer import Filterer
from inspector.ui.focus import FocusRing, Keys, Panes
from inspector.ui.illustrator import Illustrator
from inspector.ui.memory import Memory
from inspector.ui.mender import Mender
from inspector.ui.menus import Menus
from inspector.ui.opener import Opener
from inspector.ui.panels.empty_state import EmptyState
from inspector.ui.panels.filter_bar import FilterBar
from inspector.ui.panels.find_bar import FindBar
from inspector.ui.panels.message_bar import MessageBar
from inspector.ui.panels.score_bar import ScoreBar
from inspector.ui.recovery import Recovery
from inspector.ui.saver import Saver
from inspector.ui.selected import Selected
from inspector.ui.settings import Settings
from inspector.ui.stage import Stage
from inspector.ui.status_line import StatusLine
from inspector.ui.table.row_table import RowTable
from inspector.ui.table.table_menus import TableMenus
from inspector.ui.text import menu
from inspector.ui.theme import Theme
from inspector.ui.watcher import Watcher

_NAME = "Submission Inspector"
_ROW_MENU = ("filter_selection", "copy", "copy_with_headers", "put_truth_first", "reset_rows")
_MOST_NAMED = 10


class MainWindow(QMainWindow):
    """One inspection in one window."""

    def __init__(self, inspection: Inspection, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.inspection, self.theme, self.settings = inspection, theme, settings
        self._bridge = Bridge(inspection, self)
        self.opener = Opener(inspection, settings, self)
        self.saver = Saver(inspection, self)
        self.filterer = Filterer(self._bridge, self)
        self.analyst = Analyst(inspection, self)
        self.mender = Mender(inspection, self)
        self.doer = Doer(inspection, self)
        may = self.saver.may_lose_edits
        self._recovery = Recovery(self._bridge, self.opener, self.doer, may, settings.edits, theme, self)
        self._place_parts()
        self.docks = Docks(self._bridge, theme, self)
        self.selected = Selected(inspection, theme, self.table.selected_rows, self.doer, self)
        self.illustrator = Illustrator(self._bridge, settings, self.docks.by_name["previewDock"], self.docks.preview)
        self.stage = Stage(self, theme, self.docks.stage)
        self.panes = Panes(lambda: [self._bar, self.filter, self.table, *self.docks.parts, self._message])
        self._ring, self._keys = FocusRing(theme, self), Keys(self)
        self._watcher = Watcher(self._bridge, self)
        self.commands = Actions(self, deeds(self))
        self._fill_menus()
        self._connect()
        self.resize(1280, 800)
        self._memory = Memory(self, self._bridge, settings)
        self._show_open()

    def report(self, error: Exception | str) -> None:
        """Say what went wrong, in a line that stays; what nobody foresaw goes to the log, too."""
        if not isinstance(error, (str, InputError, OSError)):
            log_file.note(error)
        if isinstance(error, UnfitError) and (fix := self.opener.repair_for(error)):
            deed = partial(self.unless_edited, partial(self.opener.open_repaired, fix))
            hint = f"{fix.words}: recovers {fix.recovers:,}"
            self._message.offer(f"⚠ {error}", "Open with this repair", deed, hint)
        else:
            self._message.say(error)

    def say(self, text: str) -> None:
        """Say what was done, in the status line, for a while."""
        self._status.showMessage(text, 6000)

    def childEvent(self, event: QChildEvent) -> None:
        """Qt makes the tabs of docks when it needs them, and leaves them without a name."""
        super().childEvent(event)
        if event.polished() and isinstance(event.child(), QTabBar):
            event.child().setAccessibleName("Panels that share a place")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.unless_edited(lambda: self.opener.take(paths))

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.saver.may_lose_edits():
            event.ignore()
            return
        self._memory.keep()
        self._watcher.close()
        self.opener.close()
        for part in (self.analyst, self.selected, self.mender, self.doer, self.saver):
            part.worker.close()
        self.filterer.close()
        self._recovery.close()
        self._bridge.close()
        event.accept()

    def unless_edited(self, go_on: Callable[[], None]) -> None:
        """Go on when no edits would be lost, or when the user lets them go."""
        if self.saver.may_lose_edits():
            go_on()

    def _place_parts(self) -> None:
        self.score_bar = ScoreBar(self._bridge, self.theme, self)
        self.table = RowTable(self._bridge, self.theme, self)
        self._message = MessageBar(self.theme, self)
        self._empty = EmptyState(self.theme, self)
        self._status = StatusLine(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        middle = QWidget(self)
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._message)
        layout.addWidget(self._recovery.bar)
        self.filter = FilterBar(self._bridge, self.filterer, FilterShelf(self.settings), self.theme, self)
        self.finder = FindBar(self._bridge, self.filterer, self)
        layout.addWidget(self.filter)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.finder)
        self.setCentralWidget(middle)
        self.setStatusBar(self._status)
        self._bar = QToolBar("Score", self)
        self._bar.setObjectName("scoreToolBar")
        self._bar.setMovable(False)
        self._bar.toggleViewAction().setEnabled(False)
        self._bar.addWidget(self.score_bar)
        self.addToolBar(self._bar)

    def _fill_menus(self) -> None:
        menus = Menus(self, self.commands, self.theme, self.settings, self.docks, self.table)
        self.theme.changed.connect(self._colour)
        self._colour()
        menus.recent_chosen.connect(lambda pair: self.unless_edited(lambda: self.opener.open_recent(pair)))
        menus.sample_chosen.connect(lambda name: self.unless_edited(lambda: self.opener.open_sample(name)))

    def _connect(self) -> None:
        bridge, opener = self._bridge, self.opener
        for signal in (bridge.loaded, bridge.saved, bridge.scored, bridge.ordered):
            signal.connect(self._show_state)
        bridge.loaded.connect(self._show_open)
        bridge.loaded.connect(self._message.hide)
        self.table.selection_changed.connect(self._show_status)
        self.table.sort_asked.connect(self.doer.sort)
        self.score_bar.metric_asked.connect(opener.set_metric)
        self.score_bar.rule_opened.connect(self.analyst.fill_rule)
        self.analyst.metric_asked.connect(opener.set_metric)
        self.score_bar.problems_asked.connect(lambda: self.docks.turn_problems())
        self.docks.problems.fix_asked.connect(self.mender.ask)
        self.docks.problems.rows_asked.connect(self.mender.show_rows)
        self.mender.filter_asked.connect(self.filterer.narrow)
        self.mender.checked.connect(self._show_checked)
        for long in (opener, self.doer, self.saver):
            self._status.cancelled.connect(long.cancel)
            long.worker.progressed.connect(self._status.show_progress)
            long.worker.stopped.connect(self._status.idle)
        self.doer.given_up.connect(self.report)
        opener.worker.stopped.connect(self.score_bar.refresh)
        opener.waiting.connect(lambda path: self._empty.show_files(None, path))
        self.selected.told.connect(self.report)
        for told in (self.saver.done, self.selected.done, self.mender.done, self._recovery.done, self.table.copied):
            told.connect(self.say)
        for part in (self.filter, self.finder):
            part.left.connect(self.table.setFocus)
        below = [self.commands.by_name[name] for name in _ROW_MENU]
        TableMenus(self.table, self.inspection, below).filter_asked.connect(self.filterer.narrow)
        opener.reloaded.connect(self._say_reloaded)
        opener.opened.connect(self._say_repaired)
        self._watcher.changed.connect(self._offer_reload)
        self.docks.listen(self.filterer.narrow, self.report)
        for part in (opener, self.saver, self.analyst, self.selected, self.mender, self.doer, self._recovery):
            part.failed.connect(self.report)
        for part in (self.table, self.docks.row, self.score_bar):
            part.refused.connect(self.report)
        self._empty.open_asked.connect(lambda: opener.ask(self.saver.may_lose_edits))
        self._empty.sample_asked.connect(opener.open_sample)
        self._empty.recent_asked.connect(opener.open_recent)

    def _show_open(self) -> None:
        """Show the pair, or what can be opened when there is none."""
        is_open = self.inspection.is_open
        first = is_open and self._stack.currentWidget() is not self.table
        self._stack.setCurrentWidget(self.table if is_open else self._empty)
        self._bar.setVisible(is_open)
        self.commands.enable(is_open)
        if not is_open:
            self._empty.show_recent(self.settings.recent)
        if first or not is_open:
            self.docks.arrange(self._memory.layout)
        if first:
            self.illustrator.recall()
            self.table.setFocus()
        self._show_state()

    def _show_state(self) -> None:
        if not self.inspection.is_open:
            self.setWindowTitle(_NAME)
            return
        overall, name = self.inspection.overall, Path(self.inspection.state.pair.submission.sheet.name).name
        score = "–" if math.isnan(overall) else f"{overall:.6f}"
        self.setWindowTitle(f"{name.replace('[*]', '')}[*] · {self.inspection.metric.label} {score} – {_NAME}")
        self.setWindowModified(not self.inspection.is_saved)
        for action, text, what in (
            ("undo", "&Undo", self.inspection.undo_name),
            ("redo", "&Redo", self.inspection.redo_name),
        ):
            self.commands.by_name[action].setText(f"{text}: {menu(what)}" if what else text)
            self.commands.by_name[action].setEnabled(what is not None)
        self._show_status()

    def _colour(self) -> None:
        self.commands.colour(self.theme.colours)

    def _offer_reload(self, paths: list[Path]) -> None:
        names = " and ".join(path.name for path in paths)
        self._message.offer(f"{names} changed on disk", "Reload", self.opener.reload)

    def _say_repaired(self) -> None:
        if fixes := self.inspection.state.pair.options.fixes:
            self.say(f"Read with the repair{'' if len(fixes) == 1 else 's'} {', '.join(fixes)}; the file is as it was")

    def _show_checked(self, problems: list[Problem], template: str) -> None:
        self.docks.problems.show_further(problems)
        count = f"{len(problems)} difference{'' if len(problems) == 1 else 's'}" if problems else "No difference"
        self.say(f"{count} between the submission and {template}")
        if problems:
            self.docks.turn_problems(shown=True)

    def _say_reloaded(self, carried: Carried) -> None:
        rows, gone = len(carried.edit.rows), carried.gone
        kept = f"{rows:,} edited row{'' if rows == 1 else 's'} carried over" if rows else "no edits to carry over"
        self.say(f"Read again from disk; {kept}")
        if gone:
            some = ", ".join(gone[:_MOST_NAMED]) + (", …" if len(gone) > _MOST_NAMED else "")
            self.report(f"{kept}; {len(gone):,} of them are in the truth no more: {some}")

    def _show_status(self) -> None:
        if self.inspection.is_open:
            rows = self.table.selected_rows()
            self._status.show_rows(self.inspection, rows)
            for plot in self.docks.plots:
                plot.select(rows)
