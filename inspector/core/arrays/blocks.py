"""Ragged lists as padded matrices, a block of rows at a time, small enough to stay in the processor's cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Bools, Codes, Ints

_CELLS = 1 << 19
_LOWEST = int(np.iinfo(np.int32).min)


@dataclass(frozen=True, eq=False)
class PaddedBlock:
    """Rows first..last - 1 as a matrix: codes int32 (rows, width), padded; filled bool (rows, width), None when full.

    A padded place holds a number that no code has and that no other place of its row holds.
    """

    first: int
    last: int
    codes: Codes
    filled: Bools | None

    def flat(self, cells: NDArray[Any]) -> NDArray[Any]:
        """The cells of a matrix of this shape that are not padding, row after row."""
        return cells.ravel() if self.filled is None else cells[self.filled]


def in_blocks(offsets: Ints, codes: Codes, work: Callable[[PaddedBlock], NDArray[Any]]) -> NDArray[Any]:
    """What `work` makes of all lists, in blocks of about _CELLS places: for each its matrix, and the cells that are
    not padding of all of them one after the other. Several blocks are worked on at once.

    offsets: int64 (n + 1,); codes: int32 (m,); list i is `codes[offsets[i]:offsets[i + 1]]`.
    """

    def flat(span: tuple[int, int]) -> NDArray[Any]:
        block = _block(offsets, codes, *span)
        return block.flat(work(block))

    done = parallel_map(flat, list(_spans(offsets)))
    return np.concatenate(done) if done else np.zeros(0, bool)


def _spans(offsets: Ints) -> Iterator[tuple[int, int]]:
    n, first = len(offsets) - 1, 0
    while first < n:
        wide = max(1, int(np.diff(offsets[first : first + 65]).max(initial=1)))
        last = min(n, first + max(1, _CELLS // wide))
        yield first, last
        first = last


def _block(offsets: Ints, codes: Codes, first: int, last: int) -> PaddedBlock:
    lengths, flat = np.diff(offsets[first : last + 1]), codes[offsets[first] : offsets[last]]
    width = int(lengths.max(initial=0))
    if width and (lengths == width).all():
        return PaddedBlock(first, last, flat.reshape(-1, width), None)
    columns = np.arange(width)
    filled = columns < lengths[:, None]
    matrix = np.empty((last - first, width), np.int32)
    matrix[:] = _LOWEST + columns
    matrix[filled] = flat
    return PaddedBlock(first, last, matrix, filled)
