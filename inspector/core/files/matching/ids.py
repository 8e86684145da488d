"""Encode the ids of two files as integers that are equal for equal texts.

Arrow's dictionary_encode takes three times as long for a million ids, copies all texts, uses one CPU core and cannot
be cancelled. Here ids are grouped by a 64-bit fingerprint, and ids with equal fingerprints are compared as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inspector.core.arrays.arrow import booleans, combine_chunks, content, integers, numbers
from inspector.core.arrays.buckets import split_into_buckets
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Ints, repeat_chunked

Prints: TypeAlias = NDArray[np.uint64]
_Ids: TypeAlias = "pa.StringArray | pa.ChunkedArray"

_AT_ONCE = 1 << 16
_WIDTH = 8
# The bytes of an id that count, a multiple of the width: a step takes as long for one long id as for many short ones.
_MOST_BYTES = 1 << 10
# Masks by number of valid bytes in a little-endian word of eight.
_KEPT = np.array([(1 << 8 * count) - 1 for count in range(_WIDTH + 1)], np.uint64)
# Multiplying by an odd constant is a bijection; about as many ones as zeros mix the bits well.
_FACTOR, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


def code_ids(truth: pa.StringArray, submission: pa.ChunkedArray, likely: Ints | None = None) -> tuple[Ints, Ints]:
    """Encode the ids of both files as integers, equal for equal texts; int64 (t,) and int64 (s,).

    The code of an id is the number of its first record, counting the submission's records after the truth's.
    likely: int64 (t,), where each id of the truth, all distinct, stood in another submission, -1 for nowhere; if all
    stand there in this one as well, that is proven by reading them once.
    """
    if likely is not None and (found := _as_before(truth, submission, likely)) is not None:
        return np.arange(len(truth)), found
    if _are_alike(truth, submission):
        same = np.arange(len(truth))
        return same, same
    first = first_with_same(_prints(pa.chunked_array([truth, *submission.chunks], pa.string())))
    if not _are_same(truth, submission, first):
        first = _dictionary_codes([truth, *submission.chunks])
    # A copy, so that a further submission does not keep the codes of the truth as well.
    return first[: len(truth)], first[len(truth) :].copy()


def _as_before(truth: pa.StringArray, submission: pa.ChunkedArray, likely: Ints) -> Ints | None:
    """The truth's record of each of the submission's; None unless every record has the id that it is likely to have."""
    count = len(truth)
    if not count == len(submission) == len(likely) or not ((likely >= 0) & (likely < count)).all():
        return None
    record = np.full(count, -1)
    record[likely] = np.arange(count)
    return record if (record >= 0).all() and _hold(truth, submission, record) else None


def _are_alike(truth: pa.StringArray, submission: pa.ChunkedArray) -> bool:
    """Whether both have the same ids in the same order, all distinct, which different fingerprints prove."""
    if not pa.chunked_array([truth]).equals(submission):
        return False
    if _count_up(truth):
        return True
    ordered = np.sort(_prints(truth))
    return bool((ordered[1:] != ordered[:-1]).all())


def _count_up(ids: pa.StringArray) -> bool:
    """Whether ids are whole numbers, each above the one before it, so that all differ: told in a fifth of the time."""

    def counts(piece: tuple[int, int]) -> bool:
        low, size = piece
        whole = numbers(pc.cast(ids.slice(max(0, low - 1), size + 1), pa.int64()))  # with the last one before them
        return bool((whole[1:] > whole[:-1]).all())

    try:
        return all(parallel_map(counts, spans(len(ids), _AT_ONCE)))
    except pa.ArrowInvalid:
        return False


def _are_same(truth: pa.StringArray, submission: pa.ChunkedArray, first: Ints) -> bool:
    """Whether each id has the same text as the record that `first` assigns to it."""
    in_truth, found = first[: len(truth)], first[len(truth) :]
    unknown = found >= len(truth)
    if not (_hold(truth, truth, _earlier(in_truth)) and _hold(truth, submission, np.where(unknown, -1, found))):
        return False
    earliest = found[unknown] - len(truth)
    if (earliest == np.flatnonzero(unknown)).all():
        return True
    # Only repeated unknown ids, which are rare, need their text in one contiguous array.
    unknown_ids, indices = combine_chunks(submission.filter(booleans(unknown))), np.cumsum(unknown) - 1
    return _hold(unknown_ids, unknown_ids, _earlier(indices[earliest]))


def _earlier(first: Ints) -> Ints:
    """int64: the first indices, -1 where an element is its own first."""
    return np.where(first < np.arange(len(first)), first, -1)


def first_with_same(prints: Prints) -> Ints:
    """int64 (n,): for each of n fingerprints the index of the first equal one."""
    first = np.empty(len(prints), np.int64)

    def fill(indices: Ints) -> None:
        indices = indices[np.argsort(prints[indices])]
        ordered = prints[indices]
        starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
        lowest = np.minimum.reduceat(indices, starts)
        first[indices] = repeat_chunked(lowest, np.diff(starts, append=len(indices)))

    parallel_map(fill, split_into_buckets(prints))
    return first


def _hold(known: pa.StringArray, ids: _Ids, indices: Ints) -> bool:
    """Whether each id equals the known id at its index; negative indices are skipped."""

    def holds(piece: tuple[_Ids, Ints]) -> bool:
        texts, at = piece
        if (at < 0).any():
            texts, at = texts.filter(booleans(at >= 0)), at[at >= 0]
        return bool(known.take(integers(at)).equals(_whole(texts)))

    pieces = [(ids.slice(*span), indices[span[0] : sum(span)]) for span in spans(len(ids), _AT_ONCE)]
    return all(parallel_map(holds, [piece for piece in pieces if (piece[1] >= 0).any()]))


def _prints(ids: _Ids) -> Prints:
    """The fingerprints of all ids."""
    pieces = [ids.slice(*span) for span in spans(len(ids), _AT_ONCE)]
    return np.concatenate([np.empty(0, np.uint64), *parallel_map(lambda piece: fingerprints(_whole(piece)), pieces)])


def _whole(piece: _Ids) -> pa.StringArray:
    return combine_chunks(piece) if isinstance(piece, pa.ChunkedArray) else piece


def _dictionary_codes(chunks: list[pa.StringArray]) -> Ints:
    coded = pa.chunked_array(chunks, pa.string()).dictionary_encode()
    return np.concatenate([np.empty(0, np.int64), *(numbers(chunk.indices) for chunk in coded.chunks)]).astype(np.int64)


def fingerprints(texts: pa.StringArray) -> Prints:
    """uint64 (n,): the fingerprint of each of n texts without nulls, by its length and first bytes."""
    if not len(texts):
        return np.empty(0, np.uint64)
    lengths = numbers(pc.binary_length(texts)).astype(np.int64)
    prints: Prints = lengths.astype(np.uint64) * _FACTOR
    is_uniform = (lengths == lengths[0]).all()
    data = content(texts)
    if not is_uniform or lengths[0] % _WIDTH:  # the last word extends beyond the last text
        data = np.append(data, np.zeros(_WIDTH, np.uint8))
    starts, counted = np.cumsum(lengths) - lengths, np.minimum(lengths, _MOST_BYTES)
    for rows, words in _strips(lengths, data) if is_uniform else _words(starts, counted, data):
        mixed = prints[rows] ^ words
        mixed *= _FACTOR
        prints[rows] = mixed ^ (mixed >> _HALF)
    return prints


def _strips(lengths: Ints, data: NDArray[np.uint8]) -> Iterator[tuple[slice, Prints]]:
    """Like `_words`, for texts of equal length, the usual case: a strided view needs no gather."""
    for at in range(0, min(int(lengths[0]), _MOST_BYTES), _WIDTH):
        words = np.ndarray((len(lengths),), "<u8", data.data, at, (int(lengths[0]),))
        left = int(lengths[0]) - at
        yield slice(None), words if left >= _WIDTH else words & _KEPT[left]


def _words(starts: Ints, left: Ints, data: NDArray[np.uint8]) -> Iterator[tuple[Ints | slice, Prints]]:
    """Iterate over the texts in steps of eight bytes: the texts that are long enough, and their zero-padded words."""
    at_each_byte = np.ndarray((len(data) - _WIDTH + 1,), "<u8", data.data, 0, (1,))
    rows: Ints | slice = slice(None)
    while len(left):
        words = at_each_byte[starts]
        yield rows, words if left.min() >= _WIDTH else words & _KEPT[np.minimum(left, _WIDTH)]
        if not (more := left > _WIDTH).all():
            rows = np.flatnonzero(more) if isinstance(rows, slice) else rows[more]
            starts, left = starts[more], left[more]
        starts, left = starts + _WIDTH, left - _WIDTH
