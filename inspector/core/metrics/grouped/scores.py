"""Scores whose overall is made of groups of rows: the overall of each group first, then their mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Self

import numpy as np

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Floats, Ints, ranges, unique
from inspector.core.data.evidence import Evidence, RowScores
from inspector.core.data.groups import RowGroups
from inspector.core.errors import InputError, shorten
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import shares
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.scores import TriedScores
from inspector.core.plural import count_of

# The most groups whose overalls are pooled or have a share each.
MOST_GROUPS = 1000


class GroupedScores(TriedScores):
    """Overall = sum of share x mean row score over the groups; without `weights` the groups share alike.

    A group without a scored row is left out; with `weights` the overall is then NaN. Source: PlantCLEF (mean over
    transects). Raises InputError for an unknown column, and for weights that name other groups than those of the rows.
    """

    def __init__(self, metric: Metric, batch: Batch) -> None:
        column, weights = (str(getattr(metric, name, "")) for name in ("group", "weights"))
        if batch.groups is None or not column:
            raise InputError(f"{metric} has no groups of rows", expected="group=COLUMN, with weights=")
        self._groups = batch.groups(column)
        self._weights = _weights(weights, self._groups) if weights else None
        self._order = np.argsort(self._groups.of_row, kind="stable")
        self._starts = offsets_of(np.bincount(self._groups.of_row, minlength=self._groups.count))
        super().__init__(metric, batch)
        self._overalls = self._overalls_of(np.arange(self._groups.count))
        self.overall = self._combined(self._overalls)

    def copy(self) -> Self:
        """A copy; shares what edits do not change."""
        twin = super().copy()
        twin._overalls = self._overalls.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again, and then their groups."""
        super().rescore(rows, before, after)
        touched = unique(self._groups.of_row[rows])
        self._overalls[touched] = self._overalls_of(touched)
        self.overall = self._combined(self._overalls)

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: in their best orders, then with their best labels."""
        return self._losses_in_turn(rows, self._best_orders(rows, batch))

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, in their groups."""
        return self._combined(_means(self.row[rows], self._groups.of_row[rows], self._groups.count))

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """The row scores of `rows`, in their groups."""
        scores, of_row = self.row[rows], self._groups.of_row[rows]
        return RowScores(lambda drawn: self._combined(_means(scores[drawn], of_row[drawn], self._groups.count)))

    def explain(self, row: int, batch: Batch) -> Explanation:
        """The arithmetic of one row, and what its group has of the overall."""
        explained, group = super().explain(row, batch), int(self._groups.of_row[row])
        rows, share = int(np.diff(self._starts)[group]), float(self._shares()[group])
        name, size = shorten(self._groups.name(group)), count_of(rows, "row")
        remark = f"Its group {name} of {size} has {share:.4g} of the overall."
        return replace(explained, remark=" ".join(filter(None, [explained.remark, remark])), of_overall="")

    def _gains(self, at: Ints | slice, now: Floats, then: Floats) -> Floats:
        """What the overall gains when each of the rows `at` alone goes from one score to another."""
        of_row, shares = self._groups.of_row, self._shares()
        group, counts = of_row[at], np.bincount(of_row[~np.isnan(self.row)], minlength=self._groups.count)
        gains = (then - now) / np.maximum(1, counts)[group] * shares[group]
        leaves = np.flatnonzero(np.isnan(then) & ~np.isnan(now))
        if len(leaves):
            own, mean = group[leaves], self._overalls[group[leaves]]
            count = counts[own]
            rest = (mean * count - now[leaves]) / np.maximum(1, count - 1) - mean
            gains[leaves] = np.where(count > 1, rest * shares[own], self._without_groups(mean) - self.overall)
        return gains

    def _without_groups(self, means: Floats) -> Floats:
        """The overall without one group, for groups with these means; as it is where nothing is left."""
        known = self._overalls[~np.isnan(self._overalls)]
        if self._weights is not None or len(known) < 2:
            return np.full(len(means), self.overall)
        without: Floats = (known.sum() - means) / (len(known) - 1)
        return without

    def _overall_with(self, at: Ints | slice, scores: Floats) -> float:
        row = self.row.copy()
        row[at] = np.where(np.isnan(row[at]), np.nan, scores)
        return self._combined(_means(row, self._groups.of_row, self._groups.count))

    def _overalls_of(self, groups: Ints) -> Floats:
        """float64 (len(groups),): the overall of each of some ascending groups, NaN for one without a scored row."""
        rows = self._members(groups)
        return _means(self.row[rows], np.searchsorted(groups, self._groups.of_row[rows]), len(groups))

    def _members(self, groups: Ints) -> Ints:
        """int64: the rows of some groups, ascending within each."""
        return self._order[ranges(self._starts[groups], np.diff(self._starts)[groups])]

    def _combined(self, overalls: Floats) -> float:
        """The overall of the overalls of all groups."""
        if self._weights is not None:
            return float((self._weights * overalls).sum())
        known = overalls[~np.isnan(overalls)]
        return float(known.mean()) if len(known) else float("nan")

    def _shares(self) -> Floats:
        """float64 (groups,): what each group has of the overall."""
        if self._weights is not None:
            return self._weights
        known = (~np.isnan(self._overalls)).astype(np.float64)
        return np.asarray(known / max(1.0, known.sum()), np.float64)


def _means(scores: Floats, of_row: Ints, count: int) -> Floats:
    """float64 (count,): the mean score of each group, added in the order of the rows; NaN for none."""
    known = ~np.isnan(scores)
    sums = np.bincount(of_row[known], weights=scores[known], minlength=count)
    counts = np.bincount(of_row[known], minlength=count)
    means: Floats = np.divide(sums, counts, out=np.full(count, np.nan), where=counts > 0)
    return means


def _weights(text: str, groups: RowGroups) -> Floats:
    """float64 (groups,): the share of each group."""
    given = shares(text)
    names = [groups.name(group) for group in range(min(groups.count, MOST_GROUPS + 1))]
    if set(names) != set(given):
        found = ", ".join(map(shorten, names[:5])) + (", …" if len(names) > 5 else "")
        raise InputError(
            "weights= does not name the groups of the rows", found=f"the groups {found}", expected=" | ".join(given)
        )
    return np.array([given[name] for name in names])
