"""The bars of both histograms and the mean of the shown rows, updated incrementally when rows change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.order import Filter
from inspector.core.evaluation import summary
from inspector.core.evaluation.open_bars import loss_edges, open_bars
from inspector.core.evaluation.summary import Bars
from inspector.core.metrics import Scores
from inspector.core.metrics.total import Total

BarOfRow = NDArray[np.int16]
# Open bars of errors are counted again, within a new range, after an edit of one row in so many.
_ANEW = 20
# Open bars of scores have another range than that of the files as loaded when one row in so many has another score.
_MANY = 10


class MovingBars:
    """Bars that are kept up to date when rows change, and their counts among the rows of a filter."""

    def __init__(self, bars: Bars) -> None:
        self.bars = bars
        self._shown: tuple[Filter, Ints] | None = None

    def shown(self, rows: Filter) -> Ints:
        """int64 (b,): the counts for the rows of a filter only; kept for the last one."""
        if self._shown is None or self._shown[0] is not rows:
            self._shown = rows, self.bars.count(rows.mask)
        return self._shown[1]

    def move(self, rows: Ints, bar_of: BarOfRow) -> None:
        """Move some rows, int64 (r,), to other bars, int16 (r,); changes `of_row` in place."""
        bars, shown = self.bars, self._shown
        is_other = bars.of_row[rows] != bar_of  # a few of many rows whose scores change by little
        rows, bar_of = rows[is_other], bar_of[is_other]
        before = bars.count(rows)
        inside = rows[:0] if shown is None else rows[shown[0].mask[rows]]
        removed = bars.count(inside)
        bars.of_row[rows] = bar_of
        if shown is not None:
            self._shown = shown[0], shown[1] - removed + bars.count(inside)
        self.bars = replace(bars, counts=bars.counts - before + bars.count(rows))


class Histograms:
    """The histograms of row scores and first hits, each counted on first use.

    loaded: float64 (n,), the row scores of the files as loaded, whose range open bars keep while few rows have others.
    """

    def __init__(self, scores: Scores, loaded: Floats) -> None:
        self._scores, self._loaded = scores, loaded
        self._score_bars: MovingBars | None = None
        self._loaded_edges: Floats | None = None
        # bool (n,): the rows with another score than in the files as loaded; looked for when it is first needed.
        self._differs: Bools | None = None
        self._rank_bars: dict[int, MovingBars] = {}
        self._mean: tuple[Filter, Total, Total] | None = None

    def scores(self) -> Bars:
        """The distribution of the row scores; of losses, and of others without a bound, with open ends."""
        if self._score_bars is None:
            scores, metric = self._scores, self._scores.metric
            has_tail = metric.lower_is_better or not scores.is_bounded
            self._score_bars = MovingBars(
                open_bars("score", scores.row, self._open_edges())
                if has_tail
                else summary.score_distribution(scores.row, scores.top, scores.bottom)
            )
        return self._score_bars.bars

    def first_hits(self, k: int | None) -> Bars:
        """`summary.first_hits` of the ranks, up to the cut-off, or else up to the last first hit."""
        # Looking through all rows for the deepest takes as long as drawing the bars.
        k = summary.rank_bars(k, k or int(self._scores.first_hit.max(initial=1)))
        if k not in self._rank_bars:
            self._rank_bars = {k: MovingBars(summary.first_hits(self._scores.first_hit, k))}
        return self._rank_bars[k].bars

    def shown(self, bars: Bars, rows: Filter) -> Ints:
        """int64 (b,): the counts of these bars for the rows of a filter only."""
        moving = next((one for one in self._counted if one.bars is bars), None)
        return bars.count(rows.mask) if moving is None else moving.shown(rows)

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
        for bars in self._counted:
            bars.shown(rows)

    @property
    def _counted(self) -> list[MovingBars]:
        return [*([] if self._score_bars is None else [self._score_bars]), *self._rank_bars.values()]

    def _open_edges(self) -> Floats:
        """The edges of the open bars: those of the files as loaded unless many rows have another score now.

        They depend on the scores alone, not on the edits that led to them.
        """
        now, lower = self._scores.row, self._scores.metric.lower_is_better
        if self._differs is None:
            self._differs = self._are_other(slice(None))
        if np.count_nonzero(self._differs) * _MANY >= len(now):
            return loss_edges(now, lower)
        if self._loaded_edges is None:
            self._loaded_edges = loss_edges(self._loaded, lower)
        return self._loaded_edges

    def _are_other(self, rows: Ints | slice) -> Bools:
        """bool (r,): which of some rows have another score than in the files as loaded."""
        now, loaded = self._scores.row[rows], self._loaded[rows]
        other: Bools = (now != loaded) & ~(np.isnan(now) & np.isnan(loaded))
        return other

    def _lies_elsewhere(self, bars: Bars) -> bool:
        return bars.is_open and not np.array_equal(self._open_edges(), bars.edges)

    def move(self, rows: Ints) -> None:
        """Update the bars after these rows were rescored."""
        for total in self._mean[1:] if self._mean else ():
            total.touch(rows)
        if self._differs is not None:
            self._differs[rows] = self._are_other(rows)
        if self._score_bars is not None and self._lies_elsewhere(self._score_bars.bars):
            self._score_bars = None
        if self._score_bars is not None:
            now = self._score_bars.bars
            self._score_bars.move(rows, summary.bar_of_score(self._scores.row[rows], now.edges, now.is_open))
        for k, bars in self._rank_bars.items():
            bars.move(rows, summary.bar_of_rank(self._scores.first_hit[rows], k))


def is_moved_far(bars: Bars, rows: Ints) -> bool:
    """Whether so many rows got other values that open bars need another range."""
    return bars.is_open and len(rows) * _ANEW >= len(bars.of_row)
