"""Differences to the baseline: their histogram and the rows that differ in order, which follow edits; the next one."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.order import Order
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import signs
from inspector.core.evaluation.summary import Bars
from inspector.core.task import Progress, Task

# Bars of worse rows, and as many of better ones; between them is one for the same score.
SIDE = 10
# Bounds in filters are rounded outwards to this part of a point.
_FINE = 1_000_000
_FEW = 16
# Rows that are looked at together on the way to the next difference, which is often near.
_BLOCK = 1 << 14


def difference_bars(evaluation: Evaluation) -> Bars:
    """Count rows by difference: SIDE bars of worse rows, one of the same, SIDE of better ones; NaN is not counted.

    The bars are equally wide in the plot: edges are 0, 1, 2, ..., whatever the differences are.
    """
    ends = side_edges(evaluation)
    bar_of = bar_of_difference(evaluation, None, ends)
    counts = np.bincount(bar_of + 1, minlength=2 * SIDE + 2)[1:]
    pairs = [(f"{low:.3g}", f"{high:.3g}") for low, high in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)]
    below = [f"−{high} ≤ Δ < {'−' * (low != '0')}{low}" for low, high in reversed(pairs)]
    above = [f"{low} < Δ ≤ {high}" for low, high in pairs]
    if are_open(evaluation):
        below[0], above[-1] = f"Δ < −{pairs[-1][0]}", f"Δ > {pairs[-1][0]}"
    edges = np.arange(2 * SIDE + 2, dtype=np.float64)
    names = ("better", "worse") if evaluation.metric.lower_is_better else ("worse", "better")
    return Bars(edges, counts, (*below, "Δ = 0", *above), bar_of, partial(_span, ends.tolist(), names))


def side_edges(evaluation: Evaluation) -> Floats:
    """float64 (SIDE + 1,): the magnitudes between bars, from 0 to the best possible row score; short in a filter.

    Of losses to where the bars of their distribution end: a difference beyond is in the outermost bar.
    """
    top = float(np.abs(evaluation.histograms.scores().edges).max()) if are_open(evaluation) else evaluation.scores.top
    edges = np.linspace(0.0, top if top > 0 else 1.0, SIDE + 1)
    edges[:-1] = [float(f"{edge:.6g}") for edge in edges[:-1]]
    return edges


def are_open(evaluation: Evaluation) -> bool:
    """Whether the outermost bars hold larger differences, too."""
    return evaluation.histograms.scores().is_open


def bar_of_difference(evaluation: Evaluation, rows: Ints | None, ends: Floats | None = None) -> NDArray[np.int16]:
    """int16 (r,): the bar of each row, by default of all; -1 for a row that not both sides score.

    ends: of the bars that were counted, by default the `side_edges` now.
    """
    ends = side_edges(evaluation) if ends is None else ends
    sign, difference = signs(evaluation, rows), evaluation.deltas(rows)
    bar_of = np.full(len(sign), SIDE, np.int16)
    other = np.flatnonzero(sign)
    size = np.searchsorted(ends[:-1], np.abs(difference[other]), side="left").clip(1, SIDE)
    bar_of[other] += sign[other] * size.astype(np.int16)
    bar_of[np.isnan(difference)] = -1
    return bar_of


def _span(ends: list[float], names: tuple[str, str], first: int, last: int) -> str:
    """The filter for consecutive bars; names: of the rows below and above 0."""
    sides = [
        name
        for name, has in ((names[0], first < SIDE), ("same", first <= SIDE <= last), (names[1], last > SIDE))
        if has
    ]
    bounds = []
    if (low := _bound(ends, first, outer=first < SIDE)) is not None:
        bounds.append(f"delta{'>' if first > SIDE else '>='}{low:g}")
    if (high := _bound(ends, last, outer=last > SIDE)) is not None:
        bounds.append(f"delta{'<' if last < SIDE else '<='}{high:g}")
    if len(sides) == len(("worse", "same", "better")) and bounds:
        return " & ".join(bounds)
    named = " | ".join(sides)
    return " & ".join([f"({named})" if len(sides) > 1 else named, *bounds]) if bounds else named


def _bound(ends: list[float], bar: int, *, outer: bool) -> float | None:
    """One end of a bar in a filter, the outer or the inner one; None at 0, and at the end of the outermost bar."""
    steps = bar - SIDE
    size = abs(steps) if outer else abs(steps) - 1
    return math.copysign(ends[size], steps) if 0 < size < SIDE else None


class Differences:
    """The rows whose scores differ, the best first.

    rows: int64 (d,); values: float64 (d,), their differences, ascending where lower is better, else descending; same:
    how many rows do not differ.
    """

    def __init__(self, evaluation: Evaluation, among: Bools | None = None) -> None:
        self._direction = -1.0 if evaluation.metric.lower_is_better else 1.0
        self._among, self._is_scored, self._scored = among, np.zeros(len(evaluation.table), bool), 0
        self.rows, self._falling = np.empty(0, np.int64), np.empty(0)
        self._add(evaluation, evaluation.all_rows if among is None else np.flatnonzero(among))

    @property
    def values(self) -> Floats:
        """float64 (d,): the differences, the best first."""
        return -self._direction * self._falling

    @property
    def better(self) -> int:
        """How many rows are better; they come first."""
        return int(np.searchsorted(self._falling, 0.0))

    @property
    def same(self) -> int:
        """How many rows are scored on both sides and do not differ."""
        return self._scored - len(self.rows)

    def move(self, evaluation: Evaluation, rows: Ints) -> None:
        """Place some rows again, int64 (r,), whose scores changed."""
        if len(gone := self.places(rows)):
            self.rows, self._falling = np.delete(self.rows, gone), np.delete(self._falling, gone)
        self._add(evaluation, rows if self._among is None else rows[self._among[rows]])

    def places(self, rows: Ints) -> Ints:
        """int64, ascending: where some of the rows stand; those that do not differ stand nowhere."""
        # Without a table as large as all rows, which takes longer than comparing with a few of them.
        if not len(rows):
            return np.empty(0, np.int64)
        return np.flatnonzero(np.isin(self.rows, rows, kind="sort" if len(rows) < _FEW else None))

    def curve(self, most: int) -> tuple[Ints, Floats]:
        """At most about `most` points of the curve: places from 0, int64, and differences; both ends of each side."""
        d, better = len(self.rows), self.better
        ends = [at for at in (0, better - 1, better, d - 1) if 0 <= at < d]
        places = np.unique(
            np.append(np.linspace(0, max(0, d - 1), min(d, most)).astype(np.int64), ends).astype(np.int64)
        )
        return places, -self._direction * self._falling[places]

    def clause(self, first: int, last: int) -> str:
        """The filter for the rows between two places, with all that differ as much; empty without rows."""
        if first <= 0 and last >= len(self.rows) - 1:
            return "better | worse" if len(self.rows) else ""
        gains = -self._falling[min(last, len(self.rows) - 1)], -self._falling[max(0, first)]
        low, high = sorted(self._direction * gain for gain in gains)
        bounds = f"delta>={math.floor(low * _FINE) / _FINE:g} & delta<={math.ceil(high * _FINE) / _FINE:g}"
        side = "better" if gains[0] > 0 else "worse" if gains[1] < 0 else "!same"
        return f"{side} & {bounds}"

    def _add(self, evaluation: Evaluation, rows: Ints) -> None:
        difference = evaluation.deltas(rows)
        self._scored -= int(np.count_nonzero(self._is_scored[rows]))
        self._is_scored[rows] = ~np.isnan(difference)
        self._scored += int(np.count_nonzero(self._is_scored[rows]))
        other = np.flatnonzero(signs(evaluation, rows))
        other = other[np.argsort(-self._direction * difference[other], kind="stable")]
        falling = -self._direction * difference[other]
        if len(other):
            at = np.searchsorted(self._falling, falling, side="right")
            self.rows, self._falling = np.insert(self.rows, at, rows[other]), np.insert(self._falling, at, falling)


def differences(evaluation: Evaluation, among: Bools | None = None) -> Task[Differences]:
    """Order all rows, or those of a mask, bool (n,)."""
    yield Progress(0.3, "Comparing scores")
    return Differences(evaluation, among)


def next_difference(evaluation: Evaluation, order: Order, row: int | None, step: int) -> int | None:
    """The next row in an order, down for a positive step, else up, whose score is not that of the baseline.

    row: where to start, None or one that is not in the order for before the first. None if there is none.
    """
    start = -1 if row is None else order.pos(row)
    ahead = order.rows[start + 1 :] if step > 0 else order.rows[: max(0, start)][::-1]
    for low in range(0, len(ahead), _BLOCK):
        rows = ahead[low : low + _BLOCK]
        different = np.flatnonzero(signs(evaluation, rows))
        if len(different):
            return int(rows[different[0]])
    return None
