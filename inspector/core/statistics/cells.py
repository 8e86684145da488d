"""Pairs of row scores of two submissions, counted as cells: a resample of a million rows is a draw of some counts."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.statistics.counted import ROUNDING, Counted, coded, refuse_infinite, runs

# Tables of pairs of distinct values, above which pairs are sorted instead.
_TABLE = 1 << 22
# Edited rows whose pairs are looked up one by one.
_LOOKED_UP = 16


@dataclass(frozen=True, eq=False)
class Cells:
    """Distinct pairs of row scores, float64 (c,) each, with their numbers of rows, int64 (c,).

    difference: float64 (c,), open - baseline, ascending; differences that rounding alone tells apart are one.
    unpaired: rows that not both sides score.
    """

    baseline: Floats
    open: Floats
    difference: Floats
    counts: Ints
    unpaired: int

    @classmethod
    def of(cls, baseline: Floats, opened: Floats) -> Cells:
        """Count float64 (n,) of both submissions, in the same order of rows; see `PairCodes`."""
        return PairCodes.of(baseline, opened).cells()

    def differences(self) -> Counted:
        """The distinct differences with their numbers of rows."""
        return runs(self.difference, self.counts)

    def turned(self) -> Cells:
        """The same with both sides exchanged."""
        order: Ints = np.arange(len(self.counts))[::-1]
        if (self.difference[1:] == self.difference[:-1]).any():  # else reversed is enough, which takes no sorting
            order = np.lexsort((self.baseline, self.open, -self.difference))
        columns = self.open[order], self.baseline[order], -self.difference[order], self.counts[order]
        return Cells(*columns, unpaired=self.unpaired)

    @property
    def baseline_overall(self) -> float:
        """The mean score in the baseline of the rows that both score; NaN without rows."""
        return _mean(self.baseline, self.counts)

    @property
    def overall(self) -> float:
        """The mean score in the open submission of the rows that both score; NaN without rows."""
        return _mean(self.open, self.counts)


@dataclass(frozen=True, eq=False)
class PairCodes:
    """The cell of each row, int32 (n,), coded once for two submissions; a filter then costs one count.

    Cells are those of `Cells`, in its order; the code after the last cell stands for a row that not both score.
    """

    code: Codes
    baseline: Floats
    open: Floats
    difference: Floats

    @classmethod
    def of(cls, baseline: Floats, opened: Floats) -> PairCodes:
        """Code float64 (n,) of both submissions, in the same order of rows; NaN = not scored.

        Raises InputError at an infinite score.
        """
        refuse_infinite(baseline)
        refuse_infinite(opened)
        code, first, second = _pairs(baseline, opened)
        difference = _differences(first, second)
        order = np.argsort(difference, kind="stable")
        place = np.empty(len(order) + 1, np.int32)
        place[order], place[-1] = np.arange(len(order)), len(order)
        return cls(place[code], first[order], second[order], difference[order])

    def cells(self, rows: Ints | None = None) -> Cells:
        """Count all rows, or some of them, int64 (r,)."""
        code = self.code if rows is None else self.code[rows]
        size = len(self.difference)
        counts = np.bincount(code, minlength=size + 1)
        kept = np.flatnonzero(counts[:size])
        return Cells(
            self.baseline[kept], self.open[kept], self.difference[kept], counts[kept], unpaired=int(counts[size])
        )

    def paired(self) -> Bools:
        """bool (n,): the rows that both sides score."""
        return self.code < len(self.difference)

    def updated(self, rows: Ints, baseline: Floats, opened: Floats) -> PairCodes:
        """The codes after these rows, int64 (m,), got other scores, float64 (m,) each."""
        known = self._known(baseline, opened) if len(rows) <= _LOOKED_UP else None
        if known is not None:
            if np.array_equal(known, self.code[rows]):
                return self
            code = self.code.copy()
            code[rows] = known
            return replace(self, code=code)
        size = len(self.difference)
        both = PairCodes.of(np.append(self.baseline, baseline), np.append(self.open, opened))
        code = np.append(both.code[:size], np.int32(len(both.difference)))[self.code]
        code[rows] = both.code[size:]
        return replace(both, code=code)

    def _known(self, baseline: Floats, opened: Floats) -> list[int] | None:
        """The codes of a few pairs of scores, float64 (m,) each; None where one of them is new."""
        codes = []
        for before, after in zip(baseline.tolist(), opened.tolist(), strict=True):
            found = np.flatnonzero((self.baseline == before) & (self.open == after))
            if not len(found) and not math.isnan(before + after):
                return None
            codes.append(int(found[0]) if len(found) else len(self.difference))
        return codes


def signs(baseline: Floats, opened: Floats) -> NDArray[np.int8]:
    """int8 (n,): 1 where the open submission scores higher, -1 where it scores lower, 0 where equal or unpaired."""
    found = np.zeros(len(opened), np.int8)
    other = np.flatnonzero(opened != baseline)  # often few of the rows
    before, after = baseline[other], opened[other]
    with np.errstate(invalid="ignore"):
        difference = after - before
    # Neither where no more than rounding tells both scores apart, nor where one is NaN.
    is_more = np.abs(difference) > ROUNDING * np.maximum(np.abs(before), np.abs(after))
    found[other] = np.where(is_more, np.sign(difference), 0)
    return found


def _pairs(baseline: Floats, opened: Floats) -> tuple[Ints, Floats, Floats]:
    """The pair of each row, int64 (n,), and both scores of each distinct pair; unpaired rows have the code after."""
    (first, code), (second, other) = coded(baseline), coded(opened)
    width = len(second) + 1
    joint = code * width + other
    joint[(code == len(first)) | (other == len(second))] = len(first) * width
    size = len(first) * width + 1
    if size <= _TABLE:
        found = np.zeros(size, bool)
        found[joint] = True
        pairs = np.flatnonzero(found[:-1])
        place = np.full(size, len(pairs))
        place[pairs] = np.arange(len(pairs))
        return place[joint], first[pairs // width], second[pairs % width]
    pairs, place = np.unique(joint, return_inverse=True)
    pairs = pairs[pairs < size - 1]
    return place, first[pairs // width], second[pairs % width]


def _differences(baseline: Floats, opened: Floats) -> Floats:
    """opened - baseline of each cell; 0 and equal differences are exactly so, whatever the rounding."""
    difference = opened - baseline
    rounding = ROUNDING * np.maximum(np.abs(baseline), np.abs(opened))
    difference[np.abs(difference) <= rounding] = 0
    # Magnitudes are merged, so that both directions of a comparison have the same ones.
    order = np.lexsort((rounding, np.abs(difference)))
    size, rounding = np.abs(difference[order]), rounding[order]
    opens = np.ones(len(order), bool)
    opens[1:] = np.diff(size) > np.minimum(rounding[1:], rounding[:-1])
    merged = np.empty_like(size)
    merged[order] = size[np.flatnonzero(opens)][np.cumsum(opens) - 1]
    return np.copysign(merged, difference)


def _mean(values: Floats, counts: Ints) -> float:
    return float(values @ counts) / int(counts.sum()) if len(counts) else math.nan
