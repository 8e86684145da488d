"""The parts of the window that are about several submissions: their panel, verdict line, commands and dropped files."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QToolBar

from inspector.core.document.submission import Submission
from inspector.core.errors import InputError
from inspector.core.evaluation.baseline import FILE_NAME
from inspector.core.files.schema.role import is_pair
from inspector.core.path import is_folder
from inspector.ui.comparison.submissions_controller import SubmissionsController
from inspector.ui.comparison.verdict_dialog import VerdictDialog
from inspector.ui.comparison.verdict_line import VerdictLine
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.ensemble.blending import Blending
from inspector.ui.open.open_controller import OpenController
from inspector.ui.save.save_controller import SaveController
from inspector.ui.score.interval_readout import IntervalReadout
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.versions.version_keeper import VersionKeeper
from inspector.ui.versions.versions_controller import VersionsController
from inspector.ui.widgets.building.build import add_tick
from inspector.ui.widgets.formatting import menu
from inspector.ui.window.docks.docks import Docks
from inspector.ui.window.main_window import MainWindow
from inspector.ui.window.notifications import Notifications
from inspector.ui.window.top_bar import top_bar

# So many letters of a name are shown in a menu.
_MOST = 30
_SEVERAL = ("next_submission", "previous_submission", "blend_submissions", "remove_submission")
_MARGIN = "margin"


class Comparisons(QObject):
    """Makes the controller and the verdict line, and connects them with panel, menu, queue and settings."""

    controller: SubmissionsController
    versions: VersionsController
    blending: Blending
    verdict: VerdictLine
    bar: QToolBar

    def __init__(
        self,
        signals: DocumentSignals,
        queue: ChangeQueue,
        saving: SaveController,
        opening: OpenController,
        docks: Docks,
        notifications: Notifications,
        interval: IntervalReadout,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._inspection, self._window, self._docks, self._opening = signals.inspection, window, docks, opening
        self.controller = SubmissionsController(
            signals, queue.change, saving.about_to_save.emit, docks.row.held.words, window
        )
        self.blending = Blending(signals, window.theme, self.controller.open, window)
        self.verdict = VerdictLine(signals, lambda: interval.drawn_by, window)
        interval.turned.connect(lambda: self.verdict.refresh())
        window.addToolBarBreak()
        self.bar = top_bar("verdictToolBar", "Verdict", self.verdict, window)
        self._panel = docks.submissions
        self.versions = VersionsController(signals, queue, saving.about_to_save.emit, window)
        self.versions.patch_asked.connect(saving.export_patch)
        self.versions.file_asked.connect(saving.export_version)
        self._keeper = VersionKeeper(signals, window.settings.versions, self)
        saving.unkept = self._keeper.unkept_words
        self.controller.unapplied_first.connect(saving.stayed)
        self._connect_versions(notifications)
        self._connect(signals, notifications)
        self._restore_margin()
        self._follow()

    def takes(self, paths: list[Path]) -> bool:
        """Take dropped files as further submissions where several are open, which opening a pair would close."""
        several = len(self._inspection.submissions) > 1 or len(paths) > 2 or any(map(is_folder, paths))
        if not self._inspection.is_open or not several or (len(paths) == 1 and _is_pair(paths[0])):
            return False
        self.controller.add(paths)
        return True

    def note_drop(self, paths: list[Path]) -> None:
        """Once a dropped file is open, offer to compare it with what it replaced."""
        before, truth = self._opening.files()[-1:], self._opening.files()[:1]

        def follow() -> None:
            if before != truth and self._opening.files() == [*truth, *paths] != [*truth, *before]:
                text = f"{paths[0].name} is open in place of {before[0].name}"
                self._window.message.offer(text, "Compare both", partial(self._compare_with, before[0]))

        self._opening.opened.connect(follow, Qt.ConnectionType.SingleShotConnection)

    def step(self, by: int) -> None:
        """Open the submission that is some places further down in the list."""
        self.controller.step(by, self._panel.names)

    def show_panel(self, name: str = "submissionsDock") -> None:
        """Show the submissions panel, or another one below the table."""
        self._docks.show_below(name, self._window.height() // 4)

    def show_versions(self) -> None:
        """Show the versions panel, and put the cursor into it."""
        self.show_panel("versionsDock")
        self._docks.versions.take_focus()

    def go_to_list(self) -> None:
        """Show the submissions panel, and put the cursor into it."""
        self.show_panel()
        self._panel.take_focus()

    def go_to_suspects(self) -> None:
        """Show the suspect truths, and put the cursor into their list."""
        self.show_panel("suspectsDock")
        self._docks.by_name["suspectsDock"].panel.setFocus()

    def show_details(self) -> None:
        """Show what lies behind the verdict, or say why there is none."""
        if self.verdict.details:
            VerdictDialog(self.verdict.whole, self.verdict.details, self._window).open()
        else:
            self._window.show_message(self.verdict.words)

    def _compare_with(self, path: Path) -> None:
        """Add a file, and compare the open submission with it."""
        once = Qt.ConnectionType.SingleShotConnection

        def compare(added: Submission) -> None:
            if added.path == path:  # not one that is added later, where this file was refused
                self.controller.compare_with(added.name)

        self.controller.adder.added.connect(compare, once)
        self.controller.add([path])

    def _connect(self, signals: DocumentSignals, notifications: Notifications) -> None:
        controller, panel, window = self.controller, self._panel, self._window
        for done in (controller.done, self.blending.done):
            done.connect(window.show_message)
        for part in (self.verdict, self.blending):
            part.failed.connect(notifications.report)
        controller.failed.connect(window.report)  # no repair is offered, which would open a pair
        window.status.follow(controller.adder.worker, controller.adder.cancel)
        window.status.follow(self.blending.runner.worker, self.blending.runner.cancel)
        controller.adder.added.connect(self.show_first)
        self._opening.further.connect(lambda read: controller.add(read, read))
        panel.add_asked.connect(controller.ask_files)
        panel.dropped.connect(controller.add)
        panel.table.open_asked.connect(controller.open)
        panel.table.baseline_asked.connect(controller.compare_with)
        panel.table.remove_asked.connect(controller.remove)
        # Once the editor of the name is closed, because the lines change.
        panel.renamed.connect(controller.rename, Qt.ConnectionType.QueuedConnection)
        panel.margin.changed.connect(self._keep_margin)
        for signal in (signals.loaded, signals.submissions_changed, signals.baseline_changed):
            signal.connect(self._follow)
        # Leaving the stage changes the size of the text, and shows the bars that there were before.
        window.theme.changed.connect(self._follow, Qt.ConnectionType.QueuedConnection)
        list_ = window.commands.submenus["compare_with"]
        list_.aboutToShow.connect(partial(self._fill, list_))

    def _connect_versions(self, notifications: Notifications) -> None:
        versions, panel = self.versions, self._docks.versions
        versions.done.connect(self._window.show_message)
        for part in (versions, self._keeper):
            part.failed.connect(notifications.report)
        panel.keep_asked.connect(versions.keep)
        panel.return_asked.connect(versions.return_to)
        panel.baseline_asked.connect(versions.compare_with)
        # Once the key or click that asked is over, because the lines change.
        panel.rename_asked.connect(versions.rename, Qt.ConnectionType.QueuedConnection)
        panel.remove_asked.connect(versions.remove, Qt.ConnectionType.QueuedConnection)
        panel.patch_asked.connect(versions.export_patch)
        panel.file_asked.connect(versions.export_file)

    def show_first(self, submission: Submission) -> None:
        """Show the panel with the first further submission."""
        if len(self._inspection.submissions) == 2:
            self.show_panel()

    def _follow(self) -> None:
        """Show the verdict while there is something to compare, and enable the commands that apply."""
        inspection, actions = self._inspection, self._window.commands.by_name
        # On stage all controls are hidden.
        self.bar.setVisible(inspection.compares and not self._window.menuBar().isHidden())
        several = inspection.is_open and len(inspection.submissions) > 1
        for name in _SEVERAL:
            actions[name].setEnabled(several)
        what = menu(inspection.open_submission.name, _MOST) if several else ""
        named = f" '{what}'" if several else ""
        actions["remove_submission"].setText(f"&Remove{named} from the list…")
        for name in ("copy_verdict", "verdict_details"):
            actions[name].setEnabled(inspection.compares)
        chosen = inspection.baseline if inspection.is_open else FILE_NAME
        actions["compare_with_file"].setEnabled(chosen != FILE_NAME)
        actions["swap_submissions"].setEnabled(several and chosen not in (FILE_NAME, inspection.open_submission.name))

    def _fill(self, list_: QMenu) -> None:
        """List what the open submission can be compared with, the baseline ticked."""
        list_.clear()
        if not self._inspection.is_open:
            return
        kept, chosen = [version.name for version in self._inspection.versions], self._inspection.baseline
        others = [
            name for name in self.controller.names if name == chosen or name != self._inspection.open_submission.name
        ]
        for name in (FILE_NAME, *others, *kept):
            said = "The file as loaded" if name == FILE_NAME else f"{name} (version)" if name in kept else name
            choose = self.versions.compare_with if name in kept else self.controller.compare_with
            add_tick(list_, menu(said), name == chosen, partial(choose, name))

    def _restore_margin(self) -> None:
        kept = self._window.settings.kept(_MARGIN)
        if isinstance(kept, float) and 0 <= kept <= 1:
            self._panel.margin.show_margin(kept)
            self.verdict.equal_within = self._panel.margin.margin

    def _keep_margin(self) -> None:
        self.verdict.equal_within = self._panel.margin.margin
        self.verdict.refresh()
        self._window.settings.keep(_MARGIN, self.verdict.equal_within or 0.0)


def _is_pair(path: Path) -> bool:
    """Whether one file holds truth and predictions; one that cannot be read is refused when it is read."""
    try:
        return is_pair(path)
    except InputError:
        return False
