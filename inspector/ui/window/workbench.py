"""The workbench: makes the controllers, panels and plots around a pair, places them in the window and connects them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from inspector.core.document.inspection import Inspection
from inspector.ui.analysis.analysis_controller import AnalysisController
from inspector.ui.commands.actions import Actions
from inspector.ui.edit.bulk_controller import BulkController
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.edit.copy_controller import CopyController
from inspector.ui.filter.filter_bar import FilterBar
from inspector.ui.filter.filter_controller import FilterController
from inspector.ui.filter.find_bar import FindBar
from inspector.ui.filter.saved_filters import SavedFilters
from inspector.ui.images.image_sources import ImageSources
from inspector.ui.notes.notes_controller import NotesController
from inspector.ui.open.file_watcher import FileWatcher
from inspector.ui.open.open_controller import OpenController
from inspector.ui.presentation.presentation_mode import PresentationMode
from inspector.ui.problems.mismatch_controller import MismatchController
from inspector.ui.problems.repair_controller import RepairController
from inspector.ui.recovery.recovery_controller import RecoveryController
from inspector.ui.save.save_controller import STILL_EDITING, STILL_WRITING, SaveController
from inspector.ui.score.score_bar import ScoreBar
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.table.row_table import RowTable
from inspector.ui.table.table_menus import TableMenus
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.comparisons import Comparisons
from inspector.ui.window.docks.docks import Docks
from inspector.ui.window.docks.layout_memory import LayoutMemory
from inspector.ui.window.focus import FocusRing, Keys, Panes
from inspector.ui.window.host_metrics import HostMetrics
from inspector.ui.window.main_window import MainWindow
from inspector.ui.window.notifications import Notifications
from inspector.ui.window.title import name_steps, title_of
from inspector.ui.window.top_bar import top_bar
from inspector.ui.window.typed_text import connect_typed


class Workbench(QObject):
    """One inspection in one window: makes every controller, panel and plot, and connects them."""

    window: MainWindow
    inspection: Inspection
    theme: Theme
    settings: Settings
    commands: Actions
    change_queue: ChangeQueue
    open_controller: OpenController
    save_controller: SaveController
    copy_controller: CopyController
    bulk_controller: BulkController
    repair_controller: RepairController
    analysis_controller: AnalysisController
    filter_controller: FilterController
    notes_controller: NotesController
    image_sources: ImageSources
    presentation: PresentationMode
    notifications: Notifications
    docks: Docks
    comparisons: Comparisons
    host_metrics: HostMetrics
    panes: Panes
    table: RowTable
    filter: FilterBar
    finder: FindBar
    score_bar: ScoreBar

    def __init__(self, window: MainWindow, inspection: Inspection) -> None:
        super().__init__(window)
        theme, settings = window.theme, window.settings
        self.window, self.inspection, self.theme, self.settings = window, inspection, theme, settings
        self.commands = window.commands
        self._signals = DocumentSignals(inspection, self)
        self.change_queue = ChangeQueue(inspection, window)
        self.save_controller = SaveController(inspection, lambda: self.change_queue.is_editing, settings, window)
        may, applied = self.save_controller.maybe_save, lambda: self.comparisons.controller.apply_typed()
        self.open_controller = OpenController(self._signals, settings, may, applied, window)
        self.filter_controller = FilterController(self._signals, self.change_queue.filter, window)
        self.analysis_controller = AnalysisController(inspection, window)
        self.repair_controller = RepairController(inspection, self.change_queue, window)
        self.mismatch_controller = MismatchController(self.open_controller, theme, may, window)
        may_write = may, lambda: self.docks.stage.playback.is_playing, self.save_controller.about_to_save.emit
        self._recovery = RecoveryController(
            self._signals, self.open_controller, self.change_queue, *may_write, settings, theme, window
        )
        self._place_parts()
        self.docks = Docks(self._signals, theme, window)
        self.copy_controller = CopyController(inspection, self.table.selected_rows, window)
        selected = self.table.selected_rows
        self.bulk_controller = BulkController(inspection, theme, selected, self.change_queue, window)
        notes = self._signals, settings.notes, self.change_queue.change_notes
        self.notes_controller = NotesController(*notes, selected, window)
        preview = self.docks.by_name["previewDock"], self.docks.preview
        self.image_sources = ImageSources(self._signals, settings, *preview)
        stage = self.docks.by_name, theme, self.docks.stage
        self.presentation = PresentationMode(window, *stage, self._signals, settings)
        self.panes = Panes(lambda: [self._bar, self.filter, self.table, *self.docks.made, window.message])
        self._ring, self._keys, self._watcher = FocusRing(theme, window), Keys(window), FileWatcher(self._signals, self)
        acts = self.mismatch_controller.offer, self.open_controller, self.change_queue.reset
        self.notifications = Notifications(window, self._signals, self.docks, *acts)
        window.menus.add_parts(self.docks, self.table, self.score_bar.interval)
        self._connect()
        view = self.table.column_choice, self.score_bar.interval, self.change_queue, self.filter_controller
        self._memory = LayoutMemory(self._signals, settings, *view, self.notifications.report, self)
        self.open_controller.opened.connect(self._memory.restore_view)
        self.theme.changed.connect(self._colour)
        self._colour()
        self._show_open()
        parts = self.open_controller, self.docks, self.notifications, self.score_bar.interval, window
        self.comparisons = Comparisons(self._signals, self.change_queue, self.save_controller, *parts)
        self.host_metrics = HostMetrics(self._signals, self.change_queue, self.table, self.score_bar.old, window)

    def ask_files(self) -> None:
        """Let the user choose two files."""
        self.open_controller.ask()

    def open_files(self, paths: list[Path]) -> None:
        """Open files that were dropped, unless the user would rather keep unsaved edits; add them to several."""
        if not self.comparisons.takes(paths) and self.save_controller.maybe_save():
            self.comparisons.note_drop(paths)
            self.open_controller.open_dropped(paths)

    def open_sample(self, name: str) -> None:
        """Open a built-in sample, unless the user would rather keep unsaved edits."""
        if self.save_controller.maybe_save():
            self.open_controller.open_sample(name)

    def open_recent(self, pair: RecentPair) -> None:
        """Open a recent pair, unless the user would rather keep unsaved edits."""
        if self.save_controller.maybe_save():
            self.open_controller.open_recent(pair)

    def close(self) -> bool:
        """End what runs; false when the user would rather keep unsaved edits."""
        if may_close := self.save_controller.maybe_save():
            self._end(self._recovery.close)
        return may_close

    def leave(self) -> None:
        """End what runs; unsaved edits stay on disk. Raises InputError if they cannot be written."""
        self.save_controller.about_to_save.emit()
        self._end(self._recovery.leave)

    def _end(self, recovery: Callable[[], None]) -> None:
        self._memory.keep(self.presentation.layout or self.window.saveState())
        self._watcher.close()
        self.open_controller.close()
        controllers = self.analysis_controller, self.bulk_controller, self.repair_controller, self.copy_controller
        for part in (*controllers, self.mismatch_controller, self.save_controller):
            part.worker.close()
        self.change_queue.close()
        self.notes_controller.close()
        try:
            recovery()
        finally:  # a thread that still ran at the end of the program would send into deleted objects
            self._signals.close()
            for worker in self.window.findChildren(Worker):
                worker.end()

    def _place_parts(self) -> None:
        window, column = self.window, self.window.column
        self.score_bar = ScoreBar(self._signals, self.theme, window)
        self.table = RowTable(self._signals, self.theme, window)
        window.stack.addWidget(self.table)
        self.filter = FilterBar(self._signals, self.filter_controller, SavedFilters(self.settings), self.theme, window)
        self.finder = FindBar(self._signals, self.filter_controller, window)
        column.insertWidget(column.indexOf(window.stack), self._recovery.bar)
        column.insertWidget(column.indexOf(window.stack), self.filter)
        column.addWidget(self.finder)
        self._bar = top_bar("scoreToolBar", "Score", self.score_bar, window)

    def _connect(self) -> None:
        self._connect_document()
        self._connect_requests()
        self._connect_progress()
        self._connect_notifications()

    def _connect_document(self) -> None:
        window, signals = self.window, self._signals
        scored = signals.scored, self.docks.stage.ended
        for signal in (signals.loaded, signals.saved, *scored, signals.ordered, signals.submissions_changed):
            signal.connect(self._show_state)
        signals.loaded.connect(self._show_open)
        signals.loaded.connect(window.message.leave)
        signals.scored.connect(window.message.hide_refusal)
        self.docks.row.held.ended.connect(window.message.hide_refusal)
        signals.edited.connect(lambda _: window.status.clearMessage())  # it told of the edit before
        self.table.selection_changed.connect(self._show_status)

    def _connect_requests(self) -> None:
        """Connect what a panel asks for to the controller that does it."""
        typed = self.inspection, self.table, self.docks, self.change_queue, self.save_controller, self.window.message
        connect_typed(*typed, self._recovery, lambda: self.comparisons)
        self.save_controller.unapplied = lambda of: self.docks.row.held.words(of) or self.notes_controller.unwritten
        self.table.sort_asked.connect(self.change_queue.sort)
        self.docks.row.prediction_asked.connect(self.change_queue.predict)
        self.docks.row.note.changed.connect(self.change_queue.change_notes)
        self.docks.row.note.taken_off.connect(self.notes_controller.take_off)
        self.docks.row.note.emptied.connect(self.notes_controller.offer_note)
        self.docks.row.note.went_on.connect(lambda typed: self.notes_controller.ask_note(more=typed))
        self.docks.row.note.asked.connect(lambda command: self.commands.by_name[command].trigger())
        self.notes_controller.found.connect(lambda: self.filter_controller.update(lambda clauses: clauses))
        for signal in (self.save_controller.about_to_save, self.change_queue.about_to_edit):
            signal.connect(self.docks.stage.interrupt)
        self.open_controller.read_again.connect(self.change_queue.rebase)
        self.score_bar.metric_asked.connect(self.change_queue.set_metric)
        find = self.analysis_controller.find_effects
        self.score_bar.rule_opened.connect(lambda panel: find(panel, panel.show_effects))
        self.analysis_controller.metric_asked.connect(self.change_queue.set_metric)
        self.score_bar.problems_asked.connect(lambda: self.docks.turn_problems())
        self.docks.problems.fix_asked.connect(self.repair_controller.ask)
        self.docks.problems.rows_asked.connect(self.repair_controller.show_rows)
        self.repair_controller.filter_asked.connect(self.filter_controller.narrow)
        queue, narrow, failed = self.change_queue, self.filter_controller.narrow, self.notifications.report
        self.docks.listen(filter_asked=narrow, metric_asked=queue.set_metric, reset_asked=queue.reset, failed=failed)
        self.docks.listen(edit_asked=queue.apply)
        self.docks.listen(copy_asked=self.copy_controller.copy_lines, export_asked=self.save_controller.export_lines)
        menus = TableMenus(self.table, self.inspection, self.commands.by_name)
        menus.filter_asked.connect(narrow)
        menus.copied.connect(self.window.show_message)
        self.table.clear_asked.connect(self.filter.clear)
        for part in (self.filter, self.finder, self.docks.row, self.docks.row.note):
            part.left.connect(self.table.setFocus)

    def _connect_progress(self) -> None:
        window, open_controller = self.window, self.open_controller
        for long in (open_controller, self.change_queue, self.save_controller):
            window.status.follow(long.worker, long.cancel)
        open_controller.opened.connect(self.repair_controller.cancel)
        for part in (self.repair_controller, self.mismatch_controller, self.copy_controller):
            window.status.follow(part.worker, part.worker.cancel)
        # A metric that was refused, dropped, cancelled or asked for in other words is not shown any longer.
        self.change_queue.emptied.connect(self.score_bar.show_metric)
        open_controller.waiting.connect(lambda path: window.empty.show_files(None, path))

    def _connect_notifications(self) -> None:
        notifications, message = self.notifications, self.window.message
        self.save_controller.done.connect(notifications.show_saved)
        self.save_controller.failed.connect(notifications.report_unsaved)
        controllers = self.bulk_controller, self.repair_controller, self.copy_controller
        for part in (*controllers, self.notes_controller, self._recovery, self.presentation):
            part.done.connect(self.window.show_message)
            part.failed.connect(notifications.report)
        for other in (self.open_controller, self.analysis_controller, self.mismatch_controller, self.change_queue):
            other.failed.connect(notifications.report)
        for signal in (self.docks.row.refused, self.score_bar.refused, self.bulk_controller.notice):
            signal.connect(notifications.report)
        self.change_queue.given_up.connect(notifications.report)
        self.change_queue.rebased.connect(notifications.show_rebased)
        self._recovery.met.connect(notifications.show_met)
        self.open_controller.opened.connect(notifications.show_fixes)
        self.repair_controller.checked.connect(notifications.show_checked)
        self._watcher.changed.connect(lambda paths: notifications.offer_reload(paths, self._watcher.replaced))
        self.notes_controller.offered.connect(message.offer)
        self.save_controller.worker.stopped.connect(lambda: message.retract(STILL_WRITING))
        self.change_queue.worker.stopped.connect(lambda: message.retract(STILL_EDITING))

    def _show_open(self) -> None:
        """Show the table of the open pair, or the start page."""
        is_open, window = self.inspection.is_open, self.window
        first = is_open and window.stack.currentWidget() is not self.table
        window.stack.setCurrentWidget(self.table if is_open else window.empty)
        self._bar.setVisible(is_open)
        self.commands.enable(is_open, self.inspection.evaluation.table.kind if is_open else None)
        if not is_open:
            window.empty.show_recent(self.settings.own)
        if first or not is_open:
            self.docks.arrange(self._memory.layout)
        if first:
            window.paint_later()
            self.image_sources.restore()
            self.table.setFocus()
        self._show_state()

    def _show_state(self) -> None:
        self.window.name(title_of(self.inspection))
        if not self.inspection.is_open:
            return
        if self.window.isWindowModified() == self.inspection.is_saved:  # else Qt would set the same title again
            self.window.setWindowModified(not self.inspection.is_saved)
        name_steps(self.commands, self.inspection)
        self._show_status()

    def _colour(self) -> None:
        self.commands.colour(self.theme.colours)

    def _show_status(self) -> None:
        if self.inspection.is_open:
            rows = self.table.selected_rows()
            self.window.status.show_rows(self.inspection, rows)
            self.docks.select(rows)
