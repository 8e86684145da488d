"""The bars of both histograms, kept while rows change: whole numbers lose nothing on the way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inspector.core import summary
from inspector.core.arrays import Bools, Ints
from inspector.core.metrics import Scores
from inspector.core.summary import Bars

Places = NDArray[np.int16]


class Distribution:
    """How row scores and first hits are spread; each counted when first asked for."""

    def __init__(self, scores: Scores) -> None:
        self._scores = scores
        self._score_bars: Bars | None = None
        self._rank_bars: dict[int, Bars] = {}

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

    def foresee(self, mask: Bools) -> None:
        """Count the bars of some rows now, which somebody is about to ask for."""
        for bars in [self._score_bars, *self._rank_bars.values()]:
            if bars is not None:
                bars.count(mask)

    def move(self, rows: Ints) -> None:
        """These rows were scored again."""
        if self._score_bars is not None:
            edges = self._score_bars.edges
            self._score_bars = _moved(self._score_bars, rows, summary.score_places(self._scores.row[rows], edges))
        for k, bars in self._rank_bars.items():
            self._rank_bars[k] = _moved(bars, rows, summary.rank_places(self._scores.first_hit[rows], k))


def _moved(bars: Bars, rows: Ints, places: Places) -> Bars:
    """The bars after some rows went to others; which row is in which bar is changed in place."""
    before = bars.count(rows)
    bars.of_row[rows] = places
    return replace(bars, counts=bars.counts - before + bars.count(rows))
