"""Ranks of texts in byte order, compared eight bytes at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import numbers
from inspector.core.arrays.buckets import argsort
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Bools, Ints, Ranks

_SAMPLE_SIZE = 4096
# The most entries of the lookup table per text.
_MAX_SPARSITY = 16
_PIECE = 1 << 18
# The bit offset of each pair of bytes in a word.
_PAIRS = (48, 32, 16, 0)


def text_ranks(texts: pa.StringArray) -> Ranks:
    """int32 (n,): the dense rank of each text in the order of UTF-8 bytes, from 0."""
    sample = texts.slice(0, _SAMPLE_SIZE)
    if len(sample) < 2 * len(sample.unique()):
        return _rank(texts)
    # With many repeats it is cheaper to find the distinct texts first.
    coded = texts.dictionary_encode()
    ranks: Ranks = _rank(coded.dictionary)[numbers(coded.indices)]
    return ranks


def _rank(texts: pa.StringArray) -> Ranks:
    words = _Words(texts)
    short = _rank_by_lookup(words) if words.fit_one else None
    return _rank_by_sorting(words) if short is None else short


def _rank_by_lookup(words: _Words) -> Ranks | None:
    """The ranks of texts of at most eight bytes by a lookup table, without sorting; None if it would be too large.

    At each offset only few of the possible pairs of bytes occur, above all in ids. Numbering those few turns each text
    into a number not much larger than the number of texts.
    """
    keys = parallel_map(lambda span: words.at(slice(span[0], sum(span)), 0), spans(len(words.lengths), _PIECE))
    present = np.logical_or.reduce([np.zeros((len(_PAIRS), 1 << 16), bool), *parallel_map(_present_pairs, keys)])
    counts = [int(count) for count in present.sum(axis=1)]
    if math.prod(counts) > _MAX_SPARSITY * len(words.lengths):
        return None
    digits = [(np.cumsum(pairs) - 1) * math.prod(counts[i + 1 :]) for i, pairs in enumerate(present)]
    occurs = np.zeros(math.prod(counts), bool)

    def mark(piece: Any) -> Ints:
        number: Ints = sum(digit[pair] for digit, pair in zip(digits, _pairs(piece), strict=True))
        occurs[number] = True
        return number

    marked = parallel_map(mark, keys)
    ranks = np.cumsum(occurs, dtype=np.int32) - np.int32(1)
    return np.concatenate([np.empty(0, np.int32), *parallel_map(lambda number: ranks[number], marked)])


def _pairs(keys: Any) -> list[Any]:
    """The four pairs of bytes of each word, first pair first; uint16 each."""
    return [(keys >> np.uint64(shift)).astype(np.uint16) for shift in _PAIRS]


def _present_pairs(keys: Any) -> Bools:
    """bool (4, 65536): which pairs of bytes occur at each of the four offsets of the words."""
    present = np.zeros((len(_PAIRS), 1 << 16), bool)
    for i, pair in enumerate(_pairs(keys)):
        present[i][pair] = True
    return present


def _rank_by_sorting(words: _Words) -> Ranks:
    """The ranks of texts of any length: sorted by the first eight bytes, ties by the next eight, and so on."""
    order = np.arange(len(words.lengths))
    # True where a text is known to differ from the one before it in `order`.
    differs = np.zeros(len(order), bool)
    differs[:1] = True
    depth, tied = 0, np.arange(len(order))
    while len(tied) and depth <= words.longest(order[tied]):
        _refine(order, differs, tied, words.at(order[tied], depth))
        tied, depth = _ties(differs), depth + 8
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
    within = argsort(keys) if groups[0] == groups[-1] else np.lexsort((keys, groups))
    order[tied], keys = order[tied][within], keys[within]
    differs[tied[1:]] |= (keys[1:] != keys[:-1]) & (groups[1:] == groups[:-1])


def _ties(differs: Bools) -> Ints:
    """The indices into `order` of texts that still equal a neighbour."""
    return np.flatnonzero(~(differs & np.append(differs[1:], True)))


class _Words:
    """Eight bytes of each text as one big-endian number; bytes behind the end of a text are zero."""

    def __init__(self, texts: pa.StringArray) -> None:
        _, offsets, data = texts.buffers()
        ends = np.frombuffer(offsets, np.int32, len(texts) + 1, texts.offset * 4) if offsets else np.zeros(1, np.int32)
        self._starts, self.lengths = ends[:-1], np.diff(ends)
        buffer = np.frombuffer(data, np.uint8) if data else np.empty(0, np.uint8)
        self._used = buffer[ends[0] : ends[-1]]
        bytes_ = buffer if len(buffer) >= 8 else np.append(buffer, np.zeros(8, np.uint8))
        self._last = len(bytes_) - 8
        self._view: Any = np.ndarray(self._last + 1, ">u8", bytes_, strides=(1,))

    @property
    def fit_one(self) -> bool:
        """Whether one word identifies each text: none is longer than eight bytes, and none has a zero byte."""
        return int(self.lengths.max(initial=0)) <= 8 and int(self._used.min(initial=1)) > 0

    def longest(self, rows: Ints) -> int:
        """The length of the longest of these texts in bytes."""
        return int(self.lengths[rows].max(initial=0))

    def at(self, rows: Ints | slice, depth: int) -> Any:
        """uint64 (rows,): the bytes depth .. depth + 7 of each text, the first the most significant."""
        left = np.clip(self.lengths[rows] - depth, 0, 8).astype(np.uint64)
        starts = self._starts[rows].astype(np.int64) + depth
        # The view ends eight bytes before the data; words that begin after that are shifted left.
        clipped = np.minimum(starts, self._last)
        shift = np.minimum(starts - clipped, 7).astype(np.uint64) * np.uint64(8)
        words = self._view[clipped].astype(np.uint64) << shift
        keep = np.array([0, *((1 << 64) - (1 << (64 - 8 * count)) for count in range(1, 9))], np.uint64)
        return words & keep[left]
