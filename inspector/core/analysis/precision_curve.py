"""Precision along the list of all predictions by confidence, as many points as a screen has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.metrics.global_list import GlobalList

_POINTS = 1000


@dataclass(frozen=True, eq=False)
class PrecisionCurve:
    """rank: int64 (p,), places on the list from 1; precision: float64 (p,), the share of hits up to that place;
    current: the ranks of the current row's predictions.
    """

    rank: Ints
    precision: Floats
    current: Ints


def precision_curve(scores: GapScores, row: int | None, shown: Bools | None = None) -> PrecisionCurve:
    """The curve of a GAP, thinned to what can be seen, with the current row's own places.

    shown: bool (n,), leaves only the predictions of those rows; they keep the ranks that they have among all.
    """
    ranked = scores.ranked
    kept = np.arange(len(ranked)) if shown is None else np.flatnonzero(shown[ranked.row])
    nth = np.unique(np.linspace(0, max(0, len(kept) - 1), min(_POINTS, len(kept))).astype(np.int64))
    at, precision = kept[nth], np.cumsum(ranked.hit[kept])[nth] / (nth + 1)
    current = np.flatnonzero(ranked.row == row) + 1 if row is not None else np.empty(0, np.int64)
    return PrecisionCurve(at + 1, precision, current)


def places_of(ranked: GlobalList, rows: Ints, n: int) -> Ints:
    """int64 (p,): where the predictions of some of the n rows stand on the list, thinned to what can be seen."""
    chosen = np.zeros(n, bool)
    chosen[rows] = True
    # One mark for each step that can be told apart, wherever at least one prediction stands in it.
    width = max(1, -(-len(ranked) // _POINTS))
    steps = np.unique(np.flatnonzero(chosen[ranked.row]) // width)
    return steps * width + 1
