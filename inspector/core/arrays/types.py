"""Names for the array types that the core passes around."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Ranks: TypeAlias = NDArray[np.int32]


# numpy repeats a whole array without letting anybody else run, and a window would stand still.
_REPEATED_AT_ONCE = 1 << 19


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """The numbers `start, start + 1, ...` of each range, one range after the other; shape (lengths.sum(),)."""
    ends = np.cumsum(lengths)
    number = np.arange(int(ends[-1]) if len(ends) else 0, dtype=np.int64)
    number += repeat_chunked(starts - ends + lengths, lengths)
    return number


def distinct(rising: Ints) -> Ints:
    """The numbers of a rising sequence, each once; np.unique would first load all of numpy's masked arrays."""
    return rising[np.diff(rising, prepend=rising[:1] - 1) > 0]


def repeat_chunked(values: NDArray[Any], counts: Ints) -> NDArray[Any]:
    """What `np.repeat` gives: each value as often as its count says, a piece at a time."""
    ends = np.cumsum(counts)
    size = int(ends[-1]) if len(ends) else 0
    if size <= _REPEATED_AT_ONCE:
        return np.repeat(values, counts)
    all_of_them = np.empty(size, values.dtype)
    step = max(1, _REPEATED_AT_ONCE * len(values) // size)
    for low in range(0, len(values), step):
        start, end = int(ends[low] - counts[low]), int(ends[min(low + step, len(values)) - 1])
        all_of_them[start:end] = np.repeat(values[low : low + step], counts[low : low + step])
    return all_of_them


def presence_mask(codes: Codes | Bytes | Ints, size: int) -> Bools:
    """bool (size + 1,): which of so many codes occur, and last whether -1 does.

    TaskRunner them with np.bincount takes ten times as long, and lets nobody else run.
    """
    found = np.zeros(size + 1, bool)
    found[codes] = True
    return found


def cumulative_count(mask: Bools) -> Ints:
    """int64 (m + 1,): how often a mask, bool (m,), is true before each place, and in all.

    Made into numbers first: adding up truths directly takes ten times as long, and lets nobody else run.
    """
    before = np.zeros(len(mask) + 1, np.int64)
    before[1:] = mask
    return np.cumsum(before, out=before)
