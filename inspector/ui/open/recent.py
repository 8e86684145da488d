"""Keeps what is open among the recent pairs, with the submissions that are compared."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.core.document.save import options_now
from inspector.core.path import located
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.tasks.signals import DocumentSignals


class RecentFiles(QObject):
    """Keeps one entry for what is open, in place of that of before submissions were added or removed."""

    def __init__(self, signals: DocumentSignals, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection, self._settings = signals.inspection, settings
        self._kept: RecentPair | None = None
        signals.loaded.connect(self._begin)
        for signal in (signals.metric_changed, signals.saved, signals.submissions_changed):
            signal.connect(self._keep)

    def _begin(self) -> None:
        self._kept = None
        self._keep()

    def _keep(self) -> None:
        if (now := self._now) is not None:
            # Saved under another name it is another pair, and the former one is kept, too.
            is_same = self._kept is not None and self._kept.submission == now.submission
            self._settings.remember(now, self._kept if is_same else None)
            self._kept = now

    @property
    def _now(self) -> RecentPair | None:
        """The first submission, and those that are compared with it; None without files."""
        inspection = self._inspection
        truth = inspection.evaluation.pair.truth.sheet.source
        files = [
            (located(one.path), options_now(one.evaluation.pair, one.saved).as_dict)
            for one in inspection.submissions
            if one.path
        ]
        if truth is None or not files:
            return None
        (submission, options), *further = files
        is_guess = inspection.evaluation.guessed
        return RecentPair(located(truth.path), submission, str(inspection.metric), options, tuple(further), is_guess)
