"""A pair that does not fit: its first reason with the likeliest repair, and on request everything that is wrong."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.files import PairMismatchError, Problem, check_pair
from inspector.ui.open.open_controller import OpenController, OpenRequest
from inspector.ui.open.reading_choices import warning
from inspector.ui.problems.findings_dialog import FindingsDialog, names_of
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.message_bar import MessageBar
from inspector.ui.widgets.theme import Theme

_ALL = "All findings…"
_HINT = "List everything that is wrong with the files, with the repairs that could be made"


class MismatchController(QObject):
    """Offers a way on where opening failed. may: whether unsaved edits of the open pair may be lost."""

    failed = Signal(Exception)

    def __init__(self, open_controller: OpenController, theme: Theme, may: Callable[[], bool], window: QWidget) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self.worker.failed.connect(self.failed)
        self._open_controller, self._theme, self._may, self._window = open_controller, theme, may, window
        open_controller.opened.connect(self.worker.cancel)  # nobody asks any more what is wrong with the other files

    def offer(self, error: PairMismatchError, bar: MessageBar) -> None:
        """Say in the bar why a pair does not fit, and offer what there is."""
        fix, tried = error.problem.fix, self._open_controller.tried
        if tried is None or fix is None:  # where nothing can be repaired there is nothing further to find
            bar.say(error)
        else:
            hint = f"{fix.words}: {fix.counted}"
            repair = (fix.name,)
            bar.offer(warning(error), "Open with this repair", lambda: self._open(tried, repair), hint)
            bar.offer_further(_ALL, lambda: self.ask(tried), _HINT)

    def ask(self, tried: OpenRequest) -> None:
        """List everything that is wrong with the files, and open them with the repairs that the user ticks."""
        if tried.truth is not None:
            task = check_pair(tried.truth, tried.submission, tried.options)
            self.worker.start(task, lambda problems: self._show(tried, problems))

    def _show(self, tried: OpenRequest, problems: list[Problem]) -> None:
        if tried.truth is None:
            return
        dialog = FindingsDialog(problems, names_of(tried.truth, tried.submission), self._theme, self._window)
        dialog.accepted.connect(lambda: self._open(tried, dialog.fixes))
        dialog.open()

    def _open(self, tried: OpenRequest, fixes: tuple[str, ...]) -> None:
        if self._may():
            self._open_controller.open_repaired(tried, fixes)
