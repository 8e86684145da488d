"""Actions on a problem: show its rows, preview and apply its repair, compare with a sample submission."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.files.check import check_template
from inspector.core.files.pair import Pair
from inspector.core.files.problem import Fix, Problem
from inspector.core.query import Clause
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.problems.repair_dialog import RepairDialog
from inspector.ui.tasks.worker import Worker


class RepairController(QObject):
    """Previews a repair in a worker thread, and applies it when the user accepts.

    checked: the problems found by comparing with a template, and the name of the template.
    """

    failed = Signal(Exception)
    done = Signal(str)
    checked = Signal(list, str)
    filter_asked = Signal(Clause)

    def __init__(self, inspection: Inspection, change_queue: ChangeQueue, window: QWidget) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self.worker.failed.connect(self._fail)
        self._inspection, self._change_queue, self._window = inspection, change_queue, window
        self._dialog: RepairDialog | None = None

    def ask(self, fix: Fix) -> None:
        """Preview a repair in a dialog, and apply it if the user accepts."""
        dialog = self._dialog = RepairDialog(fix, self._window)
        pair = self._inspection.evaluation.pair
        dialog.accepted.connect(lambda: self._apply(dialog, pair))
        dialog.finished.connect(lambda: self._forget(dialog))
        dialog.open()
        self.worker.start(self._inspection.repair_preview_task(fix), dialog.show_preview)

    def show_rows(self, problem: Problem) -> None:
        """Filter the table to the rows of a problem."""
        self.filter_asked.emit(Clause(problem.message, "problem", rows=problem.rows))

    def check_template(self) -> None:
        """Let the user choose a sample submission, and report how the submission differs from it."""
        pair = self._inspection.evaluation.pair
        folder = pair.submission.sheet.source.path.parent if pair.submission.sheet.source else Path()
        name, _ = QFileDialog.getOpenFileName(self._window, "Choose a sample submission", str(folder), "All files (*)")
        if name:
            path = Path(name)
            self.worker.start(check_template(pair, path), lambda found: self._report(pair, found, path.name))

    def cancel(self) -> None:
        """Cancel the preview and the template check of the previous pair."""
        self.worker.cancel()
        if self._dialog is not None:
            self._dialog.reject()

    def _apply(self, dialog: RepairDialog, pair: Pair) -> None:
        if self._inspection.evaluation.pair is not pair:
            self.failed.emit(InputError("nothing was repaired", hint="Another submission was opened meanwhile"))
        elif dialog.repair_preview is not None:
            fix = dialog.repair_preview.fix
            self._change_queue.repair(
                dialog.repair_preview, lambda edit: self.done.emit(f"Repaired: {fix.words}. Undo reverts it")
            )

    def _report(self, pair: Pair, found: list[Problem], name: str) -> None:
        if self._inspection.evaluation.pair is pair:
            self.checked.emit(found, name)

    def _forget(self, dialog: RepairDialog) -> None:
        """Stop the preview of a dialog that ended, which is deleted; one that another took the place of has none."""
        if dialog is self._dialog:
            self._dialog = None
            self.worker.cancel()

    def _fail(self, error: Exception) -> None:
        if self._dialog is not None:
            self._dialog.show_error(error)
        else:
            self.failed.emit(error)
