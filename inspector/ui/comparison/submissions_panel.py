"""The submissions panel: a small leaderboard, whose lines are counted in a worker thread while it is visible.

It is sorted where a title is clicked, and once the figures of other submissions, or under another metric, baseline or
filter, are counted; an edit leaves the lines where they are, as one leaves the rows of the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QHideEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.core.comparison.leaderboard import LineDone
from inspector.core.data.order import Filter
from inspector.core.document.submission import Submission
from inspector.core.evaluation.baseline import FILE_NAME
from inspector.core.task import Progress
from inspector.ui.comparison.counting import Board, Counted
from inspector.ui.comparison.margin_edit import MarginEdit
from inspector.ui.comparison.submission_columns import Entry
from inspector.ui.comparison.submissions_model import SubmissionsModel
from inspector.ui.comparison.submissions_table import SubmissionsTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme
from inspector.ui.widgets.visibility import is_visible

_EMPTY = "Compare this submission with others of the same truth. Files can be dropped here."
# Milliseconds without a further edit until the lines are counted again.
_PAUSE = 120


class SubmissionsPanel(QWidget):
    """Lists all submissions. dropped: paths to add; filled: every line is counted."""

    failed = Signal(Exception)
    filled, add_asked = Signal(), Signal()
    dropped = Signal(list)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("submissionsPanel")
        self.setAcceptDrops(True)
        self._inspection = signals.inspection
        self._model = SubmissionsModel(theme, self)
        self.table = SubmissionsTable(self._model, theme, self)
        self.renamed, self.margin = self._model.renamed, MarginEdit(self)
        hint = "Choose files to compare with the open submission; many at once"
        self._add = push_button(self, "&Add submissions…", "addSubmissions", hint, self.add_asked.emit)
        self._empty = PlainLabel(self, _EMPTY, name="noSubmissions", quiet=True, wraps=True)
        self._worker = Worker(self)
        self._counted = Counted()
        self._filter: Filter | None = None
        self._sorted_for: list[object] = []
        self._is_stale = False
        self._later = Debounce(_PAUSE, self, self._count)
        self._build()
        self._listen(signals)
        self.refresh()

    def refresh(self) -> None:
        """List the submissions, and count their lines again if they can be seen, else once they are."""
        self._counted = Counted()
        self._count_later()

    @property
    def names(self) -> Sequence[str]:
        """The names of the submissions from top to bottom, as they were added where the list is not seen."""
        added = [one.name for one in self._inspection.submissions]
        listed = [entry.name for entry in self._model.entries if entry.name in added]
        return listed if is_visible(self) and len(listed) == len(added) else added

    def take_focus(self) -> None:
        """Put the cursor into the table, or on the button where there is nothing to compare yet."""
        (self.table if self._inspection.compares else self._add).setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._inspection.is_open and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        # As a copy: after a move, a file manager would delete them.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count_if_stale()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._count_if_stale()
        super().paintEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._is_stale = self._is_stale or self._worker.is_busy or self._later.isActive()
        self._later.stop()
        self._worker.cancel()

    def _count_if_stale(self) -> None:
        """Count what is seen again; not in the pause after a change, in which listing what is known paints."""
        if self._is_stale and not self._later.isActive():
            self._count()

    def _count_later(self) -> None:
        """List what is known, and count the rest after a pause in which nothing changes."""
        self._worker.cancel()
        self._later.stop()
        self._show(stay=True)
        self._is_stale = self._inspection.compares
        if self._is_stale and is_visible(self):
            self._later.start()

    def _count(self) -> None:
        """Count what is not known in a worker thread; no line moves between press and release of the mouse."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._later.start()
            return
        self._later.stop()
        self._is_stale = self._inspection.compares and not is_visible(self)
        if not self._inspection.compares or self._is_stale:
            return
        self._filter = self._inspection.state.filter
        known = self._counted.lines if self._counted.means else None
        self._worker.start(Board.of(self._inspection, self.margin.margin).task(known), self._take)

    def _take(self, counted: Counted) -> None:
        """Show all figures; what was scored under the metric is kept, so that it is not scored again."""
        self._counted = counted
        for one in self._inspection.submissions:
            if one is not self._inspection.open_submission and one.name in counted.evaluations:
                one.evaluation = counted.evaluations[one.name]
        now = self._inspection
        names = (one.name for one in now.submissions)  # after another name, all are listed anew
        sorted_for: list[object] = [now.metric, now.baseline, now.state.filter, *now.submissions, *names]
        self._show(stay=sorted_for == self._sorted_for)
        self._sorted_for = sorted_for
        self.filled.emit()

    def _take_step(self, progress: Progress) -> None:
        if isinstance(progress, LineDone):
            line = progress.line
            self._counted = replace(self._counted, lines={**self._counted.lines, line.name: line})
            self._model.fill(line.name, line)

    def _on_ordered(self) -> None:
        """Count the means again for other rows; the lines against the baseline stay as they are."""
        if self._inspection.state.filter is not self._filter:
            self._count_later()

    def _show(self, *, stay: bool = False) -> None:
        """List what is known; stay: leave the lines where they are."""
        is_used = self._inspection.compares
        self.table.setVisible(is_used)
        self.margin.setVisible(is_used)
        self._empty.setVisible(not is_used)
        self._add.setEnabled(self._inspection.is_open)
        self._model.tell_filter(is_on=is_used and self._inspection.state.filter is not None)
        is_loss = self._inspection.is_open and self._inspection.metric.lower_is_better
        self.table.keep_best_on_top(is_loss=is_loss)
        self._model.show(self._entries() if is_used else [], lower_is_better=is_loss, stay=stay)

    def _entries(self) -> list[Entry]:
        """A line for each submission, and one for the file as loaded if that is the baseline."""
        inspection = self._inspection
        entries = [self._entry(one) for one in inspection.submissions]
        for one in inspection.submissions:
            for version in one.versions:
                if version.name == inspection.baseline:
                    of = "" if one is inspection.open_submission else f" of {one.name}"
                    title, overall = f"{version.name}, a version{of}", inspection.evaluation.compared.known_overall
                    line = Entry(name=version.name, title=title, overall=overall, is_baseline=True, is_version=True)
                    return [line, *entries]
        if not inspection.evaluation.baseline.is_file:
            return entries
        title = inspection.open_submission.name_as_loaded
        overall = inspection.evaluation.base.known_overall
        return [Entry(name=FILE_NAME, title=title, overall=overall, is_baseline=True), *entries]

    def _entry(self, one: Submission) -> Entry:
        is_scored, counted = one.evaluation.metric == self._inspection.metric, self._counted
        return Entry(
            name=one.name,
            title=one.name,
            overall=one.evaluation.scores.known_overall if is_scored else math.nan,
            mean=counted.means.get(one.name, math.nan),
            edited=len(one.evaluation.overlay),
            is_saved=one.is_saved,
            problems=len(one.problems),
            is_open=one is self._inspection.open_submission,
            is_baseline=one.name == self._inspection.baseline,
            line=counted.lines.get(one.name),
            refusal=counted.refused.get(one.name, ""),
        )

    def _build(self) -> None:
        tools = QWidget(self)
        line = FlowLayout(tools)
        for part in (self._add, self.margin):
            part.setMinimumHeight(self.margin.sizeHint().height())  # all text on one height
            line.addWidget(part)
        above = arrange(QVBoxLayout(), self._empty, tools, margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self), above, (self.table, 1), 0, margins=(0, GRID, 0, 0), spacing=GRID)

    def _listen(self, signals: DocumentSignals) -> None:
        for signal in (signals.scored, signals.baseline_changed, signals.submissions_changed, self.margin.changed):
            signal.connect(self.refresh)
        signals.saved.connect(self._show)
        signals.ordered.connect(self._on_ordered)
        signals.closing.connect(self._worker.close)
        signals.closing.connect(self._later.stop)
        self._worker.stepped.connect(self._take_step)
        self._worker.failed.connect(self.failed)
