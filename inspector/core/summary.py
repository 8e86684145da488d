"""What the plots show: arrays of screen size made from arrays of table size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from inspector.core.arrays import Floats, Ints, Ranks

BINS = 20
MOST_RANK_BARS = 100


@dataclass(frozen=True, eq=False)
class Bars:
    """A histogram: edges float64 (b + 1,), counts int64 (b,), and the name of each bar for the reader."""

    edges: Floats
    counts: Ints
    names: tuple[str, ...]


def score_edges(top: float) -> Floats:
    """float64 (BINS + 1,): where the bars of scores from 0 to `top` begin, and where the last one ends."""
    return np.linspace(0.0, top if top > 0 else 1.0, BINS + 1)


def score_distribution(scores: Floats, top: float) -> Bars:
    """Rows by score: BINS equal bars from 0 to `top`, closed below, the last above too; NaN is not counted."""
    edges = score_edges(top)
    counts, _ = np.histogram(scores[~np.isnan(scores)], edges)
    return score_bars(edges, counts.astype(np.int64))


def score_bars(edges: Floats, counts: Ints) -> Bars:
    """Counted scores with the names of their bars."""
    pairs = list(pairwise(edges.tolist()))
    names = [f"{low:.3g} ≤ score < {high:.3g}" for low, high in pairs[:-1]]
    return Bars(edges, counts, (*names, f"{pairs[-1][0]:.3g} ≤ score ≤ {pairs[-1][1]:.3g}"))


def first_hits(ranks: Ranks, k: int) -> Bars:
    """Rows by first-hit rank: k bars for the ranks 1..k, one for `after` k, one for `none`."""
    counts = np.bincount(np.where(ranks == 0, k + 2, np.minimum(ranks, k + 1)), minlength=k + 3)[1:]
    return first_hit_bars(counts.astype(np.int64), k)


def first_hit_bars(counts: Ints, k: int) -> Bars:
    """Counted ranks with the names of their bars."""
    names: Sequence[str] = [*map(str, range(1, k + 1)), f"after {k}", "none"]
    return Bars(np.arange(k + 3, dtype=np.float64) + 0.5, counts, tuple(names))


def rank_bars(k: int | None, longest: int) -> int:
    """How many ranks get a bar of their own: K, or the longest list where there is no cut, but what fits a screen."""
    return max(1, min(k or longest, MOST_RANK_BARS))
