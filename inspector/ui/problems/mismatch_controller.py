"""Handles a mismatched pair: shows the first problem with its likeliest repair, and all findings on request."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.files.check import check_pair
from inspector.core.files.checks.errors import PairMismatchError
from inspector.core.files.problem import Problem
from inspector.ui.open.open_controller import OpenController, OpenRequest
from inspector.ui.open.reading_choices import warning
from inspector.ui.problems.findings_dialog import FindingsDialog
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.message_bar import MessageBar
from inspector.ui.widgets.theme import Theme

_ALL_FINDINGS = "All findings…"
_HINT = "List all problems of the files, with their repairs"


class MismatchController(QObject):
    """Offers repairs after a failed open. may_close: asks whether unsaved edits of the open pair may be discarded."""

    failed = Signal(Exception)

    def __init__(
        self, open_controller: OpenController, theme: Theme, may_close: Callable[[], bool], window: QWidget
    ) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self.worker.failed.connect(self.failed)
        self._open_controller, self._theme, self._may_close, self._window = open_controller, theme, may_close, window
        open_controller.opened.connect(self.worker.cancel)  # the check of other files is obsolete

    def offer(self, error: PairMismatchError, bar: MessageBar) -> None:
        """Show in the bar why a pair does not match, with its repair if there is one."""
        fix, last_request = error.problem.fix, self._open_controller.last_request
        if last_request is None or fix is None:  # without a repair, the check finds nothing more
            bar.show_message(error)
        else:
            hint = f"{fix.words}: {fix.counted}"
            repair = (fix.name,)
            bar.offer(warning(error), "Open with this repair", lambda: self._open(last_request, repair), hint)
            bar.add_button(_ALL_FINDINGS, lambda: self.show_findings(last_request), _HINT)

    def show_findings(self, last_request: OpenRequest) -> None:
        """List all problems of the files, and open them with the repairs that the user ticks."""
        if last_request.truth is not None:
            task = check_pair(last_request.truth, last_request.submission, last_request.options)
            self.worker.start(task, lambda problems: self._show(last_request, problems))

    def _show(self, last_request: OpenRequest, problems: list[Problem]) -> None:
        names = " and ".join(path.name for path in (last_request.truth, last_request.submission) if path)
        dialog = FindingsDialog(problems, names, self._theme, self._window)
        dialog.accepted.connect(lambda: self._open(last_request, dialog.fixes))
        dialog.open()

    def _open(self, last_request: OpenRequest, fixes: tuple[str, ...]) -> None:
        if self._may_close():
            self._open_controller.open_repaired(last_request, fixes)
