"""The document with a host's metric: it is asked before a change from Python or the terminal is committed."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.core.arrays.types import Ints
from inspector.core.document import transition
from inspector.core.document.document import Document
from inspector.core.document.state import State
from inspector.core.document.transition import Transition, settled
from inspector.core.evaluation.asking import (
    ask,
    ask_directions,
    directed,
    open_questions,
    questions,
    row_questions,
    undecided,
    with_answers,
)
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.host.hosts import Hosts, named_hosts
from inspector.core.metrics import Metric
from inspector.core.metrics.host.metric import is_in_force
from inspector.core.task import Task, drain


class Answering(Document):
    """Under other metrics nothing is asked. hosts: the metrics that may run; whoever names one in Python agrees."""

    def __init__(self, state: State | None = None) -> None:
        super().__init__(state)
        self.hosts: Hosts = named_hosts()

    @property
    def asks(self) -> bool:
        """Whether a host's metric is in use, so that edits are scored on a copy: it may refuse them."""
        return any(questions(self.evaluation))

    def make(self, task: Task[Transition]) -> None:
        """Make a change, and commit it once all overalls are known. Raises its InputError, and changes nothing."""
        self.commit(drain(settled(task, self.hosts)))

    def settle(self, rows: Ints | None = None) -> None:
        """Ask a host's metric for the overalls that are not known, and for some row scores, int64 (r,).

        Raises InputError.
        """
        if self.asks:
            drain(self.settle_task(rows))
            self.take_answers()

    def settle_all(self) -> None:
        """Ask a host's metric for the score of every row, as `settle`; other metrics know them at once."""
        if self.asks:
            self.settle(self.evaluation.all_rows)

    def settle_task(
        self, rows: Ints | None = None, *, everyone: bool = False, separable_only: bool = False
    ) -> Task[None]:
        """The asking of `settle`; `take_answers` takes over what it answers.

        everyone: of all submissions, not only of the open one; separable_only: not one influence, which takes a call
        and is no score to compare rows by.
        """
        asked = self._scored(everyone)
        yield from ask([question for one in asked for question in open_questions(one)], self.hosts)
        yield from ask_directions([question for one in asked for question in undecided(one)], self.hosts)
        if rows is None:
            return
        for question in (question for one in asked for question in row_questions(with_answers(one))):
            if separable_only:
                yield from question.ask_kind(self.hosts)
            if not separable_only or question.answers.kind == "separable":
                yield from question.among(rows).ask_rows(self.hosts, rows)

    def is_under(self, metric: Metric) -> bool:
        """Whether a metric is in force, maybe with a direction that a perfect prediction told."""
        return is_in_force(metric, self.evaluation.metric)

    @property
    def directed(self) -> Metric:
        """The metric in force with the direction that a perfect prediction told meanwhile."""
        return directed(self.evaluation.metric, [self.evaluation, *(one.evaluation for one in self.others)])

    def take_answers(self) -> None:
        """Take over what a host's metric answered meanwhile, also about its direction."""
        self.take_scores()
        if self.directed != self.evaluation.metric:
            state = transition.snapshot(self.state)
            self.commit(drain(self._stamped(transition.metric_task(state, self.directed))))

    def take_scores(self) -> None:
        """Take over the scores that a host's metric answered meanwhile."""
        if not self.asks:
            return
        self.commit(drain(self.answers_task()))
        for one in self.others:
            if any(asked.scores.is_behind for asked in questions(one.evaluation)):
                one.evaluation = with_answers(one.evaluation)

    def answers_task(self) -> Task[Transition]:
        """The open submission with what a host's metric answered meanwhile."""
        return self._stamped(transition.answers_task(transition.snapshot(self.state)))

    def _scored(self, everyone: bool) -> Sequence[Evaluation]:
        """The open submission as it is scored now, and all others under its metric."""
        now = self.evaluation
        return [now, *(one.under(now.metric) for one in self.others if everyone)]
