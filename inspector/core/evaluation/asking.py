"""The one place where a host's metric is asked: for the overalls that are not known, then for the row scores.

What it answers is added to the `Answers` that the scores share, in whatever thread; `with_answers` lets the scores look
their numbers up again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.types import Bools, Ints
from inspector.core.data.edits import Overlay
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.pair import Pair
from inspector.core.host.hosts import Hosts
from inspector.core.host.perfect import perfect
from inspector.core.metrics import Metric
from inspector.core.metrics.host.answers import Answers, Evidence
from inspector.core.metrics.host.metric import HostMetric
from inspector.core.metrics.host.scores import HostScores
from inspector.core.task import Progress, Task

if TYPE_CHECKING:
    from inspector.core.host.rows import RowScores

# Scores that are closer are those of sums in another order.
_CLOSE = 1e-9


@dataclass(frozen=True, eq=False)
class Question:
    """Scores of a submission with some edits.

    wanted: bool (n,), the rows whose scores are not known; key: of the overall among the answers; parts: those of the
    overalls of the host's split, by their names.
    """

    scores: HostScores
    pair: Pair
    overlay: Overlay
    wanted: Bools
    key: int
    parts: Mapping[str, int] = field(default_factory=dict)

    def about_overall(self) -> Question:
        """The question about the overalls, which stays the same whatever is edited meanwhile."""
        usage = self.pair.table.usage
        return replace(self, parts={name: self.scores.key(rows) for name, rows in usage.parts.items()} if usage else {})

    def about_rows(self) -> Question:
        """The question about row scores, which stays the same whatever is edited meanwhile; the answers are shared."""
        return replace(self, scores=self.scores.copy())

    def among(self, rows: Ints) -> Question:
        """The same question about some rows only."""
        wanted = np.zeros_like(self.wanted)
        wanted[rows] = self.wanted[rows]
        return replace(self, wanted=wanted)

    @property
    def metric(self) -> HostMetric:
        """The metric that is asked."""
        return self.scores.metric

    @property
    def answers(self) -> Answers:
        """What it has answered."""
        return self.scores.answers

    @property
    def has_failed(self) -> bool:
        """Whether nothing could be answered about these predictions before."""
        return self.key in self.answers.failed

    def ask_overall(self, hosts: Hosts) -> None:
        """Ask for the overall and those of the host's split. Raises InputError."""
        frames, metric = hosts.frames(self.pair), self.metric
        answer = hosts.of(metric.script).score(frames, self.overlay, metric.arguments)
        self.answers.overall.update({key: answer.parts.get(name, np.nan) for name, key in self.parts.items()})
        self.answers.overall[self.key] = answer.overall

    def ask_perfect(self, hosts: Hosts) -> float:
        """Ask for the overall of a perfect prediction; NaN where the file gives it none, or cannot be asked for it."""
        frames, metric = hosts.frames(self.pair), self.metric
        try:
            right = perfect(self.pair, self.overlay)
            return hosts.of(metric.script).score_aside(frames, self.overlay, right, metric.arguments)
        except InputError:  # also of a call that took too long: the overall is known without it
            return math.nan

    def ask_kind(self, hosts: Hosts) -> Task[None]:
        """Ask what row scores are, unless it is known, and for none of them. Raises InputError."""
        from inspector.core.host.rows import SAMPLE, kind_of_rows

        scores, metric, nothing = self.scores, self.metric, np.empty(0, np.int64)
        if self.answers.kind is None:
            host, frames = hosts.of(metric.script), hosts.frames(self.pair)
            kind = yield from kind_of_rows(host, frames, self.overlay, metric.arguments)
            self.answers.verified = min(SAMPLE, len(scores.row)) if kind == "separable" else 0
            scores.tell(kind, nothing, np.empty(0))

    def ask_rows(self, hosts: Hosts, first: Ints) -> Task[None]:
        """Ask for the wanted row scores, beginning with some rows. Raises InputError."""
        from inspector.core.host.rows import RowScores, score_rows

        scores, metric = self.scores, self.metric
        scores.take_answers()
        wanted = self.wanted & scores.unknown
        if not wanted.any():
            return
        into = RowScores(scores.row.copy(), ~scores.unknown, scores.kind)
        told, order = into.known.copy(), np.concatenate([first[wanted[first]], np.flatnonzero(wanted)])
        host, frames = hosts.of(metric.script), hosts.frames(self.pair)
        overall = self.answers.overall.get(self.key)
        with closing(score_rows(host, frames, self.overlay, into, order, metric.arguments, overall)) as steps:
            for step in steps:
                self._tell(into, told)
                yield step
                if into.kind is not None and into.known[wanted].all():
                    break  # the others are known from elsewhere, or not needed
        self._tell(into, told)

    def _tell(self, into: RowScores, told: Bools) -> None:
        """Add what is known by now to the answers."""
        if into.kind is None:
            return
        self.answers.verified, self.answers.refused, self.answers.why = into.verified, into.refused, into.why
        told &= into.known  # where the rows did not add up, all are worked out again
        new = np.flatnonzero(into.known & ~told)
        told[new] = True
        self.scores.tell(into.kind, new, into.row[new])


