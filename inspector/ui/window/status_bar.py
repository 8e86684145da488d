"""The status bar: row counts, the selection, the metric, and the progress of long tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar, QWidget

from inspector.ui.filter.mean_words import mean_words
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import one_line, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP
from inspector.ui.window.title import place_words

if TYPE_CHECKING:
    from inspector.core.arrays.types import Ints
    from inspector.core.document.inspection import Inspection
    from inspector.ui.tasks.worker import Worker


class StatusBar(QStatusBar):
    """Shows counts and progress; of several busy workers, the one that started last."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._busy: dict[Worker, tuple[float, str, Callable[[], None]]] = {}
        self._rows = PlainLabel(self, name="rowsStatus", figures=True)
        self._rule = ElidedLabel("ruleStatus", self, figures=True)
        self._progress = named(QProgressBar(self), "progressBar", "Progress")
        self._progress.setFixedWidth(220)
        self._cancel = named(QPushButton("Cancel", self), "cancelButton")
        self._cancel.clicked.connect(self._give_up)
        self._rows.setContentsMargins(0, 0, GAP, 0)
        self.addWidget(self._rows)
        self.addWidget(self._rule, 1)
        self.addPermanentWidget(self._progress)
        self.addPermanentWidget(self._cancel)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(GAP, 0, GAP, 0)
        self.idle()

    def follow(self, worker: Worker, cancel: Callable[[], None]) -> None:
        """Show the progress of a worker while it is busy; `cancel` cancels its work."""
        worker.progressed.connect(lambda fraction, doing: self._note(worker, (fraction, doing, cancel)))
        worker.stopped.connect(lambda: self._note(worker, None))

    def show_progress(self, fraction: float, doing: str, *, can_cancel: bool = True) -> None:
        """Show what is being done, and its progress."""
        metrics = self._progress.fontMetrics()
        room = self._progress.width() - metrics.horizontalAdvance("… 100%") - 2 * GAP
        # It would be wrapped, and cut above and below.
        self._progress.setFormat(f"{metrics.elidedText(doing, Qt.TextElideMode.ElideMiddle, room)}… %p%")
        self._progress.setValue(int(100 * fraction))
        self._progress.show()
        self._cancel.setVisible(can_cancel)
        self._cancel.setToolTip(tip(f"Give up: {doing}"))

    def idle(self) -> None:
        """Hide the progress."""
        self._progress.hide()
        self._cancel.hide()

    def _note(self, worker: Worker, news: tuple[float, str, Callable[[], None]] | None) -> None:
        if news is None:
            self._busy.pop(worker, None)
        else:
            self._busy[worker] = news
        if self._busy:
            self.show_progress(*[*self._busy.values()][-1][:2])
        else:
            self.idle()

    def _give_up(self) -> None:
        if self._busy:
            _, _, cancel = [*self._busy.values()][-1]
            cancel()

    def show_rows(self, inspection: Inspection, selected: Ints) -> None:
        """Show how many rows are shown and selected, and the metric with its choices."""
        state = inspection.state
        words = f"{len(state.order):,} of {len(state.evaluation.table):,} rows"
        if len(inspection.submissions) > 1:
            words = f"{one_line(place_words(inspection))} · {words}"
        if len(selected) > 1:
            mean = state.evaluation.scores.mean(selected)
            words += f" · {len(selected):,} selected, {mean_words(state.evaluation, selected, mean, 6)}"
        self._rows.setText(words)
        metric = state.evaluation.metric
        applying = (name for name in state.evaluation.choices if metric.applies(name))
        rule = " · ".join(filter(None, map(metric.briefly, applying)))
        self._rule.show_text(f"{metric.brief}{' (guessed)' if state.evaluation.guessed else ''}   {rule}")
        self._rule.setToolTip(tip(f"{state.evaluation.metric.formula}. {state.evaluation.metric.source}"))
