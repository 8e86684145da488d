"""Ids of two files as whole numbers, equal where their text is.

Arrow's dictionary says the same in one call, which copies every text, uses one processor and cannot be ended. Here ids
are found by their fingerprints, and those with the same one are compared as text.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pyarrow as pa

from inspector.core.arrays import Ints, stretched
from inspector.core.arrow import booleans, integers, numbers, whole
from inspector.core.files.fingerprint import Prints, fingerprints
from inspector.core.spread import spans, spread

_Piece: TypeAlias = "pa.StringArray | pa.ChunkedArray"

_AT_ONCE = 1 << 16
_MOST_BITS = 8


def code_ids(truth: pa.StringArray, submission: pa.ChunkedArray) -> tuple[Ints, Ints]:
    """The ids of both files as whole numbers, equal where their text is; int64 (t,) and int64 (s,).

    An id of the truth has the number of the record in which it stands first, those of the submission alone follow.
    """
    own, theirs = _pieces(truth), _pieces(submission)
    first = first_with_same(np.concatenate([np.empty(0, np.uint64), *spread(_fingerprints, [*own, *theirs])]))
    codes, found = first[: len(truth)], first[len(truth) :]
    earlier = np.where(codes < np.arange(len(truth)), codes, -1)
    known = np.where(found < len(truth), found, -1)
    if not (_hold(truth, own, earlier) and _hold(truth, theirs, known)):
        both = _dictionary_codes([truth, *submission.chunks])
        return both[: len(truth)], both[len(truth) :]
    strange = known < 0
    known[strange] = len(truth) + _dictionary_codes(submission.filter(booleans(strange)).chunks)
    return codes, known


def first_with_same(prints: Prints) -> Ints:
    """int64 (n,): for each of n fingerprints the place of the first that is the same.

    They are parted by their highest bits into heaps, which are sorted in the processor's cache, several at once.
    """
    bits = min((len(prints) // _AT_ONCE).bit_length(), _MOST_BITS)
    heap = (prints >> np.uint64(64 - bits)).astype(np.uint8) if bits else np.zeros(len(prints), np.uint8)
    order, ends = np.argsort(heap, kind="stable"), np.cumsum(np.bincount(heap, minlength=1 << bits))
    first = np.empty(len(prints), np.int64)

    def fill(places: Ints) -> None:
        places = places[np.argsort(prints[places])]
        rising = prints[places]
        starts = np.flatnonzero(np.append(True, rising[1:] != rising[:-1]))
        lowest = np.minimum.reduceat(places, starts)
        first[places] = stretched(lowest, np.diff(starts, append=len(places)))

    spread(fill, [places for places in np.split(order, ends[:-1]) if len(places)])
    return first


def _hold(known: pa.StringArray, pieces: list[_Piece], places: Ints) -> bool:
    """Whether each text of the pieces is the one that is known at its place; a negative place says nothing."""

    def holds(piece: tuple[_Piece, Ints]) -> bool:
        texts, at = _whole(piece[0]), piece[1]
        if (at < 0).any():
            texts, at = texts.filter(booleans(at >= 0)), at[at >= 0]
        return bool(known.take(integers(at)).equals(texts))

    ends = np.cumsum([len(piece) for piece in pieces])
    return all(spread(holds, list(zip(pieces, np.split(places, ends[:-1]), strict=True)))) if pieces else True


def _pieces(ids: _Piece) -> list[_Piece]:
    return [ids.slice(*span) for span in spans(len(ids), _AT_ONCE)]


def _whole(piece: _Piece) -> pa.StringArray:
    return whole(piece) if isinstance(piece, pa.ChunkedArray) else piece


def _fingerprints(piece: _Piece) -> Prints:
    return fingerprints(_whole(piece))


def _dictionary_codes(chunks: list[pa.StringArray]) -> Ints:
    coded = pa.chunked_array(chunks, pa.string()).dictionary_encode()
    return np.concatenate([np.empty(0, np.int64), *(numbers(chunk.indices) for chunk in coded.chunks)]).astype(np.int64)
