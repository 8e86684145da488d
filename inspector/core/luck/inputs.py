"""What luck is worked out from: submissions of one truth, the rows that are split, and what is drawn together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.usage import Usage
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.luck.known import MeanAndOverall
from inspector.core.luck.luck import Question
from inspector.core.luck.split import Split
from inspector.core.metrics import Metric
from inspector.core.metrics.numbers.base import NumberMetric
from inspector.core.statistics.counted import refuse_infinite
from inspector.core.task import Progress, Task


class Side(Protocol):
    """A submission that can be scored under any metric."""

    def under(self, metric: Metric) -> Evaluation:
        """Its scores under a metric. Raises InputError if it does not fit."""


@dataclass(frozen=True, eq=False)
class LuckInputs:
    """sides: the submissions by name, the open one first; refused: those that its metric does not fit; rows: int64
    (n,), those that all score; of_unit: int64 (n,), what is drawn together, from 0; units: how many there are; usage:
    the real split, if it is shown."""

    question: Question
    sides: Mapping[str, Evaluation]
    refused: tuple[str, ...]
    rows: Ints
    of_unit: Ints
    units: int
    usage: Usage | None

    @property
    def opened(self) -> Evaluation:
        """The open submission."""
        return next(iter(self.sides.values()))

    @property
    def sign(self) -> int:
        """1 where higher scores are better, else -1."""
        return -1 if self.opened.metric.lower_is_better else 1

    @property
    def is_mean(self) -> bool:
        """Whether rows are drawn one by one, and all overalls are their means."""
        return not self.question.group and all(side.scores.is_mean for side in self.sides.values())

    @property
    def mean(self) -> MeanAndOverall | None:
        """How the mean of row scores tells the overall of the open submission; None where rows are drawn in groups."""
        metric, scores = self.opened.metric, self.opened.scores
        if self.question.group or scores.of_mean is None:
            return None
        if isinstance(metric, NumberMetric) and not scores.is_mean:
            return MeanAndOverall(scores.of_mean, metric.mean_of)
        return MeanAndOverall(scores.of_mean, lambda overall: overall)

    def overalls(self, rows: Ints) -> Floats:
        """float64 (s,): the overall of some rows in each submission."""
        return np.array([side.scores.part(rows, partial(side.batch, rows)) for side in self.sides.values()])

    def real(self) -> tuple[Ints, Ints] | None:
        """int64: the public and the private rows of the Usage column; None where it is not shown."""
        if self.usage is None:
            return None
        public = self.usage.public[self.rows]
        return self.rows[public], self.rows[~public]

    def split(self) -> Split:
        """How many units are public and private. Raises InputError where a part would be empty."""
        question, noun = self.question, "group" if self.question.group else "row"
        real, share, test = self.real(), question.share, question.test_rows
        if real is not None:
            share = len(real[0]) / len(self.rows)
        if test is not None:
            test = round(test * self.units / max(1, len(self.rows)))  # as many groups as rows are in
        return Split.of(self.units, share, test, noun=noun)


def inputs_task(
    submissions: Mapping[str, Side], metric: Metric, question: Question, rows: Ints | None
) -> Task[LuckInputs]:
    """A task: all submissions under the metric, which the first fits. Raises InputError for an unknown group and for
    infinite scores."""
    if question.public is not None and not math.isfinite(question.public):
        raise InputError(f"a public score of {question.public:g} is no score", expected="a number")
    sides, refused = dict[str, Evaluation](), list[str]()
    for name, submission in submissions.items():
        yield Progress(0.0, f"Scoring {name}")
        try:
            sides[name] = submission.under(metric)
        except InputError:
            if not sides:
                raise
            refused.append(name)
    opened = next(iter(sides.values()))
    chosen = opened.all_rows if rows is None else np.sort(rows)
    chosen = chosen[np.logical_and.reduce([_scored(side, chosen) for side in sides.values()])]
    for side in sides.values():
        refuse_infinite(side.scores.row[chosen])
    usage = opened.table.usage if question.test_rows is None else None
    if usage is not None:
        used = chosen[usage.public[chosen] | usage.private[chosen]]
        usage = usage if 0 < usage.public[used].sum() < len(used) else None
        chosen = chosen if usage is None else used
    of_unit, units = np.arange(len(chosen)), len(chosen)
    if question.group:
        names, of_unit = np.unique(opened.table.groups(question.group).of_row[chosen], return_inverse=True)
        units = len(names)
    return LuckInputs(question, sides, tuple(refused), chosen, of_unit, units, usage)


def _scored(side: Evaluation, rows: Ints) -> Bools:
    """bool (r,): which rows a submission scores."""
    if side.scores.is_mean:
        return ~np.isnan(side.scores.row[rows])
    return ~side.metric.skipped(side.batch(rows))
