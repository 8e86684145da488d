"""Large arrays of numbers, split into buckets that fit the CPU cache."""

from __future__ import annotations

from typing import Any

import numpy as np

from inspector.core.arrays.types import Ints

_BUCKET_SIZE = 1 << 16
_BITS = 16


def split_into_buckets(keys: Any) -> list[Ints]:
    """The indices of n numbers, uint64, in non-empty buckets; all numbers of one are below those of the next."""
    if len(keys) <= _BUCKET_SIZE:
        return [np.arange(len(keys))] if len(keys) else []
    low = keys.min()
    shift = max(0, int(keys.max() - low).bit_length() - _BITS)
    highest = ((keys - low) >> np.uint64(shift)).astype(np.uint16)
    ends = np.cumsum(np.bincount(highest))
    # Neighbouring values share a bucket until it is large enough to be worth a thread.
    cuts = ends[np.searchsorted(ends, np.arange(_BUCKET_SIZE, len(keys), _BUCKET_SIZE))]
    return [bucket for bucket in np.split(np.argsort(highest, kind="stable"), cuts) if len(bucket)]
