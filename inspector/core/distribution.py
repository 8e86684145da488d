"""How many rows stand in each bar of a plot, kept while rows change: whole numbers lose nothing on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from inspector.core import summary
from inspector.core.arrays import Floats, Ints, Ranks
from inspector.core.metrics import Scores
from inspector.core.summary import BINS, MOST_RANK_BARS, Bars


class Tally:
    """Rows by bin. bin_of: gives the bin, from 0, of each of some values; bins: how many there are, below 256."""

    def __init__(self, values: Any, bin_of: Callable[[Any], Ints], bins: int) -> None:
        self._values, self._bin_of, self._size = values, bin_of, bins
        self._bins = bin_of(values).astype(np.uint8)
        self.counts: Ints = self.among(slice(None))

    def move(self, rows: Ints) -> None:
        """The values of these rows are others now."""
        self.counts -= self.among(rows)
        self._bins[rows] = self._bin_of(self._values[rows])
        self.counts += self.among(rows)

    def among(self, rows: Ints | slice) -> Ints:
        """int64 (bins,): the counts of only some rows."""
        return np.bincount(self._bins[rows], minlength=self._size)


class Distribution:
    """The bars of both histograms: of all rows, or of only some of them."""

    def __init__(self, scores: Scores) -> None:
        self._edges = summary.score_edges(scores.top)
        self._scores = Tally(scores.row, lambda row: _score_bin(row, self._edges), BINS + 1)
        self._ranks = Tally(scores.first_hit, _rank_bin, MOST_RANK_BARS + 2)

    def move(self, rows: Ints) -> None:
        """These rows were scored again."""
        self._scores.move(rows)
        self._ranks.move(rows)

    @property
    def longest(self) -> int:
        """The largest rank of a first hit, as far as ranks have bars; 1 when there is none."""
        return max(1, int(np.flatnonzero(self._ranks.counts[1:]).max(initial=0)) + 1)

    def scores(self, rows: Ints | None = None) -> Bars:
        """What `summary.score_distribution` says of the scores of some rows."""
        counts = self._scores.counts if rows is None else self._scores.among(rows)
        return summary.score_bars(self._edges, counts[:BINS].copy())

    def first_hits(self, k: int, rows: Ints | None = None) -> Bars:
        """What `summary.first_hits` says of the ranks of some rows; k: at most MOST_RANK_BARS."""
        counts = self._ranks.counts if rows is None else self._ranks.among(rows)
        return summary.first_hit_bars(np.array([*counts[1 : k + 1], counts[k + 1 :].sum(), counts[0]]), k)


def _score_bin(scores: Floats, edges: Floats) -> Ints:
    """The bar of each score, BINS where it has none."""
    bins = np.searchsorted(edges, scores, side="right") - 1
    bins[scores == edges[-1]] = BINS - 1
    bins[np.isnan(scores) | (bins < 0)] = BINS
    return bins


def _rank_bin(ranks: Ranks) -> Ints:
    """The rank itself as far as ranks have bars, one number for all behind, 0 for none."""
    return np.minimum(ranks, MOST_RANK_BARS + 1).astype(np.int64)
