"""Scores of a metric that ranks all rows for each label, so that each row depends on the others."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.curve import LabelCurve
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.scores import ScorePreview, Scores, best_of


class CurveScores(Scores):
    """Row contributions and their sum. An edit exchanges the row's predictions on the lists of its labels.

    Raises InputError when the submission has no confidences.
    """

    metric: LabelCurve
    separable = False

    def __init__(self, metric: LabelCurve, batch: Batch) -> None:
        self.metric = metric
        self._pool = None
        self._lists = metric.lists(batch)
        self.first_hit = batch.hits.first().astype(np.int32)
        self._score()

    def copy(self) -> CurveScores:
        """A copy; duplicates only the array that edits write into."""
        twin = object.__new__(CurveScores)
        twin.__dict__.update(self.__dict__)
        twin.first_hit = self.first_hit.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Replace the predictions of `rows` and score everything again."""
        self._lists = self._lists.exchange(rows, after, ~self.metric.skipped(after))
        self.first_hit[rows] = after.hits.first()
        self._score()

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with another list for one row; changes nothing."""
        twin = self._with(np.array([row]), before, after)
        return ScorePreview(float(twin.row[row]), twin.overall)

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other lists for several rows; changes nothing."""
        return self._with(rows, before, after).overall

    def losses(self, rows: Ints, batch: Batch) -> Losses:
        """What rows lose of their own contributions; their effect on other rows is not counted."""
        ordering = self.metric.in_front(self._lists, rows, batch)
        return Losses(ordering, self.ceiling[rows] - self.row[rows] - ordering)

    def all_losses(self, everything: Callable[[], Batch], chosen: Ints | slice = slice(None)) -> Losses:
        """The losses of all or the chosen rows."""
        losses = self.losses(np.arange(len(self.row)), everything())
        return Losses(losses.ordering[chosen], losses.candidates[chosen])

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): contributions are in units of the overall already."""
        return self.ceiling[rows] - self.row[rows]

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, ranked among themselves."""
        return CurveScores(self.metric, batch()).overall

    def explain(self, row: int, batch: Batch) -> Explanation:
        """Each label at its place on the list of all rows."""
        now = self._lists.exchange(np.array([row]), batch, ~self.metric.skipped(batch))
        return self.metric.explain_in(now, row, batch)

    def _score(self) -> None:
        self.row = self.metric.contributions(self._lists)
        self.ceiling = self.metric.most(self._lists)
        self._counted = len(self.row) - int(np.isnan(self.row).sum())
        self.top = best_of(self.ceiling)
        self._sum = self._lost_in_all = None
        self.overall = self.metric.overall_of(self._lists, self.row)

    def _with(self, rows: Ints, before: Batch, after: Batch) -> CurveScores:
        twin = self.copy()
        twin.rescore(rows, before, after)
        return twin
