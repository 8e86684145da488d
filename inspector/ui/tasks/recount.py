"""Counting for a panel: again after each change that matters, and only while the panel is visible."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from inspector.core.arrays.types import Bools
from inspector.core.data.order import Filter
from inspector.core.document.change import Change
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause, filter_of
from inspector.core.task import Progress, Task, drain
from inspector.ui.tasks.runner import TaskRunner, is_small
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.visibility import is_visible

_PAUSE = 150  # milliseconds

# What the count finds.
Found = TypeVar("Found")


class Recount(QObject, Generic[Found]):
    """Counts among the rows that the other clauses of the filter show, so that a count equals the rows of a click.

    As in the table, an edit does not run the filter again.

    count(evaluation, among) is the task, fill(evaluation, among, found) takes its result; among: bool (n,), the rows to
    count, None for all. size: how much there is to count, in rows; others: the clauses that decide which rows are
    counted, in place of the `other_clauses`; source: of the widget's own clause, by default its name.
    """

    failed = Signal(Exception)

    def __init__(
        self,
        widget: QWidget,
        signals: DocumentSignals,
        count: Callable[[Evaluation, Bools | None], Task[Found]],
        fill: Callable[[Evaluation, Bools | None, Found], object],
        size: Callable[[Evaluation], int] = lambda evaluation: len(evaluation.table),
        others: Callable[[], tuple[Clause, ...]] | None = None,
        source: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(widget)
        self._widget, self._inspection = widget, signals.inspection
        # A scrolling widget is painted through its viewport, which is shown and hidden with it.
        (widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget).installEventFilter(self)
        self.count, self._fill, self._size, self._others = count, fill, size, others or self.other_clauses
        self._source = source or widget.objectName
        self.runner = TaskRunner(self, signals.closing)
        self.runner.failed.connect(self.failed)
        self._later = Debounce(_PAUSE, self, self.refresh)
        signals.closing.connect(self._later.stop)
        # Whether what the widget shows is up to date; whether the count waits for the next paint.
        self.is_fresh = self._waits_for_paint = False
        self._counted: tuple[Clause, ...] = ()
        self._masks: tuple[Bools | None, ...] = ()
        self._update: Callable[[Change], bool] = lambda change: False
        self._is_updated = False
        signals.edited.connect(self._follow_edit)
        signals.scored.connect(self._follow_scores)
        signals.ordered.connect(self._follow_filter)
        signals.baseline_changed.connect(self.refresh)

    def follow_edits(self, update: Callable[[Change], bool]) -> None:
        """Let `update` bring what was counted up to date after an edit, where it can do so and returns true."""
        self._update = update

    def refresh(self) -> None:
        """Count again if visible, else on the next paint."""
        self._stop()
        self._counted, self._masks = self._others(), self._masks_now
        self.is_fresh = False
        self._waits_for_paint = self._inspection.is_open and not is_visible(self._widget)
        if self._inspection.is_open and not self._waits_for_paint:
            evaluation = self._inspection.evaluation
            task = self._task(evaluation, self._counted, self._inspection.state.filter)
            self.runner.run("count", self._size(evaluation), task, lambda found: self._take(evaluation, *found))

    def count_now(self) -> None:
        """Count at once if needed, seen or not, as before an export."""
        if self._inspection.is_open and not self.is_fresh:
            evaluation, clauses = self._inspection.evaluation, self._others()
            self._stop()
            self._counted, self._masks, self._waits_for_paint = clauses, self._masks_now, False
            self._take(evaluation, *drain(self._task(evaluation, clauses, self._inspection.state.filter)))

    def other_clauses(self) -> tuple[Clause, ...]:
        """The active clauses except the widget's own; a click keeps them."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return tuple(clause for clause in clauses if clause.on and clause.source != self._source())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count if needed as the widget is shown, if that was put off as it is painted, and stop as it is hidden."""
        match event.type():
            case QEvent.Type.Show if not self.is_fresh:
                self.refresh()
            case QEvent.Type.Paint if self._waits_for_paint:
                self.refresh()
            case QEvent.Type.Hide:
                self._stop()
        return super().eventFilter(watched, event)

    def _follow_edit(self, change: Change) -> None:
        self._is_updated = self.is_fresh and is_visible(self._widget) and self._update(change)

    def _follow_scores(self) -> None:
        # After an edit, `scored` comes behind `edited`.
        if not self._is_updated:
            self._refresh_later()
        self._is_updated = False

    def _refresh_later(self) -> None:
        """Count many rows after a pause: a thread after each of several edits would slow down the next ones."""
        if not self._inspection.is_open or is_small("count", self._size(self._inspection.evaluation)):
            self.refresh()
            return
        self._stop()
        self.is_fresh = False
        self._later.start()

    def _stop(self) -> None:
        self.runner.cancel()
        self._later.stop()

    def _follow_filter(self) -> None:
        now, before = (*self._others(), *self._masks_now), (*self._counted, *self._masks)
        # By identity: clauses of selected rows compare equal whichever rows they hold.
        if len(now) != len(before) or not all(map(operator.is_, now, before)):
            self.refresh()

    @property
    def _masks_now(self) -> tuple[Bools | None, ...]:
        """The masks of these clauses, which are others once the filter was run again."""
        shown = self._inspection.state.filter if self._inspection.is_open else None
        return tuple(shown.parts.get(clause.text) for clause in self._others()) if shown is not None else ()

    def _task(
        self, evaluation: Evaluation, clauses: tuple[Clause, ...], last: Filter | None
    ) -> Task[tuple[Bools | None, Found]]:
        yield Progress(0.0, "Filtering")
        shown = filter_of(clauses, evaluation, last, as_shown=True)
        among = None if shown is None else shown.mask
        return among, (yield from self.count(evaluation, among))

    def _take(self, evaluation: Evaluation, among: Bools | None, found: Found) -> None:
        self.is_fresh = True
        self._fill(evaluation, among, found)
