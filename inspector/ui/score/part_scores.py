"""Public and private score, when the truth has the host's split of the rows."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.metrics import Metric
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, tip
from inspector.ui.widgets.plain_label import PlainLabel

_DECIMALS = 5
# Seconds above which a metric counts as slow, and the pause in milliseconds after an edit before it is computed.
_SLOW = 0.05
_PAUSE = 500


class PartScores(PlainLabel):
    """Empty without a split. A slow metric is computed only when the user pauses editing."""

    def __init__(self, inspection: Inspection, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="partScores", figures=True)
        self.setAccessibleName("Public and private score")
        self._inspection = inspection
        self._slow: Metric | None = None
        self._parts: dict[str, float] = {}
        self._later = Debounce(_PAUSE, self, self._compute)

    def refresh(self) -> None:
        """Show the scores of the open pair, `…` while they are pending."""
        if self._inspection.evaluation.table.usage is None:
            self.clear()
        elif self._inspection.metric == self._slow:
            self.setText("public … · private …")
            self._later.start()
        else:
            self._compute()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction("Copy both scores", self.copy)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def copy(self) -> None:
        """Copy both full values to the clipboard, one a line with its name."""
        QGuiApplication.clipboard().setText(
            "\n".join(f"{name}\t{full_precision(value)}" for name, value in self._parts.items())
        )

    def _compute(self) -> None:
        self._later.stop()
        begun = perf_counter()
        self._parts = self._inspection.evaluation.parts()
        self._slow = self._inspection.metric if perf_counter() - begun > _SLOW else None
        self.setText(" · ".join(f"{name} {fixed_decimals(value, _DECIMALS)}" for name, value in self._parts.items()))
        values = ", ".join(f"{name}: {full_precision(value)}" for name, value in self._parts.items())
        slow = "; with this metric they update a moment after an edit" if self._slow else ""
        self.setToolTip(tip(f"Scores of the rows that the host marks as public and as private. {values}{slow}"))
