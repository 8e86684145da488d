"""The places of texts among each other, eight bytes at a time. Knows nothing of what the texts mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import numbers
from inspector.core.arrays.heaps import sorting
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Bools, Ints, Ranks

_SAMPLE = 4096
# So many numbers for every text may be ticked off.
_SPARSE = 16
_AT_ONCE = 1 << 18
# Where the pairs of bytes stand in a word, counted in bits from its end.
_PAIRS = (48, 32, 16, 0)


def text_ranks(texts: pa.StringArray) -> Ranks:
    """int32 (n,): the place of each text among the different ones in the order of their UTF-8 bytes, from 0."""
    sample = texts.slice(0, _SAMPLE)
    if len(sample) < 2 * len(sample.unique()):
        return _ranked(texts)
    # Texts that come again and again are cheaper to tell apart first.
    coded = texts.dictionary_encode()
    places: Ranks = _ranked(coded.dictionary)[numbers(coded.indices)]
    return places


def _ranked(texts: pa.StringArray) -> Ranks:
    words = _Words(texts)
    short = _ranked_at_once(words) if words.fit_one else None
    return _ranked_by_and_by(words) if short is None else short


def _ranked_at_once(words: _Words) -> Ranks | None:
    """The ranks of texts of at most eight bytes by ticking off what there is, without sorting; None for too much.

    Of the pairs of bytes that could stand at a place few do, in ids above all. Numbered by those few, a text is a
    number that is hardly larger than there are texts.
    """
    keys = parallel_map(lambda span: words.at(slice(span[0], sum(span)), 0), spans(len(words.lengths), _AT_ONCE))
    stands = np.logical_or.reduce([np.zeros((len(_PAIRS), 1 << 16), bool), *parallel_map(_standing, keys)])
    counts = [int(count) for count in stands.sum(axis=1)]
    if math.prod(counts) > _SPARSE * len(words.lengths):
        return None
    digits = [(np.cumsum(those) - 1) * math.prod(counts[place + 1 :]) for place, those in enumerate(stands)]
    there = np.zeros(math.prod(counts), bool)

    def tick(piece: Any) -> Ints:
        number: Ints = sum(digit[pair] for digit, pair in zip(digits, _pairs(piece), strict=True))
        there[number] = True
        return number

    ticked = parallel_map(tick, keys)
    ranks = np.cumsum(there, dtype=np.int32) - np.int32(1)
    return np.concatenate([np.empty(0, np.int32), *parallel_map(lambda number: ranks[number], ticked)])


def _pairs(keys: Any) -> list[Any]:
    """The pairs of bytes of some words, the first of them first; uint16 each."""
    return [(keys >> np.uint64(shift)).astype(np.uint16) for shift in _PAIRS]


def _standing(keys: Any) -> Bools:
    """Which pairs of bytes stand at each of the four places of some words; bool (4, 65536)."""
    stands = np.zeros((len(_PAIRS), 1 << 16), bool)
    for place, pair in enumerate(_pairs(keys)):
        stands[place][pair] = True
    return stands


def _ranked_by_and_by(words: _Words) -> Ranks:
    """The ranks of texts of any length: sorted by their first eight bytes, those that are alike by the next eight."""
    order = np.arange(len(words.lengths))
    # Where a text stands that is known to differ from the one before it in `order`.
    differs = np.zeros(len(order), bool)
    differs[:1] = True
    depth, alike = 0, np.arange(len(order))
    while len(alike) and depth <= words.longest(order[alike]):
        _refine(order, differs, alike, words.at(order[alike], depth))
        alike, depth = _alike(differs), depth + 8
    # A text may end in zero bytes, as which the missing ones of a shorter text were read.
    _refine(order, differs, alike, words.lengths[order[alike]].astype(np.uint64))
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.cumsum(differs, dtype=np.int32) - 1
    return ranks


def _refine(order: Ints, differs: Bools, alike: Ints, keys: Any) -> None:
    """Put the texts at the places `alike` in the order of further keys, each among those that it is like so far."""
    if not len(alike) or (keys == keys[0]).all():
        return
    groups = np.cumsum(differs, dtype=np.int32)[alike]
    within = sorting(keys) if groups[0] == groups[-1] else np.lexsort((keys, groups))
    order[alike], keys = order[alike][within], keys[within]
    differs[alike[1:]] |= (keys[1:] != keys[:-1]) & (groups[1:] == groups[:-1])


def _alike(differs: Bools) -> Ints:
    """The places of texts that are not told apart from a neighbour yet."""
    return np.flatnonzero(~(differs & np.append(differs[1:], True)))


class _Words:
    """Eight bytes of each text as one number that sorts as they do; bytes behind the end of a text are zero."""

    def __init__(self, texts: pa.StringArray) -> None:
        _, offsets, data = texts.buffers()
        ends = np.frombuffer(offsets, np.int32, len(texts) + 1, texts.offset * 4) if offsets else np.zeros(1, np.int32)
        self._starts, self.lengths = ends[:-1], np.diff(ends)
        held = np.frombuffer(data, np.uint8) if data else np.empty(0, np.uint8)
        self._used = held[ends[0] : ends[-1]]
        bytes_ = held if len(held) >= 8 else np.append(held, np.zeros(8, np.uint8))
        self._last = len(bytes_) - 8
        self._view: Any = np.ndarray(self._last + 1, ">u8", bytes_, strides=(1,))

    @property
    def fit_one(self) -> bool:
        """Whether a word holds each text and tells it apart: none is longer, and none has a byte like those behind."""
        return int(self.lengths.max(initial=0)) <= 8 and int(self._used.min(initial=1)) > 0

    def longest(self, rows: Ints) -> int:
        """The length of the longest of some texts, in bytes."""
        return int(self.lengths[rows].max(initial=0))

    def at(self, rows: Ints | slice, depth: int) -> Any:
        """uint64 (rows,): the bytes depth .. depth + 7 of each text, the first being the most significant."""
        left = np.clip(self.lengths[rows] - depth, 0, 8).astype(np.uint64)
        starts = self._starts[rows].astype(np.int64) + depth
        # The view ends eight bytes before the data; what begins behind that is shifted into its place.
        near = np.minimum(starts, self._last)
        shift = np.minimum(starts - near, 7).astype(np.uint64) * np.uint64(8)
        words = self._view[near].astype(np.uint64) << shift
        keep = np.array([0, *((1 << 64) - (1 << (64 - 8 * count)) for count in range(1, 9))], np.uint64)
        return words & keep[left]