def questions(evaluation: Evaluation) -> Iterator[Question]:
    """What the numbers of an evaluation depend on: as edited, as loaded, further metrics, and its baseline.

    Of the file as loaded only the rows that are edited now have scores of their own.
    """
    edits, further = evaluation.overlay, evaluation.further.by_metric.values()
    sides = [(evaluation.scores, edits), (evaluation.base, Overlay.empty()), *((scores, edits) for scores in further)]
    for scores, overlay in sides:
        if isinstance(scores, HostScores):
            wanted = scores.unknown
            if scores is evaluation.base:
                is_edited = np.zeros(len(wanted), bool)
                is_edited[edits.rows] = True
                wanted &= is_edited
            yield Question(scores, evaluation.pair, overlay, wanted, scores.key())
    if evaluation.baseline.other is not None:
        yield from questions(evaluation.baseline.other)


def open_questions(evaluation: Evaluation) -> list[Question]:
    """The overalls that are not known; none under metrics that answer at once."""
    return [one.about_overall() for one in questions(evaluation) if not one.scores.is_settled]


def row_questions(evaluation: Evaluation) -> list[Question]:
    """The row scores that are not known."""
    return [one.about_rows() for one in questions(evaluation) if one.wanted.any()]


def ask(asked: list[Question], hosts: Hosts) -> Task[None]:
    """Ask for overalls, one after the other. Raises InputError."""
    for number, one in enumerate(asked):
        yield Progress(number / len(asked), f"Asking {one.metric.label}")
        if one.key not in one.answers.overall:  # the one before may be of the same predictions
            one.ask_overall(hosts)
        yield Progress((number + 1) / len(asked), f"Asking {one.metric.label}")


def undecided(evaluation: Evaluation) -> list[Question]:
    """The questions whose metric has a direction that nobody chose and no perfect prediction was asked about."""
    return [one for one in questions(evaluation) if one.metric.is_undecided and not one.answers.perfect]


def ask_directions(asked: list[Question], hosts: Hosts) -> Task[None]:
    """Ask which of two scores is better where the overalls are known, with one further call for each metric.

    The perfect prediction scores lower than another one under a loss. A call that fails is no error.
    """
    found = dict[HostMetric, float]()
    for number, one in enumerate(asked):
        yield Progress(number / len(asked), f"Asking {one.metric.label} about a perfect prediction")
        if one.metric.asked not in found:
            found[one.metric.asked] = one.ask_perfect(hosts)
        if one.answers.perfect in ("", "same"):  # the file as loaded has the answers of the edited one
            one.answers.perfect = _evidence(found[one.metric.asked], one.answers.overall.get(one.key, math.nan))


def _evidence(perfect: float, other: float) -> Evidence:
    if math.isnan(perfect) or math.isnan(other):
        return "none"
    return "same" if math.isclose(perfect, other, rel_tol=_CLOSE) else "lower" if perfect < other else "higher"


def directed(metric: Metric, among: Iterable[Evaluation]) -> Metric:
    """A metric with the direction that a perfect prediction told beside one of some submissions under it."""
    if not isinstance(metric, HostMetric) or not metric.is_undecided:
        return metric
    scores = (one.scores for one in among if one.metric == metric)
    found = [one.answers.perfect for one in scores if isinstance(one, HostScores) and one.answers.perfect]
    told = [one for one in found if one in ("higher", "lower")]
    return metric.replace(perfect=[*told, *found][0]) if found else metric


def with_answers(evaluation: Evaluation) -> Evaluation:
    """A copy with what was answered meanwhile."""
    twin = evaluation.snapshot()
    for one in questions(twin):
        one.scores.take_answers()
    for further in twin.further.by_metric.values():  # copies, whose direction nothing was computed with
        if isinstance(further, HostScores) and further.metric.is_undecided:
            further.metric = replace(further.metric, perfect=further.answers.perfect)
    return twin


def is_compared_by_rows(answers: Answers | None) -> bool:
    """Whether the row scores of other submissions are needed: influence is no score to compare rows by."""
    return answers is not None and answers.kind == "separable"


def waits(evaluation: Evaluation, *, rows: bool) -> bool:
    """Whether something is to be asked. rows: also row scores."""
    wanted = (one for one in questions(evaluation) if not one.scores.is_settled or (rows and one.wanted.any()))
    return any(not one.has_failed for one in wanted)
