"""Scores under GAP, where each row depends on all others: one sorted list of all predictions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.arrays.types import Floats, Ints, Ranks
from inspector.core.metrics.base import require_confidences
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.families.gap import GlobalAveragePrecision, rows_with_truth
from inspector.core.metrics.global_list import GlobalList
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.scores import ScorePreview, Scores, best_of


class GapScores(Scores):
    """Row contributions and their sum. An edit replaces the row's predictions in the list.

    Raises InputError when the submission has no confidences.
    """

    metric: GlobalAveragePrecision
    separable = False

    def __init__(self, metric: GlobalAveragePrecision, batch: Batch) -> None:
        self.metric = metric
        self._pool = None
        self._places: Ranks | None = None
        require_confidences(metric.name, batch)
        self._sizes, self._skipped = batch.sizes, metric.skipped(batch)
        self._row_place = metric.row_place(batch)
        self._list = metric.ranked(batch, self._row_place)
        self.first_hit = batch.hits.first().astype(np.int32)
        self._score()

    @property
    def tie_range(self) -> tuple[float, float] | None:  # type: ignore[override]
        """The lowest and highest overall over all orders of equal confidences; None without ties."""
        sums = self._list.extremes()
        return None if sums is None or not self._m else (sums[0] / self._m, sums[1] / self._m)

    @property
    def ranked(self) -> GlobalList:
        """The list of all predictions."""
        return self._list

    @property
    def places(self) -> Ranks:  # type: ignore[override]
        """int32 (n,): the best place of each row on the list, from 1; 0 for none. Cached until an edit."""
        if self._places is None:
            self._places = self._list.first_places(len(self._sizes))
        return self._places

    def copy(self) -> GapScores:
        """A copy; duplicates only the arrays that edits write into."""
        twin = object.__new__(GapScores)
        twin.__dict__.update(self.__dict__)
        twin.first_hit, twin._skipped = self.first_hit.copy(), self._skipped.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Replace the lists of `rows` and score everything again."""
        self._skipped[rows] = self.metric.skipped(after)
        if len(rows) == 1:
            self._list = self._list.exchange(
                int(rows[0]), self.metric.ranked(after, np.zeros(1, np.int64)), self._row_place
            )
        else:
            self._list = self._list.exchange_many(
                rows, self.metric.ranked(after, self._row_place[rows]), self._row_place
            )
        self.first_hit[rows] = after.hits.first()
        self._score()

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with another list for one row; changes nothing."""
        twin = self.copy()
        twin.rescore(np.array([row]), before, after)
        return ScorePreview(float(twin.row[row]), twin.overall)

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other lists for several rows; changes nothing."""
        twin = self.copy()
        twin.rescore(rows, before, after)
        return twin.overall

    def losses(self, rows: Ints, batch: Batch) -> Losses:
        """What rows lose of their own contributions; their effect on other rows is not counted."""
        best = np.maximum(self._in_front()[rows], self.row[rows])
        return Losses(best - self.row[rows], self.ceiling[rows] - best)

    def all_losses(self, everything: Callable[[], Batch], chosen: Ints | slice = slice(None)) -> Losses:
        """The losses of all or the chosen rows."""
        best = np.maximum(self._in_front(), self.row)
        return Losses((best - self.row)[chosen], (self.ceiling - best)[chosen])

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): contributions are in units of the overall already."""
        return self.ceiling[rows] - self.row[rows]

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, with a list of their predictions only."""
        return GapScores(self.metric, batch()).overall

    def explain(self, row: int, batch: Batch) -> Explanation:
        """Each prediction at its rank among all rows, with the precision there and its term; M is the divisor."""
        twin = self.copy()
        twin.rescore(np.array([row]), batch, batch)
        return self.metric.explain_in(twin._list, twin._m, row, batch, float(twin.row[row]))

    def _score(self) -> None:
        self._m = rows_with_truth(self._sizes, self._skipped)
        self.row = self.metric.contributions(self._list, self._sizes, self._skipped)
        self.ceiling = self._sizes / max(1, self._m)
        self._counted = len(self.row) - int(self._skipped.sum())
        self.top = best_of(self.ceiling)
        self._sum = self._lost_in_all = self._places = None
        self.overall = self.metric.overall(self.row) if self._m else float("nan")

    def _in_front(self) -> Floats:
        """float64 (n,): contributions if each row gave its highest confidences to its right labels."""
        ranked, n = self._list, len(self._sizes)
        order = np.argsort(ranked.row, kind="stable")
        row, hit = ranked.row[order], ranked.hit[order]
        start = np.searchsorted(row, row)
        nth = np.arange(len(row)) - start
        own: Ints = np.cumsum(hit) - (np.cumsum(hit) - hit)[start]
        others: Ints = np.cumsum(ranked.hit)[order] - own
        front = nth < np.bincount(row[hit], minlength=n)[row]
        precision = (others + nth + 1) / (order + 1)
        return np.bincount(row[front], precision[front], n) / max(1, self._m)
