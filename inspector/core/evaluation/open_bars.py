"""Histograms whose ends are open: bars of equal width where most values are, so that a few far off do not ruin them."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from inspector.core.arrays.types import MOST, Floats
from inspector.core.evaluation.summary import BINS, Bars, edges_below
from inspector.core.figures import figure

# The share of rows that a tail may have, or so many of them.
_TAIL, _FEW = 0.01, 2
# A tail is cut off where the bars would be so many times wider with it.
_TOO_WIDE = 2.0
# So many values tell where nearly all are.
_SAMPLE = 100_000
# Bars are no narrower: nearer to 0, floats have fewer digits.
_LEAST = 1e-300


def loss_edges(scores: Floats, lower_is_better: bool) -> Floats:
    """float64 (b + 1,): edges from 0 on, without the tail of the worst scores, which the bar at that end holds."""
    low, high = _without_tail(scores, lower_is_better)
    step = _round_up((high - low) / BINS)
    return _edges(step * (np.arange(1.0, BINS) + math.floor(low / step)), step)


def error_distribution(errors: Floats, field: str = "error") -> Bars:
    """Count rows by error, prediction − truth, with as many bars for too low as for too high ones.

    errors: float64 (n,); NaN is not counted. field: what they are called in filters.
    """
    side = BINS // 2 - 1
    _, far_off = _without_tail(np.abs(errors), lower_is_better=True)
    step = _round_up(far_off / (side + 1))
    return open_bars(field, errors, _edges(step * np.arange(-side, side + 1.0), step))


def _edges(inner: Floats, step: float) -> Floats:
    """The inner edges and the ends of the bars beyond them."""
    # Without the last bits of a product, so that they are short in a filter, and the same numbers.
    inner = np.array([float(_short(edge)) for edge in inner.tolist()])
    return np.concatenate([[inner[0] - step], inner, [inner[-1] + step]])


def open_bars(name: str, values: Floats, edges: Floats) -> Bars:
    """Count values, float64 (n,), between the inner ones of edges, float64 (b + 1,), and beyond; NaN is not counted.

    name: of the field in filters.
    """
    inner = edges[1:-1]
    ends = [_short(edge) for edge in inner.tolist()]
    read = [figure(edge) for edge in inner.tolist()]
    names = [f"{low} ≤ {name} < {high}" for low, high in pairwise(read)]
    last = len(ends)

    def span(first: int, end: int) -> str:
        low = [f"{name}>={ends[first - 1]}"] if first else []
        high = [f"{name}<{ends[end]}"] if end < last else []
        return " & ".join(low + high) or f"{name}>={ends[0]} | {name}<{ends[0]}"

    bar_of, counts = edges_below(values, inner)
    every = (f"{name} < {read[0]}", *names, f"{name} ≥ {read[-1]}")
    return Bars(edges, counts, every, bar_of, span, is_open=True)


def _without_tail(values: Floats, lower_is_better: bool) -> tuple[float, float]:
    """The range of the bars, which holds 0; the end of the worst scores is moved to a bar beyond nearly all."""
    low, high = (float(end.reduce(values, initial=0.0)) for end in (np.fmin, np.fmax))
    if not (math.isfinite(low) and math.isfinite(high)):
        return _without_tail(values[np.isfinite(values)], lower_is_better)
    low, high = max(low, -MOST), min(high, MOST)
    if low == high:
        return low, low + 1.0
    some = values[:: len(values) // _SAMPLE + 1]
    some = some[~np.isnan(some)]
    if not len(some):
        return low, high
    share = min(1.0, max(_TAIL, _FEW / len(some)))
    nearly = float(np.quantile(some, 1 - share if lower_is_better else share))
    if lower_is_better and 0 < (nearly - low) * _TOO_WIDE < high - low:
        high = nearly + (nearly - low) / BINS
    elif not lower_is_better and 0 < (high - nearly) * _TOO_WIDE < high - low:
        low = nearly - (high - nearly) / BINS
    return low, high


def _short(edge: float) -> str:
    return f"{edge:.15g}"


def _round_up(step: float) -> float:
    """The smallest number of two digits that is at least `step`, which is not negative, and no tiny number."""
    step = max(step, _LEAST)
    power = 10.0 ** (math.floor(math.log10(step)) - 1)
    # A quotient of powers may differ in its last bit.
    return float(f"{math.ceil(step / power * (1 - 1e-9)) * power:.2g}")
