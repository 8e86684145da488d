"""Offsets, owners and indices of the items of lists, from the lengths of the lists."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Ints, ranges, repeat_chunked


def offsets_of(lengths: Ints) -> Ints:
    """int64 (n + 1,): the offset of each of n lists, and the total length last."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def lengths_of(offsets: Ints) -> Ints:
    """int64 (n,): the length of each of n lists. np.diff takes several times as long for a few."""
    lengths: Ints = offsets[1:] - offsets[:-1]
    return lengths


def owners_of(lengths: Ints) -> Ints:
    """int64 (m,): the number of the list that each of m items belongs to."""
    owners: Ints = repeat_chunked(np.arange(len(lengths)), lengths)
    return owners


def indices_of(lengths: Ints) -> Ints:
    """int64 (m,): the index of each item in its own list, from 0."""
    return ranges(np.zeros(len(lengths), np.int64), lengths)
