"""Ids of two files as whole numbers, equal where their text is.

Arrow's dictionary says the same in one call, which copies every text, uses one processor and cannot be ended. Here ids
are found by their fingerprints, and those with the same one are compared as text.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import booleans, combine_chunks, integers, numbers
from inspector.core.arrays.heaps import heaps
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Ints, repeat_chunked
from inspector.core.files.matching.fingerprint import Prints, fingerprints

_Ids: TypeAlias = "pa.StringArray | pa.ChunkedArray"

_AT_ONCE = 1 << 16


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
