"""Scores of a metric that ranks all rows for each label, so that each row depends on the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.curve import LabelCurve
from inspector.core.metrics.by_label.label_lists import LabelLists
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import Losses, gains_in_turn
from inspector.core.metrics.scores import TriedScores, best_of


class CurveScores(TriedScores):
    """Row contributions and their sum. An edit exchanges the row's predictions on the lists of its labels.

    Raises InputError when the submission has no confidences.
    """

    metric: LabelCurve
    separable = False

    def __init__(self, metric: LabelCurve, batch: Batch) -> None:
        self.metric = metric
        self._lists = metric.lists(batch)
        self._ordered: LabelLists | None = None
        self.first_hit = batch.hits.first().astype(np.int32)
        self._score()

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Replace the predictions of `rows` and score everything again."""
        counted = ~self.metric.skipped(after)
        self._lists = self._lists.exchange(rows, after, counted)
        if self._ordered is not None:
            self._ordered = self._ordered.exchange(rows, self.metric.best_order(after), counted)
        self.first_hit[rows] = after.hits.first()
        self._score()

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` alone could win for itself; what other rows win by it comes on top."""
        chosen = np.arange(len(self.row)) if rows is None else rows
        costs = self.costs(chosen, batch)
        # Among infinite confidences the best labels may win less than the best order.
        ordering = np.minimum(self.metric.in_front(self._lists, chosen, batch()), costs)
        return Losses(ordering, costs - ordering)

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): contributions are in units of the overall; 0 for a row whose best labels win nothing."""
        return np.maximum(self._reachable[rows] - self.row[rows], 0.0)

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: with their hits first, then with their best labels."""
        if rows is not None:
            return self._previewed_losses(rows, batch)
        if self._ordered is None:
            self._ordered = self.metric.lists(self.metric.best_order(batch()))
        order = self.metric.overall_of(self._ordered, self.metric.contributions(self._ordered))
        # Each step is at least as good as the one before it, except for rounding.
        steps = np.maximum.accumulate([self.overall, order, self.metric.perfect(self._lists)])
        return gains_in_turn(*steps.tolist())

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, ranked among themselves."""
        return CurveScores(self.metric, batch()).overall

    def explain(self, row: int, batch: Batch) -> Explanation:
        """Each label at its place on the list of all rows."""
        now = self._lists.exchange(np.array([row]), batch, ~self.metric.skipped(batch))
        explained = self.metric.explain_in(now, row, batch)
        return replace(explained, of_overall="The overall is the mean of the labels' scores, to which each row adds.")

    def _score(self) -> None:
        self.row = self.metric.contributions(self._lists)
        self.ceiling = self.metric.most(self._lists)
        self._reachable = self.metric.reachable(self._lists, self.ceiling)
        self._counted = len(self.row) - int(np.isnan(self.row).sum())
        self.top = best_of(self.ceiling)
        self._totals = self._new_totals()
        self.overall = self.metric.overall_of(self._lists, self.row)
