"""Texts as numbers that are equal for equal texts and hardly ever for others, all at once. Asserts nothing: who has
found two texts with one fingerprint compares them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inspector.core.arrays.arrow import content, numbers
from inspector.core.arrays.types import Ints

Prints = NDArray[np.uint64]

_WIDTH = 8
# What is kept of eight bytes of which so many belong to the text; the first one is the lowest.
_KEPT = np.array([(1 << 8 * count) - 1 for count in range(_WIDTH + 1)], np.uint64)
# An odd number with about as many ones as zeros: multiplying by it carries every bit upwards and loses none.
_FACTOR, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


def fingerprints(texts: pa.StringArray) -> Prints:
    """uint64 (n,): the fingerprint of each of n texts, none of them null."""
    if not len(texts):
        return np.empty(0, np.uint64)
    lengths = numbers(pc.binary_length(texts)).astype(np.int64)
    # The last word reaches over the end of the last text.
    data = np.append(content(texts), np.zeros(_WIDTH, np.uint8))
    prints: Prints = lengths.astype(np.uint64) * _FACTOR
    alike = (lengths == lengths[0]).all()
    for rows, words in _strips(lengths, data) if alike else _words(np.cumsum(lengths) - lengths, lengths, data):
        mixed = (prints[rows] ^ words) * _FACTOR
        prints[rows] = mixed ^ (mixed >> _HALF)
    return prints


def _strips(lengths: Ints, data: NDArray[np.uint8]) -> Iterator[tuple[slice, Prints]]:
    """As `_words`, for texts of one length, as most ids are: a matrix needs nothing gathered."""
    for at in range(0, int(lengths[0]), _WIDTH):
        words = np.ndarray((len(lengths),), "<u8", data.data, at, (int(lengths[0]),))
        yield slice(None), words & _KEPT[min(int(lengths[0]) - at, _WIDTH)]


def _words(starts: Ints, left: Ints, data: NDArray[np.uint8]) -> Iterator[tuple[Ints | slice, Prints]]:
    """The first eight bytes of every text, then the next of those that have more, ...: which texts, and their bytes.

    Those behind the end of a text are zero.
    """
    at_each_byte = np.ndarray((len(data) - _WIDTH + 1,), "<u8", data.data, 0, (1,))
    rows: Ints | slice = slice(None)
    while len(left):
        words = at_each_byte[starts]
        yield rows, words if left.min() >= _WIDTH else words & _KEPT[np.minimum(left, _WIDTH)]
        if not (more := left > _WIDTH).all():
            rows = np.flatnonzero(more) if isinstance(rows, slice) else rows[more]
            starts, left = starts[more], left[more]
        starts, left = starts + _WIDTH, left - _WIDTH
