"""The histogram of private - public over splits."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.luck.luck import Luck
from inspector.core.luck.split import Z
from inspector.core.statistics.testing.distributions import normal_tail

# Few different gaps, as of few rows, would leave gaps between many bars.
_LEAST_BARS, _BARS, _GAPS_A_BAR, _DIGITS = 5, 31, 2, 9
# A normal has nothing to see further out than so many margins, the ends of 95 of 100.
_OUT = 1.8


def gap_bars(luck: Luck) -> tuple[Floats, Floats]:
    """float64 (b + 1,) edges, as far on both sides of 0, and (b,) shares of the splits of the open submission.

    Empty where all splits give the same.
    """
    gaps = luck.split_scores.gaps[0]
    gaps, margin = gaps[~np.isnan(gaps)], luck.opened.margin
    end = _OUT * margin if luck.method == "formula" else float(np.abs(gaps).max(initial=0.0))
    if not end:
        return np.empty(0), np.empty(0)
    if luck.method != "formula":
        different = len(np.unique(gaps.round(_DIGITS)))
        bars = min(_BARS, max(_LEAST_BARS, different // _GAPS_A_BAR | 1))  # odd: one in the middle
        edges = np.linspace(-end, end, bars + 1)
        return edges, np.histogram(gaps, edges)[0] / len(gaps)
    edges = np.linspace(-end, end, _BARS + 1)
    return edges, np.diff([normal_tail(-edge * Z / margin) for edge in edges.tolist()])
