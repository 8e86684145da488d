"""Submissions > Blend: shows the dialog, and adds the blend to the submissions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.comparison.leaderboard import scored_task
from inspector.core.document.change import Change, ChangeKind
from inspector.core.document.submission import Submission
from inspector.core.ensemble.alone import unknown_ids
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.plural import count_of
from inspector.ui.ensemble.blend_dialog import BlendDialog
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme


class Blending(QObject):
    """Asks with `open_`, which opens a submission by name, and adds the blend. done: it was added."""

    failed = Signal(Exception)
    done = Signal(str)

    def __init__(self, signals: DocumentSignals, theme: Theme, open_: Callable[[str], object], window: QWidget) -> None:
        super().__init__(window)
        self._inspection, self._theme, self._open, self._window = signals.inspection, theme, open_, window
        self.runner = TaskRunner(self, signals.closing)
        self.runner.failed.connect(self.failed)
        signals.loaded.connect(self.runner.cancel)  # another submission is open, or other files

    def ask(self) -> None:
        """Score all submissions under the metric, then ask how they are to be blended."""
        inspection, opened = self._inspection, self._inspection.evaluation.snapshot()
        rows = len(opened.table) * len(inspection.submissions)
        task = scored_task(inspection.evaluations(opened), opened.metric)
        self.runner.run("switch", rows, task, lambda scored: self._show(scored.fitting))

    def _show(self, submissions: dict[str, Evaluation]) -> None:
        dialog = BlendDialog(submissions, lambda: self._inspection.names, self._theme, self._window)
        dialog.blended.connect(self._add)

        def follow(change: Change) -> None:
            if change.kind in (ChangeKind.LOAD, ChangeKind.REPAIR):  # the submissions are those of before
                dialog.done(BlendDialog.DialogCode.Rejected)

        unsubscribe = self._inspection.subscribe(follow)
        dialog.exec()
        unsubscribe()
        dialog.deleteLater()

    def _add(self, made: Submission, is_opened: bool) -> None:
        left_out = unknown_ids(self._inspection.submissions[0].evaluation.pair) - unknown_ids(made.evaluation.pair)
        only = f", without {count_of(left_out, 'id')} that the truth does not have" if left_out > 0 else ""
        try:
            self._inspection.add_submission(made)
        except InputError as error:  # other files came while a further dialog was open
            self.failed.emit(error)
            return
        self.done.emit(f"{made.name} is added{only}; it has no file until it is saved")
        if is_opened:
            self._open(made.name)
