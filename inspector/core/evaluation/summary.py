"""Histograms for the plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Floats, Ints, Ranks
from inspector.core.figures import figure

Span: TypeAlias = Callable[[int, int], str]

BINS = 20
MAX_RANK_BARS = 100
# A negative end, times this, is still below the end when it is rounded.
_BELOW = 1.0001
_BLOCK = 1 << 16


@dataclass(frozen=True, eq=False)
class Bars:
    """A histogram: edges float64 (b + 1,), counts int64 (b,), and the name of each bar for the user.

    of_row: int16 (n,), the bar of each row, -1 for none; span(first, last): the filter for consecutive bars; is_open:
    whether the first bar holds all values below its end, too, and the last one all above its start.
    """

    edges: Floats
    counts: Ints
    names: tuple[str, ...]
    of_row: NDArray[np.int16]
    span: Span
    is_open: bool = False
    _last: list[tuple[Ints | Bools, Ints]] = field(default_factory=list, init=False, repr=False)

    def count(self, rows: Ints | Bools) -> Ints:
        """int64 (b,): the counts of some rows only, given by number or as a mask bool (n,)."""
        if rows.dtype != np.bool_:
            return self._counted(rows)
        # Cached: the mask of a filter is counted repeatedly, first in a worker thread.
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
        """The filter for the rows of some bars, empty for none."""
        runs: list[list[int]] = []
        for bar in sorted(bars):
            runs[-1].append(bar) if runs and bar == runs[-1][-1] + 1 else runs.append([bar])
        return " | ".join(self.span(run[0], run[-1]) for run in runs)


def score_distribution(scores: Floats, top: float, bottom: float = 0.0) -> Bars:
    """Count rows by score: BINS equal bars from `bottom` to `top`, half-open, the last closed; NaN is not counted."""
    bottom = float(f"{bottom * _BELOW:.5g}")
    edges = np.linspace(bottom, top if top > bottom else bottom + 1.0, BINS + 1)
    # Round the edges, so that they are short in a filter and scores equal to an edge fall into the right bar.
    edges[:-1] = [bottom, *(float(f"{edge:.6g}") for edge in edges[1:-1])]
    pairs = list(pairwise(edges.tolist()))
    ends = [figure(float(f"{edge:.3g}")) for edge in edges.tolist()]
    names = [f"{low} ≤ score < {high}" for low, high in pairwise(ends[:-1])]

    def span(first: int, last: int) -> str:
        low, high = pairs[first][0], pairs[last][1]
        return f"score>={low:g} & score<{high:g}" if last < len(pairs) - 1 else f"score>={low:g}"

    bar_of, counts = _closed(scores, edges)
    return Bars(edges, counts, (*names, f"{ends[-2]} ≤ score ≤ {ends[-1]}"), bar_of, span)


def bar_of_score(scores: Floats, edges: Floats, is_open: bool = False) -> NDArray[np.int16]:
    """int16 (n,): the bar of each score, -1 for none; is_open: as of `Bars`."""
    return edges_below(scores, edges[1:-1])[0] if is_open else _closed(scores, edges)[0]


def _closed(scores: Floats, edges: Floats) -> tuple[NDArray[np.int16], Ints]:
    """int16 (n,): the bar of each score, -1 for none; int64 (b,): their counts."""
    above = np.nextafter(edges[-1], np.inf)
    found, counts = edges_below(scores, np.append(edges[:-1], above))
    found -= found >= 0  # 0 is a score below all bars
    found[found == len(edges) - 1] = -1
    return found, counts[1:-1]


def edges_below(scores: Floats, inner: Floats) -> tuple[NDArray[np.int16], Ints]:
    """int16 (n,): how many of e edges are at most each score, -1 for NaN; int64 (e + 1,): the number of each but -1.

    Comparing blocks that stay in the cache with all edges is ten times faster than searching, and counting them there
    several times as fast as np.bincount.
    """
    found, reached = np.empty(len(scores), np.int16), np.zeros(len(inner) + 2, np.int64)
    buffer, edges = np.empty(min(_BLOCK, len(scores)), bool), (-np.inf, *inner.tolist())
    for start in range(0, len(scores), _BLOCK):
        block = scores[start : start + _BLOCK]
        below, is_above = np.full(len(block), -1, np.int8), buffer[: len(block)]
        for number, edge in enumerate(edges):
            np.greater_equal(block, edge, out=is_above)
            below += is_above.view(np.int8)
            reached[number] += np.count_nonzero(is_above)
        found[start : start + _BLOCK] = below
    return found, reached[:-1] - reached[1:]


def first_hits(ranks: Ranks, k: int) -> Bars:
    """Count rows by first-hit rank: one bar for each rank 1..k, one for `after` k, one for `none`."""
    names = (*map(str, range(1, k + 1)), f"after {k}", "none")

    edges, bar_of = np.arange(k + 3, dtype=np.float64) + 0.5, bar_of_rank(ranks, k)
    counts = np.bincount(bar_of, minlength=len(names)).astype(np.int64)
    return Bars(edges, counts, names, bar_of, partial(rank_span, "rank", k))


def rank_span(name: str, k: int, first: int, last: int) -> str:
    """The filter for consecutive bars of `first_hits`; name: of the field of ranks."""
    if first == k + 1:
        return f"{name}=none"
    if last == k + 1:
        return f"{rank_span(name, k, first, k)} | {name}=none"
    if last == k:
        return f"{name}>{first}"
    return f"{name}={first + 1}" if first == last else f"{name}>={first + 1} & {name}<={last + 1}"


def bar_of_rank(ranks: Ranks, k: int) -> NDArray[np.int16]:
    """int16 (n,): the bar of each first hit."""
    return (np.where(ranks == 0, k + 2, np.minimum(ranks, k + 1)) - 1).astype(np.int16)


def rank_bars(k: int | None, deepest: int) -> int:
    """The number of ranks with a bar each: K, or without a cut-off the deepest first hit; at most MAX_RANK_BARS."""
    return max(1, min(k or deepest, MAX_RANK_BARS))
