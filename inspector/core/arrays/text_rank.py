"""Ranks of texts in byte order, compared eight bytes at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import numbers
from inspector.core.arrays.types import Bools, Ints, Ranks

_SAMPLE_SIZE = 4096


def text_ranks(texts: pa.StringArray) -> Ranks:
    """int32 (n,): the dense rank of each text in the order of UTF-8 bytes, from 0."""
    sample = texts.slice(0, _SAMPLE_SIZE)
    if len(sample) < 2 * len(sample.unique()):
        return _rank(_Words(texts))
    # With many repeats it is cheaper to find the distinct texts first.
    coded = texts.dictionary_encode()
    ranks: Ranks = _rank(_Words(coded.dictionary))[numbers(coded.indices)]
    return ranks


def _rank(words: _Words) -> Ranks:
    """The ranks of texts of any length: sorted by the first eight bytes, ties by the next eight, and so on."""
    order = np.arange(len(words.lengths))
    # True where a text is known to differ from the one before it in `order`.
    differs = np.zeros(len(order), bool)
    differs[:1] = True
    depth, tied = 0, np.arange(len(order))
    while len(tied) and depth <= words.lengths[order[tied]].max():
        _refine(order, differs, tied, words.at(order[tied], depth))
        # The texts that still equal a neighbour.
        tied, depth = np.flatnonzero(~(differs & np.append(differs[1:], True))), depth + 8
    # Shorter texts were padded with zero bytes, and a text may itself end in zero bytes.
    _refine(order, differs, tied, words.lengths[order[tied]].astype(np.uint64))
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.cumsum(differs, dtype=np.int32) - 1
    return ranks


def _refine(order: Ints, differs: Bools, tied: Ints, keys: Any) -> None:
    """Sort the texts at the indices `tied` of `order` by further keys, within groups that are equal so far."""
    if not len(tied) or (keys == keys[0]).all():
        return
    groups = np.cumsum(differs, dtype=np.int32)[tied]
    within = np.argsort(keys) if groups[0] == groups[-1] else np.lexsort((keys, groups))
    order[tied], keys = order[tied][within], keys[within]
    differs[tied[1:]] |= (keys[1:] != keys[:-1]) & (groups[1:] == groups[:-1])


class _Words:
    """Eight bytes of each text as one big-endian number; bytes behind the end of a text are zero."""

    def __init__(self, texts: pa.StringArray) -> None:
        _, offsets, data = texts.buffers()
        ends = np.frombuffer(offsets, np.int32, len(texts) + 1, texts.offset * 4) if offsets else np.zeros(1, np.int32)
        self._starts, self.lengths = ends[:-1], np.diff(ends)
        buffer = np.frombuffer(data, np.uint8) if data else np.empty(0, np.uint8)
        bytes_ = buffer if len(buffer) >= 8 else np.append(buffer, np.zeros(8, np.uint8))
        self._last = len(bytes_) - 8
        self._view: Any = np.ndarray(self._last + 1, ">u8", bytes_, strides=(1,))

    def at(self, rows: Ints, depth: int) -> Any:
        """uint64 (rows,): the bytes depth .. depth + 7 of each text, the first the most significant."""
        left = np.clip(self.lengths[rows] - depth, 0, 8).astype(np.uint64)
        starts = self._starts[rows].astype(np.int64) + depth
        # The view ends eight bytes before the data; words that begin after that are shifted left.
        clipped = np.minimum(starts, self._last)
        shift = np.minimum(starts - clipped, 7).astype(np.uint64) * np.uint64(8)
        words = self._view[clipped].astype(np.uint64) << shift
        keep = np.array([0, *((1 << 64) - (1 << (64 - 8 * count)) for count in range(1, 9))], np.uint64)
        return words & keep[left]
