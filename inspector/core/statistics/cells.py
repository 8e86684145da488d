"""Row scores counted: distinct values with counts, and pairs of scores of two submissions as cells.

Row scores take few values, so a resample of a million rows is a draw of some counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.errors import InputError

# Differences of scores that are equal by their formulas differ by a few units in the last place of the scores.
_ROUNDING = 64 * np.finfo(np.float64).eps
_SAMPLED = 1 << 16
# Tables of pairs of distinct values, above which pairs are sorted instead.
_TABLE = 1 << 22


@dataclass(frozen=True, eq=False)
class Counted:
    """Distinct values, float64 (c,), ascending, and how often each occurs, int64 (c,) and not 0."""

    values: Floats
    counts: Ints

    @classmethod
    def of(cls, values: Floats) -> Counted:
        """Count float64 (n,); NaN is left out. Raises InputError at an infinite value."""
        _refuse_infinite(values)
        distinct, code = _coded(values)
        return cls(distinct, np.bincount(code, minlength=len(distinct) + 1)[: len(distinct)])

    @cached_property
    def n(self) -> int:
        """The number of values."""
        return int(self.counts.sum())

    @cached_property
    def total(self) -> float:
        """The sum of the values; exactly 0 where only rounding keeps it from that."""
        total = float(self.values @ self.counts)
        return 0.0 if abs(total) <= _ROUNDING * float(np.abs(self.values) @ self.counts) else total

    @cached_property
    def mean(self) -> float:
        """The mean; NaN without values."""
        return self.total / self.n if self.n else math.nan

    @cached_property
    def deviation(self) -> float:
        """The standard deviation with n - 1; NaN below two values."""
        if self.n < 2:
            return math.nan
        return math.sqrt(float(self.counts @ (self.values - self.mean) ** 2) / (self.n - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean, s/√n."""
        return self.deviation / math.sqrt(self.n) if self.n else math.nan

    def magnitudes(self) -> Counted:
        """The distinct absolute values that are not 0."""
        values = np.abs(self.values)
        order = np.argsort(values, kind="stable")
        values, counts = values[order], self.counts[order]
        return _runs(values[values > 0], counts[values > 0])

    def without_largest(self, rows: int) -> Counted:
        """The values without the `rows` largest."""
        left = np.minimum(np.cumsum(self.counts), self.n - rows)
        counts = np.diff(left, prepend=0)
        return Counted(self.values[counts > 0], counts[counts > 0])

    def negated(self) -> Counted:
        """The same values with the other sign."""
        return Counted(-self.values[::-1], self.counts[::-1])


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
    def of(cls, baseline: Floats, open: Floats, rows: Bools | Ints | None = None) -> Cells:  # noqa: A002
        """Count float64 (n,) of both submissions, in the same order of rows; see `PairCodes`."""
        return PairCodes.of(baseline, open).cells(rows)

    def differences(self) -> Counted:
        """The distinct differences with their numbers of rows."""
        return _runs(self.difference, self.counts)

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
    def of(cls, baseline: Floats, open: Floats) -> PairCodes:  # noqa: A002
        """Code float64 (n,) of both submissions, in the same order of rows; NaN = not scored.

        Raises InputError at an infinite score.
        """
        _refuse_infinite(baseline)
        _refuse_infinite(open)
        code, first, second = _pairs(baseline, open)
        difference = _differences(first, second)
        order = np.argsort(difference, kind="stable")
        place = np.empty(len(order) + 1, np.int32)
        place[order], place[-1] = np.arange(len(order)), len(order)
        return cls(place[code], first[order], second[order], difference[order])

    def cells(self, rows: Bools | Ints | None = None) -> Cells:
        """Count all rows, or those of a mask, bool (n,), or of indices."""
        if rows is not None and rows.dtype == np.bool_:
            rows = np.flatnonzero(rows)
        code = self.code if rows is None else self.code[rows]
        size = len(self.difference)
        counts = np.bincount(code, minlength=size + 1)
        kept = np.flatnonzero(counts[:size])
        return Cells(
            self.baseline[kept], self.open[kept], self.difference[kept], counts[kept], unpaired=int(counts[size])
        )

    def signs(self) -> NDArray[np.int8]:
        """int8 (n,): 1 where the open submission scores higher, -1 where it scores lower, 0 where equal or unpaired."""
        return np.append(np.sign(self.difference), 0).astype(np.int8)[self.code]

    def paired(self) -> Bools:
        """bool (n,): the rows that both sides score."""
        return self.code < len(self.difference)

    def updated(self, rows: Ints, baseline: Floats, open: Floats) -> PairCodes:  # noqa: A002
        """The codes after these rows, int64 (m,), got other scores, float64 (m,) each."""
        size = len(self.difference)
        both = PairCodes.of(np.append(self.baseline, baseline), np.append(self.open, open))
        code = np.append(both.code[:size], np.int32(len(both.difference)))[self.code]
        code[rows] = both.code[size:]
        return PairCodes(code, both.baseline, both.open, both.difference)


