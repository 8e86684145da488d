"""Scores of a metric whose every row depends on all others: one list under them all, kept sorted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.types import Floats, Ints, Ranks
from inspector.core.errors import InputError
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.global_list import GlobalList
from inspector.core.metrics.scores import Losses, Preview, Scores, best_of

if TYPE_CHECKING:
    from inspector.core.metrics.families.gap import GlobalAveragePrecision


class GapScores(Scores):
    """Row contributions and their sum. An edit takes the row's predictions out of the list and puts the new ones in."""

    metric: GlobalAveragePrecision
    separable = False

    def __init__(self, metric: GlobalAveragePrecision, batch: Batch) -> None:
        self.metric = metric
        self._pool = None
        self._places: Ranks | None = None
        self._sizes, self._submitted = batch.sizes, batch.submitted.copy()
        self._refuse_missing()
        self._row_place = metric.row_place(batch)
        self._list = GlobalList.of(batch, metric.listed(batch), self._row_place, metric.label_place(batch))
        self.first_hit = batch.hits.first().astype(np.int32)
        self._score()

    @property
    def tie_range(self) -> tuple[float, float] | None:  # type: ignore[override]
        """The lowest and the highest overall over all orders of equal confidences; None when none are equal."""
        sums = self._list.extremes()
        return None if sums is None or not self._m else (sums[0] / self._m, sums[1] / self._m)

    @property
    def ranked(self) -> GlobalList:
        """The list that the scores are made from."""
        return self._list

    @property
    def places(self) -> Ranks:  # type: ignore[override]
        """int32 (n,): the best place, from 1, of each row's predictions; 0 for none. Kept until an edit."""
        if self._places is None:
            self._places = self._list.first_places(len(self._sizes))
        return self._places

    def copy(self) -> GapScores:
        """The same numbers; an edit makes new arrays, except for what is written into."""
        twin = object.__new__(GapScores)
        twin.__dict__.update(self.__dict__)
        twin.first_hit, twin._submitted = self.first_hit.copy(), self._submitted.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Replace the lists of `rows` and score everything again."""
        self._submitted[rows] = after.submitted
        if len(rows) == 1:
            self._list = self._list.exchange(int(rows[0]), self._piece(after, np.zeros(1, np.int64)), self._row_place)
        else:
            self._list = self._list.exchange_many(rows, self._piece(after, self._row_place[rows]), self._row_place)
        self.first_hit[rows] = after.hits.first()
        self._score()

    def preview(self, row: int, before: Batch, after: Batch) -> Preview:
        """What one row's other list would do; nothing is changed."""
        twin = self.copy()
        twin.rescore(np.array([row]), before, after)
        return Preview(float(twin.row[row]), twin.overall)

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """What the overall would be with other lists of several rows; nothing is changed."""
        twin = self.copy()
        twin.rescore(rows, before, after)
        return twin.overall

    def losses(self, rows: Ints, batch: Batch) -> Losses:
        """What rows lose of their own contribution; what they take from others by standing in front is not counted."""
        best = np.maximum(self._in_front()[rows], self.row[rows])
        return Losses(best - self.row[rows], self.ceiling[rows] - best)

    def all_losses(self, everything: Callable[[], Batch], chosen: Ints | slice = slice(None)) -> Losses:
        """What every row loses, or those chosen; all of it is held here."""
        best = np.maximum(self._in_front(), self.row)
        return Losses((best - self.row)[chosen], (self.ceiling - best)[chosen])

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """Points of the overall: the contributions are in its units already."""
        return self.ceiling[rows] - self.row[rows]

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone: their predictions in a list of their own."""
        return self.metric.open(batch()).overall

    def explain(self, row: int, batch: Batch) -> Explanation:
        """Each prediction at its rank among all, the precision there, and what it adds; M is the divisor."""
        twin = self.copy()
        twin.rescore(np.array([row]), batch, batch)
        at = np.flatnonzero(twin._list.row == row)
        precision = np.cumsum(twin._list.hit)[at] / (at + 1)
        return Explanation(
            steps=self._steps(batch, at + 1, precision, twin._list.hit[at]),
            total=float(twin._list.contributions(len(self._sizes))[row]),
            divisor=float(twin._m),
            divisor_rule=f"M = {twin._m:,} rows with truth",
            score=float(twin.row[row]),
            remark=f"{len(twin._list):,} predictions stand on the list of all rows.",
        )

    def _piece(self, batch: Batch, row_place: Ints) -> GlobalList:
        """The list of the rows of a batch alone."""
        return GlobalList.of(batch, self.metric.listed(batch), row_place, self.metric.label_place(batch))

    def _score(self) -> None:
        left_out = ~self._submitted if self.metric.missing == "skip" else np.zeros(len(self._sizes), bool)
        self._m = int(((self._sizes > 0) & ~left_out).sum())
        self.row = self._list.contributions(len(self._sizes)) / max(1, self._m)
        self.row[left_out] = np.nan
        self.ceiling = self._sizes / max(1, self._m)
        self._counted = len(self.row) - int(left_out.sum())
        self.top = best_of(self.ceiling)
        self._mean = self._lost_in_all = self._places = None
        self.overall = self.metric.overall(self.row) if self._m else float("nan")

    def _in_front(self) -> Floats:
        """float64 (n,): contributions if every row gave its highest confidences to its right labels."""
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

    def _steps(self, batch: Batch, ranks: Ints, precision: Floats, rel: np.ndarray) -> tuple[Step, ...]:
        """The predictions as the row lists them; those on the list come in the order of their confidences."""
        weights, codes = batch.predictions.weights, batch.predictions.codes
        listed, member = np.flatnonzero(self.metric.listed(batch)), batch.member
        places = self.metric.label_place(batch)
        tie = listed if places is None else places(codes[listed])
        order = listed if weights is None else listed[np.lexsort((tie, -weights[listed]))]
        known = {int(place): number for number, place in enumerate(order)}
        steps = []
        for place, code in enumerate(codes.tolist()):
            number = known.get(place)
            if number is None:
                steps.append(Step(place + 1, code, "beyond K", bool(member[place]), 0, 0, float("nan"), 0.0))
                continue
            hit = bool(rel[number])
            verdict: Verdict = "hit" if hit else "no credit" if member[place] else "miss"
            value = float(precision[number])
            rank = int(ranks[number])
            steps.append(
                Step(place + 1, code, verdict, bool(member[place]), int(hit), rank, value, value if hit else 0.0)
            )
        return tuple(steps)

    def _refuse_missing(self) -> None:
        absent = int((~self._submitted).sum())
        if self.metric.missing == "error" and absent:
            raise InputError(
                f"{absent:,} rows of the truth are absent from the submission",
                expected="a row for each of them, because the metric says missing=error",
                hint="Choose missing=zero or missing=skip to score the pair all the same",
            )
