"""The columns of a matrix ranked in each row, a block of rows at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Bytes, Codes, Floats, Ints

# Up to so many columns are ranked by comparing any two of them; of more, sorting each row is faster.
MOST_COMPARED = 32


def rank_columns(block: Floats, codes: Codes, least: float, starts: Ints, columns: Codes, weights: Floats) -> None:
    """Write the codes of the columns with at least this number, highest first, of equal ones the left, row by row.

    block: (c, n), c columns of n rows; codes: int32 (c,), of the columns; starts: int64 (n,), where what is written of
    each row begins; columns, weights: (m,), where the codes and the numbers are written.
    """
    find = _by_comparing if len(block) <= MOST_COMPARED else _by_sorting
    find(block, codes, least, starts, columns, weights)


def closed_up(flat: NDArray[Any], offsets: Ints, step: int) -> NDArray[Any]:
    """What is written of each `step` rows, with room for all columns, moved behind that of the rows before them."""
    rows = len(offsets) - 1
    width = len(flat) // max(1, rows)
    for low in range(0, rows, step):
        start, end = offsets[low], offsets[min(low + step, rows)]
        if start != low * width:
            flat[start:end] = flat[low * width : low * width + end - start]
    # A part of it would keep all of its memory.
    return flat if offsets[-1] == len(flat) else flat[: offsets[-1]].copy()


def _by_sorting(block: Floats, codes: Codes, least: float, starts: Ints, columns: Codes, weights: Floats) -> None:
    """Like `rank_columns`, of many columns."""
    block = np.ascontiguousarray(block.T)
    # A stable sort keeps the header order for equal values.
    order = np.argsort(-block, axis=1, kind="stable")
    block = np.take_along_axis(block, order, axis=1)
    found = block >= least
    columns[:], weights[:] = codes[order[found]], block[found]


def _by_comparing(block: Floats, codes: Codes, least: float, starts: Ints, columns: Codes, weights: Floats) -> None:
    """Like `rank_columns`, for few columns in a third of the time."""
    all_found = len(columns) == block.size
    for code, values, before in zip(codes, block, _before(block), strict=True):
        at = starts + before
        if not all_found:
            found = values >= least
            at, values = at[found], values[found]
        columns[at], weights[at] = code, values


def _before(columns: Floats) -> Bytes:
    """uint8 (c, n): how many columns come before each one in each row, for c of n numbers: of equal ones, the left."""
    before = np.zeros(columns.shape, np.uint8)
    for right in range(1, len(columns)):
        is_higher = columns[right] > columns[:right]
        before[:right] += is_higher
        before[right] += right - is_higher.sum(axis=0, dtype=np.uint8)
    return before