def _refuse_infinite(scores: Floats) -> None:
    infinite = int(np.isinf(scores).sum())
    if infinite:
        raise InputError(
            f"Statistics need finite row scores: {infinite:,} of {len(scores):,} rows have an infinite one"
        )


def _coded(values: Floats) -> tuple[Floats, Ints]:
    """The distinct values, ascending, and the index of each value, int64 (n,); NaN has the index after the last.

    Most values are among those of a sample, which spares sorting all.
    """
    sample = values[:: max(1, len(values) // _SAMPLED)]
    known = np.unique(sample[~np.isnan(sample)])
    code = np.searchsorted(known, values)
    strange = np.append(known, np.nan)[code] != values
    strange &= ~np.isnan(values)
    if strange.any():
        known = np.unique(np.concatenate([known, values[strange]]))
        code = np.searchsorted(known, values)
    code[np.isnan(values)] = len(known)
    return known, code


def _pairs(baseline: Floats, open: Floats) -> tuple[Ints, Floats, Floats]:  # noqa: A002
    """The pair of each row, int64 (n,), and both scores of each distinct pair; unpaired rows have the code after."""
    (first, code), (second, other) = _coded(baseline), _coded(open)
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
    pairs, coded = np.unique(joint, return_inverse=True)
    pairs = pairs[pairs < size - 1]
    return coded, first[pairs // width], second[pairs % width]


def _differences(baseline: Floats, open: Floats) -> Floats:  # noqa: A002
    """open - baseline of each cell; 0 and equal differences are exactly so, whatever the rounding."""
    difference = open - baseline
    rounding = _ROUNDING * np.maximum(np.abs(baseline), np.abs(open))
    difference[np.abs(difference) <= rounding] = 0
    # Magnitudes are merged, so that both directions of a comparison have the same ones.
    order = np.argsort(np.abs(difference), kind="stable")
    size, rounding = np.abs(difference[order]), rounding[order]
    opens = np.ones(len(order), bool)
    opens[1:] = np.diff(size) > np.minimum(rounding[1:], rounding[:-1])
    merged = np.empty_like(size)
    merged[order] = size[np.flatnonzero(opens)][np.cumsum(opens) - 1]
    return np.copysign(merged, difference)


def _runs(ascending: Floats, counts: Ints) -> Counted:
    """Equal neighbours counted together."""
    opens = np.ones(len(ascending), bool)
    np.not_equal(ascending[1:], ascending[:-1], out=opens[1:])
    starts = np.flatnonzero(opens)
    return Counted(ascending[starts], np.add.reduceat(counts, starts) if len(starts) else counts)


def _mean(values: Floats, counts: Ints) -> float:
    return float(values @ counts) / int(counts.sum()) if len(counts) else math.nan
