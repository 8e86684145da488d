"""The one place of the window where a host's metric is asked: whatever changed, it asks what is not known now.

A change is committed before; its numbers come as a change of their own (`ChangeKind.ANSWERED`). The latest change wins:
what was asked before it is dropped, and an answer that comes all the same is kept for when it is needed again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.types import Ints
from inspector.core.document.load import guessed_metric
from inspector.core.document.submission import Submission
from inspector.core.errors import InputError
from inspector.core.evaluation import asking
from inspector.core.evaluation.asking import Question
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.pair import Pair
from inspector.core.host.errors import HostError
from inspector.core.host.hosts import Hosts
from inspector.core.host.script import Script
from inspector.core.metrics import Metric
from inspector.core.metrics.host.answers import Answers
from inspector.core.metrics.host.metric import HostMetric, of_arguments
from inspector.core.metrics.host.scores import HostScores
from inspector.core.task import Progress, Task
from inspector.ui.host.agreed import Agreed
from inspector.ui.host.permission import Permission
from inspector.ui.host.script_watcher import ScriptWatcher
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker

# Seconds between two looks at the answers, and how many times as long as the last look took.
_PAUSE, _SHARE = 0.3, 20


class HostController(QObject):
    """Asks for agreement, then for overalls, then for row scores, those of `seen` first.

    metric_asked: the metric to go back to; refused, stopped: words for the user; changed: a metric's file has another
    content; rearranged: all row scores are known for the first time, so the rows can be sorted by them.
    """

    failed = Signal(Exception)
    metric_asked = Signal(Metric)
    further_asked = Signal(list)
    done = Signal(str)
    changed = Signal(Script)
    rearranged = Signal()

    def __init__(self, signals: DocumentSignals, settings: Settings, seen: Callable[[], Ints], window: QWidget) -> None:
        super().__init__(window)
        self._inspection, self._seen = signals.inspection, seen
        self._agreed = Agreed(settings.agreements, signals.inspection.hosts)
        self._hosts_before = signals.inspection.hosts
        self._hosts = signals.inspection.hosts = Hosts(self._agreed.find)
        self.worker = Worker(self)
        self.worker.stepped.connect(self._on_step)
        self.worker.failed.connect(self._fail)
        self.permission = Permission(self._agreed, window)
        self.permission.given.connect(self._take)
        self.permission.refused.connect(lambda metric, why: self._go_back(why, metric))
        self.permission.failed.connect(self.failed)
        self._before: tuple[Pair, Metric] | None = None  # the metric that a pair had
        self._passing: list[Question] = []  # failed, but may succeed after the next change
        self._unfit: list[tuple[Submission, Metric]] = []  # which the metric does not fit
        self._asking: list[Question] = []  # what the running task has asked, the last one now
        self._stopped: Answers | None = None
        self._unarranged: Answers | None = None  # whose rows were sorted before their scores were known
        self._next_look = 0.0
        self._is_taking_answers = False
        self.watcher = ScriptWatcher(self)
        self.watcher.changed.connect(self.changed)
        for signal in (signals.scored, signals.further_changed, signals.baseline_changed, signals.submissions_changed):
            signal.connect(self._note_change)
        signals.closing.connect(self.close)
        QTimer.singleShot(0, self, self.follow)

    def _note_change(self) -> None:
        """Ask again what failed for a reason that may have passed, and what is not known now."""
        if not self._is_taking_answers:
            for one in self._passing:
                one.answers.failed.discard(one.key)
            self._passing.clear()
            self.follow()

    def follow(self) -> None:
        """Ask what is not known now, in place of what is being asked."""
        inspection = self._inspection
        if self._is_taking_answers or not inspection.is_open:
            return
        self.worker.cancel()
        every = [*asking.questions(inspection.evaluation)]
        self.watcher.watch([one.metric.script for one in every])
        if not every:
            self._before = inspection.evaluation.pair, inspection.metric
            return
        self._note_settled()
        if any(one.scores.has_new_overall for one in every):  # rows can wait for the next look
            self._take_answers()
        asked, rows, directions = (
            self._open(find) for find in (asking.open_questions, asking.row_questions, asking.undecided)
        )
        if waiting := [one for one in (*asked, *rows) if self.permission.is_needed(one.metric)]:
            QTimer.singleShot(0, self, lambda: self.permission.ask(waiting[0].metric))
        elif asked or rows or directions or self._beside:
            scores = inspection.evaluation.scores
            if scores.unknown is not None and scores.unknown.all():
                self._unarranged = self._answers
            self.worker.start(self._work(asked, rows, directions), lambda _: self._finish())
        elif any(one.scores.is_behind for one in every):
            self._take_answers()

    def _note_settled(self) -> None:
        """Come back to the metric in force if the next one gives no score; take its direction over once it is told."""
        if self._inspection.evaluation.scores.is_settled:
            self._before = self._inspection.evaluation.pair, self._inspection.metric
        if self._inspection.directed != self._inspection.metric:
            QTimer.singleShot(0, self, self._direct)

    def _direct(self) -> None:
        if self._inspection.is_open and (directed := self._inspection.directed) != self._inspection.metric:
            self.metric_asked.emit(directed)

    def cancel(self) -> None:
        """Stop asking: the overall goes back to the metric before if it is not known, rows stay unknown."""
        self.worker.cancel()
        self._stopped = self._answers
        scores = self._inspection.evaluation.scores
        if not self._is_known:
            self._go_back("was stopped before it gave a score")
        elif not scores.is_settled:
            self.done.emit("The overall is from before the last edits; Analyse > Work out row scores asks again")
        else:
            self.done.emit("Row scores are not worked out any further; Analyse > Work out row scores goes on")

    def go_on(self) -> None:
        """Work out row scores again that are missing, or were worked out before the last edits."""
        self._stopped = None
        for one in asking.questions(self._inspection.evaluation):
            one.answers.failed.clear()
            one.scores.forget_outdated()
        self.follow()

    def close(self) -> None:
        """End the processes of all metrics."""
        self.watcher.close()
        self.worker.cancel()
        self._hosts.close()
        self.worker.close()
        self._inspection.hosts = self._hosts_before

    @property
    def asks_overall(self) -> bool:
        """Whether the metric in force is being asked for its overall."""
        scores = self._inspection.evaluation.scores
        if not isinstance(scores, HostScores) or scores.is_settled or not self.worker.is_busy:
            return False
        return scores.key() not in scores.answers.failed

    @property
    def _answers(self) -> Answers | None:
        """What the metric in force answered, None for one that is not asked."""
        scores = self._inspection.evaluation.scores
        return scores.answers if isinstance(scores, HostScores) else None

    @property
    def _is_known(self) -> bool:
        """Whether the metric in force has given a score."""
        return not math.isnan(self._inspection.evaluation.scores.overall)

    def _work(self, asked: list[Question], rows: list[Question], directions: list[Question]) -> Task[None]:
        """A task: ask for all that is wanted, in the order in which it is looked at."""
        metric, first = self._inspection.metric, self._seen()
        beside, stopped, answers = self._beside, self._stopped, self._answers
        under_way = self._asking = []  # its own: a task that was dropped may still take a step

        def task() -> Task[None]:
            for one in asked:
                under_way.append(one)
                yield from asking.ask([one], self._hosts)
            yield from asking.ask_directions(directions, self._hosts)
            for other in beside:
                yield Progress(0.0, f"Scoring {other.name}")
                try:
                    scored = other.under(metric)
                except InputError:  # the list of submissions says why
                    self._unfit.append((other, metric))
                    continue
                for one in asking.open_questions(scored):
                    if not one.has_failed:
                        under_way.append(one)
                        yield from asking.ask([one], self._hosts)
            for one in rows:
                under_way.append(one)
                yield from (one.among(first) if one.answers is stopped else one).ask_rows(self._hosts, first)
            for other in beside if asking.is_compared_by_rows(answers) and answers is not stopped else ():
                if (other, metric) in self._unfit:
                    continue
                for one in asking.row_questions(asking.with_answers(other.under(metric))):
                    if not one.has_failed:
                        under_way.append(one)
                        yield from one.ask_rows(self._hosts, first)

        return task()

    @property
    def _beside(self) -> list[Submission]:
        """The other submissions of which something is to be asked under the metric: also rows, if they are compared."""
        metric, by_rows = self._inspection.metric, asking.is_compared_by_rows(self._answers)
        if not isinstance(metric, HostMetric):
            return []
        others = [(one, one.evaluation) for one in self._inspection.others if (one, metric) not in self._unfit]
        return [one for one, scored in others if scored.metric != metric or asking.waits(scored, rows=by_rows)]

    def _on_step(self, _: Progress) -> None:
        scores = self._inspection.evaluation.scores
        if (isinstance(scores, HostScores) and scores.has_new_overall) or perf_counter() >= self._next_look:
            self._take_answers()

    def _take_answers(self) -> None:
        """Let all scores look their numbers up."""
        begun = perf_counter()
        self._is_taking_answers = True
        self._inspection.take_scores()
        self._is_taking_answers = False
        self._note_settled()
        took = perf_counter() - begun
        self._next_look = perf_counter() + max(_PAUSE, _SHARE * took)

    def _finish(self) -> None:
        self._take_answers()
        if (
            self._unarranged is not None
            and self._unarranged is self._answers
            and not np.any(self._inspection.evaluation.scores.unknown)
        ):
            self._unarranged = None
            self.rearranged.emit()

    def _take(self, metric: HostMetric, said: HostMetric) -> None:
        """Use a metric as the user wants it."""
        evaluation = self._inspection.evaluation
        if said == metric:
            self.follow()
        elif metric == evaluation.metric:
            self.metric_asked.emit(said)
        else:
            self.further_asked.emit([said if one == metric else one for one in evaluation.further.metrics])

    def _fail(self, error: Exception) -> None:
        """Keep the last number, or go back to the metric before if there is none; ask again after the next change."""
        failing = self._asking[-1] if self._asking else None
        if failing is not None:
            failing.answers.failed.add(failing.key)
            if not isinstance(error, HostError) or error.failure in ("too-long", "too-much", "ended"):
                self._passing.append(failing)
        if failing is not None and failing.answers is self._answers and not self._is_known:
            back = self._metric_before(failing.metric)
            self.failed.emit(of_arguments(error, failing.metric, back))
            self._go_back("gave no score", failing.metric)
        else:
            self.failed.emit(error)
            self.follow()  # what else is wanted

    def _go_back(self, why: str, metric: HostMetric | None = None) -> None:
        """Leave a metric: the one in force for the one before it, a further one for none."""
        evaluation = self._inspection.evaluation
        metric = metric or (evaluation.metric if isinstance(evaluation.metric, HostMetric) else None)
        if metric is None:
            return
        if evaluation.metric == metric:
            back = self._metric_before(metric)
            self.metric_asked.emit(back)
            known = "its content before" if back.brief == metric.brief else back.brief
            words = f"{metric.label} {why}; {known} is in force"
        else:
            self.further_asked.emit([one for one in evaluation.further.metrics if one != metric])
            words = f"{metric.label} {why}; its column is gone"
        self.done.emit(words)

    def _metric_before(self, metric: Metric) -> Metric:
        """The last metric that gave a score of the pair, or else the guessed one."""
        pair, before = self._before or (None, metric)
        now = self._inspection.evaluation.pair
        return before if pair is now and before != metric else guessed_metric(now)

    def _open(self, find: Callable[[Evaluation], list[Question]]) -> list[Question]:
        """What is to be asked, without what got no answer before."""
        return [one for one in find(self._inspection.evaluation) if not one.has_failed]
