"""The luck panel: a question about splits into public and private rows, and its answer."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from inspector.core.arrays.types import Bools
from inspector.core.data.table import ID_PARTS
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.luck.luck import Luck
from inspector.core.luck.luck_task import effort, with_public
from inspector.core.task import Task
from inspector.ui.luck.gap_histogram import GapHistogram
from inspector.ui.luck.luck_table import LuckTable
from inspector.ui.luck.question_form import QuestionForm
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP, GRID, Theme

_COUNTING = "counting…"
_STOPPED = "Stopped. Another question, edit or filter counts again."


class LuckPanel(QWidget):
    """Follows edits, filter, metric and submissions; counts only while it is visible."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("luckPanel")
        self._inspection = signals.inspection
        self._luck: Luck | None = None
        self._shown = ""  # which rows are split, if not all
        self._metric = ""  # of which the typed score is
        self.form = QuestionForm(self)
        self.setFocusProxy(self.form)
        self.answer = PlainLabel(self, name="luckAnswer", figures=True, selectable=True, wraps=True)
        self.answer.setAccessibleName("How much is luck")
        self.histogram = GapHistogram(signals, theme, self)
        self._caption = PlainLabel(self, name="luckCaption", quiet=True, wraps=True)
        self.table = LuckTable(self)
        self.notes = PlainLabel(self, name="luckNotes", quiet=True, wraps=True)
        self._progress = named(QProgressBar(self), "luckProgress", "Progress of the splits")
        self._stop = push_button(self, "Stop", "luckStop", "Give up simulating splits", self._give_up)
        self._build()
        self.recount = Recount(self, signals, self._count, self._fill, self._work)
        self._connect(signals)
        self._show_columns()
        self._show_parts(None)

    def _connect(self, signals: DocumentSignals) -> None:
        worker = self.recount.runner.worker
        worker.progressed.connect(self._show_progress)
        worker.stopped.connect(self._hide_progress)
        self.recount.failed.connect(self.failed)
        self.histogram.failed.connect(self.failed)
        self.form.asked.connect(self.recount.refresh)
        self.form.placed.connect(self._place)
        signals.submissions_changed.connect(self.recount.refresh)
        signals.loaded.connect(self._show_columns)

    def _count(self, evaluation: Evaluation, among: Bools | None) -> Task[Luck | str]:
        inspection = self._inspection
        task = inspection.luck_task(self.form.question, None if among is None else np.flatnonzero(among))
        return _or_words(task)

    def _work(self, evaluation: Evaluation) -> int:
        return effort(evaluation, len(self._inspection.submissions))

    def _fill(self, evaluation: Evaluation, among: Bools | None, found: Luck | str) -> None:
        """Show an answer, or why there is none."""
        self._luck = found if isinstance(found, Luck) else None
        if self._metric not in ("", evaluation.metric.name):
            self.form.forget_score()
        self._metric = evaluation.metric.name
        self.form.fix_share(self._luck.split.share if self._luck is not None and self._luck.is_real else None)
        self._show_parts(self._luck)
        if isinstance(found, str):
            self.answer.setText(found)
            return
        self._shown = "" if among is None else f"Only the {found.rows:,} scored rows that the filter shows are split."
        self.table.show_luck(found)
        self._place()

    def _place(self) -> None:
        """Place the typed score in the splits."""
        if self._luck is None or not self.recount.is_fresh:
            return
        found = with_public(self._luck, self.form.question.public)
        self.answer.setText("\n".join(filter(None, [*found.sentences, self.form.trouble])))
        self.histogram.show_luck(found)
        self._caption.setText(self.histogram.caption)
        self.notes.setText(" ".join(filter(None, [self._shown, *found.notes])))

    def _show_parts(self, found: Luck | None) -> None:
        for part in (self.histogram, self._caption, self.notes):
            part.setVisible(found is not None)
        self.table.setVisible(found is not None and len(found.lines) > 1)

    def _show_columns(self) -> None:
        """Offer the columns of the open pair."""
        if self._inspection.is_open:
            self.form.show_columns([*self._inspection.evaluation.table.extra, *ID_PARTS])

    def _show_progress(self, fraction: float, doing: str) -> None:
        self._progress.setFormat(f"{doing}… %p%")
        self._progress.setValue(int(100 * fraction))
        self._running.show()
        self._found.setEnabled(False)  # what it shows is about another question
        if self._luck is None or math.isnan(self._luck.opened.margin):
            self.answer.setText(_COUNTING)  # nothing is known, which is not that there is nothing
            self._show_parts(None)

    def _hide_progress(self) -> None:
        self._running.hide()
        self._found.setEnabled(True)

    def _give_up(self) -> None:
        self.recount.runner.cancel()
        self.answer.setText(_STOPPED)
        self._show_parts(None)

    def _build(self) -> None:
        self._progress.setRange(0, 100)
        self._running, self._found, page = QWidget(self), QWidget(self), QWidget(self)
        arrange(QHBoxLayout(self._running), (self._progress, 1), self._stop, spacing=GAP)
        arrange(
            QVBoxLayout(self._found), self.answer, self.histogram, self._caption, self.table, self.notes, spacing=GAP
        )
        arrange(QVBoxLayout(page), self.form, self._running, self._found, 1, margins=(GAP, GAP, GAP, GAP), spacing=GAP)
        self._running.hide()
        arrange(QVBoxLayout(self), ScrollPage(page, self), margins=(0, GRID, 0, 0))


def _or_words(task: Task[Luck]) -> Task[Luck | str]:
    """The answer, or what stands in its way."""
    try:
        return (yield from task)
    except InputError as error:
        return str(error)
