"""Array types of the core, and small operations on them."""

from __future__ import annotations

import math
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Ranks: TypeAlias = NDArray[np.int32]
Numbers = TypeVar("Numbers", Ints, Floats)


# Decorates functions that compute with numbers near the end of floats: what is beyond is infinite, and the difference
# of two infinite numbers unknown, NaN. NumPy would warn of either.
beyond_floats = np.errstate(over="ignore", invalid="ignore")

# The squares of numbers beyond may be infinite, and so may their sums.
HUGE = 1e150
# Numbers beyond are far off, whatever the others are: their differences may be no numbers any more.
MOST = 1e300

# np.repeat holds the GIL for the whole array, which would freeze the window.
_CHUNK = 1 << 19


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """int64 (lengths.sum(),): the numbers `start, start + 1, ...` of each range, concatenated."""
    ends = np.cumsum(lengths)
    number = np.arange(int(ends[-1]) if len(ends) else 0, dtype=np.int64)
    number += repeat_chunked(starts - ends + lengths, lengths)
    return number


def distinct(ascending: Numbers) -> Numbers:
    """The distinct numbers of an ascending array. np.unique would first import numpy.ma."""
    is_new = np.ones(len(ascending), bool)
    np.not_equal(ascending[1:], ascending[:-1], out=is_new[1:])
    return ascending[is_new]


def unique(values: Numbers) -> Numbers:
    """The distinct numbers, ascending. np.unique hashes them from NumPy 2.3 on.

    For a million that takes 20 times as long as sorting them, and no other thread of Python runs meanwhile.
    """
    return distinct(np.sort(values))


def union(left: Ints, right: Ints) -> Ints:
    """int64, ascending: the numbers of both, once each. np.union1d would call np.unique."""
    return unique(np.concatenate([left, right]))


def middle(values: Floats) -> float:
    """The median of at least one number; NaN if one is NaN. np.median would first import numpy.ma."""
    ordered, half = np.sort(values), len(values) // 2
    if len(values) % 2 or np.isnan(ordered[-1]):
        return float(ordered[-1 if np.isnan(ordered[-1]) else half])
    low, high = float(ordered[half - 1]), float(ordered[half])
    return (low + high) / 2 if math.isfinite(low + high) else low / 2 + high / 2


def repeat_chunked(values: NDArray[Any], counts: Ints) -> NDArray[Any]:
    """`np.repeat`, a chunk at a time."""
    ends = np.cumsum(counts)
    size = int(ends[-1]) if len(ends) else 0
    if size <= _CHUNK:
        return np.repeat(values, counts)
    repeated = np.empty(size, values.dtype)
    step = max(1, _CHUNK * len(values) // size)
    for low in range(0, len(values), step):
        start, end = int(ends[low] - counts[low]), int(ends[min(low + step, len(values)) - 1])
        repeated[start:end] = np.repeat(values[low : low + step], counts[low : low + step])
    return repeated


def presence_mask(codes: Codes | Bytes | Ints, size: int) -> Bools:
    """bool (size + 1,): which of the codes 0..size - 1 occur, and last whether -1 does.

    np.bincount takes ten times as long and holds the GIL.
    """
    found = np.zeros(size + 1, bool)
    found[codes] = True
    return found


def cumulative_count(mask: Bools) -> Ints:
    """int64 (m + 1,): the number of true values of a mask, bool (m,), before each index, and in all.

    Converted to int64 first: np.cumsum of booleans takes ten times as long and holds the GIL.
    """
    before = np.zeros(len(mask) + 1, np.int64)
    before[1:] = mask
    return np.cumsum(before, out=before)
