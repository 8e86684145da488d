"""Many comparisons at once: Holm, Benjamini and Hochberg for groups of rows, step-down MaxT for one baseline."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.counted import ROUNDING
from inspector.core.statistics.resampling import RESAMPLES, flip_cost, flipped_sums

# Nanoseconds that joint flips may take; beyond, Holm's correction of the single p has to do.
_COST = 4e9
_TIE = 1e-9


@dataclass(frozen=True)
class Adjusted:
    """The p of each comparison, float64 (N,), corrected for their number, and the name of the method."""

    p: Floats
    method: str


def holm(p: Floats) -> Floats:
    """float64 (N,): the chance of any false alarm is at most the level. NaN stays, uncounted. Holm 1979."""
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    adjusted = np.full(len(p), np.nan)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(order), 0, -1)))
    return adjusted


def benjamini_hochberg(p: Floats) -> Floats:
    """float64 (N,): the expected share of false alarms among all alarms is at most the level. NaN stays, uncounted.

    Benjamini & Hochberg 1995. For slices and labels, of which there are many.
    """
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(-p[known], kind="stable")]
    adjusted = np.full(len(p), np.nan)
    adjusted[order] = np.minimum.accumulate(p[order] * len(order) / np.arange(len(order), 0, -1))
    return adjusted


def p_in_groups(differences: Floats, of_row: Ints, groups: int) -> Floats:
    """float64 (groups,): the p of each group, not corrected for their number; NaN where no row differs.

    differences: float64 (m,), of rows; of_row: int64 (m,), the group of each.
    """
    sizes = np.abs(differences)
    differ = sizes > ROUNDING * sizes.max(initial=0.0)
    return _flip_p(differences[differ], of_row[differ], groups)


def _flip_p(differences: Floats, of_row: Ints, groups: int) -> Floats:
    """The normal limit of random signs: Σ±d has the variance Σd². NaN for a group without differences.

    It is taken half a step inwards, as sums move by 2 min|d| at least, and is not below that of signs that all agree.
    """
    differences = differences / np.abs(differences).max(initial=np.finfo(float).tiny)  # no square is beyond all floats
    least = np.full(groups, np.inf)
    np.minimum.at(least, of_row, np.abs(differences))
    rows, total, squares = (np.bincount(of_row, own, groups) for own in (None, differences, differences**2))
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.maximum(np.abs(total) - least, 0.0) / np.sqrt(squares)
    p = np.array([math.erfc(value) for value in (z / math.sqrt(2)).tolist()])
    return np.where(rows > 0, np.maximum(p, 2.0 ** (1.0 - rows)), np.nan)


def against_baseline(differences: Floats, p: Floats, *, resamples: int = RESAMPLES, seed: int = 0) -> Adjusted:
    """Correct the p of N submissions against one baseline: MaxT, which knows how alike they are, else Holm.

    differences: float64 (n, N), of the row scores; NaN where a row is not scored. p: float64 (N,), of the single tests.
    Holm where joint flips would take too long.
    """
    vectors, counts = _distinct_rows(np.nan_to_num(differences))
    if flip_cost(counts) * differences.shape[1] * resamples > _COST:
        return Adjusted(holm(p), "Holm")
    n, squares = (~np.isnan(differences)).sum(axis=0), np.nansum(differences**2, axis=0)
    flipped = flipped_sums(vectors, counts, resamples, np.random.default_rng(seed))
    observed = np.nansum(differences, axis=0)
    return Adjusted(step_down(_t(observed, squares, n), _t(flipped, squares, n)), "step-down MaxT")


def step_down(observed: Floats, drawn: Floats) -> Floats:
    """float64 (N,): the p of statistics, float64 (N,), among draws of all at once, float64 (B, N), larger being rarer.

    Westfall & Young 1993: each is compared with the largest draw of those that are not larger than itself.
    """
    order = np.argsort(-observed, kind="stable")
    largest = np.maximum.accumulate(drawn[:, order[::-1]], axis=1)[:, ::-1]
    beaten = (largest >= observed[order] * (1 - _TIE)).sum(axis=0)
    p = np.empty(len(observed))
    p[order] = np.maximum.accumulate((1 + beaten) / (len(drawn) + 1))
    return p


def _t(sums: Floats, squares: Floats, n: Ints) -> Floats:
    """|t| of sums of n differences with this sum of squares; 0 where no difference is."""
    rest = np.maximum(squares - sums**2 / np.maximum(n, 1), np.finfo(np.float64).eps * squares)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(np.abs(sums) / np.sqrt(rest * n / (n - 1.0)), posinf=0.0)


def _distinct_rows(rows: Floats) -> tuple[Floats, Ints]:
    """The distinct rows, float64 (m, N), and how often each occurs; rows of nothing but 0 are left out."""
    code = np.zeros(len(rows), np.int64)
    for column in rows.T:
        values, own = np.unique(column, return_inverse=True)
        code = np.unique(code * len(values) + own, return_inverse=True)[1]
    _, first, counts = np.unique(code, return_index=True, return_counts=True)
    moved = rows[first].any(axis=1)
    return rows[first][moved], counts[moved]
