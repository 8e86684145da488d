"""The verdict in words: whether the open submission is better than the baseline in the rows that are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.comparison.comparison import Comparison
from inspector.core.comparison.judging import DrawOptions
from inspector.core.comparison.leaderboard import missing_words
from inspector.core.data.order import Filter
from inspector.core.statistics.details import Detail, details
from inspector.core.statistics.verdict import BY_OUTCOME, Verdict
from inspector.ui.comparison.verdict_words import baseline_name, compares_edits, opening, whole_opening
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import one_line, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.visibility import is_visible

_LINES = 2
# Milliseconds until a verdict that is not there yet is said to be on its way, and until a filter that stays counts as
# tried, and its verdict is refined.
_PATIENCE, _REST = 250, 600
# Milliseconds until the rows of an edit are compared again: a thread at work would slow down the painting of the edit.
_PAINTED = 20


class VerdictLine(PlainLabel):
    """Follows filter, edits, metric, baseline and margin. It is as high whatever it says, so that nothing moves.

    Its tooltip and the copied text name what it follows. While it is hidden it compares nothing. The first verdict
    comes from a worker thread within a blink, a finer one once the filter stays.

    told: there is another verdict; equal_within: the difference that does not matter, None for none; drawn_by: the
    column whose groups p and interval draw whole, where the overall is the mean of the rows.
    """

    failed = Signal(Exception)
    told = Signal(Verdict)
    _sentences: Sequence[str] = ()

    def __init__(self, signals: DocumentSignals, drawn_by: Callable[[], str], parent: QWidget) -> None:
        super().__init__(parent, name="verdictLine", figures=True, selectable=True, wraps=True)
        self.setAccessibleName("Verdict")
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._inspection, self._drawn_by = signals.inspection, drawn_by
        self.equal_within: float | None = None
        self._comparison: Comparison | None = None
        self._judged: Filter | None = None
        self._verdict: Verdict | None = None
        # Whether to compare as soon as the line is seen.
        self._is_stale = False
        self._is_told = False
        self._worker = Worker(self)
        self._impatient = Debounce(_PATIENCE, self, lambda: self._say(["Comparing…"]))
        self._rested = Debounce(_REST, self, self._refine)
        self._painted = Debounce(_PAINTED, self, self._judge_first)
        self._listen(signals)
        self.refresh()

    @property
    def words(self) -> str:
        """The whole verdict; the line itself leaves out the last sentences where it has no room for them."""
        return " ".join(filter(None, self._sentences))

    @property
    def whole(self) -> str:
        """The whole verdict with all that is needed to find it again: metric, filter, and edits that no file holds."""
        if not self._is_told:
            return self.words
        return " ".join([whole_opening(self._inspection), *self._sentences[1:]])

    @property
    def details(self) -> list[Detail]:
        """What lies behind the verdict; nothing where there is none."""
        return [] if self._verdict is None else details(self._verdict)

    def copy(self) -> None:
        """Copy the whole verdict to the clipboard."""
        QGuiApplication.clipboard().setText(self.whole)

    def refresh(self, rows: Ints | None = None, *, later: bool = False) -> None:
        """Compare again; rows: int64, those with other predictions, None for unknown; later: after the next paint."""
        self._stop()
        self._is_stale = self._inspection.compares and not is_visible(self)
        if not self._inspection.compares:
            self._comparison = None
            return
        if self._is_stale:
            self._say([])
            return
        self._verdict = None
        evaluation, known = self._inspection.evaluation, self._comparison
        self._comparison = Comparison.of(evaluation) if known is None else known.follow(evaluation, rows)
        if self._comparison.is_with_itself:
            self._say(self._same)
            return
        if later:
            self._painted.start()
        else:
            self._judge_first()
        self._impatient.start()

    def sizeHint(self) -> QSize:
        return QSize(0, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._height)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale:
            self.refresh()
        super().paintEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:  # as on stage, where the verdict comes while the line is hidden
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @property
    def _same(self) -> list[str]:
        """What is said of a submission that is compared with itself."""
        inspection = self._inspection
        is_file = inspection.evaluation.baseline.is_file  # while steps are played, it may have edits still
        same = f"does not differ from {inspection.baseline_words}" if is_file else "is the baseline"
        return [
            f"{inspection.open_submission.name} {same}.",
            "Choose another one to compare it with in Submissions > Compare with, or in the list.",
        ]

    @property
    def _height(self) -> int:
        return _LINES * self.fontMetrics().lineSpacing()

    @property
    def _filter(self) -> str:
        """The filter in force as text; empty when all rows are shown."""
        return " and ".join(clause.text for clause in self._inspection.state.clauses if clause.on)

    def _judge(self, show: Callable[[Verdict], object], *, refine: bool) -> None:
        state, comparison = self._inspection.state, self._comparison
        if comparison is not None:
            self._judged = state.filter
            rows = None if state.filter is None else np.flatnonzero(state.filter.mask)
            by_outcome = self._inspection.is_by_outcome or compares_edits(self._inspection)
            options = DrawOptions(margin=self.equal_within, refine=refine, group=self._group, by_outcome=by_outcome)
            self._worker.start(comparison.snapshot().verdict_task(rows, options), show)

    def _judge_first(self) -> None:
        self._judge(self._show_first, refine=False)

    def _show_first(self, verdict: Verdict) -> None:
        self._show(verdict)
        self._rested.start()

    def _refine(self) -> None:
        """The filter stays: it counts as tried, and the verdict gets more draws where these take little time."""
        comparison, verdict = self._comparison, self._verdict
        if comparison is None or verdict is None or verdict.by_outcome:
            return
        self._comparison = comparison.trying(self._filter)
        if comparison.is_quick and not self._group:
            self._judge(self._show, refine=True)
        else:
            self._show(verdict)

    def _note_progress(self, fraction: float) -> None:
        """Say how far a comparison is that takes its time."""
        if not self._impatient.isActive() and self._verdict is None:
            self._say([f"Comparing… {fraction:.0%}"])

    def _show(self, verdict: Verdict) -> None:
        self._impatient.stop()
        self._verdict = verdict
        inspection, comparison = self._inspection, self._comparison
        if comparison is None:
            return
        if not len(inspection.state.order):
            self._say(["No rows are shown."])
            return
        name, baseline = inspection.open_submission.name, baseline_name(inspection)
        words = _sentences(verdict.words(name, baseline)) + [BY_OUTCOME] * (
            inspection.is_by_outcome and not compares_edits(inspection)
        )
        found = [opening(inspection), *words, *self._lacking(comparison, name, baseline)]
        if not verdict.by_outcome:
            found[2:2] = self._groups_words
        self._say([*found, *self._many(comparison, verdict)], is_told=True)
        self.told.emit(verdict)

    def _many(self, comparison: Comparison, verdict: Verdict) -> list[str]:
        """The warning under one of many filters."""
        tried = len(comparison.tried)
        if tried < 2 or verdict.by_outcome or self._inspection.state.filter is None:
            return []
        return [f"{tried:,} filters tried so far: the more you try, the more likely one shows a difference by chance."]

    @property
    def _group(self) -> str:
        """The column whose groups are drawn whole; empty for rows, also where there is no test of groups."""
        return self._drawn_by() if self._inspection.evaluation.scores.is_mean else ""

    @property
    def _groups_words(self) -> list[str]:
        """What is drawn, where the user chose groups."""
        if not (chosen := one_line(self._drawn_by())):
            return []
        if self._group:
            return [f"The p and the interval draw whole groups of {chosen}."]
        return [f"The p and the interval draw rows, not groups of {chosen}: the overall is no mean of the rows."]

    def _lacking(self, comparison: Comparison, name: str, baseline: str) -> list[str]:
        """The rows that only one side has."""
        if self._inspection.evaluation.baseline.is_file:
            return []
        state = self._inspection.state
        rows = None if state.filter is None else state.order.rows
        missing = missing_words(comparison.lacking(rows), name, baseline)
        return [missing] if missing else []

    def _say(self, sentences: list[str], *, is_told: bool = False) -> None:
        self._sentences, self._is_told = sentences, is_told
        self.setToolTip(tip(self.whole))
        self.setAccessibleDescription(self.words)
        self._fit()

    def _fit(self) -> None:
        """Show as many sentences as there is room for, of the first one at least some words."""
        room = QRect(0, 0, max(1, self.contentsRect().width()), 10_000)
        flags, metrics = int(Qt.TextFlag.TextWordWrap), self.fontMetrics()
        sentences = [*filter(None, self._sentences)]
        words = "".join(sentences[:1]).split(" ")
        shorter = [part[:count] for part in (sentences, words) for count in range(len(part) - 1, 0, -1)]
        for text in (self.words, *(" ".join(part) + " …" for part in shorter)):
            if metrics.boundingRect(room, flags, text).height() <= self._height:
                break
        self.setText(text)

    def _stop(self) -> None:
        for waiting in (self._worker.cancel, self._painted.stop, self._impatient.stop, self._rested.stop):
            waiting()

    def _listen(self, signals: DocumentSignals) -> None:
        changes = signals.baseline_changed, signals.submissions_changed
        for signal in (signals.loaded, signals.metric_changed, signals.answered, *changes):
            signal.connect(lambda: self.refresh())
        signals.edited.connect(lambda change: self.refresh(change.rows, later=True))
        signals.ordered.connect(self._on_ordered)
        signals.saved.connect(self._on_saved)
        signals.closing.connect(self._stop)
        signals.closing.connect(self._worker.close)
        self._worker.progressed.connect(lambda fraction, _: self._note_progress(fraction))
        self._worker.failed.connect(self._impatient.stop)
        self._worker.failed.connect(self.failed)

    def _on_saved(self) -> None:
        """Files may now hold what was edited."""
        if self._is_told:
            self._say([opening(self._inspection), *self._sentences[1:]], is_told=True)

    def _on_ordered(self) -> None:
        """Judge other rows; sorting alone changes no verdict."""
        if self._comparison is not None and self._inspection.state.filter is not self._judged:
            self.refresh(np.empty(0, np.int64))


def _sentences(words: str) -> list[str]:
    """The sentences of a text; a name may hold a full stop, and a sentence is then in two parts."""
    parts = words.split(". ")
    return [*(f"{part}." for part in parts[:-1]), parts[-1]]
