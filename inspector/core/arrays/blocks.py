"""Processes ragged lists as padded matrices, in blocks of rows small enough for the CPU cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.offsets import lengths_of
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Bools, Codes, Ints

_CELLS = 1 << 19
_LOWEST = int(np.iinfo(np.int32).min)


@dataclass(frozen=True, eq=False)
class PaddedBlock:
    """Rows first..last - 1 as a matrix: codes int32 (rows, width), padded; filled bool (rows, width), None when full.

    Each padding cell holds a negative number that occurs only once in its row.
    """

    first: int
    last: int
    codes: Codes
    filled: Bools | None

    def flat(self, cells: NDArray[Any]) -> NDArray[Any]:
        """The cells of a matrix of this shape that are not padding, in row order."""
        return cells.ravel() if self.filled is None else cells[self.filled]


def in_blocks(offsets: Ints, codes: Codes, work: Callable[[PaddedBlock], NDArray[Any]]) -> NDArray[Any]:
    """Apply `work` to all lists in blocks of about _CELLS cells and concatenate the results without padding.

    `work` returns a matrix of its block's shape. Blocks run in parallel.

    offsets: int64 (n + 1,); codes: int32 (m,); list i is `codes[offsets[i]:offsets[i + 1]]`.
    """

    def flat(span: tuple[int, int]) -> NDArray[Any]:
        block = _block(offsets, codes, *span)
        return block.flat(work(block))

    results = parallel_map(flat, list(_spans(offsets)))
    if len(results) == 1:
        return results[0]
    return np.concatenate(results) if results else np.zeros(0, bool)


def _spans(offsets: Ints) -> Iterator[tuple[int, int]]:
    n, first = len(offsets) - 1, 0
    while first < n:
        widest = max(1, int(lengths_of(offsets[first : first + 65]).max(initial=1)))
        last = min(n, first + max(1, _CELLS // widest))
        yield first, last
        first = last


def _block(offsets: Ints, codes: Codes, first: int, last: int) -> PaddedBlock:
    lengths, flat = lengths_of(offsets[first : last + 1]), codes[offsets[first] : offsets[last]]
    width = int(lengths.max(initial=0))
    if width and (lengths == width).all():
        return PaddedBlock(first, last, flat.reshape(-1, width), None)
    columns = np.arange(width)
    filled = columns < lengths[:, None]
    matrix = np.empty((last - first, width), np.int32)
    matrix[:] = _LOWEST + columns
    matrix[filled] = flat
    return PaddedBlock(first, last, matrix, filled)
