"""Values counted: the distinct ones, and how often each occurs. Row scores take few values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inspector.core.arrays.types import HUGE, Codes, Floats, Ints
from inspector.core.errors import InputError

# Scores that are equal by their formulas differ by a few units in the last place.
ROUNDING = 64 * np.finfo(np.float64).eps
_SAMPLED = 1 << 16
# To which sizes are told apart: those of differences both ways are rounded differently.
_DECIMALS = 12


@dataclass(frozen=True, eq=False)
class Counted:
    """Distinct values, float64 (c,), ascending, and how often each occurs, int64 (c,) and not 0."""

    values: Floats
    counts: Ints

    @classmethod
    def of(cls, values: Floats) -> Counted:
        """Count float64 (n,); NaN is left out. Raises InputError at an infinite value."""
        refuse_infinite(values)
        distinct, code = coded(values)
        return cls(distinct, np.bincount(code, minlength=len(distinct) + 1)[: len(distinct)])

    @cached_property
    def n(self) -> int:
        """The number of values."""
        return int(self.counts.sum())

    @cached_property
    def total(self) -> float:
        """The sum of the values; exactly 0 where only rounding keeps it from that."""
        total = float(self.values @ self.counts)
        return 0.0 if abs(total) <= ROUNDING * float(np.abs(self.values) @ self.counts) else total

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

    @cached_property
    def side(self) -> int:
        """As `side_of` has it; 1 for values of which none is below 0."""
        back = self.negated()
        size = float(self.values @ self.counts) - float(back.values @ back.counts)
        return side_of(size, (self.values, self.counts), (back.values, back.counts))

    def magnitudes(self) -> Counted:
        """The distinct absolute values that are not 0."""
        values = np.abs(self.values)
        order = np.argsort(values, kind="stable")
        values, counts = values[order], self.counts[order]
        return runs(values[values > 0], counts[values > 0])

    def mean_without_farthest(self, rows: int) -> float:
        """The mean without the `rows` values, fewer than all, that are farthest from 0, above or below.

        Of more that are equally far each is left out by the same share, so that neither side loses more of them.
        """
        sizes, of = np.unique(-np.round(np.abs(self.values), _DECIMALS), return_inverse=True)
        counts = np.bincount(of, self.counts, len(sizes))
        gone = np.clip(rows - (np.cumsum(counts) - counts), 0, counts)
        kept = self.counts * (1 - gone / counts)[of]
        return float(self.values @ kept) / (self.n - rows)

    def negated(self) -> Counted:
        """The same values with the other sign."""
        return Counted(-self.values[::-1], self.counts[::-1].copy())


@dataclass(frozen=True, eq=False)
class ValueCodes:
    """The value of each row as a code, int32 (n,), so that counting some rows, or rows that changed, costs little.

    values: float64 (c,), distinct, in no order; the first is NaN, for rows without a value.
    """

    values: Floats
    code: Codes

    @classmethod
    def of(cls, values: Floats) -> ValueCodes:
        """Code float64 (n,). Raises InputError at an infinite value."""
        refuse_infinite(values)
        distinct, code = coded(values)
        place = np.append(np.arange(1, len(distinct) + 1, dtype=np.int32), np.int32(0))
        return cls(np.append(np.nan, distinct), place[code])

    def counted(self, rows: Ints | None = None) -> Counted:
        """Count all rows, or some of them, int64 (r,); NaN is left out."""
        counts = np.bincount(self.code if rows is None else self.code[rows], minlength=len(self.values))
        kept = np.flatnonzero(counts[1:]) + 1
        kept = kept[np.argsort(self.values[kept], kind="stable")]
        return Counted(self.values[kept], counts[kept])

    def updated(self, rows: Ints, values: Floats) -> ValueCodes:
        """The codes after these rows, int64 (m,), got other values, float64 (m,)."""
        changed = ValueCodes.of(values)
        new = np.setdiff1d(changed.values[1:], self.values)
        known = np.append(self.values, new)
        order, code = np.argsort(known[1:], kind="stable") + 1, self.code.copy()
        places = np.append(0, order[np.searchsorted(known[1:], changed.values[1:], sorter=order - 1)])
        code[rows] = places[changed.code]
        return ValueCodes(known, code)


def side_of(size: float, there: Sequence[Floats | Ints], back: Sequence[Floats | Ints]) -> int:
    """1 or -1, and the other one for the same differences seen from the other side; 0 where both sides are alike.

    Draws of one seed depend on the order of the rows. Those of one side, 1, give both sides mirrored intervals.
    size: the difference, which must be exactly the negative from the other side; there, back: what is drawn from, in
    an order that does not depend on the side, as seen from both.
    """
    if size:
        return 1 if size > 0 else -1
    for mine, other in zip(there, back, strict=True):
        differ = np.flatnonzero(mine != other)
        if len(differ):
            return 1 if mine.flat[differ[0]] > other.flat[differ[0]] else -1
    return 0


def refuse_infinite(scores: Floats) -> None:
    """Raise InputError at an infinite score, or one whose square would be; a mean of such says nothing."""
    if infinite := int(np.isinf(scores).sum()):
        what = f"Statistics need finite row scores: {infinite:,} of {len(scores):,} rows have an infinite one"
        raise InputError(what)
    if huge := int((np.abs(scores) > HUGE).sum()):
        raise InputError(f"Statistics need row scores up to {HUGE:g}: {huge:,} of {len(scores):,} rows have others")


def coded(values: Floats) -> tuple[Floats, Ints]:
    """The distinct values, ascending, and the index of each value, int64 (n,); NaN has the index after the last.

    Most values are among those of a sample, which spares sorting all. NaN is placed after every number.
    """
    sample = values[:: max(1, len(values) // _SAMPLED)]
    known = np.unique(sample[~np.isnan(sample)])
    code = np.searchsorted(known, values)
    strange = np.append(known, np.nan)[code] != values
    strange &= ~np.isnan(values)
    if strange.any():
        known = np.unique(np.concatenate([known, values[strange]]))
        code = np.searchsorted(known, values)
    return known, code


def runs(ascending: Floats, counts: Ints) -> Counted:
    """Equal neighbours counted together."""
    opens = np.ones(len(ascending), bool)
    np.not_equal(ascending[1:], ascending[:-1], out=opens[1:])
    starts = np.flatnonzero(opens)
    return Counted(ascending[starts], np.add.reduceat(counts, starts) if len(starts) else counts)
