"""The parts of the window that are about a host's own metric: choosing its file, asking it, what it says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from inspector.core.errors import InputError
from inspector.core.evaluation.asking import questions
from inspector.core.host.script import Script
from inspector.core.metrics import Metric, parse
from inspector.core.metrics.host.metric import HostMetric, metric_of
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.host.host_controller import HostController
from inspector.ui.host.host_messages import HostMessages
from inspector.ui.score.old_note import OldNote
from inspector.ui.table.row_table import RowTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.window.main_window import MainWindow


class HostMetrics(QObject):
    """Makes the controller, and connects it with the queue, the table and the messages."""

    controller: HostController

    def __init__(
        self, signals: DocumentSignals, queue: ChangeQueue, table: RowTable, old: OldNote, window: MainWindow
    ) -> None:
        super().__init__(window)
        self._inspection, self._queue, self._window = signals.inspection, queue, window
        self.controller = HostController(signals, window.settings, lambda: table.seen_rows, window)
        # First, because the queue may change the metric at once.
        self._messages = HostMessages(signals, self.controller, window.message)
        self.controller.metric_asked.connect(queue.set_metric)
        self.controller.further_asked.connect(lambda metrics: queue.show_metrics(lambda: metrics))
        self.controller.rearranged.connect(lambda: queue.sort(lambda keys: keys))
        self.controller.failed.connect(window.report)
        self.controller.done.connect(window.show_message)
        self.controller.changed.connect(self._offer)
        old.again.connect(self.go_on)
        old.undone.connect(queue.undo)
        for signal in (self.controller.worker.progressed, self.controller.worker.stopped):
            signal.connect(lambda *_: old.show_asking(self.controller.asks_overall))
        window.status.follow(self.controller.worker, self.controller.cancel)

    def choose(self) -> None:
        """Let the user choose a file as the metric."""
        now = self._inspection.metric
        beside = now.path if isinstance(now, HostMetric) else self._inspection.submission_path
        path, _ = QFileDialog.getOpenFileName(
            self._window, "Metric from a Python file", str(beside.parent if beside else ""), "Python files (*.py)"
        )
        if path:
            self._ask(partial(metric_of, path))

    def go_on(self) -> None:
        """Work out the row scores that are missing or outdated."""
        if any(questions(self._inspection.evaluation)):
            self.controller.go_on()
        else:
            self._window.show_message("Every row has its score; only a metric from a Python file works them out later")

    def _offer(self, script: Script) -> None:
        """Offer to use the new content of a metric's file; what runs is the old one until then."""
        text = f"{script.path.name} changed on disk; the scores are those of its content before"
        self._window.message.offer(text, "Use it…", partial(self._use, script.path), "You are asked before it is run")
        self._messages.note_offer(script, text)

    def _use(self, path: Path) -> None:
        now, further = self._inspection.metric, self._inspection.evaluation.further.metrics
        if isinstance(now, HostMetric) and now.path == path:
            self._ask(partial(_again, now))
        if any(isinstance(one, HostMetric) and one.path == path for one in further):
            try:
                again = [_again(one) if isinstance(one, HostMetric) and one.path == path else one for one in further]
            except InputError as error:
                self._window.report(error)
                return
            self._queue.show_metrics(lambda: again)

    def _ask(self, make: Callable[[], Metric]) -> None:
        try:
            self._queue.set_metric(make())
        except InputError as error:
            self._window.report(error)


def _again(metric: HostMetric) -> Metric:
    """The metric of the file as it is now, with the same arguments if it still takes them. Raises InputError."""
    try:
        return parse(str(metric))
    except InputError:
        return metric_of(metric.path)
