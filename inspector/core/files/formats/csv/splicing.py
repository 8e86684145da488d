"""Bytes with some spans of them cut out, or exchanged for other texts: all at once. Knows nothing of records."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.types import Ints


def cut(block: bytes, starts: Ints, ends: Ints) -> pa.StringArray:
    """The text of each span; starts, ends: int64, ascending, no span reaching into the next."""
    return _pieces(block, starts, ends).take(integers(np.arange(len(starts)) * 2 + 1)).cast(pa.string())


def spliced(block: bytes, starts: Ints, ends: Ints, texts: pa.StringArray) -> bytes:
    """The block with a text in the place of each span; a span may be empty. starts, ends: as in `cut`.

    Arrow picks what stays and what is new in turn, and what it has picked is the new block.
    """
    picks = np.arange(2 * len(starts) + 1)
    picks[1::2] = len(picks) + np.arange(len(starts))
    both = pa.concat_arrays([_pieces(block, starts, ends), texts.cast(pa.large_binary())])
    return joined(both.take(integers(picks)))


def joined(pieces: pa.Array) -> bytes:
    """The bytes of all pieces, Arrow strings or bytes, one after the other."""
    pieces = pieces.cast(pa.large_binary())
    _, offsets, data = pieces.buffers()
    bounds = np.frombuffer(offsets, np.int64)[[pieces.offset, pieces.offset + len(pieces)]].tolist()
    return bytes(memoryview(data)[bounds[0] : bounds[1]]) if data else b""


def _pieces(block: bytes, starts: Ints, ends: Ints) -> pa.LargeBinaryArray:
    """What lies before the first span, the span, what lies before the second one, and so on, in the same memory."""
    edges = np.zeros(2 * len(starts) + 2, np.int64)
    edges[1:-1:2], edges[2::2], edges[-1] = starts, ends, len(block)
    if (edges[1:] < edges[:-1]).any():  # Arrow would read memory that is not the block's
        raise ValueError("spans that reach into one another")
    return pa.Array.from_buffers(pa.large_binary(), len(edges) - 1, [None, pa.py_buffer(edges), pa.py_buffer(block)])
