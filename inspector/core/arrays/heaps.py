"""Sorting many numbers: parted into heaps that fit into the processor's cache, which are sorted several at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Ints

_AT_ONCE = 1 << 16
_BITS = 16


def sorting(keys: Any) -> Ints:
    """int64 (n,): the places of n numbers, uint64, from the lowest to the highest; in no order among equal ones."""
    return np.concatenate(
        [np.empty(0, np.int64), *parallel_map(lambda heap: heap[np.argsort(keys[heap])], heaps(keys))], dtype=np.int64
    )


def heaps(keys: Any) -> list[Ints]:
    """The places of n numbers, uint64, in heaps, none of them empty; all numbers of one are below those of the next."""
    if len(keys) <= _AT_ONCE:
        return [np.arange(len(keys))] if len(keys) else []
    low = keys.min()
    shift = max(0, int(keys.max() - low).bit_length() - _BITS)
    highest = ((keys - low) >> np.uint64(shift)).astype(np.uint16)
    ends = np.cumsum(np.bincount(highest))
    # Neighbours lie on one heap until it is worth a piece of work.
    cuts = ends[np.searchsorted(ends, np.arange(_AT_ONCE, len(keys), _AT_ONCE))]
    return [heap for heap in np.split(np.argsort(highest, kind="stable"), cuts) if len(heap)]
