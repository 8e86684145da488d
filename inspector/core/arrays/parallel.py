"""Runs the same work on several pieces in threads. Useful for work that releases the GIL, as Arrow and numpy do."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

from inspector.core.arrays.cancel import cancel_check

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_MIN_SIZE = 1 << 14


def spans(length: int, most: int) -> list[tuple[int, int]]:
    """Split a length into (start, size) pieces for all processors, of at most `most` and at least _MIN_SIZE."""
    size = min(max(-(-length // (os.cpu_count() or 1)), _MIN_SIZE), most)
    return [(low, min(size, length - low)) for low in range(0, length, size)]


def parallel_map(work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> list[Result]:
    """The result of each piece, in order. Raises the error of the first piece that failed."""
    check = cancel_check()

    def run(piece: Piece) -> Result:
        check()
        return work(piece)

    if len(pieces) < 2:
        return [*map(run, pieces)]
    from concurrent.futures import ThreadPoolExecutor  # imported late: small files do without it

    with ThreadPoolExecutor(min(os.cpu_count() or 1, len(pieces))) as pool:
        return [*pool.map(run, pieces)]
