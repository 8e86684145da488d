"""Scores under GAP, where each row depends on all others: one sorted list of all predictions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Self

import numpy as np

from inspector.core.arrays.types import Floats, Ints, Ranks
from inspector.core.data.evidence import Evidence, ListedRows
from inspector.core.metrics.base import require_confidences
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.families.gap import GlobalAveragePrecision
from inspector.core.metrics.families.gap_losses import GapGains
from inspector.core.metrics.global_list import GlobalList
from inspector.core.metrics.losses import Losses, gains_in_turn
from inspector.core.metrics.scores import TriedScores, best_of
from inspector.core.metrics.strip import Frame, Strips


class GapScores(TriedScores):
    """Row contributions and their sum. An edit replaces the row's predictions in the list.

    ranked: the list of all predictions; m: M, what the sum of all P(i) is divided by; row_place: int64 (n,), the order
    of rows among equal confidences. Raises InputError when the submission has no confidences.
    """

    metric: GlobalAveragePrecision
    separable = False

    def __init__(self, metric: GlobalAveragePrecision, batch: Batch) -> None:
        self.metric = metric
        self._places: Ranks | None = None
        require_confidences(metric.name, batch)
        self._sizes, self._skipped = batch.sizes, metric.skipped(batch)
        self.row_place = metric.row_place(batch)
        self.ranked = metric.ranked(batch, self.row_place)
        self._ordered: GlobalList | None = None
        self.first_hit = batch.hits.first().astype(np.int32)
        self._score()

    @property
    def tie_range(self) -> tuple[float, float] | None:  # type: ignore[override]
        """The lowest and highest overall over all orders of equal confidences; None without ties."""
        sums = self.ranked.extremes()
        return None if sums is None or not self.m else (sums[0] / self.m, sums[1] / self.m)

    @property
    def places(self) -> Ranks:  # type: ignore[override]
        """int32 (n,): the best place of each row on the list, from 1; 0 for none. Cached until an edit."""
        if self._places is None:
            self._places = self.ranked.first_places(len(self._sizes))
        return self._places

    def copy(self) -> Self:
        """A copy; shares what edits replace as a whole."""
        twin = super().copy()
        twin._skipped, twin._alone = self._skipped.copy(), GapGains(self.ranked, self.row_place)
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Replace the lists of `rows` and score everything again."""
        self._skipped[rows] = self.metric.skipped(after)
        best = self.metric.best_order(after)
        is_best = self._ordered is self.ranked and best is after
        self.ranked = self._exchanged(self.ranked, rows, after)
        if self._ordered is not None:
            self._ordered = self.ranked if is_best else self._exchanged(self._ordered, rows, best)
        self.first_hit[rows] = after.hits.first()
        self._score()

    def strips(self, rows: Ints, batch: Batch, frame: Frame) -> Strips:
        """The best place of each of `rows` on the list, and whether its prediction there is right."""
        places = self.places[rows]
        right = (places > 0) & np.append(self.ranked.hit, False)[places - 1]
        return frame.by_place(places, right, len(self.ranked))

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` alone could win, the effect on the places of other rows included."""
        chosen = np.arange(len(self.row)) if rows is None else rows
        best = self.metric.best_order(now := batch())
        listed = self.metric.ranked(best, self.row_place[chosen])
        order, labels = self._alone.by_order(chosen, listed), self._alone.by_labels(chosen, self.metric.most(now.sizes))
        # No order is better than the best labels, so a difference below 0 is rounding.
        return Losses(self._share(order, chosen), self._share(np.maximum(labels - order, 0.0), chosen))

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): what each of `rows` alone could win."""
        return self._share(self._alone.by_labels(rows, self.metric.most(self._sizes[rows])), rows)

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: in their best orders, then with their best labels."""
        if rows is not None:
            return self._previewed_losses(rows, batch)
        if self._ordered is None:
            now = batch()
            best = self.metric.best_order(now)
            self._ordered = self.ranked if best is now else self.metric.ranked(best, self.row_place)
        order = self.metric.contributions(self._ordered, self._sizes, self._skipped)
        labels = np.where(self._skipped, np.nan, self.ceiling)
        return gains_in_turn(self.overall, self.metric.overall(order), self.metric.overall(labels))

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, with a list of their predictions only."""
        return GapScores(self.metric, batch()).overall

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """The list of the predictions of `rows` only."""
        ranked = self.metric.ranked(batch(), self.row_place[rows])
        return ListedRows(ranked.row, ranked.hit, self.metric.truths(self._sizes[rows], self._skipped[rows]))

    def explain(self, row: int, batch: Batch) -> Explanation:
        """Each prediction at its rank among all rows, with the precision there and its term; M is the divisor."""
        twin = self.copy()
        twin.rescore(np.array([row]), batch, batch)
        explained = self.metric.explain_in(twin.ranked, twin.m, row, batch, float(twin.row[row]))
        return replace(explained, of_overall="The overall is the sum of the rows' scores.")

    def _score(self) -> None:
        self.m = self.metric.m(self._sizes, self._skipped)
        self.row = self.metric.contributions(self.ranked, self._sizes, self._skipped)
        self.ceiling = self.metric.most(self._sizes) / max(1, self.m)
        self._counted = len(self.row) - int(self._skipped.sum())
        self.top = best_of(self.ceiling)
        self._totals, self._places, self._alone = self._new_totals(), None, GapGains(self.ranked, self.row_place)
        self.overall = self.metric.overall(self.row) if self.m else float("nan")

    def _share(self, sums: Floats, rows: Ints) -> Floats:
        """Sums of P(i) as points of the overall; NaN for rows left out."""
        return np.where(self._skipped[rows], np.nan, sums / max(1, self.m))

    def _exchanged(self, ranked: GlobalList, rows: Ints, after: Batch) -> GlobalList:
        """A list with other predictions for `rows`."""
        if len(rows) == 1:
            return ranked.exchange(int(rows[0]), self.metric.ranked(after, np.zeros(1, np.int64)), self.row_place)
        return ranked.exchange_many(rows, self.metric.ranked(after, self.row_place[rows]), self.row_place)
