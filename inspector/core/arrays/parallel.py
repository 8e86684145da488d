"""The same work on several pieces at once, where it leaves the interpreter free, as Arrow does, and numpy on arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

from inspector.core.arrays.cancel import cancel_check

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_FEWEST = 1 << 14


def spans(length: int, most: int) -> list[tuple[int, int]]:
    """Where to cut what is so long: (start, size) of pieces for all processors, at most so large, but none tiny."""
    size = min(max(-(-length // (os.cpu_count() or 1)), _FEWEST), most)
    return [(low, min(size, length - low)) for low in range(0, length, size)]


def parallel_map(work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> list[Result]:
    """The result of each piece, in the order of the pieces. Raises what the first of them raises."""
    if len(pieces) < 2:
        return [work(piece) for piece in pieces]
    ask = cancel_check()

    def wanted(piece: Piece) -> Result:
        ask()
        return work(piece)

    from concurrent.futures import ThreadPoolExecutor  # not at the top: most pairs are small, and it takes a while

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(wanted, pieces))
