"""Ids of two files as whole numbers, equal where their text is.

Arrow's dictionary says the same in one call, which takes three times as long at a million ids, copies every text, uses
one processor and cannot be ended. Here ids are found by their fingerprints, numbers that are equal for equal texts and
hardly ever for others, and those with the same one are compared as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inspector.core.arrays.arrow import booleans, combine_chunks, content, integers, numbers
from inspector.core.arrays.heaps import heaps
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Ints, repeat_chunked

Prints: TypeAlias = NDArray[np.uint64]
_Ids: TypeAlias = "pa.StringArray | pa.ChunkedArray"

_AT_ONCE = 1 << 16
_WIDTH = 8
# What is kept of eight bytes of which so many belong to the text; the first one is the lowest.
_KEPT = np.array([(1 << 8 * count) - 1 for count in range(_WIDTH + 1)], np.uint64)
# An odd number with about as many ones as zeros: multiplying by it carries every bit upwards and loses none.
_FACTOR, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


def code_ids(truth: pa.StringArray, submission: pa.ChunkedArray) -> tuple[Ints, Ints]:
    """The ids of both files as whole numbers, equal where their text is; int64 (t,) and int64 (s,).

    An id has the number of the record in which it stands first, those of the submission following those of the truth.
    """
    pieces = [*_pieces(truth), *_pieces(submission)]
    first = first_with_same(np.concatenate([np.empty(0, np.uint64), *parallel_map(_fingerprints, pieces)]))
    if not _are_same(truth, submission, first):
        first = _dictionary_codes([truth, *submission.chunks])
    return first[: len(truth)], first[len(truth) :]


def _are_same(truth: pa.StringArray, submission: pa.ChunkedArray, first: Ints) -> bool:
    """Whether each id is the one that stands, of both files, at the place that `first` says."""
    own, found = first[: len(truth)], first[len(truth) :]
    strange = found >= len(truth)
    if not (_hold(truth, truth, _earlier(own)) and _hold(truth, submission, np.where(strange, -1, found))):
        return False
    earliest = found[strange] - len(truth)
    if (earliest == np.flatnonzero(strange)).all():
        return True
    # Few files have ids of their own more than once, and only then their text is needed in one piece.
    alone, places = combine_chunks(submission.filter(booleans(strange))), np.cumsum(strange) - 1
    return _hold(alone, alone, _earlier(places[earliest]))


def _earlier(first: Ints) -> Ints:
    """int64: the first places, -1 where that is the place itself."""
    return np.where(first < np.arange(len(first)), first, -1)


def first_with_same(prints: Prints) -> Ints:
    """int64 (n,): for each of n fingerprints the place of the first that is the same."""
    first = np.empty(len(prints), np.int64)

    def fill(places: Ints) -> None:
        places = places[np.argsort(prints[places])]
        rising = prints[places]
        starts = np.flatnonzero(np.append(True, rising[1:] != rising[:-1]))
        lowest = np.minimum.reduceat(places, starts)
        first[places] = repeat_chunked(lowest, np.diff(starts, append=len(places)))

    parallel_map(fill, heaps(prints))
    return first


def _hold(known: pa.StringArray, ids: _Ids, places: Ints) -> bool:
    """Whether each of the ids is the one that is known at its place; a negative place says nothing."""

    def holds(piece: tuple[_Ids, Ints]) -> bool:
        texts, at = _whole(piece[0]), piece[1]
        if (at < 0).any():
            texts, at = texts.filter(booleans(at >= 0)), at[at >= 0]
        return bool(known.take(integers(at)).equals(texts))

    pieces = [(ids.slice(*span), places[span[0] : sum(span)]) for span in spans(len(ids), _AT_ONCE)]
    return all(parallel_map(holds, [piece for piece in pieces if (piece[1] >= 0).any()]))


def _pieces(ids: _Ids) -> list[_Ids]:
    return [ids.slice(*span) for span in spans(len(ids), _AT_ONCE)]


def _whole(piece: _Ids) -> pa.StringArray:
    return combine_chunks(piece) if isinstance(piece, pa.ChunkedArray) else piece


def _fingerprints(piece: _Ids) -> Prints:
    return fingerprints(_whole(piece))


def _dictionary_codes(chunks: list[pa.StringArray]) -> Ints:
    coded = pa.chunked_array(chunks, pa.string()).dictionary_encode()
    return np.concatenate([np.empty(0, np.int64), *(numbers(chunk.indices) for chunk in coded.chunks)]).astype(np.int64)


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
