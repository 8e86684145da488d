"""Scores of metrics that compare one class a row with the true one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.classes.agreement import ClassAgreement, counts_of, with_row
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import gains_in_turn
from inspector.core.metrics.pooled_scores import PooledScores


class AgreementScores(PooledScores):
    """Right and wrong rows beside the counts of each class; the influence of each row is that of leaving it out."""

    metric: ClassAgreement

    def __init__(self, metric: ClassAgreement, batch: Batch) -> None:
        super().__init__(metric, batch, metric.pool(batch))
        self._true, first = metric.classes_of(batch)
        self._first = first.copy()

    def copy(self) -> AgreementScores:
        """A copy; shares the ceiling and the true classes."""
        twin = super().copy()
        assert isinstance(twin, AgreementScores)  # noqa: S101
        twin._first = self._first.copy()
        return twin

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again; before, after: their old and new lists."""
        super().rescore(rows, before, after)
        self._first[rows] = self.metric.classes_of(after)[1]

    def influence(self, rows: Ints) -> Floats:
        """float64 (r,): how much lower the overall would be without each of `rows`; NaN for rows left out."""
        found, at = np.full(len(rows), np.nan), np.flatnonzero(~np.isnan(self.row[rows]))
        if len(at):
            true, first = (codes[rows[at]] for codes in (self._true, self._first))
            found[at] = self.overall - self.metric.without(*counts_of(self.pool), true, first)
        return found

    def explain(self, row: int, batch: Batch) -> Explanation:
        """The arithmetic of one row, and the overall with it and without it; batch: its lists."""
        explained = super().explain(row, batch)
        true, first = (int(codes[0]) for codes in self.metric.classes_of(batch))
        if np.isnan(explained.score):
            return explained
        others = self.pool if np.isnan(self.row[row]) else with_row(self.pool, true, int(self._first[row]), -1)
        whole, alone = with_row(others, true, first), self.metric.overall(self.row, others)
        return replace(explained, remark=" ".join(filter(None, [explained.remark, self._about(whole, true, alone)])))

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: with their right labels first, then with right ones."""
        ordering, candidates = super().total_losses(rows, batch)
        # Right labels may lower a correlation until all rows are right.
        return gains_in_turn(0.0, max(0.0, ordering), ordering + candidates) if rows is None else (ordering, candidates)

    def _about(self, pool: Ints, true: int, alone: float) -> str:
        """How many rows of the class are right, and the overall with the row, which this pool has, and without it."""
        counts = tp, _, support = counts_of(pool)
        own = f"{tp[true]:,} of the {support[true]:,} rows of its class are right."
        now, places = self.metric.overall(self.row, pool), self.fine_decimals
        if np.isnan(now):
            return own
        whole = f"{own} {self.metric.label} = {self.metric.working(*counts)} = {now:.{places}f}"
        if np.isnan(alone):
            return f"{whole}."
        change = f"it {'adds' if now >= alone else 'takes'} {abs(now - alone):.{places}f}"
        return f"{whole}; without this row {alone:.{places}f}: {change}."
