"""The bars of both histograms and the mean of the shown rows, updated incrementally when rows change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Ints
from inspector.core.data.order import Filter
from inspector.core.evaluation import summary
from inspector.core.evaluation.summary import Bars
from inspector.core.metrics import Scores
from inspector.core.metrics.total import Total

BarOfRow = NDArray[np.int16]


class Histograms:
    """The histograms of row scores and first hits, each counted on first use."""

    def __init__(self, scores: Scores) -> None:
        self._scores = scores
        self._score_bars: Bars | None = None
        self._rank_bars: dict[int, Bars] = {}
        self._shown: dict[int, tuple[BarOfRow, Filter, Ints]] = {}
        self._mean: tuple[Filter, Total, Total] | None = None

    def scores(self) -> Bars:
        """`summary.score_distribution` of the row scores."""
        if self._score_bars is None:
            self._score_bars = summary.score_distribution(self._scores.row, self._scores.top)
        return self._score_bars

    def first_hits(self, k: int | None) -> Bars:
        """`summary.first_hits` of the ranks, up to the cut-off, or else up to the last first hit."""
        k = summary.rank_bars(k, int(self._scores.first_hit.max(initial=1)))
        if k not in self._rank_bars:
            self._rank_bars = {k: summary.first_hits(self._scores.first_hit, k)}
        return self._rank_bars[k]

    def shown(self, bars: Bars, rows: Filter) -> Ints:
        """int64 (b,): the counts of these bars for the rows of a filter only; cached for each filter."""
        cached = self._shown.get(id(bars.of_row))
        if cached is None or cached[1] is not rows:
            cached = self._shown[id(bars.of_row)] = bars.of_row, rows, bars.count(rows.mask)
        return cached[2]

    def mean(self, rows: Filter) -> float:
        """The mean score of the rows of a filter, NaN for none; cheap to update after an edit."""
        if self._mean is None or self._mean[0] is not rows:
            scores, mask = self._scores.row, rows.mask

            def counted(part: slice) -> Bools:
                return mask[part] & ~np.isnan(scores[part])

            total = Total(len(scores), lambda part: scores[part][counted(part)])
            self._mean = rows, total, Total(len(scores), lambda part: counted(part).astype(np.float64))
        _, total, count = self._mean
        return total.value() / count.value() if count.value() else float("nan")

    def precompute(self, rows: Filter) -> None:
        """Count the bars of the rows of a filter ahead of `shown`."""
        for bars in [self._score_bars, *self._rank_bars.values()]:
            if bars is not None:
                self.shown(bars, rows)

    def move(self, rows: Ints) -> None:
        """Update the bars after these rows were rescored."""
        for total in self._mean[1:] if self._mean else ():
            total.touch(rows)
        if self._score_bars is not None:
            edges = self._score_bars.edges
            self._score_bars = self._moved(self._score_bars, rows, summary.bar_of_score(self._scores.row[rows], edges))
        for k, bars in self._rank_bars.items():
            self._rank_bars[k] = self._moved(bars, rows, summary.bar_of_rank(self._scores.first_hit[rows], k))

    def _moved(self, bars: Bars, rows: Ints, bar_of: BarOfRow) -> Bars:
        """The bars after moving some rows to other bars; changes `of_row` in place."""
        cached, before = self._shown.get(id(bars.of_row)), bars.count(rows)
        inside = rows[:0] if cached is None else rows[cached[1].mask[rows]]
        removed = bars.count(inside)
        bars.of_row[rows] = bar_of
        if cached is not None:
            self._shown[id(bars.of_row)] = *cached[:2], cached[2] - removed + bars.count(inside)
        return replace(bars, counts=bars.counts - before + bars.count(rows))
