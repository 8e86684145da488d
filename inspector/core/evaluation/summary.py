"""What the plots show: arrays of screen size made from arrays of table size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Floats, Ints, Ranks

Span: TypeAlias = Callable[[int, int], str]

BINS = 20
MOST_RANK_BARS = 100


@dataclass(frozen=True, eq=False)
class Bars:
    """A histogram: edges float64 (b + 1,), counts int64 (b,), and the name of each bar for the reader.

    of_row: int16 (n,), the bar that each row is in, -1 for none; span(first, last) is the filter of a run of bars.
    """

    edges: Floats
    counts: Ints
    names: tuple[str, ...]
    of_row: NDArray[np.int16]
    span: Span
    _last: list[tuple[Ints | Bools, Ints]] = field(default_factory=list, init=False, repr=False)

    def count(self, rows: Ints | Bools) -> Ints:
        """int64 (b,): the bars of only some rows, given by number or as a mask bool (n,)."""
        if rows.dtype != np.bool_:
            return self._counted(rows)
        # The rows that a filter shows are asked for again and again, and first beside the window.
        for mask, counts in self._last:
            if mask is rows:
                return counts
        counts = self._counted(rows)
        self._last[:] = [(rows, counts)]
        return counts

    def _counted(self, rows: Ints | Bools) -> Ints:
        chosen = self.of_row[rows]
        return np.bincount(chosen[chosen >= 0], minlength=len(self.counts))

    def clause(self, bars: Iterable[int]) -> str:
        """The filter that shows the rows of some bars, empty for none."""
        runs: list[list[int]] = []
        for bar in sorted(bars):
            runs[-1].append(bar) if runs and bar == runs[-1][-1] + 1 else runs.append([bar])
        return " | ".join(self.span(run[0], run[-1]) for run in runs)


def score_distribution(scores: Floats, top: float) -> Bars:
    """Rows by score: BINS equal bars from 0 to `top`, closed below, the last above too; NaN is not counted."""
    edges = np.linspace(0.0, top if top > 0 else 1.0, BINS + 1)
    # Edges that read well in a filter, and on which a score that is just such a number does not fall short of its bar.
    edges[:-1] = [float(f"{edge:.6g}") for edge in edges[:-1]]
    pairs = list(pairwise(edges.tolist()))
    names = [f"{low:.3g} ≤ score < {high:.3g}" for low, high in pairs[:-1]]

    def span(first: int, last: int) -> str:
        low, high = pairs[first][0], pairs[last][1]
        return f"score>={low:g} & score<{high:g}" if last < len(pairs) - 1 else f"score>={low:g}"

    return _bars(edges, (*names, f"{pairs[-1][0]:.3g} ≤ score ≤ {pairs[-1][1]:.3g}"), score_places(scores, edges), span)


def score_places(scores: Floats, edges: Floats) -> NDArray[np.int16]:
    """int16 (n,): the bar of each score, -1 where it has none."""
    place = (np.searchsorted(edges[:-1], scores, side="right") - 1).astype(np.int16)
    place[np.isnan(scores) | (scores > edges[-1])] = -1
    return place


def first_hits(ranks: Ranks, k: int) -> Bars:
    """Rows by first-hit rank: k bars for the ranks 1..k, one for `after` k, one for `none`."""
    names = (*map(str, range(1, k + 1)), f"after {k}", "none")

    def span(first: int, last: int) -> str:
        if first == k + 1:
            return "rank=none"
        if last == k + 1:
            return f"{span(first, k)} | rank=none"
        if last == k:
            return f"rank>{first}"
        return f"rank={first + 1}" if first == last else f"rank>={first + 1} & rank<={last + 1}"

    return _bars(np.arange(k + 3, dtype=np.float64) + 0.5, names, rank_places(ranks, k), span)


def rank_places(ranks: Ranks, k: int) -> NDArray[np.int16]:
    """int16 (n,): the bar of each first hit."""
    return (np.where(ranks == 0, k + 2, np.minimum(ranks, k + 1)) - 1).astype(np.int16)


def _bars(edges: Floats, names: tuple[str, ...], place: NDArray[np.int16], span: Span) -> Bars:
    counts = np.bincount(place[place >= 0], minlength=len(names)).astype(np.int64)
    return Bars(edges, counts, names, place, span)


def rank_bars(k: int | None, longest: int) -> int:
    """How many ranks get a bar of their own: K, or the longest list where there is no cut, but what fits a screen."""
    return max(1, min(k or longest, MOST_RANK_BARS))
