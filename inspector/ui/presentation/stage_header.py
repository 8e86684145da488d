"""What stands above the stage: the overall score, large enough for the last row, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from inspector.ui.presentation.ticking_number import TickingNumber
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.theme import GAP, Theme, set_text_style

_DECIMALS = 5


class StageHeader(QWidget):
    """The metric and the overall, brought up to date only while they are visible."""

    left = Signal()

    def __init__(self, signals: DocumentSignals, settings: Settings, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("stageHeader")
        self._inspection, self._theme = signals.inspection, theme
        self._metric = ElidedLabel("stageMetric", self)
        self._metric.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        set_text_style(self._metric, "title")
        self._overall = TickingNumber(settings, theme, self)
        leave = QToolButton(self)
        leave.setObjectName("leaveStage")
        leave.setText("Leave the stage (Esc)")
        leave.setAutoRaise(True)
        leave.clicked.connect(self.left)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * GAP, GAP, 2 * GAP, GAP)
        layout.setSpacing(3 * GAP)
        layout.addWidget(self._metric, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._overall, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addStretch(1)
        layout.addWidget(leave, 0, Qt.AlignmentFlag.AlignVCenter)
        signals.scored.connect(self._count)
        theme.changed.connect(self.refresh)

    def fit(self, screen: QSize) -> None:
        """Use digits as large as a screen of this size has room for, beside the metric and the way back."""
        self._overall.set_height(min(screen.height() // 9, screen.width() // 11))

    def _count(self) -> None:
        self.refresh(count=True)

    def refresh(self, count: bool = False) -> None:
        """Show the current score; count: from the one before to it."""
        if not self._inspection.is_open or not self.isVisible():
            return
        evaluation = self._inspection.evaluation
        self._metric.show_text(evaluation.metric.label)
        self._overall.show_number(evaluation.scores.known_overall, _DECIMALS, count=count)
