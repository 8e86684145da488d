"""Takes messages about a host's metric back once they are about another metric, or about other predictions."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.core.errors import InputError
from inspector.core.evaluation.asking import questions
from inspector.core.host.script import Script
from inspector.ui.host.host_controller import HostController
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.message_bar import MessageBar


class HostMessages(QObject):
    """An error goes with the next edit, success or metric, but not with the metric that comes back because of it.

    The offer of a file's new content goes with the last metric that uses another content of this file.
    """

    def __init__(self, signals: DocumentSignals, controller: HostController, message: MessageBar) -> None:
        super().__init__(controller)
        self._inspection, self._message = signals.inspection, message
        self._error: InputError | None = None
        self._is_waiting = self._is_going_back = False
        self._offer: tuple[Script, str] | None = None
        controller.failed.connect(self._note)
        controller.metric_asked.connect(self._note_going_back)
        signals.edited.connect(lambda _: self._take_back())
        signals.answered.connect(self._on_answered)
        signals.metric_changed.connect(self._on_metric)
        signals.further_changed.connect(self._check_offer)

    def note_offer(self, script: Script, text: str) -> None:
        """The new content of a file was offered in these words."""
        self._offer = script, text

    def _note(self, error: Exception) -> None:
        self._error = error if isinstance(error, InputError) else None
        self._is_waiting, self._is_going_back = not self._inspection.evaluation.scores.is_settled, False

    def _note_going_back(self) -> None:
        self._is_going_back = self._error is not None

    def _on_answered(self) -> None:
        if self._is_waiting and not self._is_going_back and self._inspection.evaluation.scores.is_settled:
            self._take_back()

    def _on_metric(self) -> None:
        self._check_offer()
        if self._is_going_back:
            self._is_going_back = self._is_waiting = False
        else:
            self._take_back()

    def _take_back(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            self._message.retract(error)

    def _check_offer(self) -> None:
        if self._offer is None:
            return
        script, text = self._offer
        used = [one.metric.script for one in questions(self._inspection.evaluation)]
        if not any(one.path == script.path and one != script for one in used):
            self._offer = None
            self._message.retract(text)
