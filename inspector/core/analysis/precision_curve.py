"""Precision along the list of all predictions by confidence, downsampled for the plot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, distinct
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.metrics.global_list import GlobalList

_POINTS = 1000


@dataclass(frozen=True, eq=False)
class PrecisionCurve:
    """rank: int64 (p,), ranks on the list from 1; precision: float64 (p,), the share of hits up to that rank; current:
    the ranks of the current row's predictions.
    """

    rank: Ints
    precision: Floats
    current: Ints


def precision_curve(scores: GapScores, row: int | None, shown: Bools | None = None) -> PrecisionCurve:
    """The precision curve under GAP, downsampled, with the ranks of the current row.

    shown: bool (n,), only the predictions of these rows, at their ranks among all.
    """
    ranked = scores.ranked
    kept = np.arange(len(ranked)) if shown is None else np.flatnonzero(shown[ranked.row])
    nth = np.unique(np.linspace(0, max(0, len(kept) - 1), min(_POINTS, len(kept))).astype(np.int64))
    at, precision = kept[nth], np.cumsum(ranked.hit[kept])[nth] / (nth + 1)
    current = np.flatnonzero(ranked.row == row) + 1 if row is not None else np.empty(0, np.int64)
    return PrecisionCurve(at + 1, precision, current)


def ranks_of_rows(ranked: GlobalList, rows: Ints, n: int) -> Ints:
    """int64 (p,): the ranks on the list of the predictions of some of the n rows, downsampled."""
    chosen = np.zeros(n, bool)
    chosen[rows] = True
    # One mark for each interval of ranks with at least one prediction.
    width = max(1, -(-len(ranked) // _POINTS))
    steps = distinct(np.flatnonzero(chosen[ranked.row]) // width)
    return steps * width + 1
