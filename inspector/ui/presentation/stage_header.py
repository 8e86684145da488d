"""What stands above the stage: the overall score, large enough for the last row, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from inspector.ui.presentation.ticking_number import TickingNumber
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.theme import GAP, Theme

_DECIMALS = 5
_LEAVE, _LEAVE_IN_SHORT = "Leave the stage (Esc)", "Esc"


class StageHeader(QWidget):
    """The metric and the overall, brought up to date only while they are visible."""

    left = Signal()

    def __init__(self, signals: DocumentSignals, settings: Settings, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("stageHeader")
        self._inspection, self._theme = signals.inspection, theme
        self._metric = ElidedLabel("stageMetric", self, style="title")
        self._metric.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._overall = TickingNumber(settings, theme, self)
        self._most = 1
        self._leave = named(QToolButton(self), "leaveStage", _LEAVE, _LEAVE)
        self._leave.setAutoRaise(True)
        self._leave.clicked.connect(self.left)
        parts, around = (self._metric, self._overall, 1, self._leave), (2 * GAP, GAP, 2 * GAP, GAP)
        layout = arrange(QHBoxLayout(self), *parts, spacing=3 * GAP, margins=around)
        for part in (self._metric, self._overall, self._leave):
            layout.setAlignment(part, Qt.AlignmentFlag.AlignVCenter)
        signals.scored.connect(lambda: self.refresh(count=True))
        theme.changed.connect(self.refresh)

    def fit(self, screen: QSize) -> None:
        """Use digits as large as a screen of this size has room for, beside the metric and the way back."""
        self._most = min(screen.height() // 9, screen.width() // 11)
        self._give_way()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_way()

    def minimumSizeHint(self) -> QSize:
        """Any width: a tool bar hides what does not fit into it."""
        return QSize(0, super().minimumSizeHint().height())

    def _give_way(self) -> None:
        """Shorten the way back, then the digits, before the name of the metric is cut."""
        self._leave.setText(_LEAVE)
        self._overall.set_height(self._most)
        wide = self._overall.sizeHint().width()
        room = self.width() - self._metric.sizeHint().width() - 13 * GAP
        if wide + self._leave.sizeHint().width() > room:
            self._leave.setText(_LEAVE_IN_SHORT)
        room -= self._leave.sizeHint().width()
        if wide > room:
            self._overall.set_height(max(self.fontMetrics().height(), self._most * room // wide))

    def refresh(self, count: bool = False) -> None:
        """Show the current score; count: from the one before to it."""
        if not self._inspection.is_open or not self.isVisible():
            return
        evaluation = self._inspection.evaluation
        self._metric.show_text(evaluation.metric.label)
        self._overall.show_number(evaluation.scores.known_overall, _DECIMALS, count=count)
        self._give_way()
