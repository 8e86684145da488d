"""Asks the user what a host's metric needs before its first call: an agreement, and values that only the user knows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from inspector.core.errors import InputError
from inspector.core.metrics.host.metric import HostMetric
from inspector.ui.host.agreed import Agreed
from inspector.ui.host.arguments_dialog import ArgumentsDialog
from inspector.ui.host.consent_dialog import ConsentDialog


class Permission(QObject):
    """One question at a time.

    given: a metric, and the same with what the user said about it; refused: a metric, and why it is not asked.
    """

    given = Signal(HostMetric, HostMetric)
    refused = Signal(HostMetric, str)
    failed = Signal(Exception)

    def __init__(self, agreed: Agreed, window: QWidget) -> None:
        super().__init__(window)
        self._agreed, self._window = agreed, window
        self._dialog: QDialog | None = None

    def is_needed(self, metric: HostMetric) -> bool:
        """Whether the user has to say something first."""
        return self._agreed.find(metric.script) is None or bool(metric.missing)

    def ask(self, metric: HostMetric) -> None:
        """Ask what is still to be said of a metric, unless a question is open."""
        if self._dialog is not None or not self.is_needed(metric):
            return
        if self._agreed.find(metric.script) is None:
            is_changed = self._agreed.has_other(metric.script)
            better, is_guess = metric.value("better"), metric.is_default("better")
            consent = ConsentDialog(metric.script, better, self._window, is_changed=is_changed, is_guess=is_guess)
            self._open(consent, metric, lambda: self._agree(metric, consent))
        else:
            values = ArgumentsDialog(metric, self._window)
            self._open(values, metric, lambda: self.given.emit(metric, values.chosen))

    def _open(self, dialog: QDialog, metric: HostMetric, accept: Callable[[], None]) -> None:
        self._dialog = dialog
        dialog.accepted.connect(lambda: self._close(accept))
        dialog.rejected.connect(lambda: self._close(lambda: self._refuse(metric)))
        dialog.open()

    def _close(self, then: Callable[[], None]) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            then()
            dialog.deleteLater()

    def _agree(self, metric: HostMetric, dialog: ConsentDialog) -> None:
        try:
            self._agreed.give(metric.script, kept=dialog.is_kept)
        except InputError as error:  # it can be run this once all the same
            self.failed.emit(error)
        self.given.emit(metric, metric.replace(better=dialog.chosen) if dialog.chosen else metric)

    def _refuse(self, metric: HostMetric) -> None:
        agreed = self._agreed.find(metric.script) is not None
        why = f"got no value for {', '.join(metric.missing)}" if agreed else "was not run"
        self.refused.emit(metric, why)
