"""The bars of both histograms and the mean of the rows shown, kept while rows change without losing anything."""

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

Places = NDArray[np.int16]


class Histograms:
    """How row scores and first hits are spread; each counted when first asked for."""

    def __init__(self, scores: Scores) -> None:
        self._scores = scores
        self._score_bars: Bars | None = None
        self._rank_bars: dict[int, Bars] = {}
        self._shown: dict[int, tuple[Places, Filter, Ints]] = {}
        self._mean: tuple[Filter, Total, Total] | None = None

    def scores(self) -> Bars:
        """What `summary.score_distribution` says of the scores."""
        if self._score_bars is None:
            self._score_bars = summary.score_distribution(self._scores.row, self._scores.top)
        return self._score_bars

    def first_hits(self, k: int | None) -> Bars:
        """What `summary.first_hits` says of the ranks, up to the cut-off, or else the last place of one."""
        k = summary.rank_bars(k, int(self._scores.first_hit.max(initial=1)))
        if k not in self._rank_bars:
            self._rank_bars = {k: summary.first_hits(self._scores.first_hit, k)}
        return self._rank_bars[k]

    def shown(self, bars: Bars, rows: Filter) -> Ints:
        """int64 (b,): the bars, of those above, of only the rows of a filter; counted once for each filter."""
        kept = self._shown.get(id(bars.of_row))
        if kept is None or kept[1] is not rows:
            kept = self._shown[id(bars.of_row)] = bars.of_row, rows, bars.count(rows.mask)
        return kept[2]

    def mean(self, rows: Filter) -> float:
        """The mean score of the rows of a filter, NaN where none is scored; after an edit little is added up afresh."""
        if self._mean is None or self._mean[0] is not rows:
            scores, mask = self._scores.row, rows.mask

            def counted(part: slice) -> Bools:
                return mask[part] & ~np.isnan(scores[part])

            total = Total(len(scores), lambda part: scores[part][counted(part)])
            self._mean = rows, total, Total(len(scores), lambda part: counted(part).astype(np.float64))
        _, total, count = self._mean
        return total.value() / count.value() if count.value() else float("nan")

    def foresee(self, rows: Filter) -> None:
        """Count the bars of the rows of a filter now, which somebody is about to ask for."""
        for bars in [self._score_bars, *self._rank_bars.values()]:
            if bars is not None:
                self.shown(bars, rows)

    def move(self, rows: Ints) -> None:
        """These rows were scored again."""
        for total in self._mean[1:] if self._mean else ():
            total.touch(rows)
        if self._score_bars is not None:
            edges = self._score_bars.edges
            self._score_bars = self._moved(self._score_bars, rows, summary.score_places(self._scores.row[rows], edges))
        for k, bars in self._rank_bars.items():
            self._rank_bars[k] = self._moved(bars, rows, summary.rank_places(self._scores.first_hit[rows], k))

    def _moved(self, bars: Bars, rows: Ints, places: Places) -> Bars:
        """The bars after some rows went to others; which row is in which bar is changed in place."""
        kept, before = self._shown.get(id(bars.of_row)), bars.count(rows)
        inside = rows[:0] if kept is None else rows[kept[1].mask[rows]]
        gone = bars.count(inside)
        bars.of_row[rows] = places
        if kept is not None:
            self._shown[id(bars.of_row)] = *kept[:2], kept[2] - gone + bars.count(inside)
        return replace(bars, counts=bars.counts - before + bars.count(rows))
