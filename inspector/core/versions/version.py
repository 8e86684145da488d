"""A version of a submission: which rows differed from its file when it was kept, under a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

import numpy as np

from inspector.core.arrays.types import Ints, union
from inspector.core.data.edits import Edit, Overlay
from inspector.core.evaluation.baseline import alike
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.pair import Pair
from inspector.core.metrics import Metric


def now() -> datetime:
    """The time, with its zone."""
    return datetime.now().astimezone()


@dataclass(eq=False)
class Version:
    """A named copy of a submission as edited. It is never edited itself.

    pair, edits: the file and the rows that differed from it; made_from: the name of the version that was kept or
    returned to last before, None for the file; when: it was kept; key: tells it from others of the same name; named:
    when it got its name, by which windows know the later one; scored: the metric when it was kept, and its overall,
    which tells whether the files have changed since; evaluation: under the last metric that was asked for, None before.
    """

    name: str
    pair: Pair
    edits: Overlay
    made_from: str | None = None
    when: datetime = field(default_factory=lambda: now().replace(microsecond=0))
    key: str = field(default_factory=lambda: uuid4().hex)
    named: datetime = field(default_factory=now)
    scored: tuple[str, float] | None = None
    evaluation: Evaluation | None = field(default=None, repr=False)

    def including(self, rows: Ints) -> Overlay:
        """Its edits, with other rows as they are in the version; int64, ascending."""
        every = union(self.edits.rows, rows)
        return Overlay(every, self.edits.over(self.pair.table, every))

    def under(self, metric: Metric) -> Evaluation:
        """Its evaluation under a metric, which it keeps. Raises InputError if the metric does not fit."""
        if self.evaluation is None:
            self.evaluation = Evaluation.of(self.pair, metric, self.edits)
        self.evaluation = alike(self.evaluation.under(metric), metric)
        return self.evaluation


def return_to(version: Version) -> Callable[[Evaluation], Edit]:
    """The plan of the edit that makes all predictions those of a version."""

    def plan(current: Evaluation) -> Edit:
        rows = _rows_that_may_differ(version, current)
        lists = version.edits.over(version.pair.table, rows)
        differing = np.flatnonzero(~lists.same(current.predictions(rows)))
        return Edit(rows[differing], lists.take(differing), f"return to {version.name}")

    return plan


def _rows_that_may_differ(version: Version, current: Evaluation) -> Ints:
    """int64, ascending: the rows that either side has edited; all, where a repair came between."""
    if version.pair is not current.pair:
        return current.all_rows
    return union(version.edits.rows, current.overlay.rows)
