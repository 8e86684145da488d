"""The line at the bottom: how many rows, what is selected, the rule in force, and how far a long task is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar, QWidget

from inspector.ui.elided_label import ElidedLabel
from inspector.ui.plain_label import PlainLabel
from inspector.ui.text import fixed_decimals, tip
from inspector.ui.theme import GAP

if TYPE_CHECKING:
    from inspector.core.arrays import Ints
    from inspector.core.inspection import Inspection


class StatusLine(QStatusBar):
    """Shows what it is told."""

    cancelled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = PlainLabel(self, name="rowsStatus", figures=True)
        self._rule = ElidedLabel("ruleStatus", self, figures=True)
        self._progress = QProgressBar(self)
        self._progress.setObjectName("progressBar")
        self._progress.setAccessibleName("Progress")
        self._progress.setRange(0, 100)
        self._progress.setFixedWidth(220)
        self._cancel = QPushButton("Cancel", self)
        self._cancel.setObjectName("cancelButton")
        self._cancel.clicked.connect(self.cancelled)
        self._rows.setContentsMargins(0, 0, GAP, 0)
        self.addWidget(self._rows)
        self.addWidget(self._rule, 1)
        self.addPermanentWidget(self._progress)
        self.addPermanentWidget(self._cancel)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(GAP, 0, GAP, 0)
        self.idle()

    def show_progress(self, fraction: float, doing: str, *, can_cancel: bool = True) -> None:
        """Say what is being done, and how far it is."""
        self._progress.setFormat(f"{doing}… %p%")
        self._progress.setValue(int(100 * fraction))
        self._progress.show()
        self._cancel.setVisible(can_cancel)

    def idle(self) -> None:
        """Nothing is being done."""
        self._progress.hide()
        self._cancel.hide()

    def show_rows(self, inspection: Inspection, selected: Ints) -> None:
        """Count the rows and the selected ones, and say the rule."""
        state = inspection.state
        words = f"{len(state.order):,} of {len(state.table):,} rows"
        if len(selected) > 1:
            words += f" · {len(selected):,} selected, mean {fixed_decimals(state.scores.mean(selected), 6)}"
        self._rows.setText(words)
        rule = " · ".join(f"{name}={state.metric.value(name)}" for name in state.metric.choices())
        self._rule.setText(f"{state.metric}{' (guessed)' if state.guessed else ''}   {rule}")
        self._rule.setToolTip(tip(f"{state.metric.formula}. {state.metric.source}"))
